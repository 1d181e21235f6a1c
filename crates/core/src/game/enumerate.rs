//! Games in which all that a seat may do is a list.

use crate::game::Game;

/// A game whose legal moves can be listed; not one in which they are a range, as bids are.
pub trait Enumerate: Game {
    /// All that a seat that is asked may do, in a fixed order: from what it may know alone.
    fn choices(view: &Self::View<'_>) -> Vec<Self::Move>;
}

/// [`Enumerate::choices`] of a game that may have it.
pub type Choices<G> = fn(&<G as Game>::View<'_>) -> Vec<<G as Game>::Move>;
