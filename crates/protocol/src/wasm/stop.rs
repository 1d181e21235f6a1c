//! Why a call to a WASM player ended without an answer.

use std::fmt;

use wasmi::{Error, TrapCode};

use crate::wasm::host::OutOfMemory;

/// Why an instance stopped. It answers no further calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The call used up its fuel.
    Fuel,
    /// The module trapped; details.
    Trap(String),
    /// The module trapped after being refused memory beyond its limit, or the machine ran out of memory.
    Memory,
    /// The module returned an invalid address or length; details.
    BadAnswer(String),
}

impl Stop {
    /// Converts an interpreter error. A trap after a refused growth counts as out of memory.
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
            Self::Memory => f.write_str("it exceeded its memory limit"),
            Self::BadAnswer(what) => write!(f, "it gave a bad answer: {what}"),
        }
    }
}

impl std::error::Error for Stop {}
