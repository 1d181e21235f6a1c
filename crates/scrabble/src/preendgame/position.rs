//! What the analysis is asked and what it answers.

use crate::board::{Board, Play, Rack};
use crate::plays::Leaves;
use crate::preendgame::candidate::Candidate;

/// A position with a few tiles in the bag.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board.
    pub board: &'a Board,
    /// The tiles of the player to move, at most seven.
    pub own: &'a Rack,
    /// The tiles in the bag and on the opponent's rack together.
    pub unseen: &'a Rack,
    /// The number of tiles in the bag, 1 to 6. The number of deals is 8 with one, 36 with two and 120 with
    /// three different unseen tiles, and more for moves after which the bag is not empty.
    pub bag: usize,
    /// The mover's points less the opponent's.
    pub lead: i32,
    /// Consecutive scoreless turns.
    pub scoreless: u8,
    /// The number of them that ends the game.
    pub limit: u8,
    /// The values of kept tiles, by which plays are ordered while the bag is not empty.
    pub leaves: &'a Leaves,
}

/// How much an analysis may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions that may be expanded in all.
    pub nodes: u32,
    /// The number of positions that a single endgame may expand.
    pub endgame: u32,
    /// The number of replies that the opponent considers while the bag is not empty.
    pub replies: usize,
}

/// The analysis of a pre-endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The candidates, best first; at least the pass.
    pub candidates: Vec<Candidate>,
    /// Whether every legal move was a candidate and each was tried against all deals or dropped.
    pub complete: bool,
    /// The weight of all deals: what [`Candidate::tried`] of a complete one is.
    pub deals: u64,
    /// The number of positions expanded.
    pub nodes: u32,
}

impl Analysis {
    /// The best move: a play, or `None` for a pass. If no candidate could be tried against all deals, the one that
    /// did best until then, and if nothing was tried, the first play.
    #[must_use]
    pub fn best(&self) -> Option<Play> {
        self.candidates.first().and_then(|candidate| candidate.play)
    }
}
