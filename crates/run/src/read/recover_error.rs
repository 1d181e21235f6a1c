//! Why a run cannot be continued from its rows.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::shown::shown;
use crate::{FolderError, RowError};
use lettergame_base::{Name, Seat};
use lettergame_plan::RecordLevel;

/// Why a run cannot be continued from its rows.
#[derive(Debug, Error)]
pub enum RecoverError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A row cannot be parsed.
    #[error("{path}: {error}")]
    Row {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RowError,
    },
    /// A row does not follow from the config.
    #[error(
        "{path}, game {game}: the rows are not those of this config; was it changed since the run began?"
    )]
    OtherConfig {
        /// The file.
        path: PathBuf,
        /// The game that the config expects there.
        game: u64,
    },
    /// The rows of the last game with known scores are incomplete.
    #[error(
        "{path} ends before scores.csv does, or has other rows for game {game}; it was cut or edited"
    )]
    Cut {
        /// The file.
        path: PathBuf,
        /// The last game whose scores are known.
        game: u64,
    },
    /// Games are missing although the run was played to its end.
    #[error(
        "{path} has {games} of {total} games, though the run was played to its end; restore it, or remove part.json to play the rest again"
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// The number of complete games.
        games: u64,
        /// The number of games played.
        total: u64,
    },
    /// There is data after the last game of a run that was played to its end.
    #[error("{0} has data after the last game; it was edited or damaged")]
    Longer(PathBuf),
    /// The faults of a game do not match its scores.
    #[error("{path}{}: the faults of game {game} do not match scores.csv; lines are missing or were edited", place(*line))]
    Faults {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
        /// The first line of the game, from 1, if it has any.
        line: Option<u64>,
    },
    /// A move is missing in the log of turns, or cannot be parsed.
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
    /// A player is benched or asked in a game, contrary to the games before.
    #[error("{path}: {error}")]
    Bench {
        /// The folder.
        path: PathBuf,
        /// The player and the game.
        error: BenchError,
    },
    /// A row is missing or cannot be parsed.
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

/// A game whose rows contradict those of its block: a player is benched in it that should not be,
/// or the reverse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "game {game}: player `{name}` {found}, against the games of its block before it; play the part with this \
     game again"
)]
pub struct BenchError {
    /// The player's name in files.
    pub name: Name,
    /// The game.
    pub game: u64,
    /// What it is, contrary to those before.
    pub found: &'static str,
}

impl RecoverError {
    /// The error for a row of this file.
    pub(crate) fn row(path: &Path, error: RowError) -> RecoverError {
        match error {
            RowError::Altered(altered) => RecoverError::Folder(altered.into()),
            error => RecoverError::Row { path: path.to_owned(), error },
        }
    }
}

/// The prefix for a line in an error.
fn place(line: Option<u64>) -> String {
    line.map_or(String::new(), |line| format!(", line {line}"))
}

/// The error for a header line that does not belong in its file.
pub(crate) fn wrong_header(path: &Path, found: &[u8], file: RecordLevel) -> RecoverError {
    let found = shown(found);
    let error = match file {
        RecordLevel::Games => RowError::Header(found),
        RecordLevel::Rounds => RowError::RoundsHeader(found),
        RecordLevel::Plies => RowError::PliesHeader(found),
    };
    RecoverError::Row { path: path.to_owned(), error }
}
