//! The most likely strengths of very many players, by Newton's method.
//!
//! The model, the prior and the length of the steps are those of
//! [`bradley_terry`](super::super::bradley_terry). Far from the maximum, a step needs not be accurate: its
//! linear equations are solved by conjugate gradients (M. R. Hestenes and E. Stiefel, "Methods of conjugate
//! gradients for solving linear systems", Journal of Research of the National Bureau of Standards 49, 1952),
//! divided by the diagonal, until they are nearly right (R. S. Dembo, S. C. Eisenstat and T. Steihaug,
//! "Inexact Newton methods", SIAM Journal on Numerical Analysis 19, 1982). The last steps are exact, by
//! elimination. Conjugate gradients alone would not do: the prior holds the average, and players who met only
//! each other, a million times more weakly than results hold differences.

use super::elimination::Elimination;
use super::pairs::{Derivatives, Pairs};

/// Steps by conjugate gradients end when none changes a difference of strengths by more than this, in nats.
const CLOSE: f64 = 1e-6;

/// They also end after this many: results that only the prior holds together take long.
const MAX_ROUGH_STEPS: usize = 25;

/// The residual of the equations of such a step, relative to its slope.
const ROUGH: f64 = 1e-3;

/// The most passes over the pairs for one such step.
const MAX_PASSES: usize = 200;

/// The equations at one point serve for strengths that differ by at most this, in nats.
const SAME_CURVATURE: f64 = 1e-4;

/// A step that changes no difference by more than this is the last.
const LAST_STEP: f64 = 1e-8;

/// Far more exact steps than any fit needs.
const MAX_STEPS: usize = 1000;

/// The strengths in nats, with the average opponent at 0, and the eliminated equations at these strengths.
pub(super) fn most_likely(pairs: &Pairs) -> (Vec<f64>, Elimination) {
    let mut strengths = vec![0.0; pairs.players()];
    for _ in 0..MAX_ROUGH_STEPS {
        let step = rough_step(pairs, &pairs.derivatives(&strengths));
        if walk(&mut strengths, &step) <= CLOSE {
            break;
        }
    }
    let mut equations = eliminated(pairs, &pairs.derivatives(&strengths));
    for _ in 0..MAX_STEPS {
        let step = equations.voltages(&pairs.derivatives(&strengths).slope);
        let change = walk(&mut strengths, &step);
        if change > SAME_CURVATURE {
            equations = eliminated(pairs, &pairs.derivatives(&strengths));
        } else if change <= LAST_STEP {
            break;
        }
    }
    (strengths, equations)
}

/// Takes a step, shortened if it is long; returns the most by which the full step would change a difference.
fn walk(strengths: &mut [f64], step: &[f64]) -> f64 {
    let highest = step.iter().copied().fold(0.0, f64::max);
    let change = highest - step.iter().copied().fold(0.0, f64::min);
    let length = if change > LAST_STEP { change.ln_1p() / change } else { 1.0 };
    strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += length * step);
    change
}

fn eliminated(pairs: &Pairs, at: &Derivatives) -> Elimination {
    let between = pairs.iter().map(|(position, low, high)| (low, high, at.between[position]));
    Elimination::new(&at.ground, between)
}

/// Roughly the solution of the equations for the step.
fn rough_step(pairs: &Pairs, at: &Derivatives) -> Vec<f64> {
    let mut diagonal = at.ground.clone();
    for (position, low, high) in pairs.iter() {
        diagonal[low] += at.between[position];
        diagonal[high] += at.between[position];
    }
    let scaled = |residual: &[f64]| -> Vec<f64> {
        residual.iter().zip(&diagonal).map(|(residual, sum)| residual / sum).collect()
    };
    let mut step = vec![0.0; diagonal.len()];
    let mut residual = at.slope.clone();
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    let enough = ROUGH * ROUGH * size;
    for _ in 0..MAX_PASSES {
        if size <= enough {
            break;
        }
        let flow = currents(pairs, at, &direction);
        let length = size / dot(&direction, &flow);
        step.iter_mut().zip(&direction).for_each(|(step, along)| *step += length * along);
        residual.iter_mut().zip(&flow).for_each(|(residual, flow)| *residual -= length * flow);
        let next = scaled(&residual);
        let next_size = dot(&residual, &next);
        let part = next_size / size;
        direction.iter_mut().zip(next).for_each(|(along, next)| *along = next + part * *along);
        size = next_size;
    }
    step
}

/// The currents at these voltages.
fn currents(pairs: &Pairs, at: &Derivatives, voltages: &[f64]) -> Vec<f64> {
    let own = at.ground.iter().zip(voltages).map(|(ground, voltage)| ground * voltage);
    let mut currents: Vec<f64> = own.collect();
    for (position, low, high) in pairs.iter() {
        let current = at.between[position] * (voltages[low] - voltages[high]);
        currents[low] += current;
        currents[high] -= current;
    }
    currents
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
