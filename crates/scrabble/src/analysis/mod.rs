//! Analyses a game of a GCG file: each move against the best one by equity, and by simulation if requested; the
//! luck of the draws; a summary for each player.
//!
//! The equity of a move is its score plus the values of the kept tiles and of the placement, as the player
//! `equity` sees them; an exchange or a pass is worth the tiles it keeps. A play that was taken back counts as
//! a pass. Everything follows from the file, the options and a seed: turns are analysed in parallel, each with its
//! own stream of chance.

mod candidates;
mod luck;
mod summary;
mod turn;

use std::sync::Arc;

use rayon::prelude::*;

pub use candidates::Candidate;
pub use luck::Luck;
pub use summary::PlayerSummary;
pub use turn::{Simulated, TurnAnalysis, Unvalued, Valued};

use crate::notation::GameFile;
use crate::plays::{Equity, Leaves};
use crate::rules::Scrabble;
use lettergame_core::base::{Branch, Seed};

/// How a game is analysed.
#[derive(Clone, Debug)]
pub struct AnalysisOptions<'a> {
    /// The values of kept tiles.
    pub leaves: &'a Leaves,
    /// The candidates of each turn, at least 1: listed, and tried by the simulation.
    pub candidates: usize,
    /// Samples of the simulation for each candidate; 0 for no simulation.
    pub samples: u32,
    /// Racks drawn for the luck of each turn; 0 for none.
    pub draws: u32,
    /// The start of all random choices.
    pub seed: Seed,
    /// Losses from which a mistake is small, medium and large.
    pub thresholds: Thresholds,
}

/// The losses from which a mistake is small, medium and large, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds(pub [Equity; 3]);

/// The size of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeSize {
    /// From the first threshold.
    Small,
    /// From the second one.
    Medium,
    /// From the third one.
    Large,
}

impl MistakeSize {
    /// All sizes, smallest first.
    pub const ALL: [MistakeSize; 3] = [MistakeSize::Small, MistakeSize::Medium, MistakeSize::Large];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MistakeSize::Small => "small",
            MistakeSize::Medium => "medium",
            MistakeSize::Large => "large",
        }
    }
}

impl Thresholds {
    /// The size of a mistake with this loss; `None` if it is too small for one.
    #[must_use]
    pub fn size(&self, loss: Equity) -> Option<MistakeSize> {
        let sizes = MistakeSize::ALL.into_iter().zip(self.0);
        sizes.rev().find(|(_, from)| loss >= *from).map(|(size, _)| size)
    }
}

/// An analysed game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Its turns, in order.
    pub turns: Vec<TurnAnalysis>,
    /// Both players, the first seat first.
    pub players: [PlayerSummary; 2],
}

impl Analysis {
    /// Analyses a game with the words and squares of `game`. A turn takes about half a millisecond, and another
    /// 0.1 milliseconds for each rack that is drawn and for each sample of each candidate.
    #[must_use]
    pub fn of(file: &GameFile, game: &Arc<Scrabble>, options: &AnalysisOptions<'_>) -> Analysis {
        let turns: Vec<TurnAnalysis> = (0..file.turns.len())
            .into_par_iter()
            .map(|index| {
                let seed = options.seed.derive(Branch::Deal, index as u64);
                TurnAnalysis::of(file, index, game, options, seed)
            })
            .collect();
        let players = [0, 1].map(|seat| PlayerSummary::of(file, seat, &turns));
        Analysis { turns, players }
    }

    /// The turns with a mistake, greatest loss first, earlier ones first among equals.
    #[must_use]
    pub fn mistakes(&self) -> Vec<&TurnAnalysis> {
        let mut mistakes: Vec<_> = self.turns.iter().filter(|turn| turn.size.is_some()).collect();
        mistakes.sort_by_key(|turn| (turn.loss().map(|loss| -loss), turn.number));
        mistakes
    }
}
