//! Why the folder of a run cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{ConfigError, RawConfigError};

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There is something there already.
    #[error("{0} exists and is not empty")]
    Exists(PathBuf),
    /// A run was to be replaced, but what is there is none.
    #[error("{0} contains files that do not belong to a run; nothing was removed")]
    NoRun(PathBuf),
    /// Another process holds its lock.
    #[error("{0} is in use: another process is writing to this run; wait for it or stop it")]
    InUse(PathBuf),
    /// It is not the folder of this run any more.
    #[error(
        "{0} was moved, removed or replaced while the run was played; games that were written before are in the original folder"
    )]
    Lost(PathBuf),
    /// The scores are gone, and more than a kill can have lost with them.
    #[error(
        "{0} is missing or cut, and {1} beside it has data of games; restore it, or play again"
    )]
    NoScores(PathBuf, &'static str),
    /// A file cannot be read, made or written.
    #[error("cannot {act} {path}: {error}")]
    Io {
        /// What was tried.
        act: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The config in it is wrong.
    #[error(transparent)]
    Config(#[from] RawConfigError),
    /// The config in it has a value that is not possible.
    #[error("{0}/config.toml: {1}")]
    Value(PathBuf, Box<RawConfigError>),
    /// The config in it leaves open what that of a run says.
    #[error("{0}/config.toml is not that of a run: it has no `{1}`")]
    Lacks(PathBuf, &'static str),
    /// The config in it has no table `run`, or one that does not read.
    #[error(
        "{0}/config.toml is not that of a run: `{1}` is missing or unreadable in its table `run`"
    )]
    RunTable(PathBuf, &'static str),
    /// The shard in it does not read.
    #[error(transparent)]
    Shard(#[from] ConfigError),
    /// The config in it is not the text that was written.
    #[error(
        "{0}/config.toml was changed since the run began: `check` in its table `run` is not that of the text; change it back (if the change is meant and none of the games, set check = \"{1}\"), or start a new run"
    )]
    Edited(PathBuf, String),
    /// The config in it has lost the checksum of its text.
    #[error(
        "{0}/config.toml was changed since the run began: its last line, `check`, is missing; change it back, or start a new run"
    )]
    Unchecked(PathBuf),
}

/// Turns a failure of the system into an error that names the file.
pub(super) fn io_error<'a>(
    act: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> FolderError + use<'a> {
    move |error| FolderError::Io { act, path: path.to_owned(), error }
}
