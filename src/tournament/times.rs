//! How long the programs of a run take: counted for its end, and who is waited for meanwhile.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The times of a player's decisions. Time that a program could not use counts for nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerTimes {
    /// How many decisions were asked of its program.
    pub decisions: u64,
    /// Milliseconds of all of them.
    pub total_ms: f64,
    /// Milliseconds of the longest.
    pub longest_ms: f64,
    /// Decisions that came too late, or not at all.
    pub late: u64,
}

impl PlayerTimes {
    fn join(&mut self, other: &PlayerTimes) {
        self.decisions = self.decisions.saturating_add(other.decisions);
        self.total_ms += other.total_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.late = self.late.saturating_add(other.late);
    }

    /// The mean of a decision in milliseconds; 0 before the first.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.total_ms / self.decisions as f64 }
    }
}

/// What `timing.json` says of the games that it is of: those that were played by the process that finished
/// the run, or of all shards that were joined.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunTiming {
    /// The version of the program.
    pub version: Option<String>,
    /// How many games.
    pub games: u64,
    /// How long they took, one shard after the other.
    pub seconds: f64,
    /// Of the players whose programs were asked, by name.
    pub players: BTreeMap<String, PlayerTimes>,
}

impl RunTiming {
    /// That of a run's folder; nothing before its end.
    #[must_use]
    pub fn read(dir: &Path) -> RunTiming {
        let text = fs::read_to_string(dir.join("timing.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// That of shards together.
    #[must_use]
    pub fn of_shards<'a>(dirs: impl Iterator<Item = &'a Path>) -> RunTiming {
        let mut all = RunTiming::default();
        for shard in dirs.map(RunTiming::read) {
            all.games = all.games.saturating_add(shard.games);
            all.seconds += shard.seconds;
            for (name, times) in shard.players {
                all.players.entry(name).or_default().join(&times);
            }
        }
        all
    }
}

/// Who keeps games waiting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// The player.
    pub player: usize,
    /// How long already.
    pub since: Duration,
    /// The times of its decisions so far.
    pub times: PlayerTimes,
}

/// What was told within this time is still so.
const FRESH: Duration = Duration::from_secs(1);

/// The times of all players, counted by all workers.
#[derive(Debug)]
pub(super) struct Times(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    players: Vec<PlayerTimes>,
    /// Who was waited for, how long already, and when that was told.
    waiting: Option<(usize, Duration, Instant)>,
}

impl Times {
    pub(super) fn new(players: usize) -> Times {
        let players = vec![PlayerTimes::default(); players];
        Times(Mutex::new(Inner { players, waiting: None }))
    }

    /// A decision was made, or did not come.
    pub(super) fn add(&self, player: usize, took: Duration, late: bool) {
        let times = &mut self.lock().players[player];
        let ms = took.as_secs_f64() * 1000.0;
        times.decisions += 1;
        times.total_ms += ms;
        times.longest_ms = times.longest_ms.max(ms);
        times.late += u64::from(late);
    }

    /// Games wait for a player.
    pub(super) fn waits_for(&self, player: usize, since: Duration) {
        self.lock().waiting = Some((player, since, Instant::now()));
    }

    /// Who is waited for just now.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        let inner = self.lock();
        let (player, since, told) = inner.waiting?;
        let fresh = told.elapsed() < FRESH;
        fresh.then(|| Waiting { player, since, times: inner.players[player] })
    }

    /// The times of the players that were asked, by name.
    pub(super) fn all(&self, names: impl Iterator<Item = String>) -> BTreeMap<String, PlayerTimes> {
        let inner = self.lock();
        let named = names.zip(inner.players.iter().copied());
        named.filter(|(_, times)| times.decisions > 0).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
