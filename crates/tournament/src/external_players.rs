//! The players of a tournament that are not built in: who is benched, what their processes may take, their logs.

use std::sync::{Mutex, MutexGuard};

use crate::bench::Bench;
use crate::scheduler::Permits;
use lettergame_sandbox::Enforced;

/// What a tournament knows beyond rules and players when some of them are not built in.
pub(super) struct ExternalPlayers {
    bench: Mutex<Bench>,
    pub(super) permits: Permits,
    /// What of the sandbox is in force, where programs are asked and shut in.
    pub(super) enforced: Option<Enforced>,
    /// Why no program can be started any more, through no fault of its own.
    broken: Mutex<Option<String>>,
    /// By player.
    logs: Mutex<Vec<Vec<u8>>>,
}

/// Bytes of each player's logs that are kept.
const LOG: usize = 1 << 20;

impl ExternalPlayers {
    /// Those of a tournament with this many players.
    pub(super) fn new(players: usize, bench: Bench, enforced: Option<Enforced>) -> ExternalPlayers {
        ExternalPlayers {
            bench: Mutex::new(bench),
            permits: Permits::default(),
            enforced,
            broken: Mutex::default(),
            logs: Mutex::new(vec![Vec::new(); players]),
        }
    }

    /// Who is benched by the games that were noted.
    pub(super) fn bench(&self) -> MutexGuard<'_, Bench> {
        held(&self.bench)
    }

    /// The run cannot go on, and no player is to blame.
    pub(super) fn give_up(&self, why: &str) {
        held(&self.broken).get_or_insert_with(|| why.to_owned());
    }

    /// Why the run cannot go on.
    pub(super) fn failure(&self) -> Option<String> {
        held(&self.broken).clone()
    }

    /// Keeps the log of a process that has ended.
    pub(super) fn keep_log(&self, player: usize, log: &[u8]) {
        let kept = &mut held(&self.logs)[player];
        kept.extend_from_slice(&log[..log.len().min(LOG - kept.len().min(LOG))]);
    }

    /// The logs that were kept, by player.
    pub(super) fn logs(&self) -> Vec<Vec<u8>> {
        held(&self.logs).clone()
    }
}

/// What a thread that panicked has held is whole.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
