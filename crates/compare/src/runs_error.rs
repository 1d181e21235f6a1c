//! Why two runs cannot be compared.

use std::path::PathBuf;

use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_plan::ScheduleError;
use lettergame_run::{FolderError, RecoverError};

/// Why two runs cannot be compared.
#[derive(Debug, Error)]
pub enum RunsError {
    /// A folder is not a run, or its config cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The players do not fit the schedule of the config.
    #[error("{0}: {1}")]
    Schedule(PathBuf, ScheduleError),
    /// The rows cannot be read.
    #[error(transparent)]
    Rows(#[from] RecoverError),
    /// They were not played under the same conditions.
    #[error(
        "{a} and {b} do not match: {what} is {of_a} in the first and {of_b} in the second; play both with the same"
    )]
    Differ {
        /// The candidate's run.
        a: PathBuf,
        /// The baseline's run.
        b: PathBuf,
        /// What differs.
        what: String,
        /// Its value in the first run.
        of_a: String,
        /// Its value in the second run.
        of_b: String,
    },
    /// Their pairings depend on their results.
    #[error(
        "{dir} was played under the schedule {kind}, whose pairings follow from results: two such runs do not meet the same deals in the same company"
    )]
    Staged {
        /// A run.
        dir: PathBuf,
        /// Its schedule.
        kind: String,
    },
    /// The config has changed since the run began.
    #[error(
        "{0}/config.toml was changed since the run began; change it back, or play the run again"
    )]
    Edited(PathBuf),
    /// No player differs.
    #[error("{a} and {b} have the same players ({names})")]
    SamePlayers {
        /// The candidate's run.
        a: PathBuf,
        /// The baseline's run.
        b: PathBuf,
        /// The players.
        names: String,
    },
    /// There is no such player.
    #[error("no player `{name}` in {dir}: it has {names}")]
    NoPlayer {
        /// The name asked for.
        name: String,
        /// The run.
        dir: PathBuf,
        /// The players.
        names: String,
    },
    /// No deal is complete in both.
    #[error("{a} and {b} have no complete deal in common; let them play on")]
    NoBlocks {
        /// The candidate's run.
        a: PathBuf,
        /// The baseline's run.
        b: PathBuf,
    },
}

impl Diagnosed for RunsError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            RunsError::Folder(error) => error.diagnosis(),
            RunsError::Rows(error) => error.diagnosis(),
            RunsError::Schedule(_, error) => error.diagnosis(),
            RunsError::NoBlocks { .. } => Cause::Surroundings.with(Remedy::ResumeRuns),
            RunsError::SamePlayers { .. } => Cause::Request.with(Remedy::ComparedPlayer),
            RunsError::Edited(_)
            | RunsError::Differ { .. }
            | RunsError::Staged { .. }
            | RunsError::NoPlayer { .. } => Cause::Request.into(),
        }
    }
}
