//! Confidence intervals of means and shares.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::stats::Summary;

/// From `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// So far to both sides of a centre.
    #[must_use]
    pub fn around(centre: f64, half_width: f64) -> Interval {
        Interval { low: centre - half_width, high: centre + half_width }
    }
}

/// The factor by which a standard error is multiplied for an interval of that `level` (0 to 1), with
/// `freedom` (1 and up) degrees of freedom: the quantile of Student's t at (1 + level) / 2.
pub(super) fn student_factor(level: f64, freedom: u64) -> f64 {
    let quantile = (1.0 + level) / 2.0;
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::INFINITY, |t| t.inverse_cdf(quantile))
}

/// The interval of the mean of independent observations at `level` (0.95 for 95 %), by Student's t;
/// `None` below two observations. It assumes that their mean is about normal: many, or not too skewed.
#[must_use]
pub fn mean_interval(summary: &Summary, level: f64) -> Option<Interval> {
    let error = summary.standard_error()?;
    Some(Interval::around(summary.mean(), error * student_factor(level, summary.count() - 1)))
}

/// The interval of a mean of shares, each from 0 to 1: that of [`mean_interval`] cut to 0..1, and
/// never narrower than what so many observations can tell when all are 0, or all are 1: the far end
/// is then at least that of Clopper and Pearson, "The Use of Confidence or Fiducial Limits" (1934),
/// for no success in so many trials.
#[must_use]
pub fn share_interval(summary: &Summary, level: f64) -> Option<Interval> {
    let Interval { low, high } = mean_interval(summary, level)?;
    let none_seen = 1.0 - ((1.0 - level) / 2.0).powf(1.0 / summary.count() as f64);
    let (low, high) = (low.max(0.0), high.min(1.0));
    Some(Interval { low: low.min(1.0 - none_seen), high: high.max(none_seen) })
}

#[cfg(test)]
mod tests {
    use super::{mean_interval, share_interval, student_factor};
    use crate::stats::Summary;

    /// Quantiles as printed in statistical tables.
    #[test]
    fn student_factors_are_those_of_tables() {
        for (freedom, printed) in [(1, 12.706), (2, 4.303), (9, 2.262), (30, 2.042), (120, 1.980)] {
            assert!((student_factor(0.95, freedom) - printed).abs() < 5e-4, "{freedom}");
        }
        assert!((student_factor(0.99, 10) - 3.169).abs() < 5e-4);
    }

    /// Ten sheep gain these pounds: mean 24.7, s 5.0343, t(9) 2.262.
    #[test]
    fn a_worked_interval() {
        let gains = [33.0, 25.0, 19.0, 22.0, 20.0, 30.0, 24.0, 21.0, 27.0, 26.0];
        let summary: Summary = gains.into_iter().collect();
        let interval = mean_interval(&summary, 0.95).unwrap();
        let half = 2.262 * (summary.variance().unwrap() / 10.0).sqrt();
        assert!((interval.low - (24.7 - half)).abs() < 1e-3);
        assert!((interval.high - (24.7 + half)).abs() < 1e-3);
        assert_eq!(mean_interval(&[1.0].into_iter().collect(), 0.95), None);
    }

    #[test]
    fn a_share_that_was_never_seen_may_still_exist() {
        let never: Summary = std::iter::repeat_n(0.0, 100).collect();
        let interval = share_interval(&never, 0.95).unwrap();
        // Clopper-Pearson for 0 of 100
        assert!(interval.low.abs() < 1e-12 && (interval.high - 0.036_217).abs() < 1e-6);
        let always: Summary = std::iter::repeat_n(1.0, 100).collect();
        let interval = share_interval(&always, 0.95).unwrap();
        assert!((interval.low - (1.0 - 0.036_217)).abs() < 1e-6 && interval.high == 1.0);
    }

    #[test]
    fn an_even_share_is_as_a_mean() {
        let summary: Summary = (0..1000).map(|index| f64::from(index % 2)).collect();
        let share = share_interval(&summary, 0.95);
        assert_eq!(share, mean_interval(&summary, 0.95));
    }
}
