//! Why the rows of a run cannot be gone on with.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::shown::shown;
use crate::{BenchError, FolderError, RecordLevel, RowError};
use lettergame_core::base::Seat;

/// Why the rows of a run cannot be gone on with.
#[derive(Debug, Error)]
pub enum RecoverError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A row does not read.
    #[error("{path}: {error}")]
    Row {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RowError,
    },
    /// A row is not the one that the config leads to.
    #[error(
        "{path}, game {game}: the rows are not those of this config; was it changed since the run began?"
    )]
    OtherConfig {
        /// The file.
        path: PathBuf,
        /// The game that the config expects there.
        game: u64,
    },
    /// The rows of the last game whose scores are known are not all there.
    #[error(
        "{path} ends before scores.csv does, or has other rows for game {game}; it was cut or edited"
    )]
    Cut {
        /// The file.
        path: PathBuf,
        /// The last game whose scores are known.
        game: u64,
    },
    /// Games are missing though the run was played to its end.
    #[error(
        "{path} has {games} of {total} games, though the run was played to its end; restore it, or remove SHA256SUMS to play the rest again"
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// How many games are whole.
        games: u64,
        /// How many were played.
        total: u64,
    },
    /// There is something behind the last game of a run that was played to its end.
    #[error("{0} has data after the last game; it was edited or damaged")]
    Longer(PathBuf),
    /// The rows of a game have another checksum than `checksums.csv` has.
    #[error(
        "{path}, line {line}: the rows of game {game} are not those that were written, by their checksum; the file was edited or damaged"
    )]
    Checksum {
        /// The file.
        path: PathBuf,
        /// The first line of the game, from 1.
        line: u64,
        /// The game.
        game: u64,
    },
    /// The faults of a game are not those of its scores, or of its checksum.
    #[error("{path}{}: the faults of game {game} do not match scores.csv and checksums.csv; lines are missing or were edited", place(*line))]
    Faults {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
        /// The first line of the game, from 1, if it has any.
        line: Option<u64>,
    },
    /// A move is missing in the log of turns, or does not read.
    #[error("{path}: the move of seat {seat} in turn {ply} of game {game} is missing or damaged")]
    Log {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
        /// The turn, from 1.
        ply: u32,
        /// The seat.
        seat: Seat,
    },
    /// A player is benched in a game, or asked, against the games before.
    #[error("{path}: {error}")]
    Bench {
        /// The folder.
        path: PathBuf,
        /// Who and where.
        error: BenchError,
    },
    /// A row is missing or does not read.
    #[error(
        "{path}, line {line}: `{text}` does not follow the row before; the file was edited or damaged"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The line's text.
        text: String,
    },
}

/// A line in an error.
fn place(line: Option<u64>) -> String {
    line.map_or(String::new(), |line| format!(", line {line}"))
}

/// The error of a header line that is not that of its file.
pub(super) fn wrong_header(path: &Path, found: &[u8], file: RecordLevel) -> RecoverError {
    let found = shown(found);
    let error = match file {
        RecordLevel::Games => RowError::Header(found),
        RecordLevel::Rounds => RowError::RoundsHeader(found),
        RecordLevel::Plies => RowError::PliesHeader(found),
    };
    RecoverError::Row { path: path.to_owned(), error }
}
