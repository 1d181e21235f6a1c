//! The use of processors on systems that do not report it.

use std::time::Duration;

/// The use of processors up to a moment: not known on this system.
#[derive(Clone, Debug, Default)]
pub struct Usage;

impl Usage {
    /// Not known.
    #[must_use]
    pub fn of(_launcher: u32, _stages: usize, _threads: &[u32]) -> Option<Usage> {
        None
    }

    /// None that is known.
    #[must_use]
    pub fn cpu_since(&self, _before: &Usage) -> Duration {
        Duration::ZERO
    }

    /// Not that is known.
    #[must_use]
    pub fn is_starved_since(&self, _before: &Usage) -> bool {
        false
    }

    /// None that is known.
    #[must_use]
    pub fn waited_since(&self, _before: &Usage) -> Duration {
        Duration::ZERO
    }
}
