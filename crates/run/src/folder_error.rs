//! Why the folder of a run cannot be used.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lettergame_plan::{ConfigError, RawConfigError};

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It already exists.
    #[error("{0} exists and is not empty")]
    Exists(PathBuf),
    /// A run was to be replaced, but what is there is not a run.
    #[error("{0} contains files that do not belong to a run; nothing was removed")]
    NoRun(PathBuf),
    /// Another process holds its lock.
    #[error("{0} is in use: another process is writing to this run; wait for it or stop it")]
    InUse(PathBuf),
    /// It is no longer the folder of this run.
    #[error(
        "{0} was moved, removed or replaced while the run was played; games that were written before are in the original folder"
    )]
    Lost(PathBuf),
    /// The scores are gone, and with them more than a kill can have lost.
    #[error(
        "{0} is missing or cut, and {1} beside it has data of games; restore it, or play again"
    )]
    NoScores(PathBuf, &'static str),
    /// A file cannot be read, created or written.
    #[error("cannot {act} {path}: {error}")]
    Io {
        /// The operation that failed.
        act: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is not as it was when it was sealed.
    #[error(transparent)]
    Altered(#[from] Altered),
    /// The config in it is invalid.
    #[error(transparent)]
    Config(#[from] RawConfigError),
    /// The config in it has an invalid value.
    #[error("{0}/config.toml: {1}")]
    Value(PathBuf, Box<RawConfigError>),
    /// The config in it lacks a key that a run's config must have.
    #[error("{0}/config.toml is not that of a run: it has no `{1}`")]
    Lacks(PathBuf, &'static str),
    /// The config in it has no table `run`, or an unreadable one.
    #[error(
        "{0}/config.toml is not that of a run: `{1}` is missing or unreadable in its table `run`"
    )]
    RunTable(PathBuf, &'static str),
    /// The shard in it cannot be parsed.
    #[error(transparent)]
    Shard(#[from] ConfigError),
    /// The config in it is not the text that was written.
    #[error(
        "{0}/config.toml was changed since the run began: `check` in its table `run` is not that of the text; change it back (if the change is meant and none of the games, set check = \"{1}\"), or start a new run"
    )]
    Edited(PathBuf, String),
    /// The config in it lacks the checksum of its text.
    #[error(
        "{0}/config.toml was changed since the run began: its last line, `check`, is missing; change it back, or start a new run"
    )]
    Unchecked(PathBuf),
}

/// A sealed file is not as it was written.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{path}{how}")]
pub struct Altered {
    /// The file.
    pub path: PathBuf,
    /// The difference.
    pub how: Alteration,
}

/// How a file differs from what was sealed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Alteration {
    /// Lines were changed.
    #[error(
        ", lines {} to {}: the rows of games {} to {} are not those that were written, by their checksum; the file was edited or damaged",
        lines.start(), lines.end(), games.start(), games.end()
    )]
    Lines {
        /// The lines, from 1.
        lines: RangeInclusive<u64>,
        /// Their games.
        games: RangeInclusive<u64>,
    },
    /// Rows in Parquet were changed.
    #[error(
        ": the rows of games {} to {} are not those that were written, by their checksum; the file is damaged",
        .0.start(), .0.end()
    )]
    Rows(RangeInclusive<u64>),
    /// The file is shorter.
    #[error(": the lines of game {0} are missing; it was cut")]
    Short(u64),
    /// The file is longer.
    #[error(" has data after the last game; it was edited or damaged")]
    Long,
    /// There was no such file.
    #[error(" is not in part.json; it was added after the run had been played")]
    Added,
}

/// Turns a system error into one that names the file.
pub(crate) fn io_error<'a>(
    act: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> FolderError + use<'a> {
    move |error| match error.downcast::<Altered>() {
        Ok(altered) => FolderError::Altered(altered),
        Err(error) => FolderError::Io { act, path: path.to_owned(), error },
    }
}
