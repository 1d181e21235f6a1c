//! The strategies of Marrakech, one per file, and their roster.

mod expectimax;
mod fitting;
mod greedy;
mod mcts;
mod prospects;
mod random;
mod standing;
mod weights;

pub use expectimax::{Appraisal, appraise};
pub use fitting::{FitError, StandingFit, StandingTraining, fit_standing};

use crate::rules::Marrakech;
use lettergame_core::game::Roster;

/// Every strategy of Marrakech, weakest first.
pub static ROSTER: [Roster<Marrakech>; 4] =
    [random::ENTRY, greedy::ENTRY, expectimax::ENTRY, mcts::ENTRY];
