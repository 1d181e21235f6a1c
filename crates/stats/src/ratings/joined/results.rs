//! The results of many groups, and the ratings from all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::bradley_terry::{POINTS_PER_NAT, PRIOR_POINTS, pair_term};
use super::super::few_points::FewPoints;
use super::super::pair_table::PairError;
use super::deviations::Chosen;
use super::group_sums::GroupSums;
use super::joined_ratings::{JoinedRatings, Meetings};
use super::pairs::Pairs;
use super::spread::{PSEUDO_BLOCKS, Spread};
use super::strengths::most_likely;
use super::zero::Zero;

/// Results of very many players, as the sums of each group of players that met.
///
/// Blocks are independent of each other, also those of different groups. Groups may be added in any order and
/// in any number of parts: what belongs to the same players is merged, and sums are added in the order of
/// the players, so the ratings are the same bit for bit. Memory is that of the sums.
///
/// ```
/// use lettergame_stats::{GroupSums, JoinedResults};
///
/// // the middle one of three versions met both others
/// let mut results = JoinedResults::new(3);
/// for members in [[0, 1], [1, 2]] {
///     let mut sums = GroupSums::new(2);
///     for deal in 0..100 {
///         sums.add_block(&[0.0, 0.5 + (deal % 3) as f64, 3.5 - (deal % 3) as f64, 0.0])?;
///     }
///     results.add(&members, &sums)?;
/// }
/// let joined = results.fit(&[0, 2]);
/// assert!(joined.rating(2) > joined.rating(1) && joined.rating(1) > joined.rating(0));
/// assert!(joined.above(1, 0).is_some_and(|probability| probability > 0.999));
/// # Ok::<(), lettergame_stats::PairError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedResults {
    players: usize,
    /// By members in increasing order.
    groups: BTreeMap<Vec<u32>, GroupSums>,
}

impl JoinedResults {
    /// No results yet among `players` players, numbered from 0.
    #[must_use]
    pub fn new(players: usize) -> JoinedResults {
        JoinedResults { players, groups: BTreeMap::new() }
    }

    /// Adds the results of a group of different players, in the order of its sums.
    ///
    /// # Errors
    /// If a player is out of range or listed twice, or if there are not as many players as the sums have
    /// members; nothing is added in that case.
    pub fn add(&mut self, members: &[usize], sums: &GroupSums) -> Result<(), PairError> {
        if members.len() != sums.members() {
            return Err(PairError::Length { found: members.len(), expected: sums.members() });
        }
        let players = self.players;
        if let Some(&player) = members.iter().find(|player| **player >= players) {
            return Err(PairError::UnknownPlayer { player, players });
        }
        let mut seen = BTreeSet::new();
        if let Some(&player) = members.iter().find(|player| !seen.insert(**player)) {
            return Err(PairError::Twice { player });
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&at| members[at]);
        let key: Vec<u32> = seen.into_iter().map(|player| player as u32).collect();
        match self.groups.get_mut(&key) {
            Some(own) => own.merge(&sums.reordered(&order)),
            None => {
                self.groups.insert(key, sums.reordered(&order));
                Ok(())
            }
        }
    }

    /// The ratings of all players, with the uncertainty of those of the `chosen` and of the differences
    /// between them.
    ///
    /// Ratings are those of [`fit`](super::super::fit), with another zero. For 1,200 players in 15,000 groups
    /// with 60 chosen it takes 0.1 to 0.3 seconds. Deterministic; uses one thread.
    ///
    /// # Panics
    /// If a chosen player is out of range.
    #[must_use]
    pub fn fit(&self, chosen: &[usize]) -> JoinedRatings {
        self.fit_with(chosen, PSEUDO_BLOCKS)
    }

    /// As [`fit`](JoinedResults::fit), with another weight of the common dispersion.
    pub(super) fn fit_with(&self, chosen: &[usize], pseudo_blocks: f64) -> JoinedRatings {
        let (pairs, blocks) = (self.pairs(), self.blocks());
        let (strengths, equations) = most_likely(&pairs);
        let linked = pairs.linked(chosen);
        let share =
            |one: usize, other: usize| 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
        let groups = self.groups.iter().map(|(members, sums)| (&members[..], sums));
        let spread = Spread::of(groups, &pairs, &blocks, share, pseudo_blocks);
        let zero = Zero::of(chosen, &pairs, &strengths, &linked);
        let ratings: Vec<f64> =
            strengths.iter().map(|strength| POINTS_PER_NAT * (strength - zero.strength)).collect();
        // how much a chosen rating, in points, changes with each player's points beyond expectation
        let influence = |&player: &usize| {
            let mut contrast: Vec<f64> =
                zero.slope.iter().map(|slope| -slope * POINTS_PER_NAT).collect();
            contrast[player] += POINTS_PER_NAT;
            equations.voltages(&contrast)
        };
        let influences: Vec<Vec<f64>> = chosen.iter().map(influence).collect();
        let weighted: Vec<Vec<f64>> =
            influences.iter().map(|influence| spread.times(&pairs, influence)).collect();
        let prior: Vec<f64> = strengths
            .iter()
            .map(|strength| pair_term(*strength, PRIOR_POINTS, PRIOR_POINTS).curvature)
            .collect();
        let mut covariance = vec![0.0; chosen.len() * chosen.len()];
        for (i, one) in influences.iter().enumerate() {
            for (j, (other, own)) in weighted.iter().zip(&influences).enumerate().take(i + 1) {
                let of_results: f64 = one.iter().zip(other).map(|(one, other)| one * other).sum();
                // where results say nothing, the prior does not say it for sure
                let of_prior = one.iter().zip(own).zip(&prior);
                let of_prior: f64 = of_prior.map(|((one, own), prior)| one * own * prior).sum();
                let product = of_results + of_prior;
                covariance[i * chosen.len() + j] = product;
                covariance[j * chosen.len() + i] = product;
            }
        }
        let known = Chosen { players: chosen, influences: &influences, covariance: &covariance };
        JoinedRatings {
            deviations: known.deviations(&pairs, &spread, &strengths),
            covariance,
            dispersion: spread.dispersion,
            linked: chosen.iter().map(|&player| linked[player]).collect(),
            blocks: chosen.iter().map(|&player| blocks[player]).collect(),
            meetings: self.meetings(chosen),
            few: few(chosen, &pairs, &spread, &ratings, &linked),
            chosen: chosen.to_vec(),
            ratings,
        }
    }

    /// All pairs with their points.
    fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::within(self.players, self.groups.keys().map(|members| &members[..]));
        for (members, sums) in &self.groups {
            for (i, j) in sums.pairs() {
                let position = pairs.position(members[i] as usize, members[j] as usize);
                pairs.add(position, sums.points(i, j), sums.points(j, i));
            }
        }
        pairs
    }

    /// The number of blocks of each player.
    fn blocks(&self) -> Vec<u64> {
        let mut blocks = vec![0; self.players];
        for (members, sums) in &self.groups {
            for (i, &player) in members.iter().enumerate() {
                blocks[player as usize] += sums.blocks_of(i);
            }
        }
        blocks
    }

    /// How pairs of the chosen met, row by row.
    fn meetings(&self, chosen: &[usize]) -> Vec<Meetings> {
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); self.players];
        chosen.iter().enumerate().for_each(|(place, &player)| places[player].push(place));
        let mut meetings = vec![Meetings::default(); chosen.len() * chosen.len()];
        for (members, sums) in &self.groups {
            let places_of = |i: usize| places[members[i] as usize].iter();
            for (i, j) in sums.pairs() {
                for (&one, &other) in
                    places_of(i).flat_map(|one| places_of(j).map(move |other| (one, other)))
                {
                    let blocks = sums.met(i, j);
                    meetings[one * chosen.len() + other].add(blocks, sums.points(i, j));
                    meetings[other * chosen.len() + one].add(blocks, sums.points(j, i));
                }
            }
        }
        meetings
    }
}

/// The points of each chosen player if these are few.
fn few(
    chosen: &[usize],
    pairs: &Pairs,
    spread: &Spread,
    ratings: &[f64],
    linked: &[bool],
) -> Vec<Option<FewPoints>> {
    let mut is_chosen = vec![false; ratings.len()];
    chosen.iter().for_each(|&player| is_chosen[player] = true);
    let mut points = vec![0.0; ratings.len()];
    let mut opponents: Vec<Vec<(f64, f64)>> = vec![Vec::new(); ratings.len()];
    for (position, low, high) in pairs.iter().filter(|&(_, low, high)| linked[low] && linked[high])
    {
        let (won, lost) = pairs.points(position);
        for (one, other, own) in [(low, high, won), (high, low, lost)] {
            if is_chosen[one] {
                points[one] += own;
                opponents[one].push((won + lost, ratings[other]));
            }
        }
    }
    let rating = |&player: &usize| {
        let games: f64 = opponents[player].iter().map(|(games, _)| games).sum();
        let error = spread.variance(player).max(0.0).sqrt() / games;
        let parts = opponents[player].iter().map(|(of_other, rating)| (of_other / games, *rating));
        FewPoints::of_share(points[player] / games, error, parts).filter(|_| games > 0.0)
    };
    chosen.iter().map(rating).collect()
}
