//! Which match is played next: the one that shrinks the uncertainty of neighbouring ranks most.
//!
//! The uncertainty of a pair of neighbours is what ranking them in the wrong order is expected to cost,
//! in rating points: for an estimated difference `d` with the standard error `s` it is
//! `s (f(z) - z F(-z))` with `z = |d| / s`, the density `f` and the distribution function `F` of the normal
//! distribution (the linear loss of S. E. Chick and K. Inoue, "New two-stage and sequential procedures for
//! selecting the best simulated system", Operations Research 49, 2001). A match of two players is a noisy
//! measurement of their difference, which changes all covariances by a matrix of rank one (the update of R.
//! E. Kalman, "A new approach to linear filtering and prediction problems", Journal of Basic Engineering 82,
//! 1960); the match is chosen for which the sum over all pairs of interest decreases most. These are the
//! neighbours in the order, and each team's version with the one before it, so that progress is seen. Those two meet
//! in duels only: with others at the table they might play as one.
//!
//! New versions come first: until each has played its placement deals in each format, those with the fewest
//! deals meet opponents that they have not met, the nearest ones first.
//!
//! Neighbours also meet themselves, for as many deals, before their order counts as settled: that of ratings
//! rests on the assumption that who beats the stronger beats the weaker.
//!
//! Two neighbours are told apart when zero is outside of a confidence interval of their difference that is
//! valid whenever one looks, since playing stops when it is: the boundary of H. Robbins, "Statistical methods
//! related to the law of the iterated logarithm", The Annals of Mathematical Statistics 41, 1970, for a
//! normal mixture.

mod gain;
mod groups;
mod normal;

use gain::{loss, noise, reduction};
use groups::{best_group, meeting, placement};

pub(crate) use normal::{tail, told_apart};

/// The players that could meet, with what is known about them. Players are numbered from 0; the first
/// ones are those that are ranked, the best first.
#[derive(Clone, Debug)]
pub(crate) struct Situation {
    /// The formats.
    pub(crate) formats: Vec<FormatState>,
    /// How many of the players are ranked.
    pub(crate) ranked: usize,
    /// Pairs of interest besides neighbours: a version and the one before it.
    pub(crate) progress: Vec<(usize, usize)>,
    /// Deals of each format that a ranked player plays first.
    pub(crate) placement: u64,
    /// With what probability neighbours must be told apart.
    pub(crate) confidence: f64,
}

/// What is known about the players in one format.
#[derive(Clone, Debug)]
pub(crate) struct FormatState {
    /// Its part of the overall rating; all parts add up to 1.
    pub(crate) weight: f64,
    /// Players in a game.
    pub(crate) teams: usize,
    /// The results of a pair of players in a deal.
    pub(crate) results_per_deal: f64,
    /// Observed variance over that of independent results.
    pub(crate) dispersion: f64,
    /// Ratings in points.
    pub(crate) ratings: Vec<f64>,
    /// Their covariances in squared points, row by row.
    pub(crate) covariance: Vec<f64>,
    /// Deals of each player.
    pub(crate) deals: Vec<u64>,
    /// Deals of each pair of players, row by row.
    pub(crate) met: Vec<u64>,
}

/// A match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The format, from 0.
    pub(crate) format: usize,
    /// The players, ascending.
    pub(crate) members: Vec<usize>,
    /// The number of deals after which another match may be better.
    pub(crate) deals: u64,
}

impl FormatState {
    fn players(&self) -> usize {
        self.ratings.len()
    }

    fn covariance(&self, one: usize, other: usize) -> f64 {
        self.covariance[one * self.players() + other]
    }

    /// Whether two players may meet. Two versions of one team, a pair in `progress`, may in a duel; at a table with
    /// others they might help each other.
    fn may_meet(&self, progress: &[(usize, usize)], (one, other): (usize, usize)) -> bool {
        self.teams == 2
            || !progress.iter().any(|&pair| pair == (one, other) || pair == (other, one))
    }

    /// The variance of the difference of two ratings.
    fn variance(&self, one: usize, other: usize) -> f64 {
        let sum = self.covariance(one, one) + self.covariance(other, other);
        (sum - 2.0 * self.covariance(one, other)).max(0.0)
    }

    /// The covariance of the differences of two pairs.
    fn between(&self, pair: (usize, usize), other: (usize, usize)) -> f64 {
        let part = |a, b| self.covariance(a, b);
        part(pair.0, other.0) - part(pair.0, other.1) - part(pair.1, other.0)
            + part(pair.1, other.1)
    }

    /// Takes the deals of a match into account whose result is not known yet.
    fn expect(&mut self, members: &[usize], deals: u64) {
        let players = self.players();
        let pairs = members.len().saturating_sub(1).max(1) as f64;
        for (place, &one) in members.iter().enumerate() {
            self.deals[one] += deals;
            for &other in &members[place + 1..] {
                self.met[one * players + other] += deals;
                self.met[other * players + one] += deals;
                let noise = noise(self, one, other) * pairs / deals.max(1) as f64;
                let gain: Vec<f64> = (0..players)
                    .map(|player| self.covariance(player, one) - self.covariance(player, other))
                    .collect();
                let total = self.variance(one, other) + noise;
                for (row, own) in self.covariance.chunks_exact_mut(players).zip(&gain) {
                    row.iter_mut()
                        .zip(&gain)
                        .for_each(|(cell, other)| *cell -= own * other / total);
                }
            }
        }
    }
}

impl Situation {
    /// Takes a match into account that is being played.
    pub(crate) fn expect(&mut self, format: usize, members: &[usize], deals: u64) {
        self.formats[format].expect(members, deals);
    }

    /// The pairs of interest.
    fn targets(&self) -> impl Iterator<Item = (usize, usize)> {
        let neighbours = (1..self.ranked).map(|player| (player - 1, player));
        neighbours.chain(self.progress.iter().copied())
    }

    /// The difference of a pair in the overall rating, and its variance.
    fn difference(&self, (one, other): (usize, usize)) -> (f64, f64) {
        let parts = self.formats.iter();
        let needs =
            |format: &FormatState| format.weight * (format.ratings[one] - format.ratings[other]);
        let spread = |format: &FormatState| format.weight.powi(2) * format.variance(one, other);
        (parts.clone().map(needs).sum(), parts.map(spread).sum())
    }

    /// Whether all neighbours are told apart at the wanted confidence, and all are placed.
    pub(crate) fn is_settled(&self) -> bool {
        let is_apart = |player: usize| {
            let (difference, variance) = self.difference((player - 1, player));
            told_apart(difference, variance, self.confidence)
        };
        let is_settled = |player| is_apart(player) && self.has_met((player - 1, player));
        self.unplaced().next().is_none() && (1..self.ranked).all(is_settled)
    }

    /// Whether two players have met in as many deals as a new one plays first, over all formats.
    fn has_met(&self, (one, other): (usize, usize)) -> bool {
        let met = |format: &FormatState| format.met[one * format.players() + other];
        self.formats.iter().map(met).sum::<u64>() >= self.placement
    }

    /// The formats and players without their placement deals.
    fn unplaced(&self) -> impl Iterator<Item = (usize, usize)> {
        let state = |(number, format): (usize, &FormatState)| {
            let few: Vec<_> = (0..self.ranked)
                .filter(|&player| format.deals[player] < self.placement)
                .map(|player| (number, player))
                .collect();
            few
        };
        self.formats.iter().enumerate().flat_map(state)
    }

    /// The next match; `None` if the order is settled, or there are too few players.
    ///
    /// Takes O(f n² t) time for f formats, n players and t pairs of interest.
    pub(crate) fn choose(&self) -> Option<Choice> {
        if let Some(choice) = placement(self) {
            return Some(choice);
        }
        if self.is_settled() {
            return None;
        }
        if let Some(choice) = meeting(self) {
            return Some(choice);
        }
        let group = |format: usize| best_group(self, format);
        let best = (0..self.formats.len()).filter_map(group).max_by(|a, b| a.0.total_cmp(&b.0))?;
        // where nothing is uncertain, nothing would be learnt
        (best.0 > 0.0).then_some(best.1)
    }

    /// How much a match of two players would reduce the loss over all pairs of interest, per deal.
    fn gain(&self, format: usize, pair: (usize, usize), deals: u64) -> f64 {
        let state = &self.formats[format];
        let measured = state.variance(pair.0, pair.1) + noise(state, pair.0, pair.1) / deals as f64;
        let deficit = |target: (usize, usize)| {
            let (difference, variance) = self.difference(target);
            let less = state.weight.powi(2) * reduction(state.between(target, pair), measured);
            loss(difference, variance) - loss(difference, (variance - less).max(0.0))
        };
        self.targets().map(deficit).sum::<f64>() / deals as f64
    }
}

#[cfg(test)]
mod tests;
