//! Nash averaging: the share that each player takes from the maximum-entropy equilibrium mixture.
//!
//! Two people choose players against each other and play for one point. Among the mixtures that lose to no
//! player on average, the one of maximum entropy is unique, and a copy of a player that enters the field
//! shares its weight and changes nothing else (D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel,
//! "Re-evaluating evaluation", NeurIPS 2018, with shares instead of their log odds, which are infinite for a
//! pair in which one won every game).
//!
//! The mixture is found as the limit of logit equilibria (R. D. McKelvey and T. R. Palfrey, "Quantal response
//! equilibria for normal form games", Games and Economic Behavior 10, 1995): weights in proportion to
//! `exp(gain / heat)`, where the gain is what a player takes from the mixture above one half. In a symmetric
//! constant-sum game each heat has exactly one, since the Jacobian of Newton's method is never singular (the
//! identity plus a product similar to an antisymmetric matrix), and the limit for heat 0 is the equilibrium
//! of maximum entropy: to first order in the heat, the logarithms of its weights are a linear combination of
//! the columns of the table, which is the Lagrange condition for that maximum.

use super::ShareTable;

/// The heat of the first equilibrium, which is close to uniform weights, and of the last, at which a player
/// that loses a thousandth of a point to the mixture has a weight below 10^-400.
const HEAT: [f64; 2] = [1.0, 1e-6];

/// The factor between the heats of consecutive equilibria.
const COOLING: f64 = 0.7;

/// Maximum Newton steps per heat.
const MAX_STEPS: usize = 100;

/// The largest accepted error of the logarithm of a weight.
const PRECISE: f64 = 1e-9;

/// The mixture that no player beats, and each player's result against it.
#[derive(Debug, Clone, PartialEq)]
pub struct NashAverage {
    /// The weight of each player, summing to 1.
    pub weights: Vec<f64>,
    /// The share that each player takes from the mixture: one half for its members, less for others.
    pub shares: Vec<f64>,
}

impl ShareTable {
    /// The mixture of maximum entropy that no player beats. Takes O(n³) time for n players in each of a
    /// hundred or so steps. `None` for an empty field.
    #[must_use]
    pub fn nash_average(&self) -> Option<NashAverage> {
        if self.players == 0 {
            return None;
        }
        let mut logs = vec![0.0; self.players];
        let mut heat = HEAT[0];
        loop {
            logs = self.equilibrium(logs, heat);
            if heat <= HEAT[1] {
                break;
            }
            let cooler = (heat * COOLING).max(HEAT[1]);
            let gains = self.gains(&softmax(&logs));
            logs = gains.iter().map(|gain| gain / cooler).collect();
            heat = cooler;
        }
        let weights = softmax(&logs);
        let shares = self.against(&weights);
        Some(NashAverage { weights, shares })
    }

    fn gains(&self, mixture: &[f64]) -> Vec<f64> {
        self.against(mixture).into_iter().map(|share| share - 0.5).collect()
    }

    /// The logarithms of the weights at a heat, by Newton's method with steps halved until they help.
    fn equilibrium(&self, mut logs: Vec<f64>, heat: f64) -> Vec<f64> {
        let errors = |logs: &[f64]| -> Vec<f64> {
            let gains = self.gains(&softmax(logs));
            logs.iter().zip(gains).map(|(log, gain)| log - gain / heat).collect()
        };
        let norm = |errors: &[f64]| errors.iter().map(|error| error * error).sum::<f64>();
        let mut error = errors(&logs);
        for _ in 0..MAX_STEPS {
            let largest = error.iter().fold(0.0_f64, |most, error| most.max(error.abs()));
            if largest <= PRECISE {
                break;
            }
            let step = solve(self.jacobian(&softmax(&logs), heat), error.clone());
            let moved = |length: f64| -> Vec<f64> {
                logs.iter().zip(&step).map(|(log, step)| log - length * step).collect()
            };
            let lengths = (0..40).map(|halvings| 0.5_f64.powi(halvings));
            let better = lengths.map(moved).map(|logs| (errors(&logs), logs));
            let mut better = better.filter(|(found, _)| norm(found) < norm(&error));
            let Some((found, next)) = better.next() else { break };
            drop(better);
            (error, logs) = (found, next);
        }
        logs
    }

    /// The derivatives of the errors with respect to the logarithms, row by row.
    fn jacobian(&self, weights: &[f64], heat: f64) -> Vec<Vec<f64>> {
        let gains = self.gains(weights);
        let row = |row: usize| {
            let cell = |column: usize| {
                let slope = (self.share(row, column) - 0.5 - gains[row]) * weights[column] / heat;
                f64::from(u8::from(row == column)) - slope
            };
            (0..self.players).map(cell).collect()
        };
        (0..self.players).map(row).collect()
    }
}

/// Weights from their logarithms, normalised to sum 1.
fn softmax(logs: &[f64]) -> Vec<f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The solution of linear equations, by elimination with partial pivoting.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let largest =
            |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
        let pivot = (column..size).max_by(largest).unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let (row, known) = (&above[column], right[column]);
        for (other, below) in below.iter_mut().enumerate() {
            let part = below[column] / row[column];
            for (cell, own) in below[column..].iter_mut().zip(&row[column..]) {
                *cell -= part * own;
            }
            right[column + 1 + other] -= part * known;
        }
    }
    for column in (0..size).rev() {
        let later: f64 = (column + 1..size).map(|k| rows[column][k] * right[k]).sum();
        right[column] = (right[column] - later) / rows[column][column];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::ShareTable;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, proptest};

    fn weights(players: usize, shares: &[(usize, usize, f64)]) -> Vec<f64> {
        let share = |one: usize, other: usize| {
            let same = |&&(a, b, _): &&(usize, usize, f64)| (a, b) == (one, other);
            Some(shares.iter().find(same).map_or(0.5, |(_, _, share)| *share))
        };
        ShareTable::of(players, share).unwrap().nash_average().unwrap().weights
    }

    fn near(found: &[f64], wanted: &[f64]) -> bool {
        found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-4)
    }

    #[test]
    fn rock_paper_scissors_is_uniform_and_copies_share_their_weight() {
        let ring = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 0.0)];
        assert!(near(&weights(3, &ring), &[1.0 / 3.0; 3]));
        let copied = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 0.0), (1, 3, 0.0), (2, 3, 1.0)];
        let found = weights(4, &copied);
        let third = 1.0 / 3.0;
        assert!(near(&found, &[third / 2.0, third, third, third / 2.0]), "{found:?}");
    }

    /// Gains a, b, c of the first over the second, the third over the first, the second over the
    /// third: weights c, b, a, a textbook result.
    #[test]
    fn an_uneven_cycle_has_the_weights_of_the_opposite_sides() {
        let found = weights(3, &[(0, 1, 0.6), (0, 2, 0.3), (1, 2, 0.9)]);
        let sum = 0.1 + 0.2 + 0.4;
        assert!(near(&found, &[0.4 / sum, 0.2 / sum, 0.1 / sum]), "{found:?}");
    }

    #[test]
    fn a_player_that_beats_all_is_the_mixture_and_equals_share_it() {
        assert!(near(&weights(3, &[(0, 1, 0.51), (0, 2, 0.9), (1, 2, 0.7)]), &[1.0, 0.0, 0.0]));
        assert!(near(&weights(4, &[]), &[0.25; 4]));
        assert!(near(&weights(3, &[(0, 2, 0.7), (1, 2, 0.9)]), &[0.5, 0.5, 0.0]));
        assert!(near(&weights(1, &[]), &[1.0]));
        assert_eq!(ShareTable::of(0, |_, _| None).unwrap().nash_average(), None);
    }

    proptest! {
        #[test]
        fn no_player_beats_the_mixture(shares in vec(0.0..=1.0_f64, 28)) {
            let share = |one: usize, other: usize| Some(shares[other * (other - 1) / 2 + one]);
            let table = ShareTable::of(8, share).unwrap();
            let found = table.nash_average().unwrap();
            prop_assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (weight, share) in found.weights.iter().zip(&found.shares) {
                prop_assert!(*share <= 0.5 + 1e-4, "{found:?}");
                prop_assert!(*weight < 1e-3 || (share - 0.5).abs() < 1e-3, "{found:?}");
            }
        }
    }
}
