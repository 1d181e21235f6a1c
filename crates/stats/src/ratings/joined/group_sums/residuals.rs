//! Points beyond expectation, from the sums of a group.

use super::{GroupSums, upper};

impl GroupSums {
    /// Sums over the blocks of products of two members' points beyond expectation, row by row; `share(i, j)`
    /// is what `i` is expected to take of each game with `j`. Takes O(m²) time for m members if all blocks
    /// have the same games, otherwise O(m⁴).
    pub(in crate::ratings::joined) fn residual_products(
        &self,
        share: impl Fn(usize, usize) -> f64,
    ) -> Vec<f64> {
        let (m, blocks) = (self.members, self.blocks.max(1) as f64);
        let mut residuals = vec![0.0; m * m];
        let Some(varied) = &self.varied else {
            let expected: Vec<f64> = (0..m)
                .map(|i| {
                    let others = (0..m).filter(|&j| j != i);
                    others.map(|j| self.games(i, j) / blocks * share(i, j)).sum()
                })
                .collect();
            let taken: Vec<f64> = (0..m).map(|i| self.taken(i)).collect();
            for i in 0..m {
                for j in i..m {
                    residuals[i * m + j] = self.products[upper(m, i, j)]
                        - expected[i] * taken[j]
                        - taken[i] * expected[j]
                        + blocks * expected[i] * expected[j];
                    residuals[j * m + i] = residuals[i * m + j];
                }
            }
            return residuals;
        };
        let pairs: Vec<(usize, usize)> = self.pairs().collect();
        let count = pairs.len();
        // what a member expects from one game of a pair
        let shares = |i: usize| {
            let of_pair = move |(at, &(low, high)): (usize, &(usize, usize))| match i {
                _ if i == low => Some((at, (low, high))),
                _ if i == high => Some((at, (high, low))),
                _ => None,
            };
            pairs.iter().enumerate().filter_map(of_pair)
        };
        let shares: Vec<Vec<(usize, f64)>> = (0..m)
            .map(|i| shares(i).map(|(at, (own, other))| (at, share(own, other))).collect())
            .collect();
        let crossed = |i: usize, j: usize| -> f64 {
            shares[j].iter().map(|(at, share)| share * varied.with_points[i * count + at]).sum()
        };
        for i in 0..m {
            for j in i..m {
                let mut squares = 0.0;
                for (one, of_one) in &shares[i] {
                    for (other, of_other) in &shares[j] {
                        let at = upper(count, *one.min(other), *one.max(other));
                        squares += of_one * of_other * varied.with_games[at];
                    }
                }
                residuals[i * m + j] =
                    self.products[upper(m, i, j)] - crossed(i, j) - crossed(j, i) + squares;
                residuals[j * m + i] = residuals[i * m + j];
            }
        }
        residuals
    }
}
