//! Every way for a run to fail, from reading its config to replaying one of its games.

use std::path::PathBuf;

use thiserror::Error;

use lettergame_core::base::{Points, Seat};
use lettergame_registry::PrepareError;
use lettergame_report::TableError;
use lettergame_tournament::{FolderError, RawConfigError, RecoverError, ScheduleError};

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
        /// What the system says.
        error: std::io::Error,
    },
    /// A config is wrong.
    #[error(transparent)]
    RawConfig(#[from] RawConfigError),
    /// A config does not fit its game.
    #[error("{place}{error}")]
    Prepare {
        /// Where the cause stands, as `FILE:LINE:COLUMN: `; empty if it was not in a file.
        place: String,
        /// What does not fit.
        error: Box<PrepareError>,
    },
    /// Such a part cannot be played by itself.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The rows of a run cannot be gone on with.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// There is no run.
    #[error("{0} is not a run: it has no config.toml")]
    NoRun(PathBuf),
    /// A folder cannot be looked into.
    #[error("cannot read {path}: {error}")]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The words are others.
    #[error(
        "{dir}: the word list is not the one the run began with ({list}); change it back, or start a new run"
    )]
    OtherWords {
        /// The run.
        dir: PathBuf,
        /// The word list.
        list: String,
    },
    /// The config is another.
    #[error("{0}/config.toml was changed since the run began; change it back, or start a new run")]
    Edited(PathBuf),
    /// The run to be gone on with is not the one that is there.
    #[error("{0} holds another run: its config or its shard differs")]
    OtherRun(PathBuf),
    /// Threads cannot be started.
    #[error("cannot start the threads: {0}; take fewer")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Rows cannot be written.
    #[error("{error}\nwhat was written is kept; when there is room, resume with: {resume}")]
    Full {
        /// What the system says.
        error: Box<FolderError>,
        /// The command that goes on.
        resume: String,
    },
    /// Programs cannot be played to the end, and none of them is to blame.
    #[error("{why}\nno player is to blame, and what was played is kept; resume with: {resume}")]
    Harness {
        /// What went wrong.
        why: String,
        /// The command that goes on.
        resume: String,
    },
    /// The same, where nothing is kept.
    #[error("{0}\nno player is to blame")]
    Unplayable(String),
    /// There are no such games.
    #[error(
        "there are no games {first} to {end} (not included): the config has {total} games, from 0"
    )]
    NoGames {
        /// The first that was asked for.
        first: u64,
        /// The one behind the last.
        end: u64,
        /// How many there are.
        total: u64,
    },
    /// Games follow from the results of games before them.
    #[error("the pairings of a {format} depend on earlier results: play all its games at once")]
    Staged {
        /// The schedule.
        format: String,
    },
    /// A part of a run does not follow from those before it.
    #[error("the part from game {game} on {why}")]
    Part {
        /// The number of its first game.
        game: u64,
        /// What is wrong with it.
        why: String,
    },
    /// Parts of a run do not make the whole.
    #[error(
        "{dir}: the parts are the first {done} of {total} games; give all of them in the order of their games"
    )]
    Parts {
        /// The folder that was made.
        dir: PathBuf,
        /// How many games there are without a gap.
        done: u64,
        /// How many there should be.
        total: u64,
    },
    /// A table cannot be written as text.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no such game.
    #[error("there is no game {game} in {shown}: it has games 0 to {last}")]
    NoGame {
        /// The folder or the config.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// The number of the last game.
        last: u64,
    },
    /// Who plays follows from games that are not played yet.
    #[error(
        "{shown}: who plays game {game} follows from games that are not played yet; take a game below \
         {known}"
    )]
    NotDrawn {
        /// The folder.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// How many games are known.
        known: u64,
    },
    /// Who plays follows from results, and a config has none.
    #[error(
        "{shown}: who plays game {game} follows from the results of the games before; replay it from \
         the folder of a run, or take a game below {known}"
    )]
    NoResults {
        /// The config.
        shown: PathBuf,
        /// The number.
        game: u64,
        /// How many games are known.
        known: u64,
    },
    /// Players are programs, which are not asked again.
    #[error(
        "{0}: players are programs, which are not asked again, and the run has not recorded \
         their moves"
    )]
    NotRecorded(PathBuf),
    /// One run is wanted, and there are several.
    #[error("{path} is a sweep of {runs} runs; replay a game of one run's folder")]
    Sweep {
        /// The config.
        path: PathBuf,
        /// How many runs it has.
        runs: usize,
    },
    /// A player does not play in a game.
    #[error("{player} does not play in game {game}: its players are {players}")]
    NoPlayer {
        /// The number of the game.
        game: u64,
        /// Who was asked for.
        player: String,
        /// Who plays, with commas between.
        players: String,
    },
    /// A game has no such round.
    #[error("game {game} has no round {round}: {}", match .last {
        0 => "this game is not played in rounds".to_owned(),
        last => format!("it has rounds 1 to {last}"),
    })]
    NoRound {
        /// The number of the game.
        game: u64,
        /// The round that was asked for.
        round: usize,
        /// The last round; 0 where there are none.
        last: usize,
    },
    /// There are no logs.
    #[error("{shown}: no logs of {who}; the folder of a run holds those of its player programs")]
    NoLogs {
        /// The folder or the config.
        shown: PathBuf,
        /// Whose logs were asked for.
        who: String,
    },
    /// A log cannot be read.
    #[error("cannot read log {path}: {error}")]
    UnreadableLog {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The replay has another score than the run.
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

impl RunError {
    pub(super) fn words(error: impl ToString) -> RunError {
        RunError::Words(error.to_string())
    }
}
