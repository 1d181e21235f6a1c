//! Standings: a pure function of the rows of all matches, of who plays and of the settings.

use serde::Serialize;

use crate::dropped::DroppedFormat;
use crate::entrants::Entrants;
use crate::pairing::told_apart;
use crate::ranking::Fits;
use crate::results::{Results, VersionTotals};
use crate::{Misfit, Season, SeasonError};
use lettergame_stats::{Interval, LEVEL, RatingScale, Ratings};

/// The standings of a season.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeasonStandings {
    /// The name of the season.
    pub season: String,
    /// The game.
    pub game: String,
    /// The formats, in the order of the settings.
    pub formats: Vec<String>,
    /// Matches played in these formats.
    pub matches: u64,
    /// Games played in these formats.
    pub games: u64,
    /// Formats with games that do not count, because the settings no longer have them.
    pub dropped_formats: Vec<DroppedFormat>,
    /// The confidence of all intervals: 0.95.
    pub level: f64,
    /// The probability with which neighbours must be told apart before play ends.
    pub confidence: f64,
    /// Whether all neighbours are told apart, of at least two teams.
    pub settled: bool,
    /// Pairs whose results one rating per team does not explain, the clearest first. With these the order
    /// may differ from that of a round robin.
    pub misfits: Vec<Misfit>,
    /// The teams, best first; those without games last.
    pub teams: Vec<TeamStanding>,
}

/// A team in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamStanding {
    /// The team.
    pub team: String,
    /// Its version that plays, from 1.
    pub version: u64,
    /// When that version was accepted, in seconds since 1970 in UTC.
    pub since: i64,
    /// The best rank that is consistent with the results; `None` without enough of them.
    pub rank_low: Option<u64>,
    /// The worst such rank: with a probability of 95 % the true rank is between the two.
    pub rank_high: Option<u64>,
    /// The mean of its ratings in the formats by their weights, in Elo-like points; 0 is the average of the
    /// teams that play, weighted by how much their games reveal.
    pub rating: f64,
    /// Its interval.
    pub rating_interval: Option<Interval>,
    /// The probability that it is truly above the next one.
    pub above_next: Option<f64>,
    /// Whether the two are told apart at the confidence of the season, however often one looks.
    pub apart: Option<bool>,
    /// Games of this version.
    pub games: u64,
    /// Its wins per seat.
    pub win_share: Option<f64>,
    /// Seats with a fault or a ban.
    pub faults: u64,
    /// Seats that were not asked, because the player failed again and again.
    pub benched: u64,
    /// The formats, in the order of the season.
    pub formats: Vec<FormatStanding>,
}

/// A team in one format.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormatStanding {
    /// Its rating, in points.
    pub rating: f64,
    /// Its interval.
    pub rating_interval: Option<Interval>,
    /// The best rank that is consistent with the results.
    pub rank_low: Option<u64>,
    /// The worst such rank.
    pub rank_high: Option<u64>,
    /// Games of this version.
    pub games: u64,
    /// Its wins per seat.
    pub win_share: Option<f64>,
    /// Its mean score, in points.
    pub score: Option<f64>,
}

impl TeamStanding {
    /// Its rank: `2`, or `2 to 5`; nothing if unknown.
    #[must_use]
    pub fn rank(&self) -> Option<String> {
        let (low, high) = self.rank_low.zip(self.rank_high)?;
        Some(if low == high { low.to_string() } else { format!("{low} to {high}") })
    }
}

impl Season {
    /// The standings by all matches that are played to their end.
    ///
    /// Reads one line of the database for each match, and no rows.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn standings(&self) -> Result<SeasonStandings, SeasonError> {
        let (entrants, results) = (Entrants::read(self)?, Results::read(&self.store)?);
        let fits = Fits::of(self, &entrants, &results, entrants.playing())?;
        self.standings_of(&entrants, &results, &fits)
    }

    pub(crate) fn standings_of(
        &self,
        entrants: &Entrants,
        results: &Results,
        fits: &Fits,
    ) -> Result<SeasonStandings, SeasonError> {
        let overall = fits.overall();
        let ranked = Ranked::of(&overall);
        let formats: Vec<Ranked> =
            fits.formats.iter().map(|(_, _, fit)| Ranked::of(&fit.ratings())).collect();
        let row = |place: usize| {
            let version = &entrants.versions[&fits.versions[place]];
            let totals = |format: usize| {
                let result = results.formats.get(&fits.formats[format].0);
                result
                    .and_then(|result| result.versions.get(&version.id))
                    .copied()
                    .unwrap_or_default()
            };
            let mut all = VersionTotals::default();
            (0..formats.len()).for_each(|format| all.join(&totals(format)));
            let format = |(number, ranked): (usize, &Ranked)| {
                let totals = totals(number);
                let seats = totals.seats as f64;
                FormatStanding {
                    rating: ranked.ratings[place].0,
                    rating_interval: ranked.ratings[place].1,
                    rank_low: ranked.ranks[place].map(|ranks| ranks.0),
                    rank_high: ranked.ranks[place].map(|ranks| ranks.1),
                    games: totals.games,
                    win_share: (totals.seats > 0).then(|| totals.wins / seats),
                    score: (totals.seats > 0).then(|| totals.points as f64 / seats),
                }
            };
            TeamStanding {
                team: entrants.team_name(version.team).to_owned(),
                version: version.number,
                since: version.accepted,
                rank_low: None,
                rank_high: None,
                rating: ranked.ratings[place].0,
                rating_interval: ranked.ratings[place].1,
                above_next: None,
                apart: None,
                games: all.games,
                win_share: (all.seats > 0).then(|| all.wins / all.seats as f64),
                faults: all.faults,
                benched: all.benched,
                formats: formats.iter().enumerate().map(format).collect(),
            }
        };
        let mut order: Vec<(usize, TeamStanding)> =
            (0..fits.versions.len()).map(|place| (place, row(place))).collect();
        order.sort_by(|(_, a), (_, b)| {
            let played = (b.games > 0).cmp(&(a.games > 0));
            played.then(b.rating.total_cmp(&a.rating)).then_with(|| a.team.cmp(&b.team))
        });
        let confidence = self.settings().confidence;
        // those that have played in every format can be compared overall
        let known: Vec<usize> = order
            .iter()
            .filter(|(_, row)| row.formats.iter().all(|format| format.games > 0))
            .map(|(place, _)| *place)
            .collect();
        let ranks = fits.ranks(&known);
        for (place, row) in &mut order {
            if let Some((low, high)) = ranks.get(place) {
                (row.rank_low, row.rank_high) = (Some(*low), Some(*high));
            }
        }
        for next in 1..order.len() {
            let (one, other) = (order[next - 1].0, order[next].0);
            if ranks.contains_key(&one) && ranks.contains_key(&other) {
                let (difference, variance) = fits.difference(one, other);
                let row = &mut order[next - 1].1;
                row.above_next = Some(fits.above(one, other));
                row.apart = Some(told_apart(difference, variance, confidence));
            }
        }
        let teams: Vec<TeamStanding> = order.into_iter().map(|(_, row)| row).collect();
        let last = teams.len().saturating_sub(1);
        let (matches, games) = self.counted(results);
        Ok(SeasonStandings {
            season: self.settings().name.clone(),
            game: self.settings().game.clone(),
            formats: self.settings().formats.iter().map(|format| format.name.clone()).collect(),
            matches,
            games,
            misfits: self.misfits(entrants, fits),
            dropped_formats: self.dropped_from(results)?,
            level: LEVEL,
            confidence,
            settled: teams.len() > 1 && teams[..last].iter().all(|team| team.apart == Some(true)),
            teams,
        })
    }
}

/// Ratings and ranks with their intervals, by position.
struct Ranked {
    ratings: Vec<(f64, Option<Interval>)>,
    ranks: Vec<Option<(u64, u64)>>,
}

impl Ranked {
    fn of(ratings: &Ratings) -> Ranked {
        let fits = ratings.fits(RatingScale::Average, LEVEL);
        let ranks = ratings.ranks(LEVEL);
        Ranked {
            ratings: fits.iter().map(|fit| (fit.rating, fit.interval)).collect(),
            ranks: ranks.into_iter().map(|rank| rank.map(|rank| (rank.low, rank.high))).collect(),
        }
    }
}
