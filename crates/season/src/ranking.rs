//! Ratings over all results: versions that never met are compared through those that they met.

use std::collections::BTreeMap;

use crate::entrants::Entrants;
use crate::pairing::tail;
use crate::results::{FormatResults, Results};
use crate::{Season, SeasonError};
use lettergame_stats::{JoinedRatings, JoinedResults, LEVEL, Ratings};

/// The ratings of some versions in every format.
pub(crate) struct Fits {
    /// The versions, in the order of the positions below.
    pub(crate) versions: Vec<i64>,
    /// For each format of the season: its number, its part of the overall rating, its ratings.
    pub(crate) formats: Vec<(i64, f64, JoinedRatings)>,
    /// Each version's number among the players of the ratings.
    players: BTreeMap<i64, usize>,
}

impl Fits {
    /// Rates these versions by all results.
    pub(crate) fn of(
        season: &Season,
        entrants: &Entrants,
        results: &Results,
        versions: Vec<i64>,
    ) -> Result<Fits, SeasonError> {
        let players: BTreeMap<i64, usize> = entrants.versions.keys().copied().zip(0..).collect();
        let chosen: Vec<usize> =
            versions.iter().filter_map(|id| players.get(id).copied()).collect();
        let none = FormatResults::default();
        let weights: f64 = season.formats().map(|(_, format)| format.weight).sum();
        let fit = |(number, format): (i64, &crate::Format)| {
            let result = results.formats.get(&number).unwrap_or(&none);
            let mut joined = JoinedResults::new(players.len());
            for (members, group) in &result.groups {
                let members: Vec<usize> =
                    members.iter().filter_map(|id| players.get(id).copied()).collect();
                // the database holds no result of a version that it does not hold
                joined.add(&members, &group.sums).map_err(|_| SeasonError::Ratings)?;
            }
            Ok((number, format.weight / weights, joined.fit(&chosen)))
        };
        let formats = season.formats().map(fit).collect::<Result<_, SeasonError>>()?;
        Ok(Fits { versions, formats, players })
    }

    /// The overall ratings of the versions, with the intervals that results alone allow.
    pub(crate) fn overall(&self) -> Ratings {
        let parts: Vec<(f64, &JoinedRatings)> =
            self.formats.iter().map(|(_, weight, fit)| (*weight, fit)).collect();
        JoinedRatings::combined(&parts)
    }

    /// The overall rating of any version, in points.
    pub(crate) fn rating(&self, version: i64) -> f64 {
        let Some(&player) = self.players.get(&version) else { return 0.0 };
        self.formats.iter().map(|(_, weight, fit)| weight * fit.rating(player)).sum()
    }

    /// The rating of a version in a format, from 0.
    pub(crate) fn rating_in(&self, format: usize, version: i64) -> f64 {
        self.players.get(&version).map_or(0.0, |&player| self.formats[format].2.rating(player))
    }
}

/// Differences of overall ratings, by position, from the normal distribution of the sums over the formats. Unlike
/// intervals of ratings they are there for versions that won or lost everything in a format: their ratings
/// are drawn towards the others by the prior, so that they err to the safe side.
impl Fits {
    /// The difference of two ratings and its variance.
    pub(crate) fn difference(&self, one: usize, other: usize) -> (f64, f64) {
        let variance = |(_, weight, fit): &(i64, f64, JoinedRatings)| {
            let both = fit.covariance(one, one) + fit.covariance(other, other);
            weight * weight * (both - 2.0 * fit.covariance(one, other))
        };
        let difference = self.rating(self.versions[one]) - self.rating(self.versions[other]);
        (difference, self.formats.iter().map(variance).sum())
    }

    /// The difference of two ratings in standard errors.
    fn z(&self, one: usize, other: usize) -> f64 {
        let (difference, variance) = self.difference(one, other);
        if variance > 0.0 { difference / variance.sqrt() } else { 0.0 }
    }

    /// The probability that one is truly above the other.
    pub(crate) fn above(&self, one: usize, other: usize) -> f64 {
        tail(-self.z(one, other))
    }

    /// For each of these the best and the worst rank that are consistent with the results: who is
    /// significantly above and below, with an error of 5 % over all comparisons of one team (C. E. Bonferroni's
    /// inequality).
    pub(crate) fn ranks(&self, known: &[usize]) -> BTreeMap<usize, (u64, u64)> {
        let error = (1.0 - LEVEL) / known.len().saturating_sub(1).max(1) as f64 / 2.0;
        let rank = |&own: &usize| {
            let others = known.iter().filter(|other| **other != own);
            let count = |is: &dyn Fn(usize) -> bool| {
                others.clone().filter(|other| is(**other)).count() as u64
            };
            let above = count(&|other| tail(self.z(other, own)) < error);
            let below = count(&|other| tail(self.z(own, other)) < error);
            (own, (1 + above, known.len() as u64 - below))
        };
        known.iter().map(rank).collect()
    }
}
