//! Changes of a game that wait briefly for a step in progress.

use std::time::Duration;

use tokio::time::sleep;

/// How often, and at what interval, a change is retried while a step is being taken.
const TRIES: u32 = 20;
const INTERVAL: Duration = Duration::from_millis(50);

/// The result of a change that returns `None` while a step is being taken.
pub(super) async fn soon(change: impl Fn() -> Option<Result<(), String>>) -> Result<(), String> {
    for _ in 0..TRIES {
        if let Some(done) = change() {
            return done;
        }
        sleep(INTERVAL).await;
    }
    Err("the players are thinking; try again in a moment".to_owned())
}
