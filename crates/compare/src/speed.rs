//! How fast players decide: their speeds, and how those of candidates compare with the baseline's.
//!
//! A speed is the number of decisions divided by their total seconds, with the deal as the unit
//! ([`DealSums`](lettergame_run::DealSums)). If a candidate and the baseline decided in the same deals, the
//! ratio of their speeds is paired: whatever a deal, or the load of the machine at that time, does
//! to both cancels. This assumes that they share that load, which holds if their games alternate:
//! games of a deal are played consecutively or in parallel. If programs answer several questions at
//! once, the deals among them count as one.
//!
//! Nothing here affects a verdict: times are not reproducible.

use std::collections::BTreeMap;

use crate::Footing;
use lettergame_run::{DealTimes, DecisionTimes, GameTimes, PlayerTimes};
use lettergame_stats::{Interval, LEVEL, PairedRatioSummary, quotient_interval};

/// The times of candidates and baseline, deal by deal. Memory does not grow with the number of
/// deals.
#[derive(Clone, Debug)]
pub struct SpeedLedger {
    /// The numbers of the candidates and of the baseline in the config.
    candidates: Vec<usize>,
    baseline: usize,
    /// The current deal of each setting.
    open: Vec<DealTimes>,
    /// Totals of the earlier deals, by number in the config.
    totals: BTreeMap<usize, PlayerTimes>,
    /// For each candidate, over the deals in which both decided.
    pairs: Vec<PairedRatioSummary>,
}

/// How fast one player decides.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpeed {
    /// Its name.
    pub name: String,
    /// Its decisions and their times; empty if it was not timed.
    pub times: PlayerTimes,
    /// Whether it has a time limit. Built-in players have none, and are never late.
    pub is_limited: bool,
}

/// A candidate's decisions per second relative to the baseline's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedRatio {
    /// The ratio, above 0; if above 1, the candidate is faster.
    pub ratio: f64,
    /// Its 95 % interval; `None` for fewer than two deals, or if all deals share their time.
    pub interval: Option<Interval>,
    /// Whether both met the same deals at the same time.
    pub paired: bool,
}

/// The speeds of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedComparison {
    /// The baseline's.
    pub baseline: PlayerSpeed,
    /// Each candidate's, and its ratio to the baseline's if both are known.
    pub candidates: Vec<(PlayerSpeed, Option<SpeedRatio>)>,
    /// Remarks for readers.
    pub remarks: Vec<String>,
}

impl SpeedLedger {
    /// An empty ledger for this many candidates and settings.
    pub(super) fn new(footing: Footing, settings: usize, candidates: usize) -> SpeedLedger {
        let (candidates, baseline) = match footing {
            Footing::SameSeats => ((0..candidates).collect::<Vec<_>>(), candidates),
            Footing::HeadToHead => ((1..=candidates).collect(), 0),
        };
        SpeedLedger {
            open: vec![DealTimes::default(); settings],
            totals: BTreeMap::new(),
            pairs: vec![PairedRatioSummary::default(); candidates.len()],
            candidates,
            baseline,
        }
    }

    /// Records games of a setting, in the order of their numbers.
    pub(super) fn note(&mut self, setting: usize, games: &[GameTimes]) {
        for game in games {
            if let Some(deal) = self.open[setting].add(game) {
                self.book(&deal);
            }
        }
    }

    fn book(&mut self, deal: &BTreeMap<usize, DecisionTimes>) {
        let decided = |player: &usize| deal.get(player).filter(|times| times.decisions > 0);
        for player in self.candidates.iter().chain([&self.baseline]) {
            if let Some(times) = decided(player) {
                self.totals.entry(*player).or_default().add(times);
            }
        }
        for (candidate, pair) in self.candidates.iter().zip(&mut self.pairs) {
            if let (Some(own), Some(other)) = (decided(candidate), decided(&self.baseline)) {
                pair.add(own.ratio(), other.ratio());
            }
        }
    }

    /// The speeds of players with these names, by number in the config; `is_limited` returns which
    /// ones have a time limit.
    #[must_use]
    pub fn speeds(&self, names: &[String], is_limited: impl Fn(usize) -> bool) -> SpeedComparison {
        let mut all = self.clone();
        self.open.iter().for_each(|deal| all.book(deal.players()));
        let speed = |player: usize| PlayerSpeed {
            name: names[player].clone(),
            times: all.totals.get(&player).copied().unwrap_or_default(),
            is_limited: is_limited(player),
        };
        let clump = |player: &usize| {
            let deals = all.totals.get(player).and_then(|times| times.deals);
            deals.map_or(1.0, |deals| deals.clump())
        };
        let ratio = |player: &usize, pair: &PairedRatioSummary| {
            let clump = clump(player).max(clump(&all.baseline));
            let interval = pair.quotient_interval(clump, LEVEL);
            Some(SpeedRatio { ratio: pair.quotient()?, interval, paired: true })
        };
        let candidates = all.candidates.iter().zip(&all.pairs);
        SpeedComparison {
            baseline: speed(all.baseline),
            candidates: candidates
                .map(|(player, pair)| (speed(*player), ratio(player, pair)))
                .collect(),
            remarks: Vec::new(),
        }
    }
}

impl SpeedRatio {
    /// The ratio for two players that were timed separately, as in two runs.
    #[must_use]
    pub fn apart(candidate: &PlayerTimes, baseline: &PlayerTimes) -> Option<SpeedRatio> {
        let ratio = candidate.per_second()?.0 / baseline.per_second()?.0;
        let by_deals = candidate.deals.zip(baseline.deals);
        let interval = by_deals.and_then(|(own, other)| {
            quotient_interval((&own.speed, own.clump()), (&other.speed, other.clump()), LEVEL)
        });
        ratio.is_finite().then_some(SpeedRatio { ratio, interval, paired: false })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{SpeedLedger, SpeedRatio};
    use crate::Footing;
    use lettergame_run::{DecisionTimes, GameTimes, PlayerTimes};

    fn game(deal: u64, players: &[(usize, u64, u64)]) -> GameTimes {
        let times = |&(player, decisions, ms): &(usize, u64, u64)| {
            let total = Duration::from_millis(ms);
            (
                player,
                DecisionTimes { decisions, total, longest: total, late: 0, sharing: decisions },
            )
        };
        GameTimes { deal, players: players.iter().map(times).collect() }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn ratios_are_of_deals_in_which_both_decided() {
        let mut ledger = SpeedLedger::new(Footing::SameSeats, 2, 2);
        // the candidates 0 and 1, the baseline 2, another player 3; two settings with the same deal
        // numbers
        ledger.note(0, &[game(0, &[(0, 10, 10), (3, 9, 1)]), game(0, &[(1, 10, 20), (3, 9, 1)])]);
        ledger.note(1, &[game(0, &[(0, 20, 20)]), game(0, &[(2, 20, 40)])]);
        ledger.note(0, &[game(0, &[(2, 10, 20)]), game(1, &[(0, 30, 60)]), game(1, &[(2, 5, 10)])]);
        let speeds = ledger.speeds(&names(&["a", "b", "base", "other"]), |player| player == 1);
        let [(a, of_a), (b, of_b)] = &speeds.candidates[..] else { panic!("{speeds:?}") };
        assert_eq!((a.name.as_str(), a.is_limited, b.is_limited), ("a", false, true));
        // a: 60 decisions in 90 ms over three deals, the last of them unfinished
        assert_eq!((a.times.decisions, a.times.deals.unwrap().speed.count()), (60, 3));
        assert_eq!((b.times.decisions, b.times.deals.unwrap().speed.count()), (10, 1));
        let base = speeds.baseline.times;
        assert_eq!((base.decisions, base.deals.unwrap().speed.count()), (35, 3));
        let of_a = of_a.unwrap();
        let wanted = (60.0 / 0.09) / (35.0 / 0.07);
        assert!((of_a.ratio - wanted).abs() < 1e-9 && of_a.interval.is_some(), "{of_a:?}");
        // b met the baseline in one deal: equally fast there, with no interval
        let of_b = of_b.unwrap();
        assert!((of_b.ratio - 1.0).abs() < 1e-9 && of_b.interval.is_none(), "{of_b:?}");
    }

    #[test]
    fn head_to_head_the_baseline_is_first() {
        let mut ledger = SpeedLedger::new(Footing::HeadToHead, 1, 1);
        ledger.note(0, &[game(0, &[(0, 10, 10), (1, 10, 40)])]);
        let speeds = ledger.speeds(&names(&["base", "candidate"]), |_| false);
        assert_eq!(speeds.baseline.name, "base");
        let (own, ratio) = &speeds.candidates[0];
        assert_eq!((own.name.as_str(), ratio.unwrap().ratio), ("candidate", 0.25));
    }

    #[test]
    fn an_untimed_player_has_no_ratio() {
        let ledger = SpeedLedger::new(Footing::SameSeats, 1, 1);
        let speeds = ledger.speeds(&names(&["a", "base"]), |_| false);
        assert_eq!((speeds.baseline.times.decisions, speeds.candidates[0].1), (0, None));
        assert_eq!(SpeedRatio::apart(&PlayerTimes::default(), &PlayerTimes::default()), None);
    }

    #[test]
    fn unpaired_intervals_need_the_sums_of_both() {
        let times = |games: &[(u64, u64)]| {
            let mut times = PlayerTimes::default();
            for &(decisions, ms) in games {
                times.add(&game(0, &[(0, decisions, ms)]).players[&0]);
            }
            times
        };
        let (own, other) = (times(&[(10, 10), (10, 12)]), times(&[(10, 20), (10, 24)]));
        let apart = SpeedRatio::apart(&own, &other).unwrap();
        assert!((apart.ratio - 2.0).abs() < 1e-9 && !apart.paired, "{apart:?}");
        assert!(apart.interval.is_some_and(|ends| ends.low < 2.0 && ends.high > 2.0));
        let older = PlayerTimes { deals: None, ..other };
        let apart = SpeedRatio::apart(&own, &older).unwrap();
        assert!((apart.ratio - 2.0).abs() < 1e-9 && apart.interval.is_none(), "{apart:?}");
    }

    /// Of two clumps of sizes 1 and 3, the larger determines the ratio.
    #[test]
    fn deals_sharing_a_time_count_as_one() {
        let ratio = |sharing: u64| {
            let mut ledger = SpeedLedger::new(Footing::SameSeats, 1, 1);
            for deal in 0..6 {
                let mut both = game(deal, &[(0, 10, 10 + deal), (1, 10, 20 - deal)]);
                both.players.get_mut(&1).unwrap().sharing = 10 * sharing;
                ledger.note(0, &[both]);
            }
            ledger.speeds(&names(&["a", "base"]), |_| false).candidates[0].1.unwrap()
        };
        let width = |ratio: SpeedRatio| {
            let ends = ratio.interval.unwrap();
            (ends.high / ends.low).ln()
        };
        // 5 degrees of freedom and 1: 2.5706 and 12.7062
        let wider = 3.0_f64.sqrt() * 12.706_2 / 2.570_6;
        assert!((width(ratio(3)) / width(ratio(1)) / wider - 1.0).abs() < 1e-4);
        assert_eq!(ratio(4).interval, None);
    }
}
