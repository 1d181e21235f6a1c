//! Remedies for errors of the crates in terms of this package: the errors name what was given and what was
//! expected, and know nothing of its arguments and functions.

use std::fmt::Display;
use std::path::Path;

use lettergame_arena::{CompareError, RunError};
use lettergame_compare::RunsError;
use lettergame_plan::{RawConfigError, ScheduleError};
use lettergame_registry::PrepareError;
use lettergame_run::{FolderError, ManifestError, Mendable, RecoverError, RunFolder};
use lettergame_tournament::TournamentError;

/// How to name players if there are none.
const PLAYERS: &str = ", as in players=[\"letter-value\", \"random\"]";

/// An error of the crates for which this package may know a remedy.
pub(crate) trait Remedy: Display {
    /// The remedy. It continues the text of the error, so it starts with punctuation or a space.
    fn remedy(&self) -> Option<String>;
}

fn plain(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// The call that resumes the run in a directory.
fn resume(dir: &Path) -> String {
    format!("lettergame.resume({:?})", dir.display().to_string())
}

impl Remedy for RawConfigError {
    fn remedy(&self) -> Option<String> {
        matches!(self, RawConfigError::NoPlayers).then(|| PLAYERS.to_owned())
    }
}

impl Remedy for ScheduleError {
    fn remedy(&self) -> Option<String> {
        match self {
            ScheduleError::NoPlayers => plain(PLAYERS),
            ScheduleError::Sharded { shard, .. } => Some(format!("; omit shard=\"{shard}\"")),
            _ => None,
        }
    }
}

impl Remedy for PrepareError {
    fn remedy(&self) -> Option<String> {
        match self {
            PrepareError::Tournament(TournamentError::Schedule(error)) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for FolderError {
    fn remedy(&self) -> Option<String> {
        match self {
            FolderError::Exists(dir) => {
                let go_on = RunFolder::is_run(dir).then(|| resume(dir) + " to resume it, ");
                let go_on = go_on.unwrap_or_default();
                Some(format!(
                    "; pass force=True to replace the run in it, {go_on}or choose another out"
                ))
            }
            FolderError::NoRun(_) => plain("; choose another out"),
            FolderError::NoScores(..) => plain(" with force=True"),
            FolderError::Config(error) => error.remedy(),
            FolderError::Value(_, error) => error.remedy(),
            error => error.mendable().map(|run| mended(&run)),
        }
    }
}

/// How lost parts are played again.
fn mended(run: &Mendable) -> String {
    let resume = resume(&run.dir);
    match &run.incomplete {
        Some(part) => format!("; remove {}, and {resume} plays its games again", part.display()),
        None => format!("; {resume} plays lost parts again"),
    }
}

impl Remedy for RecoverError {
    fn remedy(&self) -> Option<String> {
        match self {
            RecoverError::Folder(error) => error.remedy(),
            error => error.mendable().map(|run| mended(&run)),
        }
    }
}

impl Remedy for ManifestError {
    fn remedy(&self) -> Option<String> {
        match self {
            ManifestError::Folder(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for RunError {
    fn remedy(&self) -> Option<String> {
        match self {
            RunError::NotDrawn { shown, .. } => {
                Some(format!(", or resume it with {}", resume(shown)))
            }
            RunError::NotRecorded(_) => {
                plain("; play it with record=\"plies\" to replay its games")
            }
            RunError::RawConfig(error) => error.remedy(),
            RunError::Prepare { error, .. } => error.remedy(),
            RunError::Schedule(error) => error.remedy(),
            RunError::Folder(error) => error.remedy(),
            RunError::Recover(error) => error.remedy(),
            RunError::Manifest(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for RunsError {
    fn remedy(&self) -> Option<String> {
        match self {
            RunsError::SamePlayers { .. } => plain(": say with player which one is to be compared"),
            RunsError::NoBlocks { .. } => plain(" with lettergame.resume"),
            RunsError::Folder(error) => error.remedy(),
            RunsError::Schedule(_, error) => error.remedy(),
            RunsError::Rows(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for CompareError {
    fn remedy(&self) -> Option<String> {
        match self {
            CompareError::NoField => plain(" with against"),
            CompareError::FixedSeats => {
                plain(" (seats=\"fixed\"); take rotate or permute, or a field with against")
            }
            CompareError::RawConfig(error) => error.remedy(),
            CompareError::Prepare { error, .. } => error.remedy(),
            CompareError::Run(error) => error.remedy(),
            CompareError::Runs(error) => error.remedy(),
            _ => None,
        }
    }
}
