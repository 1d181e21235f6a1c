//! What the analysis may do and what it answers.

use crate::preendgame::record::Record;
use crate::rules::Move;

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
    pub records: Vec<Record>,
    /// Whether every legal move was a candidate and each was tried against all deals or dropped.
    pub complete: bool,
    /// The weight of all deals: what [`Record::tried`] of a complete one is.
    pub deals: u64,
    /// The number of positions expanded.
    pub nodes: u32,
}

impl Analysis {
    /// The best move. If no candidate could be tried against all deals, the one that did best until then, and if
    /// nothing was tried, the first play.
    #[must_use]
    pub fn best(&self) -> Move {
        self.records.first().map_or(Move::Pass, |record| record.candidate.choice)
    }
}
