//! The errors of commands, and their exit codes.

use thiserror::Error;

use lettergame_arena::phrases::COMMAND_LINE;
use lettergame_base::{Cause, Diagnosed};

/// The exit codes, with their meaning.
pub(super) const EXIT_CODES: [(&str, &str); 6] = [
    ("0", "done"),
    ("1", "a check (such as `verify`) failed, or the verdict of a comparison is negative"),
    ("2", "the command line or a config is wrong"),
    ("3", "a comparison is undecided"),
    ("4", "a file or player could not be used, or programs failed in game after game"),
    ("130", "interrupted; the results so far are kept"),
];

/// Why a command ended early; the text goes to standard error.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// A check failed (1).
    #[error("{0}")]
    Check(String),
    /// A comparison with its answer on standard output was negative (1).
    #[error("")]
    Fails,
    /// A comparison with its answer on standard output is undecided (3).
    #[error("")]
    Undecided,
    /// The command line or a config is invalid (2).
    #[error("{0}")]
    Usage(String),
    /// A file or player could not be used (4).
    #[error("{0}")]
    Unusable(String),
    /// It was interrupted (130).
    #[error("{0}")]
    Interrupted(String),
    /// The reader of the output has gone: not an error (0).
    #[error("")]
    ClosedPipe,
}

impl Failure {
    pub(super) fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }

    pub(super) fn unusable(error: impl ToString) -> Failure {
        Failure::Unusable(error.to_string())
    }

    /// Prefixes the location of the cause.
    pub(super) fn at(self, place: &str) -> Failure {
        match self {
            Failure::Usage(text) => Failure::Usage(place.to_owned() + &text),
            Failure::Unusable(text) => Failure::Unusable(place.to_owned() + &text),
            other => other,
        }
    }

    /// What was left out was said; the result is printed, but the command fails.
    pub(super) fn if_left_out(count: u64, what: &str) -> Result<(), Failure> {
        match count {
            0 => Ok(()),
            1 => Err(Failure::Unusable(format!("a {what} is left out; see above"))),
            _ => Err(Failure::Unusable(format!("{count} {what}s are left out; see above"))),
        }
    }

    pub(super) fn code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Check(_) | Failure::Fails => 1,
            Failure::Usage(_) => 2,
            Failure::Undecided => 3,
            Failure::Unusable(_) => 4,
            Failure::Interrupted(_) => 130,
        }
    }

    /// The text to print, if any.
    pub(super) fn remark(&self) -> Option<String> {
        match self {
            Failure::ClosedPipe | Failure::Fails | Failure::Undecided => None,
            Failure::Interrupted(text) => Some(text.clone()),
            _ => Some(format!("error: {self}")),
        }
    }
}

impl<E: Diagnosed> From<E> for Failure {
    fn from(error: E) -> Failure {
        let text = COMMAND_LINE.text(&error);
        match error.diagnosis().cause {
            Cause::Request => Failure::Usage(text),
            Cause::Surroundings => Failure::Unusable(text),
            Cause::Check => Failure::Check(text),
        }
    }
}
