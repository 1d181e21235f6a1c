//! Why a tournament cannot be made of a config.

use thiserror::Error;

use crate::{PlayerError, ScheduleError};
use lettergame_core::game::SeatsError;

/// Why a config cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
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
    /// A player is unknown or cannot be used.
    #[error(transparent)]
    Player(#[from] PlayerError),
}
