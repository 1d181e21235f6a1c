//! A trend robust to outliers: the median of the slopes between all pairs of values.
//!
//! H. Theil, "A rank-invariant method of linear and polynomial regression analysis", Proceedings of the Royal
//! Netherlands Academy of Sciences 53, 1950; the interval is from P. K. Sen, "Estimates of the regression
//! coefficient based on Kendall's tau", Journal of the American Statistical Association 63, 1968, with his
//! correction for ties. It assumes that values are independent apart from the trend.

use super::intervals::Interval;
use statrs::distribution::{ContinuousCDF, Normal};

/// The fewest values whose order can show a trend at 95 %: with four, the most extreme order has a
/// probability of one in twelve, with five one in sixty.
const MIN: usize = 5;

/// The slope of a series of values, with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// The median of the slopes, in the unit of the values.
    pub slope: f64,
    /// The confidence interval of the slope.
    pub interval: Interval,
    /// The intercept of the line with this slope, at the first value: half of the values are above the line.
    pub start: f64,
    /// Number of values.
    pub count: usize,
}

/// The trend of equally spaced values, and its interval at `level`. Takes quadratic time.
///
/// `None` for fewer than five values, if the level is not strictly between 0 and 1, or if a value is not
/// finite.
///
/// ```
/// use lettergame_stats::trend;
///
/// let found = trend(&[1.0, 2.0, 3.0, 4.0, 5.0, 60.0], 0.95).unwrap();
/// assert_eq!(found.slope, 1.0);
/// ```
#[must_use]
pub fn trend(values: &[f64], level: f64) -> Option<Trend> {
    let count = values.len();
    let usable = level > 0.0 && level < 1.0 && values.iter().all(|value| value.is_finite());
    if count < MIN || !usable {
        return None;
    }
    let from = |first: usize| {
        let slope = move |second: usize| (values[second] - values[first]) / (second - first) as f64;
        (first + 1..count).map(slope)
    };
    let mut slopes: Vec<f64> = (0..count).flat_map(from).collect();
    slopes.sort_by(f64::total_cmp);
    let reach = Normal::standard().inverse_cdf(0.5 + level / 2.0) * variance(values).sqrt();
    // one-based ranks, as in the paper
    let (low, high) =
        ((slopes.len() as f64 - reach) / 2.0, (slopes.len() as f64 + reach) / 2.0 + 1.0);
    let at = |rank: f64| slopes[(rank.max(1.0) as usize).min(slopes.len()) - 1];
    let slope = median(&slopes);
    let mut starts: Vec<f64> =
        values.iter().enumerate().map(|(at, value)| value - slope * at as f64).collect();
    starts.sort_by(f64::total_cmp);
    let interval = Interval { low: at(low.floor()), high: at(high.ceil()) };
    Some(Trend { slope, interval, start: median(&starts), count })
}

/// The median of sorted values, at least one.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// The variance of the number of rising minus falling pairs under random order.
fn variance(values: &[f64]) -> f64 {
    let term = |count: usize| {
        let count = count as f64;
        count * (count - 1.0) * (2.0 * count + 5.0)
    };
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let ties: f64 = sorted.chunk_by(|a, b| a == b).map(|equal| term(equal.len())).sum();
    ((term(values.len()) - ties) / 18.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::trend;
    use lettergame_base::Seed;

    /// Five rising values: Sen's interval covers all slopes but the extreme ones. By hand: ten slopes, z *
    /// sqrt(5 * 4 * 15 / 18) = 8.0, ranks 1 and 10.
    #[test]
    fn a_short_rise_has_the_interval_of_its_extreme_slopes() {
        let found = trend(&[0.0, 1.0, 3.0, 4.0, 8.0], 0.95).unwrap();
        assert_eq!((found.slope, found.count), (1.75, 5));
        assert_eq!((found.interval.low, found.interval.high), (1.0, 4.0));
        // of 0, -0.75, -0.5, -1.25 and 1
        assert_eq!(found.start, -0.5);
    }

    #[test]
    fn too_few_values_or_non_numbers_have_no_trend() {
        assert_eq!(trend(&[1.0, 2.0, 3.0, 4.0], 0.95), None);
        assert_eq!(trend(&[1.0, 2.0, 3.0, 4.0, f64::NAN], 0.95), None);
        assert_eq!(trend(&[1.0, 2.0, 3.0, 4.0, 5.0], 1.0), None);
        let flat = trend(&[7.0; 9], 0.95).unwrap();
        assert_eq!((flat.slope, flat.interval.low, flat.interval.high), (0.0, 0.0, 0.0));
    }

    #[test]
    fn intervals_cover_the_true_slope() {
        let mut rng = Seed(11).rng();
        let mut next = || (0..6).map(|_| f64::from(rng.below(1000))).sum::<f64>() / 1000.0;
        let mut covered = 0;
        for _ in 0..1000 {
            let values: Vec<f64> = (0..14).map(|at| next() + 0.1 * f64::from(at)).collect();
            let found = trend(&values, 0.95).unwrap().interval;
            covered += u32::from(found.low <= 0.1 && 0.1 <= found.high);
        }
        assert!((935..=985).contains(&covered), "{covered}");
    }
}
