//! The external players of a tournament: which are benched, the limits of their processes, and
//! their logs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use crate::bench::Bench;
use crate::permits::Permits;
use lettergame_sandbox::Enforced;

/// What a tournament needs beyond rules and players if it has external players.
pub(super) struct ExternalPlayers {
    bench: Mutex<Bench>,
    pub(super) permits: Permits,
    /// What the sandbox enforces, if programs run in it.
    pub(super) enforced: Option<Enforced>,
    /// Why no program can be started any more, if the host is at fault.
    broken: Mutex<Option<String>>,
    /// By player.
    logs: Mutex<Vec<Vec<u8>>>,
    /// The players whose processes exited at the end of a game that was played alone.
    exits: Mutex<BTreeSet<usize>>,
    /// By player, a game in which the rules corrected a move, and how.
    corrections: Mutex<BTreeMap<usize, (u64, String)>>,
}

/// The number of bytes kept of each player's logs.
const LOG: usize = 1 << 20;

impl ExternalPlayers {
    /// For a tournament with this many players.
    pub(super) fn new(players: usize, bench: Bench, enforced: Option<Enforced>) -> ExternalPlayers {
        ExternalPlayers {
            bench: Mutex::new(bench),
            permits: Permits::default(),
            enforced,
            broken: Mutex::default(),
            logs: Mutex::new(vec![Vec::new(); players]),
            exits: Mutex::default(),
            corrections: Mutex::default(),
        }
    }

    /// The bench, as it follows from the recorded games.
    pub(super) fn bench(&self) -> MutexGuard<'_, Bench> {
        held(&self.bench)
    }

    /// Marks the run as failed through no fault of a player.
    pub(super) fn give_up(&self, why: &str) {
        held(&self.broken).get_or_insert_with(|| why.to_owned());
    }

    /// Why the run cannot continue.
    pub(super) fn failure(&self) -> Option<String> {
        held(&self.broken).clone()
    }

    /// Keeps the log of a process that has ended.
    pub(super) fn keep_log(&self, player: usize, log: &[u8]) {
        let kept = &mut held(&self.logs)[player];
        kept.extend_from_slice(&log[..log.len().min(LOG - kept.len().min(LOG))]);
    }

    /// Records that a process exited at the end of a game.
    pub(super) fn note_exit(&self, player: usize) {
        held(&self.exits).insert(player);
    }

    /// Whether processes of that player exit at the end of a game.
    pub(super) fn exits_at_end(&self, player: usize) -> bool {
        held(&self.exits).contains(&player)
    }

    /// Records that the rules corrected a move; only the first one of a player is kept.
    pub(super) fn note_correction(&self, player: usize, game: u64, correction: &str) {
        let first = || (game, correction.to_owned());
        held(&self.corrections).entry(player).or_insert_with(first);
    }

    /// A game in which the rules corrected a move of that player, and how.
    pub(super) fn correction(&self, player: usize) -> Option<(u64, String)> {
        held(&self.corrections).get(&player).cloned()
    }

    /// The logs, by player.
    pub(super) fn logs(&self) -> Vec<Vec<u8>> {
        held(&self.logs).clone()
    }
}

/// Locks a mutex, ignoring poisoning: what a panicked thread held is intact.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
