//! Count, mean, spread and skewness of a stream of numbers, in constant memory.
//!
//! Keeps the count, the mean, and `M2` and `M3`, the sums of squared and cubed deviations from the mean. One
//! number is added by Welford's update (B. P. Welford, "Note on a method for calculating corrected sums of
//! squares and products", Technometrics 4, 1962); two summaries are merged by the pairwise formula of T. F.
//! Chan, G. H. Golub and R. J. LeVeque, "Algorithms for computing the sample variance", The American
//! Statistician 37, 1983. Neither subtracts two large squares, so a large mean does not drown a small spread.
//! For the cubes: P. Pébay, "Formulas for robust, one-pass parallel computation of covariances and
//! arbitrary-order statistical moments", Sandia report SAND2008-6212, 2008.

/// Count, mean, spread and skewness of the numbers added so far, in their unit.
///
/// Adding the same numbers in the same order gives the same bits. Another order, or another split
/// into merged parts, agrees only within rounding. The numbers should be finite: a single NaN or
/// infinity makes mean and variance NaN or infinite permanently.
///
/// ```
/// use lettergame_stats::Summary;
///
/// let summary: Summary = [2.0, 4.0, 9.0].into_iter().collect();
/// assert_eq!(summary.mean(), Some(5.0));
/// assert_eq!(summary.variance(), Some(13.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Summary {
    count: u64,
    mean: f64,
    m2: f64,
    m3: f64,
}

impl Summary {
    /// Adds one number. Constant time.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let (count, before) = (self.count as f64, value - self.mean);
        let shift = before / count;
        let square = before * (value - (self.mean + shift));
        self.m3 += shift * (square * (count - 2.0) - 3.0 * self.m2);
        self.mean += shift;
        self.m2 += square;
    }

    /// Adds everything in `other`. Constant time.
    pub fn merge(&mut self, other: &Summary) {
        if other.count == 0 {
            return;
        }
        let (own, theirs) = (self.count as f64, other.count as f64);
        let apart = other.mean - self.mean;
        let (share, rest) = (own / (own + theirs), theirs / (own + theirs));
        self.m3 += other.m3
            + apart * apart * apart * own * rest * (share - rest)
            + 3.0 * apart * (share * other.m2 - rest * self.m2);
        self.count += other.count;
        self.mean += apart * (theirs / (own + theirs));
        self.m2 += other.m2 + apart * apart * (own * theirs / (own + theirs));
    }

    /// Number of numbers added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The arithmetic mean; `None` if nothing was added.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample variance `M2 / (n - 1)`, in squared units, unbiased for independent, identically
    /// distributed numbers; `None` for fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.m2 / (self.count - 1) as f64)
    }

    /// The standard error of the mean, `sqrt(variance / n)`, assuming independent
    /// numbers; `None` for fewer than two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        let variance = self.variance()?;
        Some((variance / self.count as f64).sqrt())
    }

    /// The sample skewness `(M3 / n) / (M2 / n)^(3/2)`, dimensionless: 0 if both tails are alike,
    /// positive if the upper one is longer. Too small for few numbers with a long tail.
    /// `None` for fewer than two numbers, or if all were equal.
    pub fn skewness(&self) -> Option<f64> {
        let (count, square) = (self.count as f64, self.m2 / self.count.max(1) as f64);
        let skewness = self.m3 / count / (square * square.sqrt());
        (self.count > 1 && square > 0.0).then_some(skewness).filter(|skewness| skewness.is_finite())
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut summary = Summary::default();
        values.into_iter().for_each(|value| summary.add(value));
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    fn two_pass(values: &[f64]) -> (f64, f64, f64) {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let sum = |power| values.iter().map(|value| (value - mean).powi(power)).sum::<f64>();
        (mean, sum(2) / (n - 1.0), sum(3) / n / (sum(2) / n).powf(1.5))
    }

    fn near(left: f64, right: f64, scale: f64) -> bool {
        (left - right).abs() <= 1e-12 * scale
    }

    fn summary(values: &[f64]) -> Summary {
        values.iter().copied().collect()
    }

    #[test]
    fn an_empty_sample_has_no_statistics() {
        let empty = Summary::default();
        assert_eq!((empty.count(), empty.mean()), (0, None));
        assert_eq!((empty.variance(), empty.standard_error()), (None, None));
    }

    #[test]
    fn one_number_has_a_mean_and_no_spread() {
        let one = summary(&[7.5]);
        assert_eq!((one.count(), one.mean()), (1, Some(7.5)));
        assert_eq!((one.variance(), one.standard_error()), (None, None));
    }

    #[test]
    fn small_samples_match_hand_calculation() {
        let values = summary(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(values.mean(), Some(5.0));
        assert!(near(values.variance().unwrap(), 32.0 / 7.0, 1.0));
        assert!(near(values.standard_error().unwrap(), (4.0_f64 / 7.0).sqrt(), 1.0));
    }

    /// By `scipy.stats.skew`.
    #[test]
    fn the_longer_tail_gives_the_sign() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert!(near(summary(&values).skewness().unwrap(), 0.656_25, 1.0));
        let mirrored = values.map(|value| 1e6 - value);
        assert!((summary(&mirrored).skewness().unwrap() + 0.656_25).abs() < 1e-9);
        assert!(near(summary(&[1.0, 2.0]).skewness().unwrap(), 0.0, 1.0));
        assert_eq!(summary(&[3.0, 3.0, 3.0]).skewness(), None);
        assert_eq!((summary(&[3.0]).skewness(), Summary::default().skewness()), (None, None));
    }

    #[test]
    fn a_small_spread_survives_a_large_mean() {
        let values = summary(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]);
        assert_eq!(values.mean(), Some(1e9 + 10.0));
        assert_eq!(values.variance(), Some(30.0));
    }

    #[test]
    fn merging_an_empty_summary_is_the_identity() {
        let values = summary(&[0.1, 0.2, 0.7]);
        let (mut left, mut right) = (values, Summary::default());
        left.merge(&Summary::default());
        right.merge(&values);
        assert_eq!((left, right), (values, values));
    }

    proptest! {
        #[test]
        fn merging_any_split_gives_the_whole(
            parts in vec(vec(-1e3..1e3_f64, 0..20), 0..8),
        ) {
            let whole: Vec<f64> = parts.concat();
            let mut merged = Summary::default();
            parts.iter().for_each(|part| merged.merge(&summary(part)));
            prop_assert_eq!(merged.count(), whole.len() as u64);
            for found in [merged, summary(&whole)] {
                let (mean, variance, skewness) = two_pass(&whole);
                prop_assert_eq!(found.mean().is_some(), !whole.is_empty());
                prop_assert!(found.mean().is_none_or(|got| near(got, mean, 1e3)));
                prop_assert_eq!(found.variance().is_some(), whole.len() > 1);
                prop_assert!(found.variance().is_none_or(|got| near(got, variance, 1e6)));
                let far_apart = variance > 1.0;
                prop_assert!(!far_apart || near(found.skewness().unwrap(), skewness, 1e6));
            }
        }
    }
}
