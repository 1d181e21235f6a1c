//! How long the programs of a run took: `timing.json`.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{DealSums, DecisionTimes};
use lettergame_stats::Interval;

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
    #[must_use]
    pub fn of(times: &DecisionTimes) -> PlayerTimes {
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
    pub fn text(&self, threads: NonZeroUsize, sandbox: Option<&impl Serialize>) -> String {
        #[derive(Serialize)]
        struct Written<'a, S> {
            #[serde(flatten)]
            timing: &'a RunTiming,
            os: &'a str,
            arch: &'a str,
            cores: usize,
            threads: NonZeroUsize,
            games_per_second: f64,
            sandbox: Option<&'a S>,
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::PlayerTimes;
    use crate::DecisionTimes;

    fn times(decisions: u64, ms: u64) -> DecisionTimes {
        let total = Duration::from_millis(ms);
        DecisionTimes { decisions, total, longest: total, late: 0, sharing: decisions }
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
