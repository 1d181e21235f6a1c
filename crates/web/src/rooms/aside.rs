//! A game that goes on a thread of its own: with it go its programs, and to end one may take seconds.

use std::ops::{Deref, DerefMut};

use tokio::runtime::Handle;

use crate::rooms::Match;

/// A game, dropped aside: whoever was the last to know its room neither waits for that nor holds others up.
pub(super) struct Aside(Option<Box<dyn Match>>);

impl Aside {
    pub(super) fn new(game: Box<dyn Match>) -> Aside {
        Aside(Some(game))
    }
}

/// What it holds until it is dropped.
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
        // outside of the server's threads nobody else is held up
        if let Ok(server) = Handle::try_current() {
            server.spawn_blocking(move || drop(game));
        }
    }
}
