//! The rows of runs as one Parquet file with typed columns, for notebooks and data frames.
//!
//! Columns: `run` (which run of those that were given), then those of `scores.csv`: `game`, `deal`,
//! `pairing` as 64-bit and `seat`, `score`, `place` as 32-bit whole numbers, `win` as a double, `seed`,
//! `player` and `status` as text; then the game's own, as it declares them. No value is missing.
//!
//! The file is compressed by Snappy, in groups of a million rows: memory holds one group, whatever the
//! number of rows. Its metadata has for each run `lettergame.config.RUN`, the text of its
//! `config.toml`, and `lettergame.fingerprint.RUN`. It depends on the runs alone.
//!
//! Parquet is a part of this program only when it was built with the feature `parquet`.

#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod writing;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lettergame_registry::PrepareError;
use lettergame_tournament::{FolderError, RecoverError};

/// Why there is no Parquet file.
#[derive(Debug, Error)]
pub enum ParquetError {
    /// This program was built without it.
    #[error("this build has no Parquet")]
    NotBuilt,
    /// There is nothing to write.
    #[error("no runs were given; name at least one folder of a run")]
    NoRuns,
    /// Two runs would be told apart by nothing.
    #[error("two runs are called `{0}`; give each folder once")]
    SameName(String),
    /// A config does not read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be read or written.
    #[error("cannot {act} {path}: {error}")]
    Io {
        /// What was tried.
        act: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The last row of a run is cut.
    #[error("the last row of {0} is cut; finish the run")]
    Unfinished(PathBuf),
    /// Runs of different games have different columns.
    #[error(
        "{path} has the columns {found}, but the first run has {first}; give the runs of one game only"
    )]
    OtherColumns {
        /// The file.
        path: PathBuf,
        /// Its own columns.
        found: String,
        /// Those of the first run.
        first: String,
    },
    /// Nobody here knows the game of a run.
    #[error("{path}/config.toml: {error}")]
    Game {
        /// The folder.
        path: PathBuf,
        /// Which games there are.
        error: Box<PrepareError>,
    },
    /// The rows of a run do not read.
    #[error(transparent)]
    Rows(#[from] RecoverError),
    /// The crate that writes Parquet refuses.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: String,
    },
}

/// Writes the rows of these runs, each with what it is called and its folder, to one file, and tells
/// how many there were. The file appears whole or not at all; an earlier one is replaced.
///
/// # Errors
/// A run that does not read or is cut, runs with different columns, a place that cannot be written.
#[cfg(feature = "parquet")]
pub fn write_parquet(runs: &[(String, PathBuf)], to: &Path) -> Result<u64, ParquetError> {
    writing::write(runs, to)
}

/// Without the feature `parquet`: an error that says so.
///
/// # Errors
/// Always [`ParquetError::NotBuilt`].
#[cfg(not(feature = "parquet"))]
pub fn write_parquet(_runs: &[(String, PathBuf)], _to: &Path) -> Result<u64, ParquetError> {
    Err(ParquetError::NotBuilt)
}

#[cfg(all(test, not(feature = "parquet")))]
mod tests {
    use super::write_parquet;

    #[test]
    fn a_build_without_parquet_says_so() {
        let error = write_parquet(&[], "never.parquet".as_ref()).unwrap_err().to_string();
        assert_eq!(error, "this build has no Parquet");
    }
}
