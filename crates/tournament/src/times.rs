//! How long the programs of a run take: totals for its end, and which player games are currently
//! waiting for.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::{DealSums, DealTimes, DecisionTimes, GameTimes};
use lettergame_core::stats::Interval;
use lettergame_sandbox::Enforced;

/// The times of a player's decisions. Time that a program could not use is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerTimes {
    /// The number of its decisions in the games that were kept, including missing ones.
    pub decisions: u64,
    /// Their total in milliseconds.
    pub total_ms: f64,
    /// The longest in milliseconds.
    pub longest_ms: f64,
    /// The number of decisions that were late or missing.
    pub late: u64,
    /// The same by deal, for intervals; missing in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<DealSums>,
}

impl PlayerTimes {
    /// Adds a deal.
    pub fn add(&mut self, deal: &DecisionTimes) {
        let mut deals = DealSums::default();
        deals.add(deal);
        self.join(&PlayerTimes { deals: Some(deals), ..PlayerTimes::of(deal) });
    }

    /// The times of some decisions, not by deal.
    fn of(times: &DecisionTimes) -> PlayerTimes {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        PlayerTimes {
            decisions: times.decisions,
            total_ms: ms(times.total),
            longest_ms: ms(times.longest),
            late: times.late,
            deals: None,
        }
    }

    /// Adds the times of another part of the run, or of another run; sums by deal are kept only if
    /// both have them.
    pub fn join(&mut self, other: &PlayerTimes) {
        self.deals = match (self.deals, other.deals) {
            (_, deals) if self.decisions == 0 => deals,
            (deals, _) if other.decisions == 0 => deals,
            (Some(mut deals), Some(others)) => {
                deals.merge(&others);
                Some(deals)
            }
            _ => None,
        };
        self.decisions = self.decisions.saturating_add(other.decisions);
        self.total_ms += other.total_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.late = self.late.saturating_add(other.late);
    }

    /// Decisions per second, with the 95 % interval if known; `None` if no time has passed.
    #[must_use]
    pub fn per_second(&self) -> Option<(f64, Option<Interval>)> {
        let plain = || (self.decisions as f64 / self.total_ms * 1000.0, None);
        let by_deals = self.deals.and_then(|deals| deals.per_second());
        by_deals.or_else(|| (self.total_ms > 0.0).then(plain))
    }

    /// The mean time of a decision in milliseconds; 0 before the first.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.total_ms / self.decisions as f64 }
    }
}

/// The contents of `timing.json`. It covers the games played by the process that finished the run,
/// or by all shards that were joined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunTiming {
    /// The version of the program that wrote it.
    pub version: Option<String>,
    /// The number of games.
    pub games: u64,
    /// The time they took, adding up shards.
    pub seconds: f64,
    /// The players whose programs were asked, by name.
    pub players: BTreeMap<String, PlayerTimes>,
}

impl RunTiming {
    /// Reads it from a run's folder; empty before the end of the run.
    #[must_use]
    pub fn read(dir: &Path) -> RunTiming {
        let text = fs::read_to_string(dir.join("timing.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The text that is written, with this version and machine.
    #[must_use]
    pub fn text(&self, threads: NonZeroUsize, sandbox: Option<&Enforced>) -> String {
        #[derive(Serialize)]
        struct Written<'a> {
            #[serde(flatten)]
            timing: &'a RunTiming,
            os: &'a str,
            arch: &'a str,
            cores: usize,
            threads: NonZeroUsize,
            games_per_second: f64,
            sandbox: Option<&'a Enforced>,
        }
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let written = Written {
            timing: &RunTiming { version, ..self.clone() },
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            cores: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads,
            games_per_second: self.games as f64 / self.seconds.max(1e-9),
            sandbox,
        };
        // a map of plain values can be serialised, in the order of its keys
        format!("{:#}\n", serde_json::to_value(written).unwrap_or_default())
    }

    /// The totals of several shards.
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

/// The player that games wait for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// The player.
    pub player: usize,
    /// How long they have been waiting.
    pub since: Duration,
    /// The times of its decisions so far.
    pub times: PlayerTimes,
}

/// A report this recent is still valid.
const FRESH: Duration = Duration::from_secs(1);

/// The times of all players: those of programs as counted by all workers, for the waiting display,
/// and those of games that are kept, in the order of their numbers. Memory depends only on the
/// number of players.
#[derive(Debug)]
pub(super) struct Times(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    /// For programs, including games that are in progress or will be abandoned.
    so_far: Vec<DecisionTimes>,
    /// For games that are kept, in the deals before this one.
    players: Vec<PlayerTimes>,
    deal: DealTimes,
    /// The player waited for, for how long, and when that was reported.
    waiting: Option<(usize, Duration, Instant)>,
}

impl Times {
    pub(super) fn new(players: usize) -> Times {
        Times(Mutex::new(Inner {
            so_far: vec![DecisionTimes::default(); players],
            players: vec![PlayerTimes::default(); players],
            deal: DealTimes::default(),
            waiting: None,
        }))
    }

    /// Adds a decision of a program, or a missing one.
    pub(super) fn add(&self, player: usize, took: Duration, late: bool) {
        self.lock().so_far[player].add(took, late, 1);
    }

    /// Adds games that are kept, in the order of their numbers.
    pub(super) fn book(&self, games: &[GameTimes]) {
        if games.is_empty() {
            return;
        }
        let inner = &mut *self.lock();
        for game in games {
            for (player, times) in inner.deal.add(game).into_iter().flatten() {
                inner.players[player].add(&times);
            }
        }
    }

    /// Records that games wait for a player.
    pub(super) fn waits_for(&self, player: usize, since: Duration) {
        self.lock().waiting = Some((player, since, Instant::now()));
    }

    /// The player that is currently waited for.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        let inner = self.lock();
        let (player, since, told) = inner.waiting?;
        let fresh = told.elapsed() < FRESH;
        let times = PlayerTimes::of(&inner.so_far[player]);
        fresh.then_some(Waiting { player, since, times })
    }

    /// The times of the players that were timed, by name.
    pub(super) fn all(&self, names: impl Iterator<Item = String>) -> BTreeMap<String, PlayerTimes> {
        let inner = self.lock();
        let mut players = inner.players.clone();
        for (&player, times) in inner.deal.players() {
            players[player].add(times);
        }
        names.zip(players).filter(|(_, times)| times.decisions > 0).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::{PlayerTimes, Times};
    use crate::{DecisionTimes, GameTimes};

    fn times(decisions: u64, ms: u64) -> DecisionTimes {
        let total = Duration::from_millis(ms);
        DecisionTimes { decisions, total, longest: total, late: 0, sharing: decisions }
    }

    fn game(deal: u64, players: &[(usize, DecisionTimes)]) -> GameTimes {
        GameTimes { deal, players: players.iter().copied().collect() }
    }

    fn all(times: &Times) -> BTreeMap<String, PlayerTimes> {
        times.all(["a", "b", "c"].map(str::to_owned).into_iter())
    }

    #[test]
    fn kept_games_are_summed_by_deal() {
        let times_of = Times::new(3);
        // the time of an abandoned game counts only for the waiting display
        times_of.add(0, Duration::from_secs(9), true);
        times_of.book(&[game(4, &[(0, times(3, 30)), (1, times(2, 4))])]);
        times_of.book(&[game(4, &[(0, times(1, 10))]), game(5, &[(0, times(2, 30))])]);
        let all = all(&times_of);
        assert_eq!(all.keys().collect::<Vec<_>>(), ["a", "b"]);
        let a = all["a"];
        assert_eq!((a.decisions, a.late, a.longest_ms), (6, 0, 30.0));
        let deals = a.deals.unwrap();
        assert_eq!(deals.speed.count(), 2, "{deals:?}");
        let (speed, interval) = a.per_second().unwrap();
        assert!((speed - 6.0 / 0.07).abs() < 1e-9 && interval.is_some(), "{speed}");
        assert_eq!(all["b"].per_second(), Some((500.0, None)));
    }

    #[test]
    fn sums_by_deal_need_all_parts() {
        let mut part = PlayerTimes::default();
        part.add(&times(2, 4));
        let older = PlayerTimes { deals: None, ..part };
        let mut all = PlayerTimes::default();
        all.join(&part);
        all.join(&part);
        assert_eq!(all.deals.unwrap().speed.count(), 2);
        all.join(&PlayerTimes::default());
        assert_eq!((all.decisions, all.deals.unwrap().speed.count()), (4, 2));
        all.join(&older);
        assert_eq!((all.decisions, all.deals), (6, None));
        assert_eq!(all.per_second(), Some((500.0, None)));
        all.join(&part);
        assert_eq!(all.deals, None);
    }

    #[test]
    fn sums_are_written_and_read_back_but_absent_in_older_files() {
        let mut times_of = PlayerTimes::default();
        times_of.add(&times(2, 4));
        times_of.add(&times(3, 11));
        let text = serde_json::to_string(&times_of).unwrap();
        assert_eq!(serde_json::from_str::<PlayerTimes>(&text).unwrap(), times_of, "{text}");
        let older = r#"{"decisions": 5, "total_ms": 15.0, "longest_ms": 11.0, "late": 0}"#;
        let older: PlayerTimes = serde_json::from_str(older).unwrap();
        assert_eq!(older, PlayerTimes { deals: None, ..times_of });
        assert!(!serde_json::to_string(&older).unwrap().contains("deals"));
    }
}
