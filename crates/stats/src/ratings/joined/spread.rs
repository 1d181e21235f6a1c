//! The variance of the players' points beyond expectation: the middle of the sandwich.
//!
//! A group's own blocks show how much its results vary and how they depend on each other, but a pair with
//! three blocks may have no spread at all. So each group's matrix of residual products is drawn towards that
//! of independent games times the dispersion of groups of its size, as if the latter had been seen in
//! [`PSEUDO_BLOCKS`] further blocks; and the dispersion of groups of one size towards that of all groups in
//! the same way. Games of more players, broken into pairs, have a higher dispersion: in a ranking of `m`
//! equal players `(m + 1) / 3`.
//!
//! The ratings are fitted to the same blocks, so residuals are too small; a player with `n` blocks has its
//! own multiplied by `sqrt(n / (n - 1))` (as the corrections of J. G. MacKinnon and H. White, "Some
//! heteroskedasticity-consistent covariance matrix estimators with improved finite sample properties", Journal
//! of Econometrics 29, 1985).

use std::collections::BTreeMap;

use super::group_sums::GroupSums;
use super::pairs::Pairs;

/// How many blocks the dispersion of all groups counts as much as, for each group.
pub(super) const PSEUDO_BLOCKS: f64 = 4.0;

/// Products of two players' points beyond expectation, summed over all blocks.
pub(super) struct Spread {
    /// Of each player with itself.
    own: Vec<f64>,
    /// Of each pair.
    between: Vec<f64>,
    /// Of the points of the lower player of each pair against the other with itself.
    pairs: Vec<f64>,
    /// Observed over that of independent games.
    pub(super) dispersion: f64,
}

/// Sums over groups of one size.
#[derive(Default)]
struct Pooled {
    blocks: f64,
    observed: f64,
    independent: f64,
}

impl Pooled {
    fn add(&mut self, other: &Pooled) {
        self.blocks += other.blocks;
        self.observed += other.observed;
        self.independent += other.independent;
    }

    fn dispersion(&self) -> Option<f64> {
        (self.independent > 0.0).then(|| self.observed / self.independent)
    }
}

impl Spread {
    /// `blocks` is the number of blocks of each player; `share` what the first player is expected to take of
    /// a game with the second.
    pub(super) fn of<'a>(
        groups: impl Iterator<Item = (&'a [u32], &'a GroupSums)> + Clone,
        pairs: &Pairs,
        blocks: &[u64],
        share: impl Fn(usize, usize) -> f64,
        pseudo_blocks: f64,
    ) -> Spread {
        let matrices = |(members, sums): (&[u32], &GroupSums)| {
            let share_of = |i: usize, j: usize| share(members[i] as usize, members[j] as usize);
            let widening = |i: &u32| match blocks[*i as usize] {
                0 | 1 => 1.0,
                blocks => (blocks as f64 / (blocks - 1) as f64).sqrt(),
            };
            let widening: Vec<f64> = members.iter().map(widening).collect();
            let (m, mut observed) = (members.len(), sums.residual_products(share_of));
            for (at, product) in observed.iter_mut().enumerate() {
                *product *= widening[at / m] * widening[at % m];
            }
            (observed, independent(sums, share_of))
        };
        let mut sizes: BTreeMap<usize, Pooled> = BTreeMap::new();
        for group in groups.clone() {
            let (observed, independent) = matrices(group);
            let trace = |matrix: &[f64]| matrix.iter().step_by(group.0.len() + 1).sum();
            sizes.entry(group.0.len()).or_default().add(&Pooled {
                blocks: group.1.blocks() as f64,
                observed: trace(&observed),
                independent: trace(&independent),
            });
        }
        let mut all = Pooled::default();
        sizes.values().for_each(|size| all.add(size));
        let overall = all.dispersion().filter(|_| all.blocks > 1.0).unwrap_or(1.0);
        // the mean of an observation from `blocks` and of one that counts as the pseudo-blocks
        let drawn = |seen: f64, blocks: f64, expected: f64| {
            (blocks * seen + pseudo_blocks * expected) / (blocks + pseudo_blocks)
        };
        let dispersion = |size: &Pooled| {
            size.dispersion().map_or(overall, |seen| drawn(seen, size.blocks, overall))
        };
        let sizes: BTreeMap<usize, f64> =
            sizes.iter().map(|(size, pooled)| (*size, dispersion(pooled))).collect();
        let (mut own, mut between) = (vec![0.0; pairs.players()], vec![0.0; pairs.count()]);
        let mut of_pairs = between.clone();
        for (members, sums) in groups {
            let (observed, independent) = matrices((members, sums));
            let (m, blocks) = (members.len(), sums.blocks() as f64);
            let product = |at: usize| drawn(observed[at], blocks, sizes[&m] * independent[at]);
            for (i, &low) in members.iter().enumerate() {
                own[low as usize] += product(i * m + i);
                for (j, &high) in members.iter().enumerate().skip(i + 1) {
                    let position = pairs.position(low as usize, high as usize);
                    between[position] += product(i * m + j);
                    // in larger groups the sums do not tell pairs apart, and the dispersion of members is higher
                    of_pairs[position] += match m {
                        2 => product(0),
                        _ => -sizes[&m].max(1.0) * independent[i * m + j],
                    };
                }
            }
        }
        Spread { own, between, pairs: of_pairs, dispersion: overall }
    }

    /// The variance of a player's points beyond expectation.
    pub(super) fn variance(&self, player: usize) -> f64 {
        self.own[player]
    }

    /// The variance of the points of a pair against each other, at its position.
    pub(super) fn variance_between(&self, position: usize) -> f64 {
        self.pairs[position]
    }

    /// The product with a vector.
    pub(super) fn times(&self, pairs: &Pairs, vector: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = self.own.iter().zip(vector).map(|(own, x)| own * x).collect();
        for (position, low, high) in pairs.iter() {
            product[low] += self.between[position] * vector[high];
            product[high] += self.between[position] * vector[low];
        }
        product
    }
}

/// The products, row by row, if all games were independent and none a tie.
fn independent(sums: &GroupSums, share: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let m = sums.members();
    let mut products = vec![0.0; m * m];
    for (i, j) in sums.pairs() {
        let variance = sums.games(i, j) * share(i, j) * share(j, i);
        products[i * m + i] += variance;
        products[j * m + j] += variance;
        products[i * m + j] = -variance;
        products[j * m + i] = -variance;
    }
    products
}
