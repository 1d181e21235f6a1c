//! What is at fault when something fails, and what helps: values where an error is raised, which front ends turn into
//! an exit code and into words.

use std::fmt::Display;
use std::path::PathBuf;

/// What is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// What was asked for: a command line, a config, arguments.
    Request,
    /// A file, a folder, a program or the machine.
    Surroundings,
    /// Nothing: something was checked, and is not as it should be.
    Check,
}

/// What helps against an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Naming players.
    Players,
    /// Another value of this option, which the text of the error asks for.
    Option(&'static str),
    /// Setting this flag, which the text of the error asks for.
    Flag(&'static str),
    /// Another output folder.
    OtherFolder,
    /// Replacing the run in the output folder, resuming it if it can be, or another folder.
    Occupied(Option<PathBuf>),
    /// All games instead of those of this shard.
    Unsharded(String),
    /// Playing this shard.
    Shard(String),
    /// Merging again, when there is room.
    MergeAgain(Option<Box<Remedy>>),
    /// Resuming the run in this folder.
    Resume(PathBuf),
    /// Resuming runs, which the text of the error asks for.
    ResumeRuns,
    /// Resuming a run, which plays lost parts again; an incomplete part must be removed before.
    Mend {
        /// The folder of the run.
        run: PathBuf,
        /// The folder of the incomplete part.
        incomplete: Option<PathBuf>,
    },
    /// Recording this.
    Record(&'static str),
    /// The player to compare.
    ComparedPlayer,
    /// Other seats, or other players in every game.
    SeatsOrField,
    /// A lower value of one option, or a higher one of another; each with its value.
    Limits([(&'static str, String); 2]),
    /// Another name for a player.
    Rename,
    /// Beginning a history in this file.
    BeginHistory(PathBuf),
    /// Auditing a player that is a program, in its folder.
    CheckPlayer {
        /// The player.
        player: String,
        /// The game.
        game: String,
        /// The folder in which it is started.
        folder: PathBuf,
    },
    /// A build with this feature.
    Feature(&'static str),
    /// A listed player.
    ListedPlayer,
    /// This parameter of a player, with a range.
    Parameter(&'static str),
    /// Continuing a tuning, or another log.
    ContinueTuning,
    /// Beginning a tuning.
    BeginTuning,
    /// Another address, such as this one.
    OtherAddress(String),
}

/// What is at fault, and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What is at fault.
    pub cause: Cause,
    /// What helps, if something does that the error does not say.
    pub remedy: Option<Remedy>,
}

impl Cause {
    /// With what helps.
    #[must_use]
    pub fn with(self, remedy: impl Into<Option<Remedy>>) -> Diagnosis {
        Diagnosis { cause: self, remedy: remedy.into() }
    }
}

impl From<Cause> for Diagnosis {
    fn from(cause: Cause) -> Diagnosis {
        cause.with(None)
    }
}

/// An error that is to be shown to users.
pub trait Diagnosed: Display {
    /// What is at fault, and what helps.
    fn diagnosis(&self) -> Diagnosis;
}
