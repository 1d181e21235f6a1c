//! The normal distribution, and when two neighbours are told apart.

use statrs::function::erf::erfc;

/// The error of a difference at which the test tells it apart soonest, in points.
const SOONEST: f64 = 40.0;

/// The density at `z`.
pub(super) fn density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The probability of more than `z`.
pub(crate) fn tail(z: f64) -> f64 {
    erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// Whether a difference with this variance is told apart from zero, however often one looks: the
/// probability of ever doing so by mistake is at most `1 - confidence`.
pub(crate) fn told_apart(difference: f64, variance: f64, confidence: f64) -> bool {
    if variance <= 0.0 || !variance.is_finite() {
        return false;
    }
    // information in units of that at which the boundary is tightest
    let information = SOONEST * SOONEST / variance;
    let error = 1.0 - confidence;
    let boundary = (1.0 + 1.0 / information) * ((1.0 + information).ln() - 2.0 * error.ln());
    difference * difference / variance >= boundary
}

#[cfg(test)]
mod tests {
    use super::{density, tail, told_apart};

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        assert!((density(0.0) - 0.398_942_280_4).abs() < 1e-9);
        assert!((tail(1.959_963_985) - 0.025).abs() < 1e-9);
        assert!((tail(0.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_boundary_is_wider_than_that_of_a_single_look() {
        assert!(!told_apart(1.96 * 10.0, 100.0, 0.95));
        assert!(told_apart(4.0 * 10.0, 100.0, 0.95));
        assert!(!told_apart(4.0 * 10.0, 100.0, 0.999_9));
        assert!(!told_apart(10.0, 0.0, 0.95) && !told_apart(10.0, f64::INFINITY, 0.95));
    }

    /// Sums of 4,000 normal draws without a drift, looked at after each: hardly any is ever told apart.
    #[test]
    fn looking_all_the_time_errs_as_rarely_as_promised() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
        let mut wrong = 0;
        for _ in 0..400 {
            let mut sum = 0.0;
            wrong += u32::from((1..=4000).any(|count| {
                sum += 170.0 * normal();
                let count = f64::from(count);
                told_apart(sum / count, 170.0 * 170.0 / count, 0.95)
            }));
        }
        assert!(wrong <= 28, "{wrong} of 400");
    }
}
