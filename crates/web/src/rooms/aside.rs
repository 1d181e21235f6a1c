//! Drops games on their own thread: a game's programs end with it, and ending one may take seconds.

use std::ops::{Deref, DerefMut};

use tokio::runtime::Handle;

use crate::rooms::Match;

/// A game, dropped in the background: the last owner of its room neither waits for it nor blocks others.
pub(super) struct Aside(Option<Box<dyn Match>>);

impl Aside {
    pub(super) fn new(game: Box<dyn Match>) -> Aside {
        Aside(Some(game))
    }
}

/// The invariant: the game is there until it is dropped.
const HELD: &str = "a game until the end";

impl Deref for Aside {
    type Target = dyn Match;

    fn deref(&self) -> &(dyn Match + 'static) {
        self.0.as_deref().expect(HELD)
    }
}

impl DerefMut for Aside {
    fn deref_mut(&mut self) -> &mut (dyn Match + 'static) {
        self.0.as_deref_mut().expect(HELD)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let game = self.0.take();
        // outside the server's threads nothing else is blocked
        if let Ok(server) = Handle::try_current() {
            server.spawn_blocking(move || drop(game));
        }
    }
}
