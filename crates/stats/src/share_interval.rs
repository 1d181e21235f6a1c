//! The confidence interval of a mean of shares, valid even with a handful of wins or losses.
//!
//! An interval by Student's t is the share plus and minus t standard errors, and with few wins that error is
//! itself a guess: too small exactly when too few wins were seen. E. B. Wilson, "Probable inference, the law
//! of succession, and statistical inference", Journal of the American Statistical Association 22, 1927, asks
//! instead which true shares `u` make the observation likely, each with the variance that it would have. For
//! independent games that is `u (1 - u) / n`. Here games of a block depend on each other, and the variance is
//! estimated from the blocks, so it is transferred to other shares along that curve:
//! `V(u) = V(p) + (u - p) (1 - u - p) / m`, where `m` is the effective number of games, the number of
//! independent games with the same precision. The end of the interval on the side of one half solves
//! `(u - p)^2 = t^2 V(u)`.
//!
//! With many wins and losses `1 / m` is `V(p) / (p (1 - p))`, the variance of the blocks relative to the
//! binomial one (L. Kish, "Survey Sampling", 1965, the design effect). With few, that ratio is a guess as
//! well; then `1 / m` is at least its value if every win came in a clump as large as the largest in any
//! block. The weight of that bound fades with more than [`MANY`] effective wins and losses. So the end never
//! moves closer when one more game is won, and an even share has the interval of [`ratio_interval`].
//!
//! Blocks that are all identical have no variance, which proves little. If a share `c` of blocks is
//! different, none of them is among `n` blocks with probability `(1 - c)^n`: the limit of C. J. Clopper and
//! E. S. Pearson, "The use of confidence or fiducial limits", Biometrika 26, 1934, for zero successes. The
//! interval then extends as far as such blocks could move the mean.
//!
//! The other end is that of Student's t: with few wins it is lower than Wilson's, whose interval, when
//! between 0.2 and 0.6 wins are expected, would miss twice as often as it should.

use super::intervals::{Interval, ratio_interval, t_two_sided};
use super::ratio::RatioSummary;

/// Number of effective wins (or losses) sufficient to estimate the variance from the blocks alone.
const MANY: f64 = 15.0;

/// The confidence interval of a mean of shares, each from 0 to 1, with blocks as observations: Wilson's with
/// the effective number of games at the end towards one half, Student's t at the other, both clamped to 0
/// to 1.
///
/// For a binomial count it covers at least 95 % of the time at a level of 95 %, for 0.5 or more expected wins
/// and 30 to 8000 games. `None` as for [`ratio_interval`].
///
/// ```
/// use lettergame_stats::{RatioSummary, share_interval};
///
/// let mut games = RatioSummary::default();
/// (0..400).for_each(|game| games.add(f64::from(u8::from(game == 0)), 1.0));
/// let interval = share_interval(&games, 0.95).unwrap();
/// assert!(interval.low == 0.0 && (interval.high - 0.0141).abs() < 1e-4);
/// ```
pub fn share_interval(summary: &RatioSummary, level: f64) -> Option<Interval> {
    let plain = ratio_interval(summary, level)?;
    let (share, error) = (summary.mean()?, summary.standard_error()?);
    let t = t_two_sided(summary.count() - 1, level)?;
    let unseen = 1.0 - ((1.0 - level) / 2.0).powf(1.0 / summary.count() as f64);
    let wide = if error > 0.0 {
        let far = far_half_width(summary, share, error, t);
        if share < 0.5 {
            Interval { low: plain.low, high: share + far }
        } else {
            Interval { low: share - far, high: plain.high }
        }
    } else {
        Interval { low: share * (1.0 - unseen), high: share + (1.0 - share) * unseen }
    };
    // at least as wide as if nothing, or everything, had been won
    let Interval { low, high } = wide.clamp(0.0, 1.0);
    Some(Interval { low: low.min(1.0 - unseen), high: high.max(unseen) })
}

/// The distance from the share to the interval's end towards one half.
fn far_half_width(summary: &RatioSummary, share: f64, error: f64, t: f64) -> f64 {
    let plain = t * error;
    let slope = (1.0 - 2.0 * share).abs();
    let variance_of_a_game = share * (1.0 - share);
    if slope == 0.0 || variance_of_a_game == 0.0 {
        return plain;
    }
    let clump = t * t / effective_games(summary, share, error);
    // (1 + clump) d^2 - clump slope d - (t error)^2 = 0, valid up to the mirrored share
    let half = clump * slope / 2.0;
    let root = (half + (half * half + (1.0 + clump) * plain * plain).sqrt()) / (1.0 + clump);
    root.max(plain)
}

/// The equivalent number of independent games, conservative if wins or losses are few.
fn effective_games(summary: &RatioSummary, share: f64, error: f64) -> f64 {
    let by_variance = share * (1.0 - share) / (error * error);
    let rarer = share.min(1.0 - share) * by_variance;
    let largest = if share < 0.5 { summary.largest_total() } else { summary.largest_rest() };
    let largest = largest.clamp(0.0, summary.largest_size());
    let by_clumps = summary.size() / largest.max(f64::MIN_POSITIVE);
    let weight = MANY / rarer.max(MANY);
    let inverse = (1.0 / by_variance).max(1.0 / by_clumps);
    1.0 / (weight * inverse + (1.0 - weight) / by_variance)
}

#[cfg(test)]
mod tests {
    use super::share_interval;
    use crate::{RatioSummary, ratio_interval};
    use statrs::distribution::{Binomial, Discrete, DiscreteCDF};

    /// Blocks of a single measurement each.
    fn games(shares: impl IntoIterator<Item = f64>) -> RatioSummary {
        blocks(shares, 1.0)
    }

    /// Blocks of equal size with these totals.
    fn blocks(totals: impl IntoIterator<Item = f64>, size: f64) -> RatioSummary {
        let mut summary = RatioSummary::default();
        totals.into_iter().for_each(|total| summary.add(total, size));
        summary
    }

    /// This many wins out of `count` blocks of one game each.
    fn won(wins: u64, count: u64) -> RatioSummary {
        let mut summary = RatioSummary::default();
        (0..count).for_each(|game| summary.add(f64::from(u8::from(game < wins)), 1.0));
        summary
    }

    #[test]
    fn a_share_that_was_never_seen_may_still_exist() {
        let interval = share_interval(&won(0, 100), 0.95).unwrap();
        // Clopper and Pearson for 0 of 100
        assert!(interval.low == 0.0 && (interval.high - 0.036_217).abs() < 1e-6);
        let interval = share_interval(&won(100, 100), 0.95).unwrap();
        assert!((interval.low - (1.0 - 0.036_217)).abs() < 1e-6 && interval.high == 1.0);
    }

    #[test]
    fn an_even_share_is_treated_like_a_mean() {
        let summary = games((0..1000).map(|index| f64::from(index % 2)));
        assert_eq!(share_interval(&summary, 0.95), ratio_interval(&summary, 0.95));
    }

    /// Upper ends of Wilson's interval for x of n independent games, by its closed form in Python:
    /// `(p + z*z/2/n + z*sqrt(p*(1-p)/n + z*z/4/n/n)) / (1 + z*z/n)`.
    #[test]
    fn few_wins_reach_as_wide_as_the_wilson_interval() {
        let known = [(1, 400, 0.014_023), (5, 1000, 0.011_651), (12, 8000, 0.002_620)];
        for (wins, count, upper) in known {
            let interval = share_interval(&won(wins, count), 0.95).unwrap();
            assert!((interval.high / upper - 1.0).abs() < 0.01, "{wins} {count}: {interval:?}");
        }
    }

    /// By enumerating all outcomes of independent games.
    #[test]
    fn intervals_for_few_wins_cover_the_truth() {
        for count in [30_u64, 100, 400, 1000, 8000] {
            let most = (60 * count / 100).min(120);
            let intervals: Vec<_> =
                (0..=most).map(|wins| share_interval(&won(wins, count), 0.95).unwrap()).collect();
            let mut expected = 0.5;
            while expected < most as f64 / 3.0 {
                let truth = expected / count as f64;
                let binomial = Binomial::new(truth, count).unwrap();
                let covered: f64 = (0..=most)
                    .filter(|&wins| {
                        let interval = intervals[wins as usize];
                        interval.low <= truth && truth <= interval.high
                    })
                    .map(|wins| binomial.pmf(wins))
                    .sum();
                assert!(binomial.sf(most) < 1e-3);
                assert!(covered >= 0.95, "{count} games, {expected} wins: {covered}");
                expected *= 1.03;
            }
        }
    }

    /// Deals whose games are all won or all lost: the deal is the unit.
    #[test]
    fn intervals_for_clumped_wins_cover_the_truth() {
        for (deals, size) in [(30_u64, 4.0), (200, 24.0)] {
            for expected in [0.5, 1.0, 2.0, 4.0, 8.0] {
                let truth = expected / deals as f64;
                let binomial = Binomial::new(truth, deals).unwrap();
                let covers = |won: &u64| {
                    let total = |deal: u64| if deal < *won { size } else { 0.0 };
                    let summary = blocks((0..deals).map(total), size);
                    let interval = share_interval(&summary, 0.95).unwrap();
                    interval.low <= truth && truth <= interval.high
                };
                let covered: f64 = (0..=deals).filter(covers).map(|won| binomial.pmf(won)).sum();
                assert!(covered >= 0.95, "{deals} of {size}, {expected}: {covered}");
            }
        }
    }

    /// However wins are clustered in deals, one more of them never lowers the upper end, nor does one more
    /// loss raise the lower end.
    #[test]
    fn contrary_evidence_never_narrows_it() {
        for size in [1.0, 2.0, 4.0, 24.0] {
            for step in [1.0, size / 2.0, size] {
                let mut totals = vec![0.0; 60];
                let mut high = 0.0;
                for deal in 0..29 {
                    // wins of one size, then of another: clumps of different sizes
                    totals[deal] = if deal < 3 { step } else { 1.0 };
                    let summary = blocks(totals.iter().copied(), size);
                    if summary.mean().unwrap() >= 0.5 {
                        break;
                    }
                    let interval = share_interval(&summary, 0.95).unwrap();
                    assert!(interval.high >= high, "{size} {step} {deal}: {interval:?} {high}");
                    high = interval.high;
                    let lost = blocks(totals.iter().map(|total| size - total), size);
                    let mirrored = share_interval(&lost, 0.95).unwrap();
                    assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-12);
                }
            }
        }
        let first = share_interval(&won(0, 400), 0.95).unwrap();
        let second = share_interval(&won(1, 400), 0.95).unwrap();
        assert!(second.high > 1.4 * first.high, "{first:?} {second:?}");
    }

    #[test]
    fn identical_deals_prove_little() {
        let interval = share_interval(&blocks([2.0; 100], 4.0), 0.95).unwrap();
        assert!((interval.low - 0.5 * (1.0 - 0.036_217)).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.5 - 0.5 * 0.036_217).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn like_a_mean_it_needs_two_blocks_and_a_level() {
        assert_eq!(share_interval(&won(1, 1), 0.95), None);
        assert_eq!(share_interval(&won(1, 9), 1.0), None);
    }
}
