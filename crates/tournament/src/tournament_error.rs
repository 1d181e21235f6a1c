//! Why a tournament cannot be created from a config.

use thiserror::Error;

use crate::PlayerError;
use lettergame_base::{Cause, Diagnosed, Diagnosis};
use lettergame_game::SeatsError;
use lettergame_plan::ScheduleError;

/// Why a config cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// The players do not fit the schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rules do not allow this number of seats.
    #[error("{error}{hint}")]
    Seats {
        /// The number they allow.
        error: SeatsError,
        /// A remark on schedules for more players, or empty.
        hint: &'static str,
    },
    /// A player is unknown or cannot be used.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl Diagnosed for TournamentError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            TournamentError::Schedule(error) => error.diagnosis(),
            TournamentError::Seats { .. } => Cause::Request.into(),
            TournamentError::Player(error) => error.diagnosis(),
        }
    }
}
