//! How a game is told and shown.

use std::time::Duration;

use crate::{Game, Picture, SeatNames};
use lettergame_base::TileScoring;

/// How a game is told to people and to programs: what it affects is text, never a result.
pub trait Presented: Game {
    /// What is expected of a seat to move, in one word: `bid`, `word`, `play`.
    fn kind(view: &Self::View<'_>) -> &'static str;

    /// The default time limit of a player program per decision.
    fn move_limit(&self) -> Duration {
        Duration::from_secs(2)
    }

    /// How points are computed, beyond the settings, for external players: letter values, tile counts, a
    /// bonus. `None` if the game has no such values.
    fn scoring(&self) -> Option<TileScoring> {
        None
    }

    /// What an observer with full information should see at this point, if anything, e.g. the
    /// hidden letters at the start of a round.
    fn scene(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// An announcement for people, with player names, restricted to the visible seats; empty if there is
    /// none. Defaults to the text of the event, in which seats are called `seat 2`.
    fn announcement(&self, event: &Self::Event, names: &SeatNames) -> String {
        names.text(&event.to_string())
    }

    /// [`Presented::scene`] with player names, restricted to what the visible seats may know.
    fn scene_for(&self, state: &Self::State, names: &SeatNames) -> Option<String> {
        self.scene(state).map(|scene| names.text(&scene))
    }

    /// What an observer with full information sees after a turn, which ended with these events.
    fn picture(&self, _state: &Self::State, _events: &[Self::Event]) -> Option<Picture> {
        None
    }

    /// What users should know before games of this number of players begin, if these rules cannot give them
    /// all that they promise; it affects nothing.
    fn shortage(&self, _seats: usize) -> Option<String> {
        None
    }

    /// Something users should know about the games played with this instance of the rules so far and cannot
    /// see in the rows; it affects nothing.
    fn remark(&self) -> Option<String> {
        None
    }
}
