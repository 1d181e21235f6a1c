//! Why a season cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::settings::SettingsError;
use lettergame_arena::RunError;
use lettergame_base::{Cause, Diagnosed, Diagnosis, NameError};
use lettergame_run::{FolderError, RecoverError};

/// Why a season cannot be used.
#[derive(Debug, Error)]
pub enum SeasonError {
    /// The folder is not a season.
    #[error("{0} is not a season: it has no season.toml")]
    NoSeason(PathBuf),
    /// The folder for a new season is in use.
    #[error("{0} is not empty; name a new folder")]
    Exists(PathBuf),
    /// Its settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A format does not fit the game.
    #[error("format `{format}`: {error}")]
    Unfit {
        /// The format.
        format: String,
        /// What is wrong.
        error: Box<RunError>,
    },
    /// What is played in a format was changed after games of it.
    #[error(
        "format `{0}` was changed after games of it were played; change it back, or give the new one another name"
    )]
    Format(String),
    /// The database is of a newer version of the program.
    #[error(
        "{path} was written by a newer version of lettergame (tables {found}, known up to {known}); use that version"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its tables.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// The database is something else.
    #[error("{0} is not the database of a season and was left unchanged; restore it from a backup")]
    Foreign(PathBuf),
    /// The newest changes are in a log that cannot be read in a folder that cannot be written.
    #[error(
        "{path} cannot be read in a folder that cannot be written, because its newest changes are in {log}; copy the folder to where it can be written"
    )]
    Unread {
        /// The database.
        path: PathBuf,
        /// Its write-ahead log.
        log: PathBuf,
    },
    /// The database cannot be used.
    #[error("cannot use {path}: {error}")]
    Sql {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        error: rusqlite::Error,
    },
    /// There is no such team.
    #[error("there is no team `{name}`{hint}")]
    NoTeam {
        /// As typed.
        name: String,
        /// The nearest name, if there is one.
        hint: String,
    },
    /// The name of a team is invalid.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name of a team does not fit files or the names of versions, such as `mice.2`.
    #[error(
        "invalid team name `{0}`: expected at most 40 characters, no dot, and not the name of a \
         device of Windows such as `con`"
    )]
    TeamName(String),
    /// A team does not have this version.
    #[error("{team} has no version {number}; it has {versions}")]
    NoVersion {
        /// The team.
        team: String,
        /// The number asked for.
        number: u64,
        /// The numbers it has.
        versions: String,
    },
    /// A team has no version at all.
    #[error("{0} has no player yet: none of its hand-ins was accepted")]
    NoPlayer(String),
    /// There is no loan of this name.
    #[error("there is no open loan `{name}`{hint}")]
    NoOpenLoan {
        /// As typed.
        name: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// A team has no hand-in of this number.
    #[error("{team} has no hand-in {number}; it has {}", listed(.known))]
    NoHandIn {
        /// The team.
        team: String,
        /// The number asked for.
        number: u64,
        /// The numbers of its hand-ins.
        known: Vec<i64>,
    },
    /// The player is the one that plays already.
    #[error("this is the same player as {0}, which plays already")]
    Same(String),
    /// The files of a version are not those that were accepted.
    #[error(
        "the files in {0} were changed since they were accepted; restore them from a backup, or hand in a new version"
    )]
    Changed(PathBuf),
    /// The entry of a version is not the one that was accepted.
    #[error(
        "the database starts {version} in another way than that which was accepted ({entry}); restore season.sqlite from a backup, or hand in a new version"
    )]
    Entry {
        /// The version.
        version: String,
        /// How it would be started.
        entry: String,
    },
    /// A value in the database was changed by something else than this program.
    #[error("{what} in season.sqlite: {how}; restore season.sqlite from a backup")]
    Altered {
        /// Whose value, such as `team mice`.
        what: String,
        /// How it was changed.
        how: String,
    },
    /// The files of a version cannot be read.
    #[error("a player cannot be read: {0}; restore it from a backup")]
    Player(String),
    /// The database is empty.
    #[error("{0} is empty; restore it from a backup")]
    Empty(PathBuf),
    /// Too few teams can play.
    #[error("format `{format}` needs {needed} teams, but {there} can play; add players first")]
    TooFew {
        /// The format.
        format: String,
        /// Teams in a game.
        needed: usize,
        /// Teams with a player.
        there: usize,
    },
    /// The folder is no loan of this season.
    #[error("{0} is not a loan of this season: it has no loan.toml of it")]
    NoLoan(PathBuf),
    /// The database holds something else than a summary.
    #[error(
        "the result of match {0} in the database cannot be read; rebuild results from the rows"
    )]
    Summary(i64),
    /// A match is of a format that the settings do not have.
    #[error("match {0} is of a format that season.toml does not have; put the format back")]
    NoFormat(i64),
    /// The operating system has no random numbers.
    #[error("the operating system provides no random numbers; try again later")]
    Entropy,
    /// Results of a version that is not in the database.
    #[error("the database has results of versions that it does not have; restore it from a backup")]
    Ratings,
    /// A file cannot be used.
    #[error("cannot {what} {path}: {error}")]
    Io {
        /// The verb.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A match cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The rows of a match cannot be read.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// The folder of a match cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl Diagnosed for SeasonError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            SeasonError::Run(error) => error.diagnosis(),
            SeasonError::Recover(error) => error.diagnosis(),
            SeasonError::Folder(error) => error.diagnosis(),
            SeasonError::Sql { .. }
            | SeasonError::Foreign(_)
            | SeasonError::Newer { .. }
            | SeasonError::Unread { .. }
            | SeasonError::Io { .. }
            | SeasonError::Summary(_)
            | SeasonError::Changed(_)
            | SeasonError::Entry { .. }
            | SeasonError::Altered { .. }
            | SeasonError::Player(_)
            | SeasonError::Empty(_)
            | SeasonError::Ratings => Cause::Surroundings.into(),
            _ => Cause::Request.into(),
        }
    }
}

impl SeasonError {
    /// An error of the system about a file.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SeasonError {
        let path = path.to_owned();
        move |error| SeasonError::Io { what, path, error }
    }
}

/// Numbers in a sentence.
fn listed(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
