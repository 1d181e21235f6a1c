//! Strengths of players from results of pairs: the Bradley-Terry model.
//!
//! Player i beats j with probability s_i / (s_i + s_j), a tie counts half for both. Source:
//! R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs: I" (1952). The
//! log-strengths are those of highest posterior density under a weak prior: each player has one more
//! result, a tie against an opponent of strength 1. So a player that never won, or a field that is not
//! connected, has finite strengths, and the solution is unique. It is found by Newton's method, which
//! converges because the log-posterior is strictly concave.

/// Results of every pair, as sums: all that the model needs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTable {
    players: usize,
    /// What row won against column.
    won: Vec<f64>,
}

/// Newton's method ends when no log-strength moves further than this.
const TOLERANCE: f64 = 1e-10;
const MOST_STEPS: usize = 100;
/// The longest step, in nats: keeps the first steps from a far start in bounds.
const LONGEST_STEP: f64 = 2.0;

impl PairTable {
    /// No results yet between so many players.
    #[must_use]
    pub fn new(players: usize) -> PairTable {
        PairTable { players, won: vec![0.0; players * players] }
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Books a result: `first` got `share` (1 a win, 0.5 a tie, 0 a loss), `second` the rest.
    pub fn record(&mut self, first: usize, second: usize, share: f64) {
        self.won[first * self.players + second] += share;
        self.won[second * self.players + first] += 1.0 - share;
    }

    /// Adds (`sign` 1) or takes away (`sign` -1) all results of a table of the same players.
    pub fn merge(&mut self, other: &PairTable, sign: f64) {
        self.won.iter_mut().zip(&other.won).for_each(|(own, other)| *own += sign * other);
    }

    /// Has nobody played?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.won.iter().all(|&won| won == 0.0)
    }

    /// Has the player won everything, or nothing?
    #[must_use]
    pub fn is_one_sided(&self, player: usize) -> bool {
        let row = player * self.players;
        let won: f64 = self.won[row..row + self.players].iter().sum();
        let lost: f64 =
            (0..self.players).map(|other| self.won[other * self.players + player]).sum();
        won == 0.0 || lost == 0.0
    }

    /// The natural logarithms of all strengths, starting the search at `start` (one for each
    /// player). Takes about 5 to 10 steps of k^3 / 6 multiplications for k players.
    #[must_use]
    pub fn log_strengths(&self, start: &[f64]) -> Vec<f64> {
        let mut strengths = start.to_vec();
        for _ in 0..MOST_STEPS {
            let (gradient, curvature) = self.slope(&strengths);
            let step = solve(curvature, gradient);
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(own, part)| *own += scale * part);
            if longest < TOLERANCE {
                break;
            }
        }
        strengths
    }

    /// Gradient and negative Hessian (row by row) of the log-posterior.
    fn slope(&self, strengths: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let count = self.players;
        let mut gradient = vec![0.0; count];
        let mut curvature = vec![0.0; count * count];
        for own in 0..count {
            let prior = wins_with(strengths[own]);
            gradient[own] += 0.5 - prior;
            curvature[own * count + own] += prior * (1.0 - prior);
            for other in (0..count).filter(|&other| other != own) {
                let won = self.won[own * count + other];
                let games = won + self.won[other * count + own];
                let expected = wins_with(strengths[own] - strengths[other]);
                let weight = games * expected * (1.0 - expected);
                gradient[own] += won - games * expected;
                curvature[own * count + own] += weight;
                curvature[own * count + other] -= weight;
            }
        }
        (gradient, curvature)
    }
}

/// The probability to win with so much more log-strength.
fn wins_with(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Solves a symmetric positive definite system by Cholesky's decomposition, in place.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for row in 0..count {
        for column in 0..=row {
            let dot: f64 = (0..column)
                .map(|inner| matrix[row * count + inner] * matrix[column * count + inner])
                .sum();
            let rest = matrix[row * count + column] - dot;
            matrix[row * count + column] =
                if row == column { rest.sqrt() } else { rest / matrix[column * count + column] };
        }
    }
    for row in 0..count {
        let dot: f64 = (0..row).map(|inner| matrix[row * count + inner] * right[inner]).sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let dot: f64 =
            (row + 1..count).map(|inner| matrix[inner * count + row] * right[inner]).sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{PairTable, solve};

    fn table(results: &[(usize, usize, f64, u32)], players: usize) -> PairTable {
        let mut table = PairTable::new(players);
        for &(first, second, share, times) in results {
            (0..times).for_each(|_| table.record(first, second, share));
        }
        table
    }

    #[test]
    fn a_system_is_solved() {
        // 4x + 2y = 10, 2x + 3y = 9
        let solution = solve(vec![4.0, 2.0, 2.0, 3.0], vec![10.0, 9.0]);
        assert!((solution[0] - 1.5).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn three_wins_in_four_are_the_logarithm_of_three() {
        let results = table(&[(0, 1, 1.0, 75_000), (0, 1, 0.0, 25_000)], 2);
        let strengths = results.log_strengths(&[0.0; 2]);
        assert!((strengths[0] - strengths[1] - 3f64.ln()).abs() < 1e-4, "{strengths:?}");
        let ties = table(&[(0, 1, 0.5, 9)], 2).log_strengths(&[0.0; 2]);
        assert!(ties.iter().all(|strength| strength.abs() < 1e-9));
    }

    /// The solution of this example was found a second time by the fixed point of Hunter, "MM
    /// Algorithms for Generalized Bradley-Terry Models" (2004), with the same prior.
    #[test]
    fn newton_agrees_with_the_fixed_point() {
        let results = table(
            &[(0, 1, 1.0, 7), (1, 0, 1.0, 3), (1, 2, 1.0, 6), (2, 1, 1.0, 2), (0, 2, 1.0, 4)],
            3,
        );
        let mut strengths = [1.0f64; 3];
        for _ in 0..20_000 {
            let old = strengths;
            for own in 0..3 {
                let won: f64 = (0..3).map(|other| results.won[own * 3 + other]).sum::<f64>() + 0.5;
                let met =
                    |other: usize| results.won[own * 3 + other] + results.won[other * 3 + own];
                let rest: f64 = (0..3)
                    .filter(|&other| other != own)
                    .map(|other| met(other) / (old[own] + old[other]))
                    .sum::<f64>()
                    + 1.0 / (old[own] + 1.0);
                strengths[own] = won / rest;
            }
        }
        let newton = results.log_strengths(&[0.0; 3]);
        for (found, fixed) in newton.iter().zip(strengths) {
            assert!((found - fixed.ln()).abs() < 1e-8, "{newton:?} {strengths:?}");
        }
    }

    #[test]
    fn who_never_won_and_who_never_met_are_finite() {
        let results = table(&[(0, 1, 1.0, 100_000), (2, 3, 1.0, 1)], 4);
        let far_start = results.log_strengths(&[-30.0, 30.0, 0.0, 0.0]);
        let strengths = results.log_strengths(&[0.0; 4]);
        assert!(strengths.iter().all(|strength| strength.is_finite()), "{strengths:?}");
        assert!(strengths[0] > strengths[2] && strengths[2] > strengths[3]);
        assert!(far_start.iter().zip(&strengths).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
