//! Analyses a game of a GCG file: each move against the best one by equity, and by simulation if requested; the
//! luck of the draws; a summary for each player.
//!
//! The equity of a move is its score plus the values of the kept tiles and of the placement, as the player
//! `equity` sees them; an exchange or a pass is worth the tiles it keeps. A play that was taken back counts as
//! a pass. Everything follows from the file, the options and a seed: turns are analysed in parallel, each with its
//! own stream of chance. On one thread ([`Analysis::on_this_thread`]) a supervisor can pause or stop it.

mod luck;
mod simulated;
mod summary;
mod totals;
mod turn;

use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

pub use luck::Luck;
pub use simulated::{Basis, Simulated};
pub use summary::PlayerSummary;
pub use totals::{Phase, PlayerTotals, Totals};
pub use turn::{TurnAnalysis, Unvalued, Valued};

use crate::notation::GameFile;
use crate::plays::{Equity, Leaves};
use crate::rules::Scrabble;
use lettergame_base::{Seed, parallel_map};

/// How a game is analysed.
#[derive(Clone, Debug)]
pub struct AnalysisOptions<'a> {
    /// The values of kept tiles.
    pub leaves: &'a Leaves,
    /// The candidates of each turn, at least 1: listed, and tried by the simulation. With the last tiles in the bag,
    /// as many that a quick simulation finds come to those by equity.
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

/// A text is not three ascending numbers of points above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected three ascending numbers of points above 0, as in 2,5,10")]
pub struct ParseThresholdsError;

impl FromStr for Thresholds {
    type Err = ParseThresholdsError;

    fn from_str(text: &str) -> Result<Thresholds, ParseThresholdsError> {
        let points: Option<Vec<Equity>> =
            text.split(',').map(|part| Equity::parse(part.trim())).collect();
        let points = points.and_then(|points| <[Equity; 3]>::try_from(points).ok());
        let is_ascending = |points: &[Equity; 3]| {
            points[0] > Equity::ZERO && points.is_sorted_by(|one, two| one < two)
        };
        points.filter(is_ascending).map(Thresholds).ok_or(ParseThresholdsError)
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
        let turn = |index| TurnAnalysis::of(file, index, game, options);
        Analysis::of_turns(file, parallel_map(file.turns.len(), turn))
    }

    /// The same, turn after turn on this thread, with a [`checkpoint`](lettergame_base::checkpoint) before
    /// each search: a supervisor can pause or stop it.
    #[must_use]
    pub fn on_this_thread(
        file: &GameFile,
        game: &Arc<Scrabble>,
        options: &AnalysisOptions<'_>,
    ) -> Analysis {
        let turns = 0..file.turns.len();
        let turns = turns.map(|index| TurnAnalysis::of(file, index, game, options));
        Analysis::of_turns(file, turns.collect())
    }

    fn of_turns(file: &GameFile, turns: Vec<TurnAnalysis>) -> Analysis {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Analysis, AnalysisOptions, Thresholds};
    use crate::notation::{GameFile, read_gcg};
    use crate::plays::{Equity, Leaves};
    use crate::rules::{Scrabble, ScrabbleRules};
    use lettergame_base::{Interrupted, Seed, supervised};
    use lettergame_words::Lexicon;

    fn sample() -> (Arc<Scrabble>, GameFile) {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let text = ">a: CATSXYE 8G CAT +10 10\n>b: EENORST 9G OE +11 11\n>a: DEGSXYE - +0 10\n";
        let file = read_gcg(text, &game).unwrap();
        (Arc::new(game), file)
    }

    fn options(samples: u32) -> AnalysisOptions<'static> {
        AnalysisOptions {
            leaves: Leaves::shipped(),
            candidates: 3,
            samples,
            draws: 4,
            seed: Seed(1),
            thresholds: "2,5,10".parse().unwrap(),
        }
    }

    #[test]
    fn one_thread_says_the_same_and_can_be_stopped() {
        let (game, file) = sample();
        let all = Analysis::of(&file, &game, &options(2));
        let one = Analysis::on_this_thread(&file, &game, &options(2));
        assert_eq!(format!("{all:?}"), format!("{one:?}"));
        let stopped = || Analysis::on_this_thread(&file, &game, &options(0));
        assert_eq!(supervised(|| false, stopped).map(|_| ()), Err(Interrupted));
    }

    #[test]
    fn thresholds_are_three_ascending_numbers() {
        let read = |text: &str| text.parse::<Thresholds>().ok();
        let points = [1500, 5000, 10_000].map(Equity);
        assert_eq!(read("1.5, 5,10"), Some(Thresholds(points)));
        for bad in ["", "2,5", "2,5,10,20", "5,2,10", "0,1,2", "2,2,3", "a,b,c"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
