//! Why nothing can be tuned.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::CompareError;
use crate::tuning::SubjectError;
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};

/// Why nothing can be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The player or its parameters are invalid.
    #[error(transparent)]
    Subject(Box<SubjectError>),
    /// There are too few games.
    #[error(
        "{games} games are too few: an iteration of {deals} takes {per_iteration} games, and expected are {least} \
         iterations or more, that is {} games", per_iteration * least
    )]
    Budget {
        /// The number of games requested.
        games: u64,
        /// Deals per iteration, in words.
        deals: String,
        /// Games per iteration.
        per_iteration: u64,
        /// The minimum number of iterations.
        least: u64,
    },
    /// The conditions do not fit, or the games cannot be played.
    #[error(transparent)]
    Compare(Box<CompareError>),
    /// Programs of the field failed repeatedly.
    #[error("programs failed in game after game: {0}; nothing can be learnt against them")]
    Broken(String),
    /// The log cannot be read or written.
    #[error("cannot {act} {path}: {error}")]
    Log {
        /// `open`, `read` or `write`.
        act: &'static str,
        /// The log.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Another process holds the lock of the log.
    #[error(
        "{0} is in use: another process is writing to this log; wait for it, stop it, or name another file"
    )]
    InUse(PathBuf),
    /// A log exists already.
    #[error("{0} exists")]
    LogExists(PathBuf),
    /// The log does not exist.
    #[error("{0} does not exist")]
    NoLog(PathBuf),
    /// The log is from another tuning.
    #[error("{path} is the log of another tuning: {differences}")]
    OtherTuning {
        /// The log.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line of the log is not one that this tuning writes.
    #[error(
        "{path}:{line}: the line is damaged, or another version wrote it; cut the log before this line and \
         resume, or begin again"
    )]
    Damaged {
        /// The log.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl Diagnosed for TuneError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            TuneError::Compare(error) => error.diagnosis(),
            TuneError::Subject(error) => error.diagnosis(),
            TuneError::LogExists(_) => Cause::Request.with(Remedy::ContinueTuning),
            TuneError::NoLog(_) => Cause::Request.with(Remedy::BeginTuning),
            TuneError::InUse(_) => Cause::Surroundings.with(Remedy::Option("log")),
            TuneError::Budget { .. } | TuneError::OtherTuning { .. } => Cause::Request.into(),
            TuneError::Broken(_) | TuneError::Log { .. } | TuneError::Damaged { .. } => {
                Cause::Surroundings.into()
            }
        }
    }
}

impl From<SubjectError> for TuneError {
    fn from(error: SubjectError) -> TuneError {
        TuneError::Subject(Box::new(error))
    }
}

impl From<CompareError> for TuneError {
    fn from(error: CompareError) -> TuneError {
        TuneError::Compare(Box::new(error))
    }
}
