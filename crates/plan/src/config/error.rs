//! Why a config is rejected, with the location in its file.

use thiserror::Error;

use crate::PlayerTextError;
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};

/// Why a config was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RawConfigError {
    /// The file has an error at this location.
    #[error("{source_name}:{line}:{column}: {what}\n{line:>4} | {text}")]
    At {
        /// The file.
        source_name: String,
        /// Its line, from 1.
        line: usize,
        /// Its column, from 1.
        column: usize,
        /// That line, or the part of a long one around the column, with control characters
        /// replaced; and a second line that marks the column.
        text: String,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A value is invalid.
    #[error("{place}invalid value `{value}` for `{key}`: {why}")]
    Value {
        /// The location, if from a file.
        place: String,
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What was expected, or what is wrong with it.
        why: String,
    },
    /// A text does not name a player.
    #[error("{place}{error}")]
    Player {
        /// The location, if from a file.
        place: String,
        /// What is wrong with it.
        error: PlayerTextError,
    },
    /// There are no players.
    #[error("no players; name at least one")]
    NoPlayers,
    /// Rules have too many values together.
    #[error("`{rules}`: {cells} combinations of their values; expected at most {most}")]
    TooManyCells {
        /// The rules with several values.
        rules: String,
        /// How many runs they would make.
        cells: u64,
        /// How many there may be.
        most: u64,
    },
}

impl Diagnosed for RawConfigError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Request.with(matches!(self, RawConfigError::NoPlayers).then_some(Remedy::Players))
    }
}
