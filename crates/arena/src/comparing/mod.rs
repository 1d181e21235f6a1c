//! Is A better than B? What is asked, who meets whom, and what is told of it: for the command line and for
//! other programs. A [`MatchUp`] is prepared and played for the purpose; [`compare_finished`] reads two
//! runs that were played before. A [`RaceUp`] asks which of many candidates is best.

mod error;
mod finished;
mod lanes;
mod match_up;
mod options;
mod race;
mod speed;

pub use error::CompareError;
pub use finished::compare_finished;
pub use match_up::{MatchUp, ReadyMatch, so_far};
pub use options::{CompareOptions, CompareOptionsError};
pub use race::{RaceUp, Raced, ReadyRace};

use lettergame_report::ComparisonReport;
use lettergame_tournament::Ended;

/// What was told, and what else is to be said of it.
pub struct Compared {
    /// What was found, with its conditions.
    pub report: ComparisonReport,
    /// The game's name.
    pub game: String,
    /// Was it stopped?
    pub ended: Ended,
    /// Blocks that the answer rests on.
    pub blocks: u64,
    /// Players whose programs failed again and again.
    pub broken: Vec<String>,
}

impl Compared {
    /// What was interrupted, or played by programs that do not work, has figures but no verdict: not in
    /// the files either.
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
