//! Ratings, their differences and ranks, each with its uncertainty from the bootstrap.
//!
//! Intervals of a rating or a difference are the estimate plus and minus Student's t times the standard
//! deviation of the bootstrap draws; see [`bootstrap`](super::bootstrap). The interval of a player that won
//! or lost fewer than 15 points is extended to include the interval of its share of the points, mapped to its
//! rating: see [`few_points`](super::few_points). For a difference, the distances from the estimate to the
//! ends of both players' intervals are added in squares (G. Y. Zou and A. Donner, "Construction of confidence
//! limits about effect measures: a general approach", Statistics in Medicine 27, 2008).
//!
//! An interval of a rank counts who is significantly above and who significantly below: all differences of
//! the player to the others are tested together, so that with the given probability no such claim is wrong
//! and the true rank is inside (M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, "Inference for ranks
//! with applications to mobility across neighbourhoods and academic achievement across countries", The Review
//! of Economic Studies 91, 2024). The critical value is that of the largest studentized difference over the
//! draws. Percentiles of resampled ranks would not do: for nearly equal players they cover far less than they
//! should.
//!
//! A player that won or lost everything is not linked to the others, and resampling cannot estimate how it
//! might have turned out. Against an opponent from which it took every point, or none, in each of `m` blocks
//! of their games, equal players would end up this way with probability `2^(1 - m)` (the sign test; W. J.
//! Dixon and A. M. Mood, Journal of the American Statistical Association 41, 1946).

use super::super::intervals::{Interval, t_interval, t_two_sided};
use super::few_points::FewPoints;
use super::scale::RatingScale;

/// The two-sided 95 % quantile of the normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// One player's rating, in Elo-like points (400 are odds of ten to one).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingFit {
    /// The rating from all results: its differences are those of [`fit`](super::fit).
    pub rating: f64,
    /// The confidence interval of the rating; `None` if there are too few blocks of results, if
    /// only the prior determines the rating, and for the anchor of the scale.
    pub interval: Option<Interval>,
}

/// The rank of a player among those that played, 1 being the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankInterval {
    /// The best rank compatible with the results.
    pub low: u64,
    /// The worst rank.
    pub high: u64,
}

/// The ratings of all players with their bootstrap draws; see
/// [`BootstrapRatings::ratings`](super::BootstrapRatings::ratings).
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// In points, with the average of the scale at 0.
    pub(super) ratings: Vec<f64>,
    pub(super) linked: Vec<bool>,
    /// Number of cells with results of each player.
    pub(super) cells: Vec<u64>,
    /// For each draw, the deviation of each rating from the one of all results, in points; empty if there are
    /// fewer than two cells.
    pub(super) draws: Vec<Vec<f64>>,
    /// Correction of the variance of draws: `n / (n - 1)` for `n` cells.
    pub(super) factor: f64,
    /// At `i * players + j`: the number of cells in which `i` met `j` if `i` took every point in all of them,
    /// otherwise 0.
    pub(super) sweeps: Vec<u64>,
    /// The points of players that won or lost few.
    pub(super) few: Vec<Option<FewPoints>>,
}

impl Ratings {
    /// Number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.ratings.len()
    }

    /// The rating of each player and its interval at `level`, the share of such intervals that cover.
    ///
    /// A player has one degree of freedom fewer than there are cells with its results. Only players in a
    /// class of two or more ([`PairTable::classes`](super::PairTable::classes)) have intervals, and only if
    /// it is the only such class, so a player that won or lost every game has none; with an anchor, only if
    /// the anchor is in that class. The prior shrinks the interval along with the rating. The bootstrap
    /// cannot see what never happened: if all blocks are identical, e.g. all games are tied, there is no
    /// interval.
    ///
    /// # Panics
    /// If the anchor is out of range.
    #[must_use]
    pub fn fits(&self, scale: RatingScale, level: f64) -> Vec<RatingFit> {
        let fit = |player: usize| match scale {
            RatingScale::Average => {
                let rating = self.ratings[player];
                RatingFit { rating, interval: self.own_interval(player, level) }
            }
            RatingScale::Anchor { player: anchor, rating: at } => {
                let difference = self.difference(player, anchor, level);
                let interval = difference
                    .interval
                    .map(|Interval { low, high }| Interval { low: low + at, high: high + at });
                RatingFit { rating: difference.rating + at, interval }
            }
        };
        (0..self.players()).map(fit).collect()
    }

    /// The rating of `one` minus that of `other`, with its interval; `None` as for
    /// [`fits`](Ratings::fits), and for a player with itself.
    ///
    /// # Panics
    /// If either index is out of range.
    #[must_use]
    pub fn difference(&self, one: usize, other: usize, level: f64) -> RatingFit {
        let rating = self.ratings[one] - self.ratings[other];
        let drawn = self.interval(&[one, other], rating, self.apart(one, other), level);
        let is_of_few = self.few[one].is_some() || self.few[other].is_some();
        let interval = drawn.map(|drawn| match self.around_few(one, other, level) {
            Some(wide) if is_of_few && one != other => drawn.and(wide),
            _ => drawn,
        });
        RatingFit { rating, interval }
    }

    /// The probability that `one` is truly above `other`: the share of the draws in which it is, with half a
    /// draw added to both sides, because draws are never conclusive. For players that are not linked: after
    /// `m` blocks swept by one of them, `1 - 2^-(m + 1)` for that player, from a uniform prior on its share
    /// of blocks; `None` if they have met otherwise or not met.
    ///
    /// # Panics
    /// If either index is out of range.
    #[must_use]
    pub fn above(&self, one: usize, other: usize) -> Option<f64> {
        if one == other {
            return None;
        }
        if self.is_linked(one, other) {
            let difference = self.ratings[one] - self.ratings[other];
            let ahead = |apart: f64| match difference + apart {
                apart if apart > 0.0 => 1.0,
                apart if apart < 0.0 => 0.0,
                _ => 0.5,
            };
            let ahead: f64 = self.apart(one, other).map(ahead).sum();
            return Some((ahead + 0.5) / (self.draws.len() + 1) as f64);
        }
        let rare = |sweeps: u64| 0.5_f64.powi(sweeps.min(1000) as i32 + 1);
        match (self.swept(one, other), self.swept(other, one)) {
            (0, 0) => None,
            (sweeps, 0) => Some(1.0 - rare(sweeps)),
            (_, sweeps) => Some(rare(sweeps)),
        }
    }

    /// The rank of each player among those that have played, with an interval that covers the true rank with
    /// probability at least `level`; `None` for a player without results, and for all players if there are
    /// fewer than two cells of results.
    ///
    /// Time is the square of the number of players times the number of draws.
    #[must_use]
    pub fn ranks(&self, level: f64) -> Vec<Option<RankInterval>> {
        let played = self.cells.iter().filter(|cells| **cells > 0).count() as u64;
        let rank = |player: usize| {
            if self.draws.is_empty() || self.cells[player] == 0 {
                return None;
            }
            let (above, below) = self.certain(player, 1.0 - level);
            Some(RankInterval { low: 1 + above, high: played - below })
        };
        (0..self.players()).map(rank).collect()
    }

    /// The numbers of players significantly above and below a player, with all claims correct
    /// except with probability `error`.
    fn certain(&self, player: usize, error: f64) -> (u64, u64) {
        let others = (0..self.players()).filter(|&other| other != player && self.cells[other] > 0);
        let (linked, apart): (Vec<usize>, Vec<usize>) =
            others.partition(|&other| self.is_linked(player, other));
        let each = error / (linked.len() + apart.len()).max(1) as f64;
        let critical = self.critical(player, &linked, each * linked.len() as f64);
        let (mut above, mut below) = (0, 0);
        for &other in &linked {
            let distance = (self.ratings[other] - self.ratings[player]) / self.error(player, other);
            above += u64::from(distance > critical);
            below += u64::from(distance < -critical);
        }
        for &other in &apart {
            let is_rare = |sweeps: u64| sweeps > 0 && 2.0 * 0.5_f64.powf(sweeps as f64) <= each;
            above += u64::from(is_rare(self.swept(other, player)));
            below += u64::from(is_rare(self.swept(player, other)));
        }
        (above, below)
    }

    /// The critical value for the largest of the differences to others, in standard errors, exceeded with
    /// probability `error`; widened as Student's t is relative to the normal distribution.
    fn critical(&self, player: usize, others: &[usize], error: f64) -> f64 {
        let freedom = self.cells[player].saturating_sub(1);
        let errors: Vec<f64> = others.iter().map(|&other| self.error(player, other)).collect();
        let widening = t_two_sided(freedom, 0.95).map_or(f64::INFINITY, |t| t / NORMAL_95);
        let largest = |draw: &Vec<f64>| {
            let apart =
                |(other, error): (&usize, &f64)| (draw[*other] - draw[player]).abs() / error;
            let distances = others.iter().zip(&errors).map(apart).filter(|far| far.is_finite());
            distances.fold(0.0, f64::max) * self.factor.sqrt()
        };
        let mut largest: Vec<f64> = self.draws.iter().map(largest).collect();
        largest.sort_by(f64::total_cmp);
        let rank = ((1.0 - error) * (largest.len() + 1) as f64).ceil() as usize;
        let quantile = rank.checked_sub(1).and_then(|rank| largest.get(rank)).or(largest.last());
        quantile.map_or(f64::INFINITY, |quantile| quantile * widening)
    }

    /// The standard error of the difference of two ratings; infinite if the draws do not differ.
    fn error(&self, one: usize, other: usize) -> f64 {
        let squares: f64 = self.apart(one, other).map(|apart| apart * apart).sum();
        let variance = self.factor * squares / self.draws.len().max(1) as f64;
        if variance > 0.0 { variance.sqrt() } else { f64::INFINITY }
    }

    /// The interval of an estimate about these players, from the deviations of its draws.
    fn interval(
        &self,
        players: &[usize],
        estimate: f64,
        draws: impl Iterator<Item = f64>,
        level: f64,
    ) -> Option<Interval> {
        if players.iter().any(|&player| !self.linked[player]) {
            return None;
        }
        let deviations: super::super::Summary = draws.collect();
        let error = (self.factor * deviations.variance()?).sqrt();
        let cells = players.iter().map(|&player| self.cells[player]).min()?;
        let is_known = error > 0.0;
        t_interval(estimate, error, cells.saturating_sub(1), level).filter(|_| is_known)
    }

    /// The interval of a rating on the average scale.
    fn own_interval(&self, player: usize, level: f64) -> Option<Interval> {
        let rating = self.ratings[player];
        let draws = self.draws.iter().map(|draw| draw[player]);
        let drawn = self.interval(&[player], rating, draws, level)?;
        let few = self.few[player].as_ref().map(|few| few.interval(rating, level));
        Some(few.map_or(drawn, |few| drawn.and(few)))
    }

    /// The interval of a difference, from the intervals of both ratings.
    fn around_few(&self, one: usize, other: usize, level: f64) -> Option<Interval> {
        let (x, y) = (self.ratings[one], self.ratings[other]);
        let of_x = self.own_interval(one, level)?;
        let of_y = self.own_interval(other, level)?;
        let down = (x - of_x.low).hypot(of_y.high - y);
        let up = (of_x.high - x).hypot(y - of_y.low);
        Some(Interval { low: x - y - down, high: x - y + up })
    }

    /// For each draw, the deviation of the difference of two ratings from that of all results.
    fn apart(&self, one: usize, other: usize) -> impl Iterator<Item = f64> {
        self.draws.iter().map(move |draw| draw[one] - draw[other])
    }

    fn is_linked(&self, one: usize, other: usize) -> bool {
        self.linked[one] && self.linked[other] && !self.draws.is_empty()
    }

    fn swept(&self, one: usize, other: usize) -> u64 {
        self.sweeps[one * self.players() + other]
    }
}

#[cfg(test)]
mod tests;
