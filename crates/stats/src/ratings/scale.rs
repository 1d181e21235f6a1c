//! The zero of the scale: the average of the players, each weighted by the information in its games.
//!
//! The model determines only differences of strengths, so zero is a convention. A plain mean is a poor one: a
//! player that lost almost every game has a rating far below all others with an uncertainty of hundreds of
//! points, and the mean passes an n-th of that on to everyone.
//!
//! Here a player's weight is the information of its games about its strength, `sum of n p (1 - p)` over its
//! opponents, with `n` games against each and the expected share `p` (R. A. Fisher, "Theory of statistical
//! estimation", Proceedings of the Cambridge Philosophical Society 22, 1925; for this model the diagonal of
//! its information matrix). As a player's share goes to 0, its weight is proportional to that share and its
//! rating to the logarithm of it, so its contribution to the average vanishes: whether it took its first half
//! point or none hardly moves the zero. Players with equal records against equal opponents have equal
//! weights.

use super::bradley_terry::POINTS_PER_NAT;
use super::pair_table::PairTable;

/// The fixed point of the rating scale.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum RatingScale {
    /// 0 is the average of the players linked by results (of all players if none are linked), each weighted
    /// by the information in its games.
    #[default]
    Average,
    /// The given player has the given rating, whatever the results.
    Anchor {
        /// The player's index, from 0.
        player: usize,
        /// Its rating, in points.
        rating: f64,
    },
}

/// The strength with rating 0, in the unit of `ratings`, which are in points with an arbitrary
/// zero.
pub(super) fn average(table: &PairTable, ratings: &[f64], linked: &[bool]) -> f64 {
    let weight = |player: usize| information(table, ratings, player, linked);
    let weights: Vec<f64> = (0..ratings.len()).map(weight).collect();
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter().zip(ratings).map(|(weight, rating)| weight * rating).sum::<f64>() / sum
    } else {
        ratings.iter().sum::<f64>() / ratings.len().max(1) as f64
    }
}

/// The information in a player's games about its strength, in nats^-2; only games among linked players count,
/// if there are any.
fn information(table: &PairTable, ratings: &[f64], player: usize, linked: &[bool]) -> f64 {
    let any = linked.contains(&true);
    let counts = |other: usize| !any || (linked[player] && linked[other]);
    let others = (0..ratings.len()).filter(|&other| other != player && counts(other));
    let of_pair = |other: usize| {
        let games = table.points(player, other) + table.points(other, player);
        let odds = (-(ratings[player] - ratings[other]).abs() / POINTS_PER_NAT).exp();
        games * odds / (1.0 + odds).powi(2)
    };
    others.map(of_pair).sum()
}
