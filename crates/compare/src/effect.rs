//! The difference between a candidate and its baseline: in points, in win share, and in Elo derived
//! from win share.

use crate::{Block, Measure};
use lettergame_stats::{
    Interval, PairedSummary, Summary, highest_share, skewed_mean_interval, t_interval,
};

/// Below this number of blocks won by one side, that side's blocks that have not come up yet matter
/// more than the spread of those that have.
const FEW: u64 = 15;

/// The number of differing blocks that weighs as much as the prior assumption that a block is won
/// as a whole.
const PRIOR_WEIGHT: f64 = 5.0;

/// What the blocks show about a candidate and its baseline; x is the candidate, y the baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effect {
    /// Points per game, by block.
    pub points: PairedSummary,
    /// Win share, 0 to 1, by block.
    pub wins: PairedSummary,
    /// Blocks in which the candidate won more than the baseline, and less.
    gained: u64,
    lost: u64,
}

impl Measure {
    /// The paired values of both.
    #[must_use]
    pub fn pairs(self, effect: &Effect) -> &PairedSummary {
        match self {
            Measure::Points => &effect.points,
            Measure::Wins => &effect.wins,
        }
    }

    /// The difference that decides, by block.
    #[must_use]
    pub fn difference(self, effect: &Effect) -> Summary {
        self.pairs(effect).difference()
    }
}

/// How the two met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    /// In turn in the same seats of the same deals, against the same opponents.
    SameSeats,
    /// In the same games.
    HeadToHead,
}

/// A difference of win shares on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloGain {
    /// The estimate, in points: 400 are odds of ten to one.
    pub elo: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

impl Effect {
    /// Adds a block. Constant time.
    pub fn add(&mut self, block: &Block) {
        self.points.add(block.candidate.points, block.baseline.points);
        self.wins.add(block.candidate.wins, block.baseline.wins);
        let difference = block.candidate.wins - block.baseline.wins;
        self.gained += u64::from(difference > 0.0);
        self.lost += u64::from(difference < 0.0);
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.points.count()
    }

    /// The interval of the difference of win shares, within -1 and 1; `None` for fewer than two
    /// blocks.
    ///
    /// It is that of [`skewed_mean_interval`]. If a side won fewer than 15 blocks, the interval
    /// extends at least as far as the mean would move if that side had won as many blocks more as
    /// [`highest_share`] allows, each of the largest size seen on either side; the fewer blocks
    /// differ, the closer that size is to a whole block. Blocks that were seen count with the size
    /// that they have.
    #[must_use]
    pub fn wins_within(&self, level: f64) -> Option<Interval> {
        let difference = self.wins.difference();
        let Interval { low, high } = skewed_mean_interval(&difference, level)?;
        let blocks = difference.count();
        let differing = self.wins.differing() as f64;
        let size = (differing * self.wins.largest_difference() + PRIOR_WEIGHT)
            / (differing + PRIOR_WEIGHT);
        let mean = difference.mean()?;
        let unseen = |won: u64| {
            let share = highest_share(won, blocks, (1.0 - level) / 2.0);
            (won < FEW).then(|| (share - won as f64 / blocks as f64) * size)
        };
        let high = unseen(self.gained).map_or(high, |more| high.max(mean + more));
        let low = unseen(self.lost).map_or(low, |more| low.min(mean - more));
        Some(Interval { low, high }.clamp(-1.0, 1.0))
    }

    /// The difference of win shares as Elo points, with its interval.
    ///
    /// Head to head it is the rating difference at which the candidate's expected share of the
    /// points is its actual one: `400 log10(p / (1 - p))` (A. E. Elo, "The Rating of Chessplayers",
    /// 1978). The ends of the interval are converted likewise. In the same seats it is the change
    /// in the odds of winning, `400 log10` of their ratio; its error is that of the two shares and
    /// their covariance, propagated by the delta method (G. Casella and R. L. Berger, "Statistical
    /// Inference", 2002, section 5.5.4), which requires shares well away from 0 and 1.
    ///
    /// If few blocks differ, the interval of the shares is converted as well, and the wider of the
    /// two is used.
    ///
    /// `None` if a share is 0 or 1, since the odds are then unknown. The interval is missing for
    /// fewer than two blocks, and if it would reach odds of 0.
    #[must_use]
    pub fn elo(&self, footing: Footing, level: f64) -> Option<EloGain> {
        match footing {
            Footing::HeadToHead => self.elo_of_share(level),
            Footing::SameSeats => self.elo_of_odds(level),
        }
    }

    fn elo_of_share(&self, level: f64) -> Option<EloGain> {
        // of the win that both compete for, the candidate's share is (1 + difference) / 2
        let difference = self.wins.difference();
        let gain = |difference: f64| elo_of((1.0 + difference) / 2.0);
        let elo = gain(difference.mean()?)?;
        let ends = self
            .wins_within(level)
            .and_then(|ends| Some(Interval { low: gain(ends.low)?, high: gain(ends.high)? }));
        Some(EloGain { elo, interval: ends })
    }

    fn elo_of_odds(&self, level: f64) -> Option<EloGain> {
        let (x, y) = (self.wins.x(), self.wins.y());
        let (p, q) = (x.mean()?, y.mean()?);
        let elo = elo_of(p)? - elo_of(q)?;
        let blocks = self.blocks();
        let error = x.variance().zip(y.variance()).zip(self.wins.difference().variance()).map(
            |((of_x, of_y), of_difference)| {
                let covariance = (of_x + of_y - of_difference) / 2.0;
                let (slope_x, slope_y) = (elo_slope(p), elo_slope(q));
                let variance = slope_x * slope_x * of_x + slope_y * slope_y * of_y
                    - 2.0 * slope_x * slope_y * covariance;
                (variance.max(0.0) / blocks as f64).sqrt()
            },
        );
        let interval = error.and_then(|error| t_interval(elo, error, blocks - 1, level));
        let interval = match self.wins.differing() < FEW {
            true => interval.zip(self.elo_of_few(level)).map(|(one, other)| one.and(other)),
            false => interval,
        };
        Some(EloGain { elo, interval })
    }
}

impl Effect {
    /// The interval of win shares expressed as odds, given the baseline's share.
    fn elo_of_few(&self, level: f64) -> Option<Interval> {
        let ends = self.wins_within(level)?;
        let baseline = self.wins.y().mean()?;
        let elo = |difference: f64| Some(elo_of(baseline + difference)? - elo_of(baseline)?);
        Some(Interval { low: elo(ends.low)?, high: elo(ends.high)? })
    }
}

impl Footing {
    /// The difference of win shares that corresponds to this many Elo points, given the baseline's
    /// share in the same seats, strictly between 0 and 1.
    #[must_use]
    pub fn win_difference(self, elo: f64, baseline: f64) -> f64 {
        match self {
            Footing::HeadToHead => 2.0 * share_of(elo) - 1.0,
            Footing::SameSeats => {
                let odds = baseline / (1.0 - baseline) * 10.0_f64.powf(elo / 400.0);
                odds / (1.0 + odds) - baseline
            }
        }
    }
}

impl Footing {
    /// The derivative, with respect to the baseline's share, of the candidate's expected share at
    /// this Elo difference.
    pub(super) fn slope(self, elo: f64, baseline: f64) -> f64 {
        match self {
            Footing::HeadToHead => 1.0,
            Footing::SameSeats => {
                let ratio = 10.0_f64.powf(elo / 400.0);
                ratio / (1.0 - baseline + ratio * baseline).powi(2)
            }
        }
    }
}

/// The expected share at this rating difference.
pub(super) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The rating difference with this expected share; `None` if there is none.
fn elo_of(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// The derivative of [`elo_of`].
fn elo_slope(share: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 / (share * (1.0 - share))
}

#[cfg(test)]
mod tests {
    use super::{Effect, EloGain, Footing, elo_of, elo_slope, share_of};
    use crate::{Block, Means};

    fn effect(wins: &[(f64, f64)]) -> Effect {
        let mut effect = Effect::default();
        for &(candidate, baseline) in wins {
            let means = |wins| Means { points: 10.0 * wins, wins, faults: 0 };
            effect.add(&Block { candidate: means(candidate), baseline: means(baseline) });
        }
        effect
    }

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn the_scale_is_that_of_elo() {
        // 64 % are 100 points, 76 % are 200 (Elo 1978, table 2.11, rounded to whole percent)
        assert_eq!((share_of(100.0) * 100.0).round(), 64.0);
        assert_eq!((share_of(200.0) * 100.0).round(), 76.0);
        assert!(near(elo_of(share_of(-37.5)).unwrap(), -37.5));
        let slope = (elo_of(0.3 + 1e-6).unwrap() - elo_of(0.3 - 1e-6).unwrap()) / 2e-6;
        assert!((slope - elo_slope(0.3)).abs() < 1e-3);
    }

    #[test]
    fn head_to_head_the_effect_is_the_rating_difference_of_the_share() {
        let three_to_one = effect(&[(1.0, 0.0), (0.5, 0.5), (1.0, 0.0), (0.5, 0.5)]);
        let EloGain { elo, .. } = three_to_one.elo(Footing::HeadToHead, 0.95).unwrap();
        assert!(near(elo, 400.0 * 3.0_f64.log10()));
        assert!(near(Footing::HeadToHead.win_difference(elo, 0.1), 0.5));
    }

    /// Shares, variances and covariance worked out by hand for four blocks, repeated five times
    /// each.
    #[test]
    fn in_the_same_seats_the_effect_is_the_odds_ratio() {
        let four = [(0.5, 0.25), (0.25, 0.25), (0.5, 0.0), (0.25, 0.5)];
        let blocks = effect(&four.repeat(5));
        let gain = blocks.elo(Footing::SameSeats, 0.95).unwrap();
        let (p, q): (f64, f64) = (0.375, 0.25);
        let expected = 400.0 * ((p / (1.0 - p)) / (q / (1.0 - q))).log10();
        assert!(near(gain.elo, expected));
        assert!(near(Footing::SameSeats.win_difference(gain.elo, q), p - q));
        // of 20 blocks: var x = 1/64, var y = 1/32, cov = -1/64, times 20/19
        let (sx, sy) = (elo_slope(p), elo_slope(q));
        let variance = (sx * sx / 64.0 + sy * sy / 32.0 + 2.0 * sx * sy / 64.0) * 20.0 / 19.0;
        let half = 2.093_024_054 * (variance / 20.0).sqrt();
        let interval = gain.interval.unwrap();
        assert!((interval.high - interval.low - 2.0 * half).abs() < 1e-3, "{interval:?} {half}");
    }

    fn blocks(won: u64, lost: u64, tied: u64) -> Effect {
        parts_of_blocks(1.0, won, lost, tied)
    }

    /// Blocks that are won or lost by `size`.
    fn parts_of_blocks(size: f64, won: u64, lost: u64, tied: u64) -> Effect {
        let mut blocks = vec![(size, 0.0); won as usize];
        blocks.extend(vec![(0.0, size); lost as usize]);
        blocks.extend(vec![(0.5, 0.5); tied as usize]);
        effect(&blocks)
    }

    /// The upper ends are those of `binom.test(k, 400)` of R: 0.92 % for none, 1.39 % for one.
    #[test]
    fn contrary_evidence_never_narrows_the_interval() {
        let high = |won| blocks(won, 0, 400 - won).wins_within(0.95).unwrap().high;
        assert!((high(0) - 0.009_18).abs() < 1e-5 && (high(1) - 0.013_85).abs() < 1e-5);
        let ends: Vec<f64> = (0..60).map(high).collect();
        assert!(ends.is_sorted(), "{ends:?}");
        let low = |lost| blocks(5, lost, 395 - lost).wins_within(0.95).unwrap().low;
        let ends: Vec<f64> = (0..60).map(low).collect();
        assert!(ends.is_sorted_by(|a, b| a >= b), "{ends:?}");
        // from 15 on, their spread is sufficient
        for size in [0.5, 1.0 / 3.0, 0.1] {
            let highest =
                |won| parts_of_blocks(size, won, 0, 400 - won).wins_within(0.95).unwrap().high;
            let ends: Vec<f64> = (0..15).map(highest).collect();
            assert!(ends.is_sorted(), "{size}: {ends:?}");
        }
    }

    /// 9 blocks of 100 won by a third and 24 lost by it: the t interval of the mean -5 % is -8.8 to
    /// -1.2 %, and that of R's `binom.test(9, 100)` reaches 16.4 %, 7.4 % more than were won.
    /// Blocks of a third that many more often would move the mean to -2.5 %.
    #[test]
    fn small_differences_are_not_mistaken_for_whole_blocks() {
        let ends = parts_of_blocks(1.0 / 3.0, 9, 24, 67).wins_within(0.95).unwrap();
        assert!(-0.1 < ends.low && ends.high < 0.0, "{ends:?}");
    }

    /// The coverage probability of an interval: the sum over all outcomes of 200 blocks that are
    /// won with probability `p` and tied otherwise.
    #[test]
    fn intervals_with_few_events_cover_the_truth() {
        let expected = [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0, 25.0, 50.0];
        let sizes = [1.0, 0.5, 1.0 / 3.0, 0.1];
        for (expected, size) in expected.iter().flat_map(|one| sizes.map(|size| (one, size))) {
            let p: f64 = expected / 200.0;
            let mut probability = (1.0 - p).powi(200);
            let (mut covered, mut below) = (0.0, 0.0);
            for won in 0..=120_u64 {
                let (blocks, mean) = (parts_of_blocks(size, won, 0, 200 - won), p * size);
                let ends = blocks.wins_within(0.95).unwrap();
                covered += if ends.low <= mean && mean <= ends.high { probability } else { 0.0 };
                let ends = blocks.wins_within(0.9).unwrap();
                below += if ends.high < mean { probability } else { 0.0 };
                probability *= (200 - won) as f64 / (won + 1) as f64 * p / (1.0 - p);
            }
            assert!(covered >= 0.94, "{expected} by {size}: {covered}");
            assert!(below <= 0.06, "{expected} by {size}: {below}");
        }
    }

    /// The probabilities that an interval is above and below the truth: sums over all outcomes of
    /// 40 blocks whose differences have these sizes and probabilities.
    fn misses(sizes: [f64; 3], shares: [f64; 3]) -> (f64, f64) {
        let log_factorials: Vec<f64> = (0..=40)
            .scan(0.0, |log, n: u32| {
                *log += f64::from(n.max(1)).ln();
                Some(*log)
            })
            .collect();
        let truth: f64 = sizes.iter().zip(shares).map(|(size, share)| size * share).sum();
        let (mut above, mut below) = (0.0, 0.0);
        for (first, second) in (0..=40_usize).flat_map(|a| (0..=40 - a).map(move |b| (a, b))) {
            let counts = [first, second, 40 - first - second];
            let terms = counts.iter().zip(shares);
            let log: f64 = terms
                .map(|(&count, share)| count as f64 * share.ln() - log_factorials[count])
                .sum();
            let blocks =
                |(&size, count): (&f64, usize)| vec![(size.max(0.0), (-size).max(0.0)); count];
            let blocks = effect(&sizes.iter().zip(counts).flat_map(blocks).collect::<Vec<_>>());
            let ends = blocks.wins_within(0.95).unwrap();
            let probability = (log + log_factorials[40]).exp();
            above += if ends.low > truth + 1e-9 { probability } else { 0.0 };
            below += if ends.high < truth - 1e-9 { probability } else { 0.0 };
        }
        (above, below)
    }

    /// One player wins most blocks, the other some of a third: neither end is wrong more often than
    /// 2.5 %, or so rarely that it might be nearer. Were all blocks won by the weaker side as large
    /// as the largest, the nearer end would be wrong once in a thousand times.
    #[test]
    fn lopsided_intervals_cover_the_truth_and_are_not_wider_than_that() {
        let third = 1.0 / 3.0;
        for (sizes, shares) in [
            ([1.0, third, -third], [0.2, 0.5, 0.3]),
            ([1.0, third, -third], [0.5, 0.2, 0.3]),
            ([1.0, third, -third], [0.2, 0.6, 0.2]),
            ([third, -third, -1.0], [0.5, 0.4, 0.1]),
            ([third, 0.0, -1.0], [0.4, 0.4, 0.2]),
        ] {
            let (above, below) = misses(sizes, shares);
            assert!(above < 0.025 && below < 0.03, "{shares:?}: {above} {below}");
            assert!(above.min(below) > 0.01, "{shares:?}: {above} {below}");
        }
    }

    #[test]
    fn zero_spread_does_not_make_odds_certain() {
        let even = blocks(0, 0, 400).elo(Footing::SameSeats, 0.95).unwrap();
        let ends = even.interval.unwrap();
        assert!(even.elo == 0.0 && ends.low < -5.0 && ends.high > 5.0, "{ends:?}");
        // at a share of 99.9 % one end is unknown
        let mut often = vec![(1.0, 1.0); 999];
        often.push((0.0, 0.0));
        assert_eq!(effect(&often).elo(Footing::SameSeats, 0.95).unwrap().interval, None);
    }

    #[test]
    fn unknown_odds_are_none() {
        assert_eq!(effect(&[(1.0, 0.0), (1.0, 0.0)]).elo(Footing::HeadToHead, 0.95), None);
        assert_eq!(effect(&[(0.5, 0.0), (0.5, 0.0)]).elo(Footing::SameSeats, 0.95), None);
        assert_eq!(effect(&[]).elo(Footing::SameSeats, 0.95), None);
        let one = effect(&[(0.5, 0.25)]).elo(Footing::SameSeats, 0.95).unwrap();
        assert_eq!(one.interval, None);
    }
}
