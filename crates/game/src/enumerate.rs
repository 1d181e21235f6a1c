//! Games whose legal moves can be listed.

use crate::Game;

/// A game whose legal moves can be listed, unlike games in which moves are a range, such as bids.
pub trait Enumerate: Game {
    /// All legal moves of the seat to move, in a fixed order, computed only from what it may know.
    fn choices(view: &Self::View<'_>) -> Vec<Self::Move>;
}

/// [`Enumerate::choices`] of a game, if it has it.
pub type Choices<G> = fn(&<G as Game>::View<'_>) -> Vec<<G as Game>::Move>;
