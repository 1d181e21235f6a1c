//! Confidence intervals by Student's t.
//!
//! The mean of `n` independent, roughly normal numbers, less the true mean and divided by its
//! standard error, follows Student's t with `n - 1` degrees of freedom (Student, "The probable
//! error of a mean", Biometrika 6, 1908). The interval is the mean plus and minus the two-sided
//! quantile of that distribution times the standard error.
//!
//! The quantile comes from `statrs` up to [`MAX_EXACT_FREEDOM`] degrees of freedom. Beyond that,
//! where its routine loses digits (version 0.19 is 7 % off at 10^7 degrees and 95 %), the expansion
//! of t around the normal quantile is accurate enough: M. Abramowitz and I. A. Stegun, "Handbook of
//! Mathematical Functions", 1964, formula 26.7.5.

use serde::Serialize;

use super::{RatioSummary, Summary};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The confidence level of every reported interval.
pub const LEVEL: f64 = 0.95;

/// The most degrees of freedom for which the quantile from `statrs` is used.
const MAX_EXACT_FREEDOM: f64 = 1000.0;

/// A closed range of plausible values, in the unit of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, at least `low`.
    pub high: f64,
}

impl Interval {
    /// The interval with both ends moved into `low..=high`, for bounded quantities: a share of
    /// points lies in `0.0..=1.0` whatever the formula gives.
    ///
    /// An interval entirely outside collapses to the nearest bound.
    ///
    /// # Panics
    /// If `low > high` or either is NaN.
    #[must_use]
    pub fn clamp(self, low: f64, high: f64) -> Interval {
        Interval { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }

    /// The smallest interval that contains both.
    #[must_use]
    pub fn and(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// The Student t interval of the mean of `summary`.
///
/// `level` is the share of such intervals that cover the true mean, e.g. `0.95`. Assumes
/// independent, identically distributed numbers that are nearly normal or numerous. If all numbers
/// are equal the interval has zero width.
///
/// The quantile has at least six correct digits for levels from 0.002 to 0.999998, a wider range
/// than the assumptions justify.
///
/// `None` for fewer than two numbers, or if the level is not strictly between 0 and 1.
///
/// ```
/// use lettergame_stats::{Summary, mean_interval};
///
/// let summary: Summary = [4.0, 5.0, 6.0].into_iter().collect();
/// let interval = mean_interval(&summary, 0.95).unwrap();
/// assert!((interval.low - 2.516).abs() < 0.001);
/// assert!((interval.high - 7.484).abs() < 0.001);
/// ```
pub fn mean_interval(summary: &Summary, level: f64) -> Option<Interval> {
    let freedom = summary.count().checked_sub(1)?;
    t_interval(summary.mean()?, summary.standard_error()?, freedom, level)
}

/// The Student t interval of the ratio of `summary`, with one degree of freedom fewer than there
/// are blocks. For blocks of equal size it is the [`mean_interval`] of their means.
///
/// `None` for fewer than two blocks, or if the level is not strictly between 0 and 1.
///
/// ```
/// use lettergame_stats::{RatioSummary, ratio_interval};
///
/// let mut deals = RatioSummary::default();
/// [8.0, 10.0, 12.0].into_iter().for_each(|total| deals.add(total, 2.0));
/// let interval = ratio_interval(&deals, 0.95).unwrap();
/// assert!((interval.low - 2.516).abs() < 0.001);
/// assert!((interval.high - 7.484).abs() < 0.001);
/// ```
pub fn ratio_interval(summary: &RatioSummary, level: f64) -> Option<Interval> {
    let freedom = summary.count().checked_sub(1)?;
    t_interval(summary.mean()?, summary.standard_error()?, freedom, level)
}

/// [`ratio_interval`] for blocks that are correlated in clumps of `clump` blocks on average (at least 1),
/// such as blocks measured together: the interval of `clump` times fewer blocks (L. Kish, "Survey Sampling",
/// 1965, the design effect, for a correlation of 1 within a clump).
///
/// `None` for fewer than two clumps, or if the level is not strictly between 0 and 1.
pub fn clumped_ratio_interval(summary: &RatioSummary, clump: f64, level: f64) -> Option<Interval> {
    let freedom = freedom_of_clumps(summary.count(), clump)?;
    t_interval(summary.mean()?, summary.standard_error()? * clump.max(1.0).sqrt(), freedom, level)
}

/// The degrees of freedom of clumped blocks: one fewer than there are clumps. `None` for fewer than two
/// clumps.
pub(super) fn freedom_of_clumps(blocks: u64, clump: f64) -> Option<u64> {
    let clumps = (blocks as f64 / clump.max(1.0)) as u64;
    clumps.checked_sub(1).filter(|&freedom| freedom > 0)
}

/// The interval `centre ± t * standard_error` for a quantity whose standard error has `freedom`
/// degrees of freedom.
///
/// `None` if `freedom` is 0 or `level` is not strictly between 0 and 1.
pub fn t_interval(centre: f64, standard_error: f64, freedom: u64, level: f64) -> Option<Interval> {
    let half = t_two_sided(freedom, level)? * standard_error;
    Some(Interval { low: centre - half, high: centre + half })
}

/// The bound that the absolute value of a t variable stays within with probability `level`.
pub(super) fn t_two_sided(freedom: u64, level: f64) -> Option<f64> {
    if freedom == 0 || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let tail = (1.0 - level) / 2.0;
    match freedom as f64 {
        freedom if freedom <= MAX_EXACT_FREEDOM => t_exact(freedom, tail),
        freedom => t_expansion(freedom, tail),
    }
}

/// The upper `tail` quantile of t from `statrs`.
fn t_exact(freedom: f64, tail: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(-student.inverse_cdf(tail))
}

/// The upper `tail` quantile of t for many degrees of freedom: the normal quantile and
/// the first three terms of its correction.
fn t_expansion(freedom: f64, tail: f64) -> Option<f64> {
    let normal = Normal::new(0.0, 1.0).ok()?;
    let z = -normal.inverse_cdf(tail);
    let square = z * z;
    let first = (square + 1.0) / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    Some(z * (1.0 + (first + (second + third / freedom) / freedom) / freedom))
}

/// The probability that a t variable is at least `t` in absolute value.
///
/// `None` if `freedom` is 0 or `t` is NaN.
pub(super) fn t_two_tails(freedom: u64, t: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, freedom as f64).ok().filter(|_| !t.is_nan())?;
    Some(2.0 * student.sf(t.abs()))
}

#[cfg(test)]
mod tests {
    use super::{
        Interval, clumped_ratio_interval, mean_interval, ratio_interval, t_exact, t_expansion,
        t_interval, t_two_sided,
    };
    use crate::{RatioSummary, Summary};
    use statrs::distribution::{ContinuousCDF, StudentsT};

    /// Degrees of freedom, two-sided level and quantile, from the t table in the
    /// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2.
    const TABLE: [(u64, f64, f64); 12] = [
        (1, 0.80, 3.078),
        (1, 0.95, 12.706),
        (1, 0.99, 63.657),
        (2, 0.95, 4.303),
        (5, 0.90, 2.015),
        (9, 0.95, 2.262),
        (10, 0.95, 2.228),
        (30, 0.95, 2.042),
        (31, 0.95, 2.040),
        (31, 0.99, 2.744),
        (100, 0.95, 1.984),
        (u64::MAX, 0.95, 1.960),
    ];

    #[test]
    fn quantiles_agree_with_the_printed_table() {
        for (freedom, level, printed) in TABLE {
            let found = t_two_sided(freedom, level).unwrap();
            assert!((found - printed).abs() < 6e-4, "{freedom} {level}: {found}");
        }
    }

    #[test]
    fn quantiles_invert_the_distribution() {
        for freedom in (1..=1000).map(f64::from) {
            let student = StudentsT::new(0.0, 1.0, freedom).unwrap();
            for tail in [1e-6, 1e-4, 0.005, 0.025, 0.05, 0.1, 0.25, 0.4, 0.499] {
                let back = student.sf(t_exact(freedom, tail).unwrap());
                assert!((back / tail - 1.0).abs() < 1e-6, "{freedom} {tail}: {back}");
            }
        }
    }

    #[test]
    fn the_expansion_meets_the_exact_quantile() {
        for tail in [1e-6, 0.0005, 0.005, 0.025, 0.1, 0.25, 0.4] {
            let exact = t_exact(1000.0, tail).unwrap();
            let expanded = t_expansion(1000.0, tail).unwrap();
            assert!((exact / expanded - 1.0).abs() < 1e-8, "{tail}: {exact} {expanded}");
        }
    }

    /// The sleep data of Cushny and Peebles (1905), used by Student (1908); the interval is the one
    /// in the R manual for its data set `sleep`.
    #[test]
    fn students_original_example() {
        let gains = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let summary: Summary = gains.into_iter().collect();
        let Interval { low, high } = mean_interval(&summary, 0.95).unwrap();
        assert!((low - 0.700_114_2).abs() < 1e-6, "{low}");
        assert!((high - 2.459_885_8).abs() < 1e-6, "{high}");
    }

    #[test]
    fn there_is_no_interval_without_two_numbers_and_a_level() {
        let one: Summary = [3.0].into_iter().collect();
        let two: Summary = [3.0, 4.0].into_iter().collect();
        assert_eq!(mean_interval(&Summary::default(), 0.95), None);
        assert_eq!(mean_interval(&one, 0.95), None);
        for level in [0.0, 1.0, -0.5, 1.5, f64::NAN] {
            assert_eq!(mean_interval(&two, level), None);
        }
    }

    #[test]
    fn every_level_gives_a_finite_interval() {
        for level in [f64::MIN_POSITIVE, 1e-9, 0.5, 1.0 - f64::EPSILON, 1.0_f64.next_down()] {
            for freedom in [1, 2, 31, 1000, 1001, 1_000_000_000] {
                let Interval { low, high } = t_interval(0.0, 1.0, freedom, level).unwrap();
                assert!(low.is_finite() && high.is_finite() && low <= high, "{freedom} {level}");
            }
        }
    }

    #[test]
    fn clamping_keeps_shares_in_bounds() {
        let share = Interval { low: -0.1, high: 0.3 };
        assert_eq!(share.clamp(0.0, 1.0), Interval { low: 0.0, high: 0.3 });
        let outside = Interval { low: 1.2, high: 1.5 };
        assert_eq!(outside.clamp(0.0, 1.0), Interval { low: 1.0, high: 1.0 });
    }

    /// Repeating each block four times adds no information: the interval is nearly the same (t has a few more
    /// degrees of freedom by `n - 1` than by clumps, the standard error that of one block fewer).
    #[test]
    fn clumped_blocks_give_as_much_evidence_as_single_ones() {
        let (mut single, mut clumped) = (RatioSummary::default(), RatioSummary::default());
        for block in 0..40 {
            let (total, size) = (f64::from(30 + block % 7), f64::from(10 + block % 3));
            single.add(total, size);
            (0..4).for_each(|_| clumped.add(total, size));
        }
        let wanted = ratio_interval(&single, 0.95).unwrap();
        let found = clumped_ratio_interval(&clumped, 4.0, 0.95).unwrap();
        let width = |ends: Interval| ends.high - ends.low;
        assert!((width(found) / width(wanted) - 1.0).abs() < 0.02, "{found:?} {wanted:?}");
        assert_eq!(clumped_ratio_interval(&single, 1.0, 0.95), Some(wanted));
        assert_eq!(clumped_ratio_interval(&single, 0.5, 0.95), Some(wanted));
        assert!(clumped_ratio_interval(&single, 20.0, 0.95).is_some());
        assert_eq!(clumped_ratio_interval(&single, 20.1, 0.95), None);
    }
}
