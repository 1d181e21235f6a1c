//! Processor use on systems that do not report it.

use std::time::Duration;

/// Processor use up to a moment: unknown on this system.
#[derive(Clone, Debug, Default)]
pub struct Usage;

impl Usage {
    /// Always unknown.
    #[must_use]
    pub fn of(_launcher: u32, _stages: usize, _threads: &[u32]) -> Option<Usage> {
        None
    }

    /// Unknown, hence zero.
    #[must_use]
    pub fn cpu_since(&self, _before: &Usage) -> Duration {
        Duration::ZERO
    }

    /// Unknown, hence false.
    #[must_use]
    pub fn is_starved_since(&self, _before: &Usage) -> bool {
        false
    }

    /// Unknown, hence zero.
    #[must_use]
    pub fn waited_since(&self, _before: &Usage) -> Duration {
        Duration::ZERO
    }
}
