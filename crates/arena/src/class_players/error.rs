//! Why class players cannot be gathered.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use lettergame_base::{Cause, Diagnosed, Diagnosis};
use thiserror::Error;

/// Why class players cannot be gathered.
#[derive(Debug, Error)]
pub enum ClassPlayersError {
    /// There is no place for temporary files.
    #[error("cannot create temporary files: {0}")]
    Temporary(io::Error),
    /// A Java tool cannot be started, or was not allowed to end.
    #[error("cannot start {tool}: {error}; install a JDK of Java 17 or newer")]
    Start {
        /// Its name.
        tool: String,
        /// The error of the system, or of who runs it.
        error: io::Error,
    },
    /// A Java tool failed.
    #[error("{tool} failed ({status}): {said}")]
    Tool {
        /// Its name.
        tool: String,
        /// How it ended.
        status: ExitStatus,
        /// Its messages.
        said: String,
    },
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl Diagnosed for ClassPlayersError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Surroundings.into()
    }
}

impl ClassPlayersError {
    /// An error about a file that is written.
    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> ClassPlayersError {
        let path = path.to_owned();
        move |error| ClassPlayersError::Write { path, error }
    }
}
