//! Two measurements of the same block: a candidate and a baseline under the same luck.
//!
//! What both have in common cancels in the difference of each block, so the mean difference is far
//! more precise than from two separate sets of blocks (common random numbers; A. M. Law,
//! "Simulation Modeling and Analysis", 5th edition, 2015, section 11.2). With the variances and the
//! correlation `r` of both, the variance of the difference is `var x + var y - 2 r sd x sd y`.
//!
//! Means and spreads are those of a [`Summary`]; the sum of products of deviations is updated and
//! merged likewise (P. Pébay, "Formulas for robust, one-pass parallel computation of covariances
//! and arbitrary-order statistical moments", Sandia report SAND2008-6212, 2008). The difference has
//! its own summary, since subtracting variances would lose digits if both measurements are nearly
//! equal.

use super::Summary;

/// Summary of two measurements of each block, `x` (the candidate) and `y` (the baseline), in the
/// unit of the measurements.
///
/// Memory is constant; separate summaries can be merged. The same numbers in the same order give
/// the same bits; another order or split agrees within rounding.
///
/// ```
/// use lettergame_stats::PairedSummary;
///
/// let mut pairs = PairedSummary::default();
/// [(5.0, 4.0), (9.0, 7.0), (1.0, 1.0)].into_iter().for_each(|(x, y)| pairs.add(x, y));
/// assert_eq!(pairs.difference().mean(), Some(1.0));
/// assert_eq!(pairs.difference().variance(), Some(1.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairedSummary {
    x: Summary,
    y: Summary,
    difference: Summary,
    /// The sum of products of the deviations of `x` and `y` from their means.
    products: f64,
    /// Number of blocks in which they differ.
    differing: u64,
    /// The largest absolute difference.
    largest: f64,
}

impl PairedSummary {
    /// Adds one block. Constant time.
    pub fn add(&mut self, x: f64, y: f64) {
        let before = x - self.x.mean().unwrap_or(0.0);
        self.x.add(x);
        self.y.add(y);
        self.difference.add(x - y);
        self.products += before * (y - self.y.mean().unwrap_or(0.0));
        self.differing += u64::from(x != y);
        self.largest = self.largest.max((x - y).abs());
    }

    /// Adds everything in `other`. Constant time.
    pub fn merge(&mut self, other: &PairedSummary) {
        if let (Some(x), Some(y)) = (apart(&self.x, &other.x), apart(&self.y, &other.y)) {
            let (own, theirs) = (self.count() as f64, other.count() as f64);
            self.products += x * y * (own * theirs / (own + theirs));
        }
        self.products += other.products;
        self.differing += other.differing;
        self.largest = self.largest.max(other.largest);
        self.x.merge(&other.x);
        self.y.merge(&other.y);
        self.difference.merge(&other.difference);
    }

    /// Number of blocks added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.difference.count()
    }

    /// Number of blocks in which `x` and `y` differ.
    #[must_use]
    pub fn differing(&self) -> u64 {
        self.differing
    }

    /// The largest absolute difference; 0 if there is none.
    #[must_use]
    pub fn largest_difference(&self) -> f64 {
        self.largest
    }

    /// The summary of `x` alone.
    #[must_use]
    pub fn x(&self) -> Summary {
        self.x
    }

    /// The summary of `y` alone.
    #[must_use]
    pub fn y(&self) -> Summary {
        self.y
    }

    /// The summary of `x - y` in each block.
    #[must_use]
    pub fn difference(&self) -> Summary {
        self.difference
    }

    /// The standard error that the mean difference would have if `x` and `y` had been measured on
    /// different, independent blocks: `sqrt((var x + var y) / n)`. Its square over that of
    /// `difference().standard_error()` is the factor of additional blocks this would take.
    ///
    /// `None` for fewer than two blocks.
    #[must_use]
    pub fn unpaired_standard_error(&self) -> Option<f64> {
        let variance = self.x.variance()? + self.y.variance()?;
        Some((variance / self.count() as f64).sqrt())
    }

    /// The correlation of `x` and `y` (K. Pearson, 1896), from -1 to 1.
    ///
    /// `None` for fewer than two blocks, or if either did not vary.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let spread = (self.x.variance()?.sqrt() * self.y.variance()?.sqrt()).max(0.0);
        let covariance = self.products / (self.count() - 1) as f64;
        (spread > 0.0).then(|| (covariance / spread).clamp(-1.0, 1.0))
    }
}

/// The difference of two means; `None` if either is empty.
fn apart(own: &Summary, other: &Summary) -> Option<f64> {
    Some(other.mean()? - own.mean()?)
}

#[cfg(test)]
mod tests {
    use super::PairedSummary;
    use crate::{Summary, mean_p_value};
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    /// Extra hours of sleep of ten patients under two drugs: Student (1908), R's data set `sleep`.
    const SLEEP: [(f64, f64); 10] = [
        (0.7, 1.9),
        (-1.6, 0.8),
        (-0.2, 1.1),
        (-1.2, 0.1),
        (-0.1, -0.1),
        (3.4, 4.4),
        (3.7, 5.5),
        (0.8, 1.6),
        (0.0, 4.6),
        (2.0, 3.4),
    ];

    fn summary(pairs: &[(f64, f64)]) -> PairedSummary {
        let mut summary = PairedSummary::default();
        pairs.iter().for_each(|&(x, y)| summary.add(x, y));
        summary
    }

    fn near(found: Option<f64>, wanted: f64, tolerance: f64) -> bool {
        found.is_some_and(|found| (found - wanted).abs() <= tolerance)
    }

    /// What R prints for `t.test(..., paired = TRUE)`: t = -4.0621, df = 9, p-value = 0.002833, mean
    /// difference -1.58; the other two figures by numpy.
    #[test]
    fn the_paired_test_reproduces_the_sleep_data() {
        let pairs = summary(&SLEEP);
        let difference = pairs.difference();
        assert!(near(difference.mean(), -1.58, 1e-12));
        let t = difference.mean().unwrap() / difference.standard_error().unwrap();
        assert!((t + 4.062_127_683).abs() < 1e-8, "{t}");
        assert!(near(mean_p_value(&difference, 0.0), 0.002_832_890_197_384, 1e-13));
        assert!(near(pairs.correlation(), 0.795_170_205_833_577, 1e-12));
        assert!(near(pairs.unpaired_standard_error(), 0.849_091_017_238_762, 1e-12));
        assert_eq!(pairs.count(), 10);
    }

    #[test]
    fn the_margins_are_plain_summaries() {
        let pairs = summary(&SLEEP);
        assert_eq!(pairs.x(), SLEEP.iter().map(|pair| pair.0).collect::<Summary>());
        assert_eq!(pairs.y(), SLEEP.iter().map(|pair| pair.1).collect::<Summary>());
        assert_eq!(pairs.difference(), SLEEP.iter().map(|pair| pair.0 - pair.1).collect());
    }

    #[test]
    fn zero_or_one_blocks_have_no_spread() {
        for pairs in [&SLEEP[..0], &SLEEP[..1]] {
            let pairs = summary(pairs);
            assert_eq!((pairs.unpaired_standard_error(), pairs.correlation()), (None, None));
        }
        assert_eq!(summary(&[(1.0, 2.0), (1.0, 3.0)]).correlation(), None);
        assert_eq!(summary(&[(2.0, 1.0), (3.0, 1.0)]).correlation(), None);
    }

    #[test]
    fn collinear_points_have_a_correlation_of_one() {
        let up: Vec<_> = (0..50).map(|n| (f64::from(n), 3.0 * f64::from(n) + 1.0)).collect();
        let down: Vec<_> = up.iter().map(|(x, y)| (*x, -y)).collect();
        assert!(near(summary(&up).correlation(), 1.0, 1e-12));
        assert!(near(summary(&down).correlation(), -1.0, 1e-12));
    }

    /// Subtracting variances would lose a spread of 1e-6 next to one of 1e6.
    #[test]
    fn a_small_difference_of_large_measurements_is_kept() {
        let steps = (0..4).map(|n| (f64::from(n) * 1e6, f64::from(n) * 1e6 + f64::from(n % 2)));
        let pairs = summary(&steps.collect::<Vec<_>>());
        assert!(near(pairs.difference().variance(), 1.0 / 3.0, 1e-12));
    }

    #[test]
    fn merging_an_empty_summary_is_the_identity() {
        let pairs = summary(&SLEEP);
        let (mut left, mut right) = (pairs, PairedSummary::default());
        left.merge(&PairedSummary::default());
        right.merge(&pairs);
        assert_eq!((left, right), (pairs, pairs));
    }

    proptest! {
        #[test]
        fn merging_any_split_gives_the_whole(
            parts in vec(vec((-1e3..1e3_f64, -1e3..1e3_f64), 0..20), 0..8),
        ) {
            let whole = summary(&parts.concat());
            let mut merged = PairedSummary::default();
            parts.iter().for_each(|part| merged.merge(&summary(part)));
            prop_assert_eq!(merged.count(), whole.count());
            let scale = 1e-9;
            for (left, right) in [
                (merged.correlation(), whole.correlation()),
                (merged.unpaired_standard_error(), whole.unpaired_standard_error()),
                (merged.difference().variance().map(|v| v * 1e-3),
                    whole.difference().variance().map(|v| v * 1e-3)),
            ] {
                prop_assert_eq!(left.is_some(), right.is_some());
                prop_assert!(left.is_none_or(|left| near(right, left, scale)), "{:?} {:?}", left, right);
            }
        }
    }
}
