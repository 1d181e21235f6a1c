//! The rows of runs as one Parquet file with typed columns, for notebooks and data frames.
//!
//! Columns: `run` (the label of the run), then those of `scores.csv`: `game`, `deal`, `pairing` as 64-bit and
//! `seat`, `score`, `place` as 32-bit whole numbers, `win` as a double, `seed`, `player` and `status` as
//! text; then the game's own, as it declares them. There are no missing values.
//!
//! The file is compressed with Snappy, in groups of a million rows: memory holds one group, whatever the
//! number of rows. Its metadata has for each run `lettergame.config.RUN`, the text of its `config.toml`, and
//! `lettergame.fingerprint.RUN`. Its content depends only on the runs.
mod writing;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_game::FindShape;
use lettergame_run::{FolderError, RecoverError};

/// Why no Parquet file was written.
#[derive(Debug, Error)]
pub enum ParquetError {
    /// There are no runs.
    #[error("no runs were given; name at least one folder of a run")]
    NoRuns,
    /// Two runs have the same label.
    #[error("two runs have the label `{0}`; name each folder once")]
    SameName(String),
    /// A config cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be read or written.
    #[error("cannot {act} {path}: {error}")]
    Io {
        /// What was attempted.
        act: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The last row of a run is incomplete.
    #[error("the last row of {0} is incomplete; finish the run")]
    Unfinished(PathBuf),
    /// Runs of different games have different columns.
    #[error(
        "{path} has the columns {found}, but the first run has {first}; name only runs of one game"
    )]
    OtherColumns {
        /// The file.
        path: PathBuf,
        /// Its columns.
        found: String,
        /// The columns of the first run.
        first: String,
    },
    /// The game of a run is unknown.
    #[error("{path}/config.toml: this program has no game `{game}`")]
    Game {
        /// The folder.
        path: PathBuf,
        /// The name of the game.
        game: String,
    },
    /// The rows of a run cannot be read.
    #[error(transparent)]
    Rows(#[from] RecoverError),
    /// The Parquet crate reported an error.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Its message.
        error: String,
    },
}

impl Diagnosed for ParquetError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Surroundings.with(match self {
            ParquetError::Unfinished(_) => Some(Remedy::ResumeRuns),
            ParquetError::Folder(error) => error.diagnosis().remedy,
            ParquetError::Rows(error) => error.diagnosis().remedy,
            _ => None,
        })
    }
}

/// Writes the rows of these runs, each given by its label and its folder, to one file, and returns their
/// number. The file appears complete or not at all; an earlier one is replaced.
///
/// # Errors
/// A run that cannot be read or is incomplete, runs with different columns, a path that cannot be written.
pub fn write_parquet(
    runs: &[(String, PathBuf)],
    to: &Path,
    shapes: FindShape,
) -> Result<u64, ParquetError> {
    writing::write(runs, to, shapes)
}
