//! Count, mean and spread of a stream of numbers, in constant memory.
//!
//! The idea: keep the count, the mean and `M2`, the sum of squared deviations
//! from the mean. One number is added by Welford's update (B. P. Welford,
//! "Note on a method for calculating corrected sums of squares and products",
//! Technometrics 4, 1962); two summaries are merged by the pairwise formula of
//! T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for computing the
//! sample variance", The American Statistician 37, 1983. Neither subtracts two
//! large squares, so a large mean does not drown a small spread.

/// Count, mean and spread of the numbers added so far, in the unit of those numbers.
///
/// Adding the same numbers in the same order gives the same bits. Another order,
/// or another split into merged parts, agrees to rounding only. The numbers should be
/// finite: one NaN or infinity makes mean and variance NaN or infinite for good.
///
/// ```
/// use lettergame::stats::Summary;
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
}

impl Summary {
    /// Adds one number. Constant time.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.m2 += before * (value - self.mean);
    }

    /// Adds everything `other` has seen. Constant time.
    pub fn merge(&mut self, other: &Summary) {
        if other.count == 0 {
            return;
        }
        let (own, theirs) = (self.count as f64, other.count as f64);
        let apart = other.mean - self.mean;
        self.count += other.count;
        self.mean += apart * (theirs / (own + theirs));
        self.m2 += other.m2 + apart * apart * (own * theirs / (own + theirs));
    }

    /// How many numbers were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The arithmetic mean; `None` when nothing was added.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample variance `M2 / (n - 1)`, in squared units, unbiased for independent
    /// numbers of one distribution; `None` for fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.m2 / (self.count - 1) as f64)
    }

    /// The standard error of the mean, `sqrt(variance / n)`, assuming independent
    /// numbers; `None` for fewer than two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        let variance = self.variance()?;
        Some((variance / self.count as f64).sqrt())
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

    fn two_pass(values: &[f64]) -> (f64, f64) {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, squares / (n - 1.0))
    }

    fn near(left: f64, right: f64, scale: f64) -> bool {
        (left - right).abs() <= 1e-12 * scale
    }

    fn summary(values: &[f64]) -> Summary {
        values.iter().copied().collect()
    }

    #[test]
    fn nothing_is_none() {
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
    fn small_numbers_by_hand() {
        let values = summary(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(values.mean(), Some(5.0));
        assert!(near(values.variance().unwrap(), 32.0 / 7.0, 1.0));
        assert!(near(values.standard_error().unwrap(), (4.0_f64 / 7.0).sqrt(), 1.0));
    }

    #[test]
    fn a_large_mean_does_not_drown_a_small_spread() {
        let values = summary(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]);
        assert_eq!(values.mean(), Some(1e9 + 10.0));
        assert_eq!(values.variance(), Some(30.0));
    }

    #[test]
    fn merging_nothing_changes_no_bit() {
        let values = summary(&[0.1, 0.2, 0.7]);
        let (mut left, mut right) = (values, Summary::default());
        left.merge(&Summary::default());
        right.merge(&values);
        assert_eq!((left, right), (values, values));
    }

    proptest! {
        #[test]
        fn the_merge_of_any_split_is_the_whole(
            parts in vec(vec(-1e3..1e3_f64, 0..20), 0..8),
        ) {
            let whole: Vec<f64> = parts.concat();
            let mut merged = Summary::default();
            parts.iter().for_each(|part| merged.merge(&summary(part)));
            prop_assert_eq!(merged.count(), whole.len() as u64);
            for found in [merged, summary(&whole)] {
                let (mean, variance) = two_pass(&whole);
                prop_assert_eq!(found.mean().is_some(), !whole.is_empty());
                prop_assert!(found.mean().is_none_or(|got| near(got, mean, 1e3)));
                prop_assert_eq!(found.variance().is_some(), whole.len() > 1);
                prop_assert!(found.variance().is_none_or(|got| near(got, variance, 1e6)));
            }
        }
    }
}
