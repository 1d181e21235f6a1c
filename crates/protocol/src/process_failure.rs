//! Why a process can no longer be used, as a named fault.

use lettergame_game::{Fault, FaultKind};

/// Why a process can no longer be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessFailure {
    /// The fault.
    pub kind: FaultKind,
    /// A description of what happened.
    pub said: String,
    /// A host error, not the player's fault.
    pub is_host_error: bool,
    /// The sandbox ended it for exceeding a limit.
    pub is_excess: bool,
}

impl ProcessFailure {
    /// A fault of the program.
    #[must_use]
    pub fn fault_of(kind: FaultKind, said: String) -> ProcessFailure {
        ProcessFailure { kind, said, is_host_error: false, is_excess: false }
    }

    /// Converts it to a seat's fault.
    #[must_use]
    pub fn fault<M>(&self) -> Fault<M> {
        self.kind.fault(None, self.said.clone())
    }
}
