//! Why nothing can be tuned.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::CompareError;
use crate::tuning::SubjectError;

/// Why nothing can be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The player or its parameters.
    #[error(transparent)]
    Subject(Box<SubjectError>),
    /// The games are too few.
    #[error(
        "{games} games are too few: an iteration of {deals} takes {per_iteration} games, and expected are {least} \
         iterations or more, that is {} games", per_iteration * least
    )]
    Budget {
        /// Games that are asked for.
        games: u64,
        /// Deals of an iteration, in words.
        deals: String,
        /// Games of an iteration.
        per_iteration: u64,
        /// The fewest iterations.
        least: u64,
    },
    /// The conditions do not fit, or the games cannot be played.
    #[error(transparent)]
    Compare(Box<CompareError>),
    /// Programs of the field failed again and again.
    #[error("programs failed in game after game: {0}; nothing can be learnt against them")]
    Broken(String),
    /// The log cannot be read or written.
    #[error("cannot {act} {path}: {error}")]
    Log {
        /// `open`, `read` or `write`.
        act: &'static str,
        /// The log.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process holds the lock of the log.
    #[error(
        "{0} is in use: another process is writing to this log; wait for it, stop it, or name another file"
    )]
    InUse(PathBuf),
    /// A log is there already.
    #[error("{0} exists")]
    LogExists(PathBuf),
    /// No log is there.
    #[error("{0} does not exist")]
    NoLog(PathBuf),
    /// The log is of another tuning.
    #[error("{path} is the log of another tuning: {differences}")]
    OtherTuning {
        /// The log.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line of the log is not what this tuning writes.
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
