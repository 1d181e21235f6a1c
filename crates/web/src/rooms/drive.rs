//! The driver that steps a game that plays by itself.

use std::sync::Arc;

use tokio::time::sleep;

use crate::rooms::clocks::timekeeper::keep_time;
use crate::rooms::{Room, Standing};

/// Keeps a room's game going: its steps and its clocks.
pub(super) async fn run(room: Arc<Room>) {
    tokio::join!(drive(Arc::clone(&room)), keep_time(room));
}

/// Steps a room's game while it is playing and can continue; ends with the game.
async fn drive(room: Arc<Room>) {
    let (mut pictures, mut paces) = (room.pictures(), room.paces());
    loop {
        let pace = *paces.borrow_and_update();
        let standing = pictures.borrow_and_update().standing();
        match standing {
            Standing::Over => return room.set_playing(false),
            Standing::Ready if pace.playing => {
                if !pace.delay.is_zero() {
                    tokio::select! {
                        () = sleep(pace.delay) => {}
                        _ = paces.changed() => continue,
                        // another caller took a step: the delay restarts
                        _ = pictures.changed() => continue,
                    }
                }
                if !room.step().await {
                    return room.set_playing(false);
                }
            }
            Standing::Ready | Standing::Waits(_) => {
                tokio::select! {
                    _ = paces.changed() => {}
                    _ = pictures.changed() => {}
                }
            }
        }
    }
}
