//! Goodness of fit: whether one rating per player explains who took how many points from whom.
//!
//! The fitted ratings predict each pair's share of its points. Observed minus expected, squared, over the
//! variance of as many independent games, summed over the pairs, is the statistic of K. Pearson
//! (Philosophical Magazine 50, 1900). Since games of one block are not independent, it does not have a
//! chi-square distribution but that of a weighted sum of squares, which is close to a multiple of chi-square
//! with the mean and the variance of that sum (J. N. K. Rao and A. J. Scott, "On chi-squared tests for
//! multiway contingency tables with cell proportions estimated from survey data", The Annals of Statistics
//! 12, 1984, the second-order correction). Both moments come from the blocks: each block has its own
//! residuals, less its pull on the ratings, to first order; if the model holds, their signs are as good as
//! random, and the moments are those of the statistic over all random signs (C. F. J. Wu, "Jackknife,
//! bootstrap and other resampling methods in regression analysis", The Annals of Statistics 14, 1986, the
//! wild bootstrap). They are sums of products, so nothing has to be drawn, no matrix of pairs is inverted,
//! and there may be more pairs than blocks. For pairs in which one player was expected to win nearly every
//! game, the blocks may contain no upset and hence no variance: such a pair has at least the variance of
//! independent games, less what the fit absorbs, as a further term.
//!
//! Only pairs of players linked by results count: where only the prior determines ratings, anything fits.
//! Pairs that form no cycle always fit.

use super::super::intervals::LEVEL;
use super::bootstrap::BootstrapRatings;
use super::bradley_terry::{POINTS_PER_NAT, PRIOR_POINTS, fit, pair_term};
use super::network::Network;
use super::pair_table::PairTable;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// The fewest blocks from which the variance is estimated.
const MIN_BLOCKS: usize = 10;

/// Approximate maximum number of products of residuals.
const WORK: usize = 100_000_000;

/// Added to the variance of each pair in the statistic, so that one upset among games with an overwhelming
/// favourite does not outweigh all else; the statistic is compared with its own distribution in any case.
const SMOOTHING: f64 = 0.5;

/// With fewer expected wins or losses of a pair than this, its blocks do not reveal its variance.
const FEW: f64 = 15.0;

/// A pair's result against the expectation from its ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairFit {
    /// The first player's index, from 0.
    pub one: usize,
    /// The second player's index, above `one`.
    pub other: usize,
    /// Number of games between them.
    pub games: f64,
    /// The share of their points that `one` took, 0 to 1.
    pub observed: f64,
    /// The share that its rating predicts.
    pub expected: f64,
    /// The deviation, in standard errors.
    pub deviation: f64,
}

/// Goodness of fit of the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFit {
    /// The statistic, scaled to a chi-square distribution.
    pub chi_square: f64,
    /// Its degrees of freedom; usually not an integer.
    pub freedom: f64,
    /// The probability of results at least this far off if the model holds.
    pub p_value: f64,
    /// All pairs of linked players that met, worst first.
    pub pairs: Vec<PairFit>,
}

impl ModelFit {
    /// Whether the model is rejected at 5 %.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.p_value < 1.0 - LEVEL
    }

    /// The pairs whose deviation is significant at 5 % (Bonferroni); if there is none, the worst one.
    #[must_use]
    pub fn misfits(&self) -> &[PairFit] {
        let tail = (1.0 - LEVEL) / self.pairs.len().max(1) as f64 / 2.0;
        let most = Normal::standard().inverse_cdf(1.0 - tail);
        let count = self.pairs.iter().take_while(|pair| pair.deviation.abs() > most).count();
        &self.pairs[..count.max(1).min(self.pairs.len())]
    }
}

/// The compared pairs and their expectations.
struct Promised {
    pairs: Vec<(usize, usize)>,
    /// The expected share of the first player of each pair.
    shares: Vec<f64>,
    /// The variance of its points if games were independent.
    variances: Vec<f64>,
    /// The part of that variance left by the fit if few wins or losses are expected, otherwise 0.
    left: Vec<f64>,
}

impl BootstrapRatings {
    /// Tests whether one rating per player explains the results.
    ///
    /// `None` with fewer than ten blocks, and if any results would fit: when no three players have all met
    /// each other, directly or in a larger cycle. Takes the square of the number of blocks times the number
    /// of pairs; blocks are grouped if this would exceed about a tenth of a second.
    #[must_use]
    pub fn model_fit(&self) -> Option<ModelFit> {
        let total = self.total();
        let linked = total.linked();
        let ratings: Vec<f64> = fit(&total).iter().map(|rating| rating / POINTS_PER_NAT).collect();
        let mut promised = Promised::of(&total, &ratings, &linked);
        let joined = linked.iter().filter(|linked| **linked).count();
        if promised.pairs.len() < joined.max(1) {
            return None;
        }
        let groups = self.groups(WORK / promised.pairs.len());
        if groups.len() < MIN_BLOCKS {
            return None;
        }
        let residuals = promised.residuals(&groups, &ratings);
        promised.compare(&total, &residuals)
    }

    /// The blocks, grouped such that the square of the number of groups is at most `most`.
    fn groups(&self, most: usize) -> Vec<PairTable> {
        let in_use: Vec<&PairTable> = self.cells().iter().filter(|cell| !cell.is_empty()).collect();
        let count = most.isqrt().clamp(MIN_BLOCKS, in_use.len().max(MIN_BLOCKS));
        let mut groups = vec![PairTable::new(self.players()); count.min(in_use.len())];
        for (index, cell) in in_use.into_iter().enumerate() {
            groups[index % count].absorb(cell);
        }
        groups
    }
}

impl Promised {
    fn of(total: &PairTable, strengths: &[f64], linked: &[bool]) -> Promised {
        let mut promised =
            Promised { pairs: vec![], shares: vec![], variances: vec![], left: vec![] };
        for one in 0..total.players() {
            for other in one + 1..total.players() {
                let games = total.points(one, other) + total.points(other, one);
                if linked[one] && linked[other] && games > 0.0 {
                    let share = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
                    promised.pairs.push((one, other));
                    promised.shares.push(share);
                    promised.variances.push(games * share * (1.0 - share));
                }
            }
        }
        promised
    }

    /// For each group and pair, observed minus expected points, less the group's pull on the ratings.
    fn residuals(&mut self, groups: &[PairTable], strengths: &[f64]) -> Vec<Vec<f64>> {
        let raw = |group: &PairTable| -> Vec<f64> {
            let of_pair = |(&(one, other), share): (&(usize, usize), &f64)| {
                let (won, lost) = (group.points(one, other), group.points(other, one));
                won - (won + lost) * share
            };
            self.pairs.iter().zip(&self.shares).map(of_pair).collect()
        };
        let mut residuals: Vec<Vec<f64>> = groups.iter().map(raw).collect();
        let mut network = Network::new(strengths.len());
        for (&(one, other), variance) in self.pairs.iter().zip(&self.variances) {
            network.join(one, other, *variance);
        }
        for (player, strength) in strengths.iter().enumerate() {
            let prior = pair_term(*strength, PRIOR_POINTS, PRIOR_POINTS);
            network.join_ground(player, prior.curvature);
        }
        let pull = |residuals: &Vec<f64>| {
            let mut pull = vec![0.0; strengths.len()];
            for (&(one, other), residual) in self.pairs.iter().zip(residuals) {
                pull[one] += residual;
                pull[other] -= residual;
            }
            pull
        };
        let mut shifts: Vec<Vec<f64>> = residuals.iter().map(pull).collect();
        let few = self.few(strengths.len());
        shifts.extend(few.iter().map(|(_, current)| current.clone()));
        network.turn_to_voltages(&mut shifts);
        let resistances = shifts.split_off(residuals.len());
        self.left = vec![0.0; self.pairs.len()];
        for ((pair, _), voltages) in few.iter().zip(&resistances) {
            let ((one, other), variance) = (self.pairs[*pair], self.variances[*pair]);
            self.left[*pair] =
                variance * (1.0 - variance * (voltages[one] - voltages[other])).max(0.0);
        }
        for (residuals, shift) in residuals.iter_mut().zip(&shifts) {
            for ((&(one, other), variance), residual) in
                self.pairs.iter().zip(&self.variances).zip(residuals)
            {
                *residual -= variance * (shift[one] - shift[other]);
            }
        }
        residuals
    }

    /// The pairs with few expected wins or losses, each with a current from one player to the other.
    fn few(&self, players: usize) -> Vec<(usize, Vec<f64>)> {
        let is_few = |&pair: &usize| {
            let share = self.shares[pair];
            // games times the share of the rarer outcome
            self.variances[pair] / share.max(1.0 - share) < FEW
        };
        let current = |pair: usize| {
            let (mut current, (one, other)) = (vec![0.0; players], self.pairs[pair]);
            (current[one], current[other]) = (1.0, -1.0);
            (pair, current)
        };
        (0..self.pairs.len()).filter(is_few).map(current).collect()
    }

    /// The test, from the residuals of the groups.
    fn compare(&self, total: &PairTable, residuals: &[Vec<f64>]) -> Option<ModelFit> {
        let count = residuals.len() as f64;
        let pairs = 0..self.pairs.len();
        let sums: Vec<f64> =
            pairs.clone().map(|pair| residuals.iter().map(|group| group[pair]).sum()).collect();
        let scales: Vec<f64> =
            self.variances.iter().map(|variance| 1.0 / (variance + SMOOTHING).sqrt()).collect();
        let scaled: Vec<Vec<f64>> = (residuals.iter())
            .map(|group| pairs.clone().map(|k| (group[k] - sums[k] / count) * scales[k]).collect())
            .collect();
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let (mut mean, mut half_variance) = (0.0, 0.0);
        for (index, group) in scaled.iter().enumerate() {
            mean += product(group, group);
            let earlier = scaled[..index].iter();
            half_variance += 2.0 * earlier.map(|other| product(group, other).powi(2)).sum::<f64>();
        }
        let factor = count / (count - 1.0);
        let (mut mean, mut half_variance) = (mean * factor, half_variance * factor * factor);
        for pair in pairs.clone() {
            let seen = factor * scaled.iter().map(|group| group[pair] * group[pair]).sum::<f64>();
            let unseen = (self.left[pair] * scales[pair] * scales[pair] - seen).max(0.0);
            mean += unseen;
            half_variance += unseen * unseen;
        }
        let statistic: f64 = pairs.clone().map(|pair| (sums[pair] * scales[pair]).powi(2)).sum();
        let (unit, freedom) = (half_variance / mean, mean * mean / half_variance);
        let chi_square = statistic / unit;
        let law = ChiSquared::new(freedom).ok().filter(|_| chi_square.is_finite())?;
        let deviation = |pair: usize| {
            let own = |group: &Vec<f64>| (group[pair] - sums[pair] / count).powi(2);
            let by_groups = factor * residuals.iter().map(own).sum::<f64>();
            sums[pair] / by_groups.max(self.variances[pair]).max(0.25).sqrt()
        };
        let pair = |pair: usize| {
            let (one, other) = self.pairs[pair];
            let games = total.points(one, other) + total.points(other, one);
            let (observed, expected) = (total.points(one, other) / games, self.shares[pair]);
            PairFit { one, other, games, observed, expected, deviation: deviation(pair) }
        };
        let mut pairs: Vec<PairFit> = pairs.map(pair).collect();
        pairs.sort_by(|a, b| b.deviation.abs().total_cmp(&a.deviation.abs()));
        Some(ModelFit { chi_square, freedom, p_value: law.sf(chi_square), pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::BootstrapRatings;
    use crate::ratings::simulation::{Lcg, expected_share, play, ranking};

    /// How often the model is rejected, over tournaments of simulated results.
    fn refuted(tournaments: u64, simulate: impl Fn(&mut Lcg) -> BootstrapRatings) -> f64 {
        let mut failed = 0;
        for seed in 0..tournaments {
            let results = simulate(&mut Lcg(seed * 9973 + 11));
            failed += u64::from(results.model_fit().unwrap().fails());
        }
        failed as f64 / tournaments as f64
    }

    /// Each pair meets `copies` times in a block, always with the same result; `gain` is the advantage, in
    /// points, of each player in a ring over the previous one.
    fn round_robin(
        lcg: &mut Lcg,
        truth: &[f64],
        (blocks, copies): (u64, usize),
        gain: f64,
    ) -> BootstrapRatings {
        let (players, mut results) = (truth.len(), BootstrapRatings::new(truth.len()));
        for block in 0..blocks {
            for i in 0..players {
                for j in i + 1..players {
                    let ring = if j == i + 1 { gain } else { 0.0 };
                    let ring = if i == 0 && j == players - 1 { -gain } else { ring };
                    let share = play(lcg, truth[i] + ring, truth[j]);
                    (0..copies).for_each(|_| results.record(block, i, j, share).unwrap());
                }
            }
        }
        results
    }

    const TRUTH: [f64; 5] = [150.0, 80.0, 0.0, -80.0, -150.0];

    #[test]
    fn valid_ratings_are_rejected_one_time_in_twenty() {
        for (truth, shape) in
            [(&TRUTH[..], (100, 1)), (&TRUTH[..], (100, 4)), (&TRUTH[..4], (25, 2))]
        {
            let found = refuted(300, |lcg| round_robin(lcg, truth, shape, 0.0));
            assert!((0.015..=0.085).contains(&found), "{shape:?}: {found}");
        }
    }

    /// Favourites that lose a few games, or none: the blocks show little of their variance.
    #[test]
    fn clear_favourites_are_not_mistaken_for_a_misfit() {
        for truth in [&[300.0, 200.0, -250.0, -350.0][..], &[250.0, 150.0, -350.0]] {
            let mut failed = 0;
            for seed in 0..300 {
                let results = round_robin(&mut Lcg(seed * 9973 + 11), truth, (60, 1), 0.0);
                failed += u32::from(results.model_fit().is_some_and(|fit| fit.fails()));
            }
            assert!(f64::from(failed) / 300.0 <= 0.075, "{truth:?}: {failed}");
        }
    }

    #[test]
    fn rankings_from_the_model_are_rejected_one_time_in_twenty() {
        let found = refuted(300, |lcg| {
            let mut results = BootstrapRatings::new(TRUTH.len());
            for block in 0..80 {
                let order = ranking(lcg, &TRUTH);
                for (place, &better) in order.iter().enumerate() {
                    for &worse in &order[place + 1..] {
                        results.record(block, better, worse, 1.0).unwrap();
                    }
                }
            }
            results
        });
        assert!((0.015..=0.085).contains(&found), "{found}");
    }

    #[test]
    fn cyclic_advantages_are_detected() {
        let found = refuted(60, |lcg| round_robin(lcg, &TRUTH, (100, 1), 120.0));
        assert!(found > 0.9, "{found}");
    }

    /// The weak and the strong player of a field of four: 44 % is expected, none is taken.
    #[test]
    fn the_worst_pair_is_reported_with_its_shares() {
        let (mut lcg, mut results) = (Lcg(5), BootstrapRatings::new(4));
        let truth = [100.0, 60.0, -60.0, -100.0];
        for block in 0..200 {
            for i in 0..4 {
                for j in i + 1..4 {
                    let share =
                        if (i, j) == (0, 1) { 0.0 } else { play(&mut lcg, truth[i], truth[j]) };
                    results.record(block, i, j, share).unwrap();
                }
            }
        }
        let found = results.model_fit().unwrap();
        assert!(found.fails() && found.p_value < 1e-6, "{found:?}");
        let worst = found.misfits()[0];
        assert_eq!((worst.one, worst.other, worst.games, worst.observed), (0, 1, 200.0, 0.0));
        assert!(worst.expected > 0.2 && worst.deviation < -5.0, "{worst:?}");
        let sum: f64 =
            found.pairs.iter().map(|pair| pair.games * (pair.observed - pair.expected)).sum();
        assert!(sum.abs() < 60.0, "{sum}");
    }

    /// With three players the one degree of freedom is whether the gaps of two pairs add up to the third.
    #[test]
    fn a_cycle_of_three_has_one_degree_of_freedom() {
        let mut lcg = Lcg(3);
        let found = round_robin(&mut lcg, &TRUTH[..3], (400, 1), 0.0).model_fit().unwrap();
        assert!((found.freedom - 1.0).abs() < 0.1, "{found:?}");
        assert!((0.0..=1.0).contains(&found.p_value));
        assert!((expected_share(0.0, 0.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn without_a_cycle_or_blocks_there_is_no_test() {
        let mut gauntlet = BootstrapRatings::new(3);
        for deal in 0..64 {
            gauntlet.record(deal, 0, 1, (deal % 2) as f64).unwrap();
            gauntlet.record(deal, 0, 2, (deal % 3 / 2) as f64).unwrap();
        }
        assert_eq!(gauntlet.model_fit(), None);
        assert_eq!(round_robin(&mut Lcg(1), &TRUTH, (9, 3), 0.0).model_fit(), None);
        assert_eq!(BootstrapRatings::new(0).model_fit(), None);
    }
}
