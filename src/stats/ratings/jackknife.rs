//! Ratings with intervals, by leaving out one group of results at a time.
//!
//! The idea: results that depend on each other form a block (all games of one deal, and
//! all pairs of each of those games); blocks are independent. Blocks are dealt to
//! [`GROUPS`] groups in turn, and each group keeps only its table of points. The spread of
//! the ratings fitted without each of the groups in turn then tells the error of the
//! ratings fitted to all of them: P. S. Kott, "The delete-a-group jackknife", Journal of
//! Official Statistics 17, 2001. With `G` groups in use and `r` the rating from all results,
//! `r(g)` the one without group `g`, the variance is `(G - 1) / G` times the sum of
//! `(r(g) - r)^2`.

use super::super::intervals::{Interval, t_interval};
use super::bradley_terry::{strengths, to_ratings};
use super::pair_table::{PairError, PairTable};

/// How many groups the blocks are dealt to. With 31 degrees of freedom Student's t is
/// within 5 % of its limit, so more groups would gain little and cost time and memory.
const GROUPS: usize = 32;

/// One player's rating, in Elo-like points with mean 0 over all players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingFit {
    /// The rating from all results, as [`fit`](super::fit) gives it.
    pub rating: f64,
    /// Where the rating would lie with results without end; `None` when there are too few groups
    /// of results to tell, and for a player that won or lost every game: only the prior bounds it.
    pub interval: Option<Interval>,
}

/// Results in pairs, kept in 32 groups of blocks, and the ratings with intervals that
/// follow from them.
///
/// A block is the independent unit: everything that shares luck, such as all games of one
/// deal, belongs to one block. Block `b` goes to group `b % 32`. Memory is 32 times the
/// square of the number of players, whatever the number of results; the order of results
/// plays no part, and parts recorded apart can be merged.
///
/// ```
/// use lettergame::stats::JackknifeRatings;
///
/// let mut results = JackknifeRatings::new(2);
/// for deal in 0..400 {
///     results.record(deal, 0, 1, if deal % 5 == 0 { 0.0 } else { 1.0 })?;
/// }
/// let best = results.fit(0.95)[0];
/// let interval = best.interval.expect("400 blocks fill all groups");
/// assert!(interval.low < best.rating && best.rating < interval.high);
/// # Ok::<(), lettergame::stats::PairError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JackknifeRatings {
    players: usize,
    groups: Vec<PairTable>,
}

impl JackknifeRatings {
    /// No results yet among `players` players, numbered from 0.
    pub fn new(players: usize) -> Self {
        JackknifeRatings { players, groups: vec![PairTable::new(players); GROUPS] }
    }

    /// Adds one game of block `block_index` between `i` and `j`, of which `i` took
    /// `share_for_i` of the one point. Constant time.
    ///
    /// # Errors
    /// As [`PairTable::record`]; nothing is then added.
    pub fn record(
        &mut self,
        block_index: u64,
        i: usize,
        j: usize,
        share_for_i: f64,
    ) -> Result<(), PairError> {
        let group = (block_index % GROUPS as u64) as usize;
        self.groups[group].record(i, j, share_for_i)
    }

    /// Adds all results of `other`, group by group. Blocks must be numbered alike in both.
    ///
    /// # Errors
    /// When the numbers of players differ; nothing is then added.
    pub fn merge(&mut self, other: &JackknifeRatings) -> Result<(), PairError> {
        if self.players != other.players {
            return Err(PairError::Size { players: self.players, other: other.players });
        }
        for (own, theirs) in self.groups.iter_mut().zip(&other.groups) {
            own.absorb(theirs);
        }
        Ok(())
    }

    /// The rating of each player and its interval at `level`, the share of such intervals
    /// that cover, say `0.95`.
    ///
    /// The interval is the rating plus and minus Student's t times the jackknife's error.
    /// A player has one degree of freedom less than there are groups in which it has results:
    /// 31 once it played in all. The interval is `None` with fewer than two such groups, for a
    /// player that won or lost every game, and for a level not strictly between 0 and 1. It concerns the player alone, against the
    /// average of all; the difference of two players has another one.
    ///
    /// Assumes independent blocks, and enough of them for the ratings to be nearly linear in
    /// the results: with 32 blocks and more, simulated intervals cover as they say; with fewer
    /// they cover too seldom when players are far apart. The prior pulls the interval to the
    /// middle along with the rating. The jackknife cannot see what never happened: for a player
    /// that always tied the interval is far too narrow.
    ///
    /// Time is that of up to 33 fits, of which all but the first start near their goal.
    pub fn fit(&self, level: f64) -> Vec<RatingFit> {
        let total = self.total_without(None);
        let start = strengths(&total, vec![0.0; self.players]);
        let ratings = to_ratings(&start);
        let errors = self.standard_errors(&start, &ratings);
        let interval = |player| {
            let freedom = self.groups_of(player).checked_sub(1)?;
            if total.is_one_sided(player) {
                return None;
            }
            t_interval(ratings[player], errors[player], freedom, level)
        };
        (0..self.players)
            .map(|player| RatingFit { rating: ratings[player], interval: interval(player) })
            .collect()
    }

    /// The jackknife's standard error of each of `ratings`, which belong to the strengths
    /// `start`.
    fn standard_errors(&self, start: &[f64], ratings: &[f64]) -> Vec<f64> {
        let mut squares = vec![0.0; self.players];
        let in_use = self.groups_in_use();
        for &group in &in_use {
            let without = strengths(&self.total_without(Some(group)), start.to_vec());
            for (player, rating) in to_ratings(&without).into_iter().enumerate() {
                squares[player] += (rating - ratings[player]).powi(2);
            }
        }
        let factor = 1.0 - 1.0 / in_use.len().max(1) as f64;
        squares.into_iter().map(|square| (factor * square).sqrt()).collect()
    }

    /// The results of all groups, or of all but one. Adding up the others leaves no
    /// rounding behind, as taking one away from the total could.
    fn total_without(&self, left_out: Option<usize>) -> PairTable {
        let mut total = PairTable::new(self.players);
        let kept = (0..GROUPS).filter(|&group| Some(group) != left_out);
        kept.for_each(|group| total.absorb(&self.groups[group]));
        total
    }

    /// The groups that hold any result.
    fn groups_in_use(&self) -> Vec<usize> {
        let holds_any = |group: &usize| {
            let table = &self.groups[*group];
            (0..self.players).any(|player| table.has_played(player))
        };
        (0..GROUPS).filter(holds_any).collect()
    }

    /// How many groups hold a result of `player`.
    fn groups_of(&self, player: usize) -> u64 {
        self.groups.iter().map(|table| u64::from(table.has_played(player))).sum()
    }
}

#[cfg(test)]
mod tests;
