//! Tests of a mean against a value, and a correction for multiple tests.
//!
//! One mean: Student's t test, the counterpart of [`mean_interval`](super::mean_interval), with the same
//! source and assumptions. The value lies outside the interval of level `1 - p` if and only if the p value of
//! the test is below `p`.
//!
//! Several tests: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
//! Statistics 6, 1979. Makes no assumption about the dependence of the tests.

use super::Summary;
use super::intervals::t_two_tails;

/// The two-sided p value of Student's t test: the probability of a mean at least as far from `mean0` as that
/// of `summary` if `mean0` is the true mean.
///
/// Assumes independent, identically distributed numbers that are nearly normal or numerous. At least six
/// digits are correct, down to 1e-300.
///
/// If all numbers are equal there is no spread, and t is undefined. If they equal `mean0`, there is no
/// evidence against it: 1. If not, the p value is that of the sign test, `2^(1-n)`: all `n` numbers are on
/// one side of `mean0`, and nothing more can be claimed without a spread.
///
/// `None` for fewer than two numbers, or if any of them was not finite.
///
/// ```
/// use lettergame_stats::{Summary, mean_p_value};
///
/// let summary: Summary = [4.0, 5.0, 6.0].into_iter().collect();
/// assert_eq!(mean_p_value(&summary, 5.0), Some(1.0));
/// assert!((mean_p_value(&summary, 2.0).unwrap() - 0.035_098).abs() < 1e-6);
/// ```
#[must_use]
pub fn mean_p_value(summary: &Summary, mean0: f64) -> Option<f64> {
    let (mean, error) = (summary.mean()?, summary.standard_error()?);
    if !(mean - mean0).is_finite() || !error.is_finite() {
        return None;
    }
    match mean == mean0 {
        true => Some(1.0),
        false if error == 0.0 => Some(0.5_f64.powf((summary.count() - 1) as f64)),
        false => t_two_tails(summary.count() - 1, (mean - mean0) / error),
    }
}

/// Holm's adjusted p values, in the order of `p_values`: a hypothesis may be rejected at level `a` if its
/// adjusted value is at most `a`, and the probability of rejecting any true one is then at most `a`.
///
/// The smallest of `m` values is multiplied by `m`, the next by `m - 1`, and so on; adjusted values are
/// monotonic and at most 1. NaN stays NaN and counts as a test. Takes as long as sorting.
///
/// ```
/// assert_eq!(lettergame_stats::holm(&[0.25, 0.125]), [0.25, 0.25]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut adjusted, mut highest) = (p_values.to_vec(), 0.0_f64);
    for (done, index) in order.into_iter().enumerate() {
        if !p_values[index].is_nan() {
            let times = (p_values.len() - done) as f64;
            highest = highest.max((times * p_values[index]).min(1.0));
            adjusted[index] = highest;
        }
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::{holm, mean_p_value, t_two_tails};
    use crate::{Summary, mean_interval};
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, proptest};

    /// An even `count` of numbers with a standard error of 1 and the mean `t`.
    fn sample(count: u64, t: f64) -> Summary {
        let half = ((count - 1) as f64).sqrt();
        let shift = |index| t + if index % 2 == 0 { half } else { -half };
        (0..count).map(shift).collect()
    }

    /// Degrees of freedom, t, and both tails from mpmath to 50 digits.
    const TAILS: [(u64, f64, f64); 12] = [
        (1, 0.5, 0.704_832_764_699_133_5),
        (1, 30.0, 0.021_212_804_811_070_85),
        (3, 1.3, 0.284_467_508_727_897_8),
        (9, 4.0621, 0.002_833_007_840_390_158),
        (29, 2.0, 0.054_943_637_182_967_19),
        (99, 6.0, 3.245_916_112_345_539e-8),
        (999, 3.0, 0.002_766_776_460_147_794),
        (1001, 3.0, 0.002_766_641_763_894_639),
        (9999, 1.0, 0.317_334_706_750_257_4),
        (99_999, 1.96, 0.049_998_563_222_031),
        (999_999, 8.0, 1.245_506_344_635_12e-15),
        (99_999_999, 2.5, 0.012_419_332_240_054_56),
    ];

    #[test]
    fn tail_probabilities_agree_with_another_program() {
        for (freedom, t, wanted) in TAILS {
            for t in [t, -t] {
                let found = t_two_tails(freedom, t).unwrap();
                assert!((found / wanted - 1.0).abs() < 1e-6, "{freedom} {t}: {found}");
            }
        }
        assert_eq!((t_two_tails(0, 1.0), t_two_tails(5, f64::NAN)), (None, None));
    }

    /// The ends of an interval of level 1 - p are the values with the p value p.
    #[test]
    fn tests_and_intervals_agree() {
        for count in [2, 4, 10, 500, 1000, 1002, 5000, 100_000] {
            for p in [0.9, 0.32, 0.05, 0.01, 1e-5] {
                let summary = sample(count, 3.0);
                let interval = mean_interval(&summary, 1.0 - p).unwrap();
                for end in [interval.low, interval.high] {
                    let found = mean_p_value(&summary, end).unwrap();
                    assert!((found / p - 1.0).abs() < 1e-5, "{count} {p}: {found}");
                }
            }
        }
    }

    #[test]
    fn numbers_without_a_spread_claim_no_more_than_their_signs() {
        let equal = |count| -> Summary { std::iter::repeat_n(0.1, count).collect() };
        assert_eq!(mean_p_value(&equal(5), 0.1), Some(1.0));
        assert_eq!(mean_p_value(&equal(2), 0.0), Some(0.5));
        assert_eq!(mean_p_value(&equal(11), 0.0), Some(1.0 / 1024.0));
        assert_eq!(mean_p_value(&equal(100_000), 0.0), Some(0.0));
    }

    #[test]
    fn there_is_no_test_without_two_finite_numbers() {
        for values in [&[][..], &[1.0], &[1.0, f64::NAN], &[1.0, f64::INFINITY]] {
            let summary: Summary = values.iter().copied().collect();
            assert_eq!(mean_p_value(&summary, 0.0), None, "{values:?}");
        }
        assert_eq!(mean_p_value(&sample(4, 1.0), f64::NAN), None);
    }

    fn near(found: &[f64], wanted: &[f64]) -> bool {
        found.len() == wanted.len() && found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-12)
    }

    /// The output of `p.adjust(p, "holm")` in R.
    #[test]
    fn adjusted_p_values_match_known_results() {
        assert!(near(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]));
        assert!(near(&holm(&[0.9, 0.5, 0.001]), &[1.0, 1.0, 0.003]));
        assert!(near(&holm(&[0.03]), &[0.03]));
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn ties_share_a_value_and_nan_is_kept() {
        assert!(near(&holm(&[0.02, 0.02]), &[0.04, 0.04]));
        let with_nan = holm(&[f64::NAN, 0.02]);
        assert!(with_nan[0].is_nan() && with_nan[1] == 0.04);
    }

    proptest! {
        /// Rejecting by adjusted values is equivalent to Holm's step-down procedure: from the
        /// smallest value, until one is above its share of the level.
        #[test]
        fn adjusting_is_equivalent_to_stepwise_rejection(p in vec(0.0..1.0_f64, 1..12), level in 0.01..0.5_f64) {
            let adjusted = holm(&p);
            let mut sorted: Vec<f64> = p.clone();
            sorted.sort_by(f64::total_cmp);
            let rejected = sorted.iter().enumerate()
                .take_while(|(done, p)| **p * (sorted.len() - done) as f64 <= level)
                .count();
            let limit = rejected.checked_sub(1).map_or(-1.0, |last| sorted[last]);
            for (adjusted, p) in adjusted.iter().zip(&p) {
                prop_assert!((*adjusted <= level) == (*p <= limit));
                prop_assert!(adjusted >= p);
            }
        }
    }
}
