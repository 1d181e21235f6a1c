//! Confidence intervals for means of few or skewed numbers.

use statrs::distribution::{Beta, ContinuousCDF};

use super::{Interval, Summary, mean_interval};

/// Student's t interval for the mean, shifted towards the longer tail, which few numbers show poorly, by
/// `g s (1 + 2 t^2) / (6 n)` for `n` numbers of standard deviation `s` and skewness `g` (N. J. Johnson,
/// "Modified t tests and confidence intervals for asymmetrical populations", Journal of the American
/// Statistical Association 73, 1978).
///
/// `None` as for [`mean_interval`].
#[must_use]
pub fn skewed_mean_interval(summary: &Summary, level: f64) -> Option<Interval> {
    let Interval { low, high } = mean_interval(summary, level)?;
    let (error, count) = (summary.standard_error()?, summary.count() as f64);
    let moved = match summary.skewness() {
        Some(skewness) => {
            let t = (high - low) / (2.0 * error);
            skewness * error * (1.0 + 2.0 * t * t) / (6.0 * count.sqrt())
        }
        None => 0.0,
    };
    Some(Interval { low: low + moved, high: high + moved })
}

/// The upper confidence bound, with error `tail`, for the probability of an event that occurred `count` times
/// in `trials` (C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits", Biometrika 26,
/// 1934).
///
/// 1 if it always occurred.
#[must_use]
pub fn highest_share(count: u64, trials: u64, tail: f64) -> f64 {
    match trials.saturating_sub(count) {
        0 => 1.0,
        rest if count == 0 => 1.0 - tail.powf(1.0 / rest as f64),
        rest => {
            let beta = Beta::new(count as f64 + 1.0, rest as f64);
            beta.map_or(1.0, |beta| beta.inverse_cdf(1.0 - tail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{highest_share, skewed_mean_interval};
    use crate::{Summary, mean_interval};

    /// `binom.test(k, n)$conf.int[2]` of R.
    #[test]
    fn the_highest_share_matches_another_program() {
        for (count, trials, wanted) in [
            (0, 400, 0.009_179_9),
            (1, 400, 0.013_850_3),
            (2, 20, 0.316_983_4),
            (14, 30, 0.656_737_6),
        ] {
            let found = highest_share(count, trials, 0.025);
            assert!((found - wanted).abs() < 2e-5, "{count} of {trials}: {found}");
        }
        assert_eq!(highest_share(5, 5, 0.025), 1.0);
    }

    /// Eight zeros and one 9: mean 1, standard error 1, skewness 2.475; t is 2.306 for 8 degrees of freedom.
    #[test]
    fn the_interval_shifts_towards_the_longer_tail() {
        let numbers: Summary = (0..9).map(|n| if n == 0 { 9.0 } else { 0.0 }).collect();
        let plain = mean_interval(&numbers, 0.95).unwrap();
        let moved = skewed_mean_interval(&numbers, 0.95).unwrap();
        let by = 2.474_873_7 * (1.0 + 2.0 * 2.306_004_1_f64.powi(2)) / 18.0;
        assert!((moved.low - plain.low - by).abs() < 1e-4, "{moved:?} {plain:?} {by}");
        assert!((moved.high - plain.high - by).abs() < 1e-4);
        let equal: Summary = std::iter::repeat_n(2.0, 5).collect();
        assert_eq!(skewed_mean_interval(&equal, 0.95), mean_interval(&equal, 0.95));
    }
}
