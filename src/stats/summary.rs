//! Count, mean and variance in one pass and constant memory.
//!
//! Source: B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products"
//! (1962); the merge is that of Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm
//! for Computing Sample Variances" (1979).

/// Count, mean and sum of squared deviations of some observations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Summary {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Adds all observations of another summary.
    pub fn merge(&mut self, other: &Summary) {
        let count = self.count + other.count;
        if other.count == 0 {
            return;
        }
        let off = other.mean - self.mean;
        let weight = other.count as f64 / count as f64;
        self.mean += off * weight;
        self.squares += other.squares + off * off * self.count as f64 * weight;
        self.count = count;
    }

    /// How many observations there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased variance of the population they were drawn from; `None` below two.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The standard error of the mean of independent observations; `None` below two.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Summary {
        let mut summary = Summary::default();
        values.into_iter().for_each(|value| summary.add(value));
        summary
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop, prop_assert, proptest};

    use super::Summary;

    fn values() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(-1e3..1e3, 0..40)
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
    }

    #[test]
    fn few_observations_have_no_variance() {
        assert_eq!(Summary::default().variance(), None);
        assert_eq!([3.0].into_iter().collect::<Summary>().standard_error(), None);
        let two: Summary = [1.0, 3.0].into_iter().collect();
        assert_eq!((two.mean(), two.variance(), two.standard_error()), (2.0, Some(2.0), Some(1.0)));
    }

    proptest! {
        #[test]
        fn one_pass_equals_two(values in values()) {
            let summary: Summary = values.iter().copied().collect();
            let count = values.len() as f64;
            if values.len() >= 2 {
                let mean = values.iter().sum::<f64>() / count;
                let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
                prop_assert!(near(summary.mean(), mean));
                prop_assert!(near(summary.variance().unwrap(), squares / (count - 1.0)));
            }
        }

        #[test]
        fn parts_merge_to_the_whole(left in values(), right in values()) {
            let mut merged: Summary = left.iter().copied().collect();
            merged.merge(&right.iter().copied().collect());
            let whole: Summary = left.iter().chain(&right).copied().collect();
            prop_assert!(merged.count() == whole.count() && near(merged.mean(), whole.mean()));
            prop_assert!(near(merged.variance().unwrap_or(0.0), whole.variance().unwrap_or(0.0)));
        }
    }
}
