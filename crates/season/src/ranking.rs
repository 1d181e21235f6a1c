//! Ratings over all results: versions that never met are compared through those that they met.

use std::collections::BTreeMap;

use crate::entrants::Entrants;
use crate::results::{FormatResults, Results};
use crate::{Season, SeasonError};
use lettergame_core::stats::{JoinedRatings, JoinedResults};

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
            let of = results.formats.get(&number).unwrap_or(&none);
            let mut joined = JoinedResults::new(players.len());
            for (members, group) in &of.groups {
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
