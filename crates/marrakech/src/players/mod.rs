//! The strategies of Marrakech, one per file, and their roster.

mod encoding;
mod expectimax;
mod fitting;
mod greedy;
mod mcts;
mod policy;
mod prospects;
mod random;
mod standing;
mod weights;

pub(crate) use encoding::encoding;
pub use expectimax::{Appraisal, appraise};
pub use fitting::{FitError, StandingFit, StandingTraining, fit_standing};

use crate::rules::Marrakech;
use lettergame_game::Roster;

/// Every strategy of Marrakech, weakest first.
pub static ROSTER: [Roster<Marrakech>; 5] =
    [random::ENTRY, greedy::ENTRY, policy::ENTRY, expectimax::ENTRY, mcts::ENTRY];
