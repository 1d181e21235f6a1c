//! Why a process can no longer be used, as a fault with a name.

use lettergame_core::game::{Fault, FaultKind};

/// Why a process can no longer be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessFailure {
    /// The fault.
    pub kind: FaultKind,
    /// What happened, in words.
    pub said: String,
    /// A failure of the host, for which no player is to blame.
    pub is_host_error: bool,
}

impl ProcessFailure {
    /// A fault of the program.
    #[must_use]
    pub fn fault_of(kind: FaultKind, said: String) -> ProcessFailure {
        ProcessFailure { kind, said, is_host_error: false }
    }

    /// As the fault of a seat.
    #[must_use]
    pub fn fault<M>(&self) -> Fault<M> {
        self.kind.fault(None, self.said.clone())
    }
}
