//! Leases: who plays a match, and until when unless it says so again.

use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use crate::SeasonError;
use crate::season::now;
use crate::store::Store;
use lettergame_base::Seed;

/// How long a lease lasts, in seconds.
const LEASE: i64 = 60;

/// How often it is extended.
const BEAT: Duration = Duration::from_secs(10);

/// When a lease that begins now ends.
pub(super) fn end() -> i64 {
    now() + LEASE
}

/// A name for this player of matches that no other has.
pub(super) fn holder() -> String {
    format!("process {} ({:012x})", process::id(), Seed::drawn().0)
}

/// Extends a lease now and then.
pub(super) struct Heartbeat<'a> {
    store: Store,
    id: i64,
    holder: &'a str,
    last: Instant,
}

impl<'a> Heartbeat<'a> {
    pub(super) fn new(dir: &Path, id: i64, holder: &'a str) -> Result<Heartbeat<'a>, SeasonError> {
        Ok(Heartbeat { store: Store::open(dir)?, id, holder, last: Instant::now() })
    }

    /// Extends the lease if it is time to.
    pub(super) fn beat(&mut self) {
        if self.last.elapsed() >= BEAT {
            self.last = Instant::now();
            // a lease that cannot be extended runs out; the lock of the folder still keeps others out
            let _ = self.store.take_lease(self.id, self.holder, now(), end());
        }
    }
}
