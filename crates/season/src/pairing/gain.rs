//! What a match is worth.

use super::FormatState;
use super::normal::{density, tail};

/// Rating points per unit of strength, the natural logarithm of the odds.
const POINTS_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The most that a pair may be apart, in points, for its results to be worth something.
const MAX_APART: f64 = 1200.0;

/// The variance with which one deal measures the difference of two ratings, in squared points.
pub(super) fn noise(format: &FormatState, one: usize, other: usize) -> f64 {
    let apart = (format.ratings[one] - format.ratings[other]).abs().min(MAX_APART);
    let odds = (-apart / POINTS_PER_NAT).exp();
    let information = format.results_per_deal * odds / (1.0 + odds).powi(2);
    POINTS_PER_NAT.powi(2) * format.dispersion.max(1e-3) / information
}

/// What ranking a pair in the wrong order is expected to cost, in points.
pub(super) fn loss(difference: f64, variance: f64) -> f64 {
    if variance <= 0.0 {
        return 0.0;
    }
    let error = variance.sqrt();
    let z = difference.abs() / error;
    error * (density(z) - z * tail(z))
}

/// By how much the variance of a difference decreases when another one is measured.
pub(super) fn reduction(covariance: f64, measured: f64) -> f64 {
    if measured > 0.0 { covariance * covariance / measured } else { 0.0 }
}
