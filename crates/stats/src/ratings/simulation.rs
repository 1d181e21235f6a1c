//! Simulated results for tests: players with known true strengths.

use super::pair_table::{PairError, PairTable};

/// A linear congruential generator with the constants of D. E. Knuth's MMIX; good enough
/// for simulations, and the same on every machine.
pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    /// The next number, in `0.0..1.0`.
    pub(super) fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number, in `0..bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() * bound as f64) as usize
    }
}

/// The share that a player of rating `own` expects against one of rating `other`.
pub(super) fn expected_share(own: f64, other: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf((other - own) / 400.0))
}

/// A win, tie or loss between players of these ratings; every fifth game is a tie if the players
/// are equal, and fewer if they are not.
pub(super) fn play(lcg: &mut Lcg, own: f64, other: f64) -> f64 {
    let share = expected_share(own, other);
    let tie = 0.4 * share.min(1.0 - share);
    match lcg.next() {
        luck if luck < share - tie / 2.0 => 1.0,
        luck if luck < share + tie / 2.0 => 0.5,
        _ => 0.0,
    }
}

/// A Plackett-Luce ranking of players with these ratings, first to last: each arrives after an exponential
/// time with a mean inversely proportional to its worth.
pub(super) fn ranking(lcg: &mut Lcg, ratings: &[f64]) -> Vec<usize> {
    let arrivals: Vec<f64> = (ratings.iter())
        .map(|rating| -(1.0 - lcg.next()).ln() / 10.0_f64.powf(rating / 400.0))
        .collect();
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| arrivals[a].total_cmp(&arrivals[b]));
    order
}

/// A table in which `i` beat `j` `wins[i][j]` times.
pub(super) fn table_of_wins<const N: usize>(wins: [[u32; N]; N]) -> Result<PairTable, PairError> {
    let mut table = PairTable::new(N);
    for (i, row) in wins.iter().enumerate() {
        for (j, &count) in row.iter().enumerate() {
            for _ in 0..count {
                table.record(i, j, 1.0)?;
            }
        }
    }
    Ok(table)
}
