//! Is A better than B? Options, players and results of comparisons, for the command line and for
//! other programs. A [`MatchUp`] is prepared and played; [`compare_finished`] reads two finished
//! runs. A [`RaceUp`] asks which of many candidates is best.

pub(crate) mod contest;
mod error;
mod finished;
mod lanes;
mod match_up;
mod options;
mod question;
mod race;
mod speed;

pub use contest::ContestError;
pub use error::CompareError;
pub use finished::compare_finished;
pub use match_up::{MatchUp, ReadyMatch, so_far};
pub use options::{COMPARE_OPTIONS, CompareOption, CompareOptions, CompareOptionsError};
pub use race::{RaceUp, Raced, ReadyRace};

use lettergame_report::ComparisonReport;
use lettergame_tournament::Ended;

/// The result of a comparison, with what else there is to report.
pub struct Compared {
    /// The findings, with their conditions.
    pub report: ComparisonReport,
    /// The game's name.
    pub game: String,
    /// Whether it was stopped.
    pub ended: Ended,
    /// The number of blocks behind the answer.
    pub blocks: u64,
    /// Players whose programs failed repeatedly.
    pub broken: Vec<String>,
}

impl Compared {
    /// Drops the verdict, also from the files, if the comparison was interrupted or played by
    /// programs that do not work; the figures remain.
    #[must_use]
    pub fn without_unsound_verdicts(mut self) -> Compared {
        if self.ended == Ended::Stopped {
            self.report.trouble = Some(format!("interrupted after {} blocks", self.blocks));
        } else if !self.broken.is_empty() {
            let broken = self.broken.join(", ");
            self.report.trouble = Some(format!("programs failed in game after game: {broken}"));
        }
        if self.report.trouble.is_some() {
            self.report.comparison = self.report.comparison.without_verdicts();
        }
        self
    }
}
