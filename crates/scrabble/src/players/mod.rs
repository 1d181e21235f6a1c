//! The strategies of Scrabble, one per file, and their roster.

mod casual;
mod choosing;
mod encoding;
mod equity;
mod leave;
mod leave_training;
mod policy;
mod random;
mod score;
mod simulation;
mod win_training;

pub(crate) use encoding::encoding;
pub use leave_training::{LeaveFit, LeaveFitError, LeaveTraining, fit_leaves};
pub use win_training::{WIN_CLASSES, WinClass, WinFit, WinFitError, WinTraining, fit_win_chance};

use crate::rules::Scrabble;
use lettergame_game::Roster;

/// Every strategy of Scrabble, weakest first.
pub static ROSTER: [Roster<Scrabble>; 7] = [
    random::ENTRY,
    casual::ENTRY,
    leave::ENTRY,
    score::ENTRY,
    policy::ENTRY,
    equity::ENTRY,
    simulation::ENTRY,
];
