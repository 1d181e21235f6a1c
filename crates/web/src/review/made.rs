//! The review of a finished game.

use crate::review::story::Story;
use crate::rooms::Replay;

/// A finished game with its judgements, made once.
pub(crate) struct Review {
    pub(crate) replay: Box<dyn Replay>,
    pub(crate) story: Story,
}

impl Review {
    /// This may take a while.
    pub(crate) fn of(replay: Box<dyn Replay>) -> Review {
        let story = replay.story();
        Review { replay, story }
    }
}
