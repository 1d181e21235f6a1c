//! The part of `timing.json` that a report uses.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::standings::with_digits;
use lettergame_run::{PlayerTimes, RunTiming};
use lettergame_stats::Interval;

/// The part of `timing.json` that a report uses.
#[derive(Default)]
pub(super) struct Timing {
    /// The version of the program that finished the run.
    pub(super) version: Option<String>,
    pub(super) times: Option<TimesDigest>,
}

/// The decision times of a run's programs: as measured by the process that finished the run, or by those that
/// finished its shards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TimesDigest {
    /// The number of games covered: those before an interruption are not included.
    pub games: u64,
    /// The times by player, for players whose programs were asked.
    pub players: BTreeMap<String, PlayerTimes>,
    /// Decisions per second with their 95 % intervals over deals, for players whose times are summed by deal.
    #[serde(skip)]
    pub speeds: BTreeMap<String, (f64, Option<Interval>)>,
}

impl TimesDigest {
    fn of(games: u64, mut players: BTreeMap<String, PlayerTimes>) -> TimesDigest {
        let speed = |(name, times): (&String, &mut PlayerTimes)| {
            Some((name.clone(), times.deals.take()?.per_second()?))
        };
        let speeds = players.iter_mut().filter_map(speed).collect();
        TimesDigest { games, players, speeds }
    }

    /// A player's decisions per second as text; empty if they are not summed by deal.
    pub(crate) fn speed(&self, player: &str) -> String {
        let speed = self.speeds.get(player);
        speed.map_or_else(String::new, |&(value, interval)| with_digits(value, interval))
    }

    /// What the times do not cover of this many games, in words.
    #[must_use]
    pub fn covered(&self, games: u64) -> Option<String> {
        let text = || {
            format!(
                "Of {} of {games} games: those before the run was resumed are not counted.",
                self.games
            )
        };
        (self.games < games).then(text)
    }
}

impl Timing {
    /// Reads it from a run's folder; empty before the end of the run.
    pub(super) fn of(dir: &Path) -> Timing {
        let RunTiming { version, games, players, .. } = RunTiming::read(dir);
        let times = (!players.is_empty()).then(|| TimesDigest::of(games, players));
        Timing { version, times }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::TimesDigest;
    use lettergame_run::{DecisionTimes, PlayerTimes};

    #[test]
    fn only_players_with_times_summed_by_deal_have_speeds() {
        let mut times = PlayerTimes::default();
        for ms in [10, 12] {
            let total = Duration::from_millis(ms);
            times.add(&DecisionTimes { decisions: 2, total, longest: total, late: 0, sharing: 2 });
        }
        let older = PlayerTimes { deals: None, ..times };
        let players = BTreeMap::from([("new".to_owned(), times), ("old".to_owned(), older)]);
        let digest = TimesDigest::of(2, players);
        // the ratio of 4 decisions and 22 ms: residuals 2 - 182 * 0.010 and 2 - 182 * 0.012, t of 12.7
        assert_eq!(digest.speed("new"), "182 (0 to 392)");
        assert_eq!((digest.speed("old"), digest.speed("nobody")), (String::new(), String::new()));
        // the JSON of a report is unchanged as far as times are concerned
        let json = serde_json::to_value(&digest).unwrap();
        assert_eq!(json["players"]["new"], json["players"]["old"]);
        assert_eq!(json.as_object().unwrap().len(), 2, "{json}");
    }
}
