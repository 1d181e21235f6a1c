//! How long decisions take: for a player in a game, in a deal, and summed over deals.
//!
//! Games of one deal share their chance events, and the decisions of a game depend on each other,
//! so the deal with all its games is one observation. A speed is the ratio of two totals over
//! deals, decisions and their seconds, with the error of a [`RatioSummary`].

use std::collections::BTreeMap;
use std::mem;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use lettergame_stats::{Interval, LEVEL, RatioSummary, clumped_ratio_interval, share_interval};

/// The decisions of one player, and how long they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionTimes {
    /// The number of decisions.
    pub decisions: u64,
    /// Their total time.
    pub total: Duration,
    /// The longest decision.
    pub longest: Duration,
    /// The number of decisions that were late or missing.
    pub late: u64,
    /// The number of deals whose decisions shared a measured time, summed over decisions; equal to
    /// the number of decisions if each was measured by itself.
    pub sharing: u64,
}

impl DecisionTimes {
    /// Adds a decision that was made or missed; decisions of this many deals were measured
    /// together.
    pub fn add(&mut self, took: Duration, late: bool, sharing: u64) {
        self.join(&DecisionTimes {
            decisions: 1,
            total: took,
            longest: took,
            late: u64::from(late),
            sharing,
        });
    }

    /// Adds the decisions of another game.
    pub fn join(&mut self, other: &DecisionTimes) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.late += other.late;
        self.sharing += other.sharing;
    }

    /// Decisions and seconds: a block of a ratio.
    #[must_use]
    pub fn ratio(&self) -> (f64, f64) {
        (self.decisions as f64, self.total.as_secs_f64())
    }
}

/// The decisions of a game, by player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTimes {
    /// The deal's number.
    pub deal: u64,
    /// For the players whose decisions are timed, by number in the config.
    pub players: BTreeMap<usize, DecisionTimes>,
}

/// The decisions of the games so far of one deal, by player.
#[derive(Clone, Debug, Default)]
pub struct DealTimes {
    deal: Option<u64>,
    players: BTreeMap<usize, DecisionTimes>,
}

impl DealTimes {
    /// Adds a game, in the order of their numbers. The first game of a deal returns the decisions
    /// of the previous deal.
    pub fn add(&mut self, game: &GameTimes) -> Option<BTreeMap<usize, DecisionTimes>> {
        let is_new = self.deal.is_some_and(|deal| deal != game.deal);
        let before = is_new.then(|| mem::take(&mut self.players));
        self.deal = Some(game.deal);
        for (&player, times) in &game.players {
            self.players.entry(player).or_default().join(times);
        }
        before
    }

    /// The decisions of the current deal.
    #[must_use]
    pub fn players(&self) -> &BTreeMap<usize, DecisionTimes> {
        &self.players
    }
}

/// Sums over the deals in which a player decided, from which speeds and their intervals are
/// computed. If a deal was not played to its end, or was played by two processes, each part counts
/// as a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DealSums {
    /// The decisions of each deal (a block's total) and their seconds (its size).
    pub speed: RatioSummary,
    /// The late decisions of each deal (a block's total) and all of them (its size).
    pub late: RatioSummary,
    /// The number of deals that shared a measured time, summed over decisions.
    pub sharing: u64,
}

impl DealSums {
    /// Adds a deal; one without a decision is ignored.
    pub fn add(&mut self, times: &DecisionTimes) {
        if times.decisions == 0 {
            return;
        }
        let (decisions, seconds) = times.ratio();
        self.speed.add(decisions, seconds);
        self.late.add(times.late as f64, decisions);
        self.sharing += times.sharing;
    }

    /// Adds the deals of another part of the run.
    pub fn merge(&mut self, other: &DealSums) {
        self.speed.merge(&other.speed);
        self.late.merge(&other.late);
        self.sharing = self.sharing.saturating_add(other.sharing);
    }

    /// The average number of deals that shared a measured time, at least 1.
    #[must_use]
    pub fn clump(&self) -> f64 {
        (self.sharing as f64 / self.speed.total().max(1.0)).max(1.0)
    }

    /// Decisions per second, with the 95 % interval; `None` if no time has passed. The interval is
    /// missing if there are fewer than two deals, or no more than shared a measured time.
    #[must_use]
    pub fn per_second(&self) -> Option<(f64, Option<Interval>)> {
        let interval = clumped_ratio_interval(&self.speed, self.clump(), LEVEL);
        Some((self.speed.mean()?, interval.map(|ends| ends.clamp(0.0, f64::INFINITY))))
    }

    /// The 95 % interval of the fraction of late decisions, 0 to 1; `None` for fewer than two
    /// deals.
    #[must_use]
    pub fn late_interval(&self) -> Option<Interval> {
        share_interval(&self.late, LEVEL)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{DealSums, DealTimes, DecisionTimes, GameTimes};

    fn times(decisions: u64, ms: u64, longest: u64, late: u64) -> DecisionTimes {
        let [total, longest] = [ms, longest].map(Duration::from_millis);
        DecisionTimes { decisions, total, longest, late, sharing: decisions }
    }

    fn game(deal: u64, players: &[(usize, DecisionTimes)]) -> GameTimes {
        GameTimes { deal, players: players.iter().copied().collect() }
    }

    #[test]
    fn all_games_of_a_deal_count_as_one() {
        let mut deal = DealTimes::default();
        let both = [(0, times(2, 10, 8, 1)), (3, times(1, 4, 4, 0))];
        assert_eq!(deal.add(&game(7, &both)), None);
        assert_eq!(deal.add(&game(7, &[(3, times(2, 30, 20, 1))])), None);
        let before = deal.add(&game(9, &[(1, times(5, 5, 1, 0))])).unwrap();
        assert_eq!(before, [(0, times(2, 10, 8, 1)), (3, times(3, 34, 20, 1))].into());
        assert_eq!(*deal.players(), [(1, times(5, 5, 1, 0))].into());
    }

    /// By hand: 60 decisions in 0.03 s. Residuals `d - 2000 t` are 20 - 20, 30 - 32 and 10 - 8, whose squares add
    /// up to 8; the standard error is `sqrt(8 / 6) / 0.01`, t with 2 degrees of freedom 4.302653.
    #[test]
    fn a_speed_is_the_ratio_of_totals_with_an_error_over_deals() {
        let mut sums = DealSums::default();
        for (decisions, ms) in [(20, 10), (30, 16), (0, 0), (10, 4)] {
            sums.add(&times(decisions, ms, 4, 0));
        }
        let (speed, interval) = sums.per_second().unwrap();
        assert!((speed - 2000.0).abs() < 1e-9, "{speed}");
        let half = 4.302_653 * (8.0_f64 / 6.0).sqrt() / 0.01;
        let interval = interval.unwrap();
        assert!((interval.high - 2000.0 - half).abs() < 1e-3, "{interval:?}");
        assert!((2000.0 - interval.low - half).abs() < 1e-3, "{interval:?}");
        // no decision of three deals was late, but the deals are not all alike
        let late = sums.late_interval().unwrap();
        assert!(late.low == 0.0 && (late.high - 0.707_598).abs() < 1e-6, "{late:?}");
    }

    #[test]
    fn speeds_are_never_negative() {
        let mut sums = DealSums::default();
        sums.add(&times(1, 1, 1, 0));
        assert_eq!(sums.per_second(), Some((1000.0, None)));
        sums.add(&times(1, 1000, 1000, 1));
        assert_eq!(sums.per_second().unwrap().1.unwrap().low, 0.0);
        assert_eq!(DealSums::default().per_second(), None);
    }

    #[test]
    fn merging_the_parts_gives_the_whole() {
        let deals = [(20, 10, 1), (30, 16, 0), (10, 4, 0), (25, 11, 3)];
        let sums = |deals: &[(u64, u64, u64)]| {
            let mut sums = DealSums::default();
            deals.iter().for_each(|&(count, ms, late)| sums.add(&times(count, ms, ms, late)));
            sums
        };
        let (whole, mut merged) = (sums(&deals), sums(&deals[..1]));
        merged.merge(&sums(&deals[1..]));
        let ends = |sums: &DealSums| {
            let (speed, interval) = sums.per_second().unwrap();
            [speed, interval.unwrap().low, sums.late_interval().unwrap().high]
        };
        for (one, other) in ends(&whole).into_iter().zip(ends(&merged)) {
            assert!((one / other - 1.0).abs() < 1e-12, "{one} {other}");
        }
    }

    #[test]
    fn deals_sharing_a_time_count_as_one() {
        let mut sums = DealSums::default();
        for ms in [10, 12, 14, 16] {
            sums.add(&DecisionTimes { sharing: 40, ..times(20, ms, 1, 0) });
        }
        assert_eq!(sums.clump(), 2.0);
        let interval = sums.per_second().unwrap().1.unwrap();
        let mut alone = DealSums::default();
        [10, 12, 14, 16].iter().for_each(|&ms| alone.add(&times(20, ms, 1, 0)));
        // the error is sqrt(2) times as large, and t has 1 degree of freedom instead of 3: 12.706
        // instead of 3.182
        let width = |sums: &DealSums| sums.per_second().unwrap().1.unwrap().high - 80.0 / 0.052;
        assert!(
            (width(&sums) / width(&alone) / (2.0_f64.sqrt() * 12.706_2 / 3.182_4) - 1.0).abs()
                < 1e-4
        );
        assert_eq!(interval.low, 0.0);
        // all of them at once
        sums.sharing = 4 * 80;
        assert_eq!(sums.per_second().unwrap().1, None);
    }
}
