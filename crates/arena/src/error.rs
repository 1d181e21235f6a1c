//! The errors of a run, from reading its config to replaying one of its games.

use std::path::PathBuf;

use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Points, Remedy, Seat};
use lettergame_plan::{RawConfigError, ScheduleError};
use lettergame_protocol::{COMMAND_PREFIX, Program};
use lettergame_registry::PrepareError;
use lettergame_report::{TableError, TallyError};
use lettergame_run::{FolderError, ManifestError, RecoverError};

/// Why a run cannot be prepared, played or replayed.
#[derive(Debug, Error)]
pub enum RunError {
    /// A word list cannot be read.
    #[error("{0}")]
    Words(String),
    /// A config file cannot be read.
    #[error("cannot read config {path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A config is invalid.
    #[error(transparent)]
    RawConfig(#[from] RawConfigError),
    /// A config does not fit its game.
    #[error("{place}{error}")]
    Prepare {
        /// The location of the cause, as `FILE:LINE:COLUMN: `; empty if it is not from a file.
        place: String,
        /// The mismatch.
        error: Box<PrepareError>,
    },
    /// This part cannot be played on its own.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The parts of a run cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The counts of a run in parts cannot be stored or used.
    #[error(transparent)]
    Tally(#[from] TallyError),
    /// A run cannot be continued from its rows.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// There is no run.
    #[error("{0} is not a run: it has no config.toml")]
    NoRun(PathBuf),
    /// A folder cannot be listed.
    #[error("cannot read {path}: {error}")]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The word list has changed.
    #[error(
        "{dir}: the word list is not the one the run began with ({list}); change it back, or start a new run"
    )]
    OtherWords {
        /// The run.
        dir: PathBuf,
        /// The word list.
        list: String,
    },
    /// The config has changed.
    #[error("{0}/config.toml was changed since the run began; change it back, or start a new run")]
    Edited(PathBuf),
    /// The run to be continued is not the one in the folder.
    #[error("{0} contains another run: its config or its shard differs")]
    OtherRun(PathBuf),
    /// Threads cannot be started.
    #[error("cannot start the threads: {0}; take fewer")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Rows cannot be written.
    #[error("{error}\nwhat was written is kept; make room")]
    Full {
        /// The error of the system.
        error: Box<FolderError>,
        /// The folder of the run, or of the sweep that contains it.
        run: PathBuf,
    },
    /// Programs cannot be played to the end, and none of them is to blame.
    #[error("{why}\nno player is to blame, and what was played is kept")]
    Harness {
        /// The cause.
        why: String,
        /// The folder of the run, or of the sweep that contains it.
        run: PathBuf,
    },
    /// The same, when nothing is kept.
    #[error("{0}\nno player is to blame")]
    Unplayable(String),
    /// Programs do not say hello.
    #[error("no game was played, because these programs did not say hello\n{said}")]
    NoHello {
        /// What happened to each, and the end of its log.
        said: String,
        /// The first of them.
        first: Box<Program>,
        /// The game.
        game: String,
    },
    /// These games do not exist.
    #[error("there are no games {first}..{end}: the config has {total} games, from 0")]
    NoGames {
        /// The first game requested.
        first: u64,
        /// The end of the range requested.
        end: u64,
        /// The number of games.
        total: u64,
    },
    /// Games depend on the results of earlier games.
    #[error(
        "the games of a {format} follow from the results of earlier stages: play all of them at once, or the \
         games of a stage with the results of those before it"
    )]
    Staged {
        /// The schedule.
        format: String,
    },
    /// A part of a run does not continue the previous ones.
    #[error("the part from game {game} on {why}")]
    Part {
        /// The number of its first game.
        game: u64,
        /// The cause.
        why: String,
    },
    /// The parts of a run are incomplete.
    #[error(
        "{dir}: the parts are the first {done} of {total} games; give all of them in the order of their games"
    )]
    Parts {
        /// The folder that was created.
        dir: PathBuf,
        /// The number of games without a gap.
        done: u64,
        /// The number there should be.
        total: u64,
    },
    /// A table cannot be written as text.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game does not exist.
    #[error("there is no game {game} in {shown}: it has games 0 to {last}")]
    NoGame {
        /// The folder or the config.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// The number of the last game.
        last: u64,
    },
    /// The players depend on games that are not played yet.
    #[error(
        "{shown}: who plays game {game} follows from games that are not played yet; take a game below \
         {known}, or play on"
    )]
    NotDrawn {
        /// The folder.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// The number of games with known players.
        known: u64,
    },
    /// The players depend on results, and a config has none.
    #[error(
        "{shown}: who plays game {game} follows from the results of the games before; replay it from \
         the folder of a run, or take a game below {known}"
    )]
    NoResults {
        /// The config.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// The number of games with known players.
        known: u64,
    },
    /// Players are programs, which are not asked again.
    #[error(
        "{0}: players are programs, which are not asked again, and the run has not recorded \
         their moves"
    )]
    NotRecorded(PathBuf),
    /// A single run is expected, and there are several.
    #[error("{path} is a sweep of {runs} runs; replay a game of one run's folder")]
    Sweep {
        /// The config.
        path: PathBuf,
        /// The number of its runs.
        runs: usize,
    },
    /// A player does not play in a game.
    #[error("{player} does not play in game {game}: its players are {players}")]
    NoPlayer {
        /// The number of the game.
        game: u64,
        /// The player requested.
        player: String,
        /// The players of the game, comma-separated.
        players: String,
    },
    /// A player does not play in a run.
    #[error("{run}: no player is called {player}; its players are {players}")]
    NotInRun {
        /// The folder.
        run: PathBuf,
        /// The player requested.
        player: String,
        /// The players of the run, comma-separated.
        players: String,
    },
    /// The game does not have this round.
    #[error("game {game} has no round {round}: {}", match .last {
        0 => "this game is not played in rounds".to_owned(),
        last => format!("it has rounds 1 to {last}"),
    })]
    NoRound {
        /// The number of the game.
        game: u64,
        /// The round requested.
        round: usize,
        /// The last round; 0 if there are none.
        last: usize,
    },
    /// There are no logs.
    #[error("{shown}: no logs of {who}; logs of player programs are in the run's folder")]
    NoLogs {
        /// The folder or the config.
        shown: PathBuf,
        /// The player whose logs were requested.
        who: String,
    },
    /// A log cannot be read.
    #[error("cannot read log {path}: {error}")]
    UnreadableLog {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The replay has a different score from the run.
    #[error(
        "the run has {points} points for seat {seat} of game {game}, the replay another score; \
         was it played by another version?"
    )]
    Differs {
        /// The number of the game.
        game: u64,
        /// The first seat whose points differ.
        seat: Seat,
        /// Its points in the run.
        points: Points,
    },
}

impl Diagnosed for RunError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            RunError::RawConfig(error) => error.diagnosis(),
            RunError::Prepare { error, .. } => error.diagnosis(),
            RunError::Schedule(error) => error.diagnosis(),
            RunError::Folder(error) => error.diagnosis(),
            RunError::Recover(error) => error.diagnosis(),
            RunError::Manifest(error) => error.diagnosis(),
            RunError::Differs { .. } => Cause::Check.into(),
            RunError::OtherWords { .. } | RunError::Edited(_) => {
                Cause::Request.with(Remedy::Option("out"))
            }
            RunError::OtherRun(_) => Cause::Request.with(Remedy::Occupied(None)),
            RunError::Threads(_) => Cause::Request.with(Remedy::Option("threads")),
            RunError::NotDrawn { shown, .. } => Cause::Request.with(Remedy::Resume(shown.clone())),
            RunError::NotRecorded(_) => Cause::Request.with(Remedy::Record("plies")),
            RunError::NoGame { .. }
            | RunError::NoResults { .. }
            | RunError::NoPlayer { .. }
            | RunError::NotInRun { .. }
            | RunError::NoRound { .. }
            | RunError::NoLogs { .. }
            | RunError::NoGames { .. }
            | RunError::Staged { .. }
            | RunError::Part { .. }
            | RunError::Parts { .. }
            | RunError::Sweep { .. } => Cause::Request.into(),
            RunError::Full { run, .. } | RunError::Harness { run, .. } => {
                Cause::Surroundings.with(Remedy::Resume(run.clone()))
            }
            RunError::NoHello { first, game, .. } => {
                let player = format!("{COMMAND_PREFIX}{}", first.command);
                let (game, folder) = (game.clone(), first.cwd.clone());
                Cause::Surroundings.with(Remedy::CheckPlayer { player, game, folder })
            }
            RunError::Words(_)
            | RunError::Unreadable { .. }
            | RunError::NoRun(_)
            | RunError::NoFolder { .. }
            | RunError::UnreadableLog { .. }
            | RunError::Unplayable(_)
            | RunError::Tally(_)
            | RunError::Table(_) => Cause::Surroundings.into(),
        }
    }
}

impl RunError {
    pub(super) fn words(error: impl ToString) -> RunError {
        RunError::Words(error.to_string())
    }
}
