//! Fits the Bradley-Terry model: from a table of points to ratings.
//!
//! The fit finds the strengths that maximise the likelihood of the table times a weak prior. The
//! prior is one virtual drawn game of each player against an opponent of strength 0. At the maximum
//! the players' expected shares against that opponent average one half, so its strength is the
//! average. The prior makes the maximum unique and finite whatever the results: a player that never
//! won still drew once, and groups that never met are linked by the common opponent. It shrinks the
//! ratings towards each other by as much as one game does.
//!
//! The log posterior is concave; Newton's method finds its maximum. A full Newton step may
//! overshoot, so a step that would change a difference of strengths by `d` is shortened to
//! `ln(1 + d) / d` of its length, which never decreases the posterior and approaches the full step
//! near the maximum (T. Sun and Q. Tran-Dinh, "Generalized self-concordant functions: a recipe for
//! Newton-type methods", Mathematical Programming 178, 2019, for the logistic loss of F. Bach,
//! "Self-concordant analysis for logistic regression", Electronic Journal of Statistics 4, 2010).

use super::network::Network;
use super::pair_table::PairTable;
use std::f64::consts::LN_10;
use std::slice;

/// Rating points per unit of strength, the natural logarithm of the odds: 400 points are odds of
/// ten to one, as on the scale of A. E. Elo, "The Rating of Chessplayers", 1978.
pub(super) const POINTS_PER_NAT: f64 = 400.0 / LN_10;

/// Points of each side in the virtual game against the average opponent.
pub(super) const PRIOR_POINTS: f64 = 0.5;

/// A step that changes no difference of strengths by more than this is the last. Convergence is
/// quadratic: the remaining error is about its square.
const LAST_STEP: f64 = 1e-8;

/// Far more steps than any fit needs; rounding may prevent convergence for a huge table.
const MAX_STEPS: usize = 1000;

/// The maximum a posteriori Bradley-Terry rating of each player of `table`, in Elo-like
/// points (400 are odds of ten to one) with mean 0.
///
/// Prior: each player also drew one game against an opponent of average strength. Hence every
/// rating is finite, a player without results is rated like that opponent, and with few results
/// ratings are close together. Groups of players that never met are comparable through the prior
/// only. The module documentation lists the assumptions of the model.
///
/// Takes O(n³) time for n players in each of typically five to ten steps.
///
/// ```
/// use lettergame_stats::{PairTable, fit};
///
/// let mut table = PairTable::new(2);
/// for game in 0..4000 {
///     table.record(0, 1, if game % 4 == 0 { 0.0 } else { 1.0 })?;
/// }
/// let ratings = fit(&table);
/// assert!((ratings[0] - ratings[1] - 400.0 * 3.0_f64.log10()).abs() < 0.2);
/// # Ok::<(), lettergame_stats::PairError>(())
/// ```
pub fn fit(table: &PairTable) -> Vec<f64> {
    to_ratings(&strengths(table, vec![0.0; table.players()]))
}

/// Strengths in nats, with the average opponent at 0, starting from `start`; a start near the
/// maximum saves steps and does not affect the result.
pub(super) fn strengths(table: &PairTable, start: Vec<f64>) -> Vec<f64> {
    let (mut strengths, mut newton) = (start, Newton::new(table.players()));
    for _ in 0..MAX_STEPS {
        let step = newton.step(table, &strengths);
        let change = largest_change(step);
        let length = if change > LAST_STEP { change.ln_1p() / change } else { 1.0 };
        for (strength, step) in strengths.iter_mut().zip(step) {
            *strength += length * step;
        }
        if change <= LAST_STEP {
            break;
        }
    }
    strengths
}

/// Converts strengths in nats to ratings with mean 0.
pub(super) fn to_ratings(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| POINTS_PER_NAT * (strength - mean)).collect()
}

/// Newton's method, with the memory of a step.
struct Newton {
    curvature: Network,
    slope: Vec<f64>,
}

impl Newton {
    fn new(players: usize) -> Newton {
        Newton { curvature: Network::new(players), slope: vec![0.0; players] }
    }

    /// The step to the maximum of the local quadratic model of the log posterior at `strengths`.
    fn step(&mut self, table: &PairTable, strengths: &[f64]) -> &[f64] {
        let Newton { curvature, slope } = self;
        curvature.clear();
        slope.fill(0.0);
        for i in 0..table.players() {
            let prior = pair_term(strengths[i], PRIOR_POINTS, PRIOR_POINTS);
            curvature.join_ground(i, prior.curvature);
            slope[i] += prior.slope;
            for j in i + 1..table.players() {
                let (won, lost) = (table.points(i, j), table.points(j, i));
                if won + lost > 0.0 {
                    let pair = pair_term(strengths[i] - strengths[j], won, lost);
                    curvature.join(i, j, pair.curvature);
                    slope[i] += pair.slope;
                    slope[j] -= pair.slope;
                }
            }
        }
        curvature.turn_to_voltages(slice::from_mut(slope));
        slope
    }
}

/// Derivatives of the log probability of one pair with respect to the difference of strengths: the
/// first, and the negated second.
pub(super) struct PairTerm {
    pub(super) slope: f64,
    pub(super) curvature: f64,
}

pub(super) fn pair_term(difference: f64, won: f64, lost: f64) -> PairTerm {
    let odds = (-difference.abs()).exp();
    let (more, less) = (1.0 / (1.0 + odds), odds / (1.0 + odds));
    let (win, loss) = if difference >= 0.0 { (more, less) } else { (less, more) };
    PairTerm { slope: won * loss - lost * win, curvature: (won + lost) * win * loss }
}

/// The most by which `step` changes the strength of a player relative to another or to the average
/// opponent, in nats.
fn largest_change(step: &[f64]) -> f64 {
    let highest = step.iter().copied().fold(0.0, f64::max);
    let lowest = step.iter().copied().fold(0.0, f64::min);
    highest - lowest
}

#[cfg(test)]
mod tests;
