//! Why nothing can be compared.

use thiserror::Error;

use crate::RunError;
use crate::comparing::CompareOptionsError;
use crate::comparing::contest::ContestError;
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_compare::RunsError;
use lettergame_plan::RawConfigError;
use lettergame_registry::PrepareError;

/// Why nothing can be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The options contradict each other.
    #[error(transparent)]
    CompareOptions(#[from] CompareOptionsError),
    /// There are no players to compare.
    #[error("there is nothing to compare")]
    Nothing,
    /// There are not enough candidates.
    #[error("a race is between two candidates or more; `candidates` names {0}")]
    NoRace(usize),
    /// Candidates do not meet each other, and there are no other players.
    #[error("candidates do not play each other: name the other players of every game")]
    NoField,
    /// The seat would be part of the difference.
    #[error("head to head, fixed seats would be part of the difference")]
    FixedSeats,
    /// Two sweeps do not have the same runs.
    #[error("{a} and {b} do not match: the first has the runs {of_a} and the second {of_b}")]
    OtherRuns {
        /// The first folder.
        a: String,
        /// The second folder.
        b: String,
        /// The runs of the first.
        of_a: String,
        /// The runs of the second.
        of_b: String,
    },
    /// A config is invalid.
    #[error(transparent)]
    RawConfig(#[from] RawConfigError),
    /// A config does not fit its game.
    #[error("{place}{error}")]
    Prepare {
        /// The location of the cause, as `FILE:LINE:COLUMN: `; empty if it is not from a file.
        place: String,
        /// The mismatch.
        error: PrepareError,
    },
    /// Words, folders or configs cannot be used.
    #[error(transparent)]
    Run(Box<RunError>),
    /// Finished runs cannot be compared.
    #[error(transparent)]
    Runs(Box<RunsError>),
    /// The games cannot be played.
    #[error(transparent)]
    Play(#[from] ContestError),
}

impl Diagnosed for CompareError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            CompareError::CompareOptions(error) => error.diagnosis(),
            CompareError::RawConfig(error) => error.diagnosis(),
            CompareError::Prepare { error, .. } => error.diagnosis(),
            CompareError::Run(error) => error.diagnosis(),
            CompareError::Runs(error) => error.diagnosis(),
            CompareError::Play(error) => error.diagnosis(),
            CompareError::NoField => Cause::Request.with(Remedy::Option("against")),
            CompareError::FixedSeats => Cause::Request.with(Remedy::SeatsOrField),
            CompareError::Nothing | CompareError::NoRace(_) | CompareError::OtherRuns { .. } => {
                Cause::Request.into()
            }
        }
    }
}

impl From<RunError> for CompareError {
    fn from(error: RunError) -> CompareError {
        CompareError::Run(Box::new(error))
    }
}

impl From<RunsError> for CompareError {
    fn from(error: RunsError) -> CompareError {
        CompareError::Runs(Box::new(error))
    }
}
