//! Why the parts of a run cannot be used.

use std::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use crate::FolderError;

/// Why parts cannot be used.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// A file cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The name of a format is unknown.
    #[error("invalid value `{0}` for part-format: expected csv or parquet")]
    Format(String),
    /// A CSV file is not the text that Parquet would return.
    #[error(
        "{0} is not written as this version writes rows, and Parquet would not keep its bytes; keep it as CSV"
    )]
    Unlike(PathBuf),
    /// The row files of parts have different formats.
    #[error(
        "{dir}: the parts before {part} have another format; remove those of one of the formats, whose games must then be played again"
    )]
    Mixed {
        /// The folder of the run.
        dir: PathBuf,
        /// The first part with the other format.
        part: String,
    },
    /// A file cannot be parsed.
    #[error("{0} is damaged: {1}")]
    Json(PathBuf, serde_json::Error),
    /// What a `part.json` says is not what was written.
    #[error("{0} is damaged; restore it, or remove it and resume the run, which writes it again")]
    Unsound(PathBuf),
    /// A part is in the folder of another one.
    #[error("{0} is that of another part; was the folder renamed?")]
    Elsewhere(PathBuf),
    /// A file is not the one that was written.
    #[error("{0} is not as it was written")]
    Changed(PathBuf),
    /// The games of a part were played again, to other files.
    #[error(
        "{0} cannot be played again: its files would not be those that were written, because of a player that is a program or another version of this one; restore it from a copy"
    )]
    Unrepeated(PathBuf),
    /// The manifest is of an unknown version or format.
    #[error(
        "{path} has version {version} and format `{format}`; this program reads version 1 and `csv` or `parquet`"
    )]
    Unknown {
        /// The manifest.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// Its format.
        format: String,
    },
    /// The parts are not those of all games.
    #[error("{dir}: the parts have no games {missing:?} of {games:?}, or have some twice")]
    Gap {
        /// The folder of the run.
        dir: PathBuf,
        /// The games between two parts.
        missing: Range<u64>,
        /// The games of the run.
        games: Range<u64>,
    },
}
