//! Why a plan cannot be made of a config.

use thiserror::Error;

use crate::ScheduleError;
use lettergame_core::game::{RosterError, SeatsError};

/// Why a config cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The players do not fit the schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rules do not admit so many seats.
    #[error("{error}{hint}")]
    Seats {
        /// How many they admit.
        error: SeatsError,
        /// A remark on what more players can do, or nothing.
        hint: &'static str,
    },
    /// There is no such player.
    #[error("{error}")]
    Player {
        /// The player as typed.
        player: String,
        /// Why not.
        error: Box<RosterError>,
    },
    /// Programs cannot be played at all here.
    #[error("player programs: {0}")]
    Site(String),
    /// A program or module cannot be used.
    #[error("player `{player}`: {why}")]
    Foreign {
        /// The player as typed.
        player: String,
        /// Why not.
        why: String,
    },
}
