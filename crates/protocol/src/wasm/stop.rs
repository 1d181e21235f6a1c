//! Why a call of a WASM player ended without an answer.

use std::fmt;

use wasmi::{Error, TrapCode};

use crate::wasm::host::OutOfMemory;

/// Why an instance stopped. It answers nothing more after that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The call used up its fuel.
    Fuel,
    /// The module trapped; the text says how.
    Trap(String),
    /// The module was refused memory beyond its limit and then trapped, or the machine had none left.
    Memory,
    /// The module gave an address or a length that cannot be; the text says which.
    BadAnswer(String),
}

impl Stop {
    /// What an error of the interpreter means. A trap after a refused growth is a matter of memory.
    pub(super) fn of(error: &Error, refused: Option<OutOfMemory>) -> Self {
        match (error.as_trap_code(), refused) {
            (Some(TrapCode::OutOfFuel), _) => Self::Fuel,
            (Some(TrapCode::GrowthOperationLimited | TrapCode::OutOfSystemMemory), _)
            | (_, Some(_)) => Self::Memory,
            (_, None) => Self::Trap(error.to_string()),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fuel => f.write_str("it used up the fuel of one call"),
            Self::Trap(how) => write!(f, "it trapped: {how}"),
            Self::Memory => f.write_str("it wanted more memory than its limit"),
            Self::BadAnswer(what) => write!(f, "it gave a bad answer: {what}"),
        }
    }
}

impl std::error::Error for Stop {}
