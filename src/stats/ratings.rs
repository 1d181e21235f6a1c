//! Ratings on an Elo-like scale, with intervals by a grouped jackknife.
//!
//! The strengths of [`PairTable`] are put on the scale on which 400 points are odds of ten to one, with
//! a mean of 0 over all players. A game of more than two players counts as the results of its
//! pairs. These are not independent, nor are the games of one deal; so whole deals are dealt out to
//! groups, each group is left out in turn, and the spread of the ratings is their variance: the
//! delete-a-group jackknife, P. S. Kott, "The Delete-a-Group Jackknife" (2001). It assumes that
//! deals are independent. Memory does not grow with the number of games.

use crate::stats::intervals::{Interval, student_factor};
use crate::stats::pair_table::PairTable;

/// Groups of the jackknife.
const GROUPS: usize = 32;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingFit {
    /// Points on an Elo-like scale; the mean of all players is 0.
    pub rating: f64,
    /// Its interval; `None` when fewer than two groups have results, and for a player that won
    /// everything or nothing: its rating has no bound on that side, and only the prior holds it.
    pub interval: Option<Interval>,
}

/// Results by pair and group of deals.
#[derive(Clone, Debug)]
pub struct JackknifeRatings {
    groups: Vec<PairTable>,
}

impl JackknifeRatings {
    /// No results yet between so many players.
    #[must_use]
    pub fn new(players: usize) -> JackknifeRatings {
        JackknifeRatings { groups: vec![PairTable::new(players); GROUPS] }
    }

    /// Books a result of two players in a game of `block` (all games of one deal): `first` got
    /// `share` (1 a win, 0.5 a tie, 0 a loss), `second` the rest.
    pub fn record(&mut self, block: u64, first: usize, second: usize, share: f64) {
        let group = (block % GROUPS as u64) as usize;
        self.groups[group].record(first, second, share);
    }

    /// The ratings of all players, with intervals at `level` (0.95 for 95 %). They do not depend on
    /// the order in which results were booked.
    #[must_use]
    pub fn fit(&self, level: f64) -> Vec<RatingFit> {
        let players = self.groups.first().map_or(0, PairTable::players);
        let mut all = PairTable::new(players);
        self.groups.iter().for_each(|group| all.merge(group, 1.0));
        let strengths = all.log_strengths(&vec![0.0; players]);
        let without: Vec<Vec<f64>> = self
            .groups
            .iter()
            .filter(|group| !group.is_empty())
            .map(|group| {
                let mut rest = all.clone();
                rest.merge(group, -1.0);
                to_scale(&rest.log_strengths(&strengths))
            })
            .collect();
        let rate = |(player, rating)| RatingFit {
            rating,
            interval: spread(&without, player, level)
                .filter(|_| !all.is_one_sided(player))
                .map(|half| Interval::around(rating, half)),
        };
        to_scale(&strengths).into_iter().enumerate().map(rate).collect()
    }
}

/// 400 points for odds of ten to one, mean 0.
fn to_scale(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| (strength - mean) * 400.0 / std::f64::consts::LN_10).collect()
}

/// Half the width of a player's interval, from the ratings without each group.
fn spread(without: &[Vec<f64>], player: usize, level: f64) -> Option<f64> {
    let groups = without.len();
    if groups < 2 {
        return None;
    }
    let mean = without.iter().map(|ratings| ratings[player]).sum::<f64>() / groups as f64;
    let squares: f64 = without.iter().map(|ratings| (ratings[player] - mean).powi(2)).sum();
    let variance = squares * (groups - 1) as f64 / groups as f64;
    Some(variance.sqrt() * student_factor(level, groups as u64 - 1))
}

#[cfg(test)]
mod tests {
    use super::JackknifeRatings;
    use crate::base::{Rng, Seed};

    /// Results of players whose true ratings are these, `games` of each pair, a deal each.
    fn simulated(truth: &[f64], games: u64, rng: &mut Rng) -> JackknifeRatings {
        let mut ratings = JackknifeRatings::new(truth.len());
        for deal in 0..games {
            for first in 0..truth.len() {
                for second in first + 1..truth.len() {
                    let odds = 10f64.powf((truth[second] - truth[first]) / 400.0);
                    let won = rng.unit() < 1.0 / (1.0 + odds);
                    ratings.record(deal, first, second, if won { 1.0 } else { 0.0 });
                }
            }
        }
        ratings
    }

    #[test]
    fn the_truth_is_inside_about_95_of_100_intervals() {
        let truth = [150.0, 50.0, -20.0, -180.0];
        let mut rng = Seed(11).rng();
        let mut inside = 0;
        for _ in 0..250 {
            let fits = simulated(&truth, 320, &mut rng).fit(0.95);
            inside += fits
                .iter()
                .zip(truth)
                .filter(|(fit, truth)| {
                    fit.interval.is_some_and(|i| i.low <= *truth && *truth <= i.high)
                })
                .count();
        }
        // 1000 intervals, standard deviation about 7 if they were independent
        assert!((920..=975).contains(&inside), "{inside} of 1000");
    }

    #[test]
    fn order_does_not_matter() {
        let (mut forward, mut backward) = (JackknifeRatings::new(3), JackknifeRatings::new(3));
        let results: Vec<(u64, usize, usize)> =
            (0..300).map(|n| (n / 3, (n % 3) as usize, ((n + 1 + n % 2) % 3) as usize)).collect();
        let results: Vec<_> = results.into_iter().filter(|(_, a, b)| a != b).collect();
        results.iter().for_each(|&(deal, a, b)| forward.record(deal, a, b, 1.0));
        results.iter().rev().for_each(|&(deal, a, b)| backward.record(deal, a, b, 1.0));
        assert_eq!(forward.fit(0.95), backward.fit(0.95));
    }

    #[test]
    fn who_never_lost_has_no_interval() {
        let mut ratings = JackknifeRatings::new(3);
        for deal in 0..64 {
            ratings.record(deal, 0, 1, 1.0);
            ratings.record(deal, 1, 2, if deal % 3 == 0 { 1.0 } else { 0.0 });
        }
        let fits = ratings.fit(0.95);
        assert!(fits[0].interval.is_none() && fits[2].interval.is_some(), "{fits:?}");
    }

    #[test]
    fn one_group_or_none_has_no_interval() {
        let mut ratings = JackknifeRatings::new(2);
        assert!(ratings.fit(0.95).iter().all(|fit| fit.rating == 0.0 && fit.interval.is_none()));
        ratings.record(5, 0, 1, 1.0);
        let fits = ratings.fit(0.95);
        assert!(fits[0].rating > 0.0 && fits[0].interval.is_none());
        assert!((fits[0].rating + fits[1].rating).abs() < 1e-9);
    }
}
