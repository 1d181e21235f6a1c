//! What pairs took from each other, against what their results with others say.
//!
//! A pair's own results are one estimate of its difference, all other results are another one, by way of
//! third players. If one rating per player explains the results, they differ by chance alone. Leaving a pair
//! out changes the fitted difference, to first order, by its residual times the resistance between the two in
//! the network of [`elimination`](super::elimination), so nothing is fitted again (as the deletion residuals
//! of D. Pregibon, "Logistic regression diagnostics", The Annals of Statistics 9, 1981). The variance is the
//! sum of both: that of the pair from its own deals, that of the others from the sandwich without the pair.

use super::super::bradley_terry::POINTS_PER_NAT;
use super::pairs::Pairs;
use super::spread::Spread;

/// With fewer expected points of either player than this, the normal distribution does not describe a pair.
const FEW: f64 = 15.0;

/// A pair that is as good as linked by its own results alone has no second estimate.
const MAX_OWN: f64 = 0.99;

/// The results of a pair of players against what those with others say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairDeviation {
    /// The first player's position within the chosen ones.
    pub one: usize,
    /// The second player's position.
    pub other: usize,
    /// Number of games between them.
    pub games: f64,
    /// The share of their points that `one` took, 0 to 1.
    pub observed: f64,
    /// The share that their ratings predict.
    pub expected: f64,
    /// The difference of the two by their own results minus that by all others, in rating points.
    pub difference: f64,
    /// Its variance, in squared rating points.
    pub variance: f64,
}

/// What is known of the chosen players.
pub(super) struct Chosen<'a> {
    pub(super) players: &'a [usize],
    /// How the rating of each, in points, changes with the points of every player.
    pub(super) influences: &'a [Vec<f64>],
    /// Row by row, in squared points.
    pub(super) covariance: &'a [f64],
}

impl Chosen<'_> {
    /// The deviations of all pairs of the chosen with enough results, in the order of the players.
    pub(super) fn deviations(
        &self,
        pairs: &Pairs,
        spread: &Spread,
        strengths: &[f64],
    ) -> Vec<PairDeviation> {
        let mut places = vec![None; strengths.len()];
        self.players.iter().enumerate().for_each(|(at, &player)| places[player] = Some(at));
        let of_pair = |(position, low, high): (usize, usize, usize)| {
            let (one, other) = (places[low]?, places[high]?);
            let (won, games) = (pairs.points(position).0, pairs.games(position));
            let expected = 1.0 / (1.0 + (strengths[high] - strengths[low]).exp());
            if games * expected.min(1.0 - expected) < FEW {
                return None;
            }
            let information = games * expected * (1.0 - expected);
            let influence = |player: usize| {
                (self.influences[one][player] - self.influences[other][player]) / POINTS_PER_NAT
            };
            let resistance = influence(low) - influence(high);
            let left = 1.0 - information * resistance;
            let own = spread.variance_between(position);
            let others = self.variance(one, other) - resistance * resistance * own;
            let variance = own / (information * information) + others.max(0.0) / (left * left);
            (left > 1.0 - MAX_OWN).then(|| PairDeviation {
                one,
                other,
                games,
                observed: won / games,
                expected,
                difference: POINTS_PER_NAT * (won - games * expected) / (information * left),
                variance: POINTS_PER_NAT * POINTS_PER_NAT * variance,
            })
        };
        pairs.iter().filter_map(of_pair).collect()
    }

    /// The variance of the difference of two strengths.
    fn variance(&self, one: usize, other: usize) -> f64 {
        let covariance = |a: usize, b: usize| self.covariance[a * self.players.len() + b];
        let points = covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        points / (POINTS_PER_NAT * POINTS_PER_NAT)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GroupSums, JoinedResults, PairDeviation};
    use crate::ratings::simulation::{Lcg, play, ranking};

    /// Groups of `size` of the players of these strengths, in deals of two games, of which the second often
    /// repeats the first. Player 0 beats 1, 1 beats 2 and 2 beats 0 by `cycle` points more.
    fn deviations(
        truth: &[f64],
        (size, groups, deals): (usize, usize, usize),
        cycle: f64,
        seed: u64,
    ) -> Vec<PairDeviation> {
        let mut lcg = Lcg(seed * 7919 + 1);
        let mut results = JoinedResults::new(truth.len());
        for group in 0..groups {
            let mut members: Vec<usize> = Vec::new();
            while members.len() < size {
                let player = lcg.below(truth.len());
                if !members.contains(&player) {
                    members.push(player);
                }
            }
            members.sort_unstable();
            let mut sums = GroupSums::new(size);
            for _ in 0..deals {
                sums.add_block(&deal(&mut lcg, truth, &members, cycle)).unwrap();
            }
            results.add(&members, &sums).unwrap_or_else(|error| panic!("{group}: {error}"));
        }
        let all: Vec<usize> = (0..truth.len()).collect();
        results.fit(&all).deviations().to_vec()
    }

    fn deal(lcg: &mut Lcg, truth: &[f64], members: &[usize], cycle: f64) -> Vec<f64> {
        let size = members.len();
        let mut points = vec![0.0; size * size];
        if size == 2 {
            let bonus = match (members[0], members[1]) {
                (0, 1) | (1, 2) => cycle,
                (0, 2) => -cycle,
                _ => 0.0,
            };
            let mut share = play(lcg, truth[members[0]] + bonus, truth[members[1]]);
            for game in 0..2 {
                if game == 1 && lcg.next() < 0.5 {
                    share = play(lcg, truth[members[0]] + bonus, truth[members[1]]);
                }
                points[1] += share;
                points[2] += 1.0 - share;
            }
            return points;
        }
        let own: Vec<f64> = members.iter().map(|&player| truth[player]).collect();
        for _ in 0..2 {
            let order = ranking(lcg, &own);
            for (place, better) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|worse| points[better * size + worse] += 1.0);
            }
        }
        points
    }

    const TRUTH: [f64; 6] = [120.0, 60.0, 20.0, -20.0, -60.0, -120.0];

    /// The share of pairs beyond two standard errors, and beyond four.
    fn beyond(kind: (usize, usize, usize), seasons: u64) -> [f64; 2] {
        let mut counts = [0.0; 3];
        for seed in 0..seasons {
            for pair in deviations(&TRUTH, kind, 0.0, seed) {
                let z = pair.difference.abs() / pair.variance.sqrt();
                counts[0] += 1.0;
                counts[1] += f64::from(u8::from(z > 1.96));
                counts[2] += f64::from(u8::from(z > 4.0));
            }
        }
        assert!(counts[0] > 1000.0, "{counts:?}");
        [counts[1] / counts[0], counts[2] / counts[0]]
    }

    #[test]
    fn what_one_rating_explains_deviates_by_chance_alone() {
        for kind in [(2, 60, 20), (2, 200, 4)] {
            let [two, four] = beyond(kind, 120);
            assert!((0.02..0.08).contains(&two) && four < 0.002, "{kind:?}: {two} {four}");
        }
        // pairs of one game depend on each other, which errs to the safe side
        let [two, four] = beyond((4, 60, 10), 120);
        assert!(two < 0.06 && four < 0.002, "{two} {four}");
    }

    /// By its own games 60 points better, by way of the third player 120 points worse.
    #[test]
    fn in_a_cycle_direct_and_indirect_results_contradict_each_other() {
        let found = deviations(&[0.0; 3], (2, 90, 40), 60.0, 1);
        assert_eq!(found.len(), 3);
        for (pair, wanted) in found.iter().zip([180.0, -180.0, 180.0]) {
            assert!((pair.difference - wanted).abs() < 50.0, "{pair:?}");
            assert!(pair.difference.abs() > 5.0 * pair.variance.sqrt(), "{pair:?}");
        }
        assert_eq!((found[1].one, found[1].other), (0, 2));
        assert!((found[1].observed - 0.415).abs() < 0.04, "{found:?}");
        assert!((found[1].expected - 0.5).abs() < 0.04, "{found:?}");
    }

    #[test]
    fn pairs_without_a_second_estimate_or_with_few_results_are_left_out() {
        assert_eq!(deviations(&[0.0, 50.0], (2, 10, 40), 0.0, 1), []);
        assert_eq!(deviations(&TRUTH, (2, 20, 2), 0.0, 1), []);
        assert!(deviations(&[900.0, 0.0, -20.0], (2, 30, 20), 0.0, 1).len() <= 1);
    }
}
