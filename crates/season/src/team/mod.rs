//! What is to be said about one team: its versions, its rivals, its games worth a look.

mod name;

use std::collections::BTreeMap;

use serde::Serialize;

pub(crate) use name::team_name;

use crate::entrants::Entrants;
use crate::ranking::Fits;
use crate::results::{MatchRecord, Results, SideTimes, VersionTotals};
use crate::store::Version;
use crate::{Lead, Season, SeasonError};
use lettergame_stats::{Interval, JoinedRatings, LEVEL, RatingScale, Ratings};

/// How many games of each kind are listed.
const MAX_GAMES: usize = 5;

/// A team in detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamReport {
    /// The team.
    pub team: String,
    /// Whether it was withdrawn.
    pub withdrawn: bool,
    /// The number of the version that plays; `None` before the first.
    pub current: Option<u64>,
    /// Its versions, the oldest first.
    pub versions: Vec<VersionProgress>,
    /// The other teams that play, as they met any of its versions; by name.
    pub rivals: Vec<Rival>,
    /// Its games that are worth a look, by kind.
    pub games: Vec<GameOfNote>,
    /// The decision times of the version that plays.
    pub times: SideTimes,
}

/// A version in the progress of its team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionProgress {
    /// Its number, from 1.
    pub version: u64,
    /// When it was accepted, in seconds since 1970 in UTC.
    pub accepted: i64,
    /// What was handed in.
    pub source: String,
    /// Its overall rating in points; 0 is the average of the teams that play, weighted by how much their
    /// games reveal.
    pub rating: f64,
    /// Its interval.
    pub rating_interval: Option<Interval>,
    /// The probability that it is truly better than the version before it.
    pub above_previous: Option<f64>,
    /// Its games and faults.
    pub totals: VersionTotals,
}

/// Another team that this one has met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rival {
    /// The other team.
    pub team: String,
    /// The version that plays for it.
    pub version: u64,
    /// Its rating minus that of this team, in points.
    pub difference: f64,
    /// The interval of the difference.
    pub difference_interval: Option<Interval>,
    /// The probability that this team is truly above the other.
    pub above: Option<f64>,
    /// Results between any versions of both: pairs of seats in one game.
    pub results: u64,
    /// The share of them that this team took; a tie counts a half.
    pub share: Option<f64>,
}

impl Rival {
    /// How far this team is rated above the other one, in points.
    #[must_use]
    pub fn lead(&self) -> f64 {
        // no minus zero
        0.0 - self.difference
    }

    /// Its interval.
    #[must_use]
    pub fn lead_interval(&self) -> Option<Interval> {
        self.difference_interval.map(|of| Interval { low: 0.0 - of.high, high: 0.0 - of.low })
    }
}

/// Why a game is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNotable {
    /// The largest lead of a winner over it.
    WorstLoss,
    /// Its largest lead.
    BestWin,
    /// It beat a team that is clearly stronger.
    Upset,
    /// The smallest lead of a winner.
    Closest,
    /// Its first fault in a match.
    Fault,
}

/// A game that is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameOfNote {
    /// Why.
    pub why: WhyNotable,
    /// The match.
    pub of_match: i64,
    /// The number of the game in it.
    pub game: u64,
    /// The format.
    pub format: String,
    /// The players, as in the rows.
    pub players: Vec<String>,
    /// The lead in points, if it is about one.
    pub points: Option<i32>,
}

impl Season {
    /// What is to be said about a team. The sums of results are read once for each call.
    ///
    /// # Errors
    /// If there is no such team, or the database cannot be read.
    pub fn team_report(&self, name: &str) -> Result<TeamReport, SeasonError> {
        let team = self.team(name)?;
        let (entrants, results) = (Entrants::read(self)?, Results::read(&self.store)?);
        let playing = Fits::of(self, &entrants, &results, entrants.playing())?;
        self.report_on(team.id, &entrants, &results, &playing)
    }

    /// The same with what was read before; `standing` rates the teams that play and sets the zero.
    pub(crate) fn report_on(
        &self,
        team: i64,
        entrants: &Entrants,
        results: &Results,
        standing: &Fits,
    ) -> Result<TeamReport, SeasonError> {
        let own: Vec<&Version> =
            entrants.versions.values().filter(|version| version.team == team).collect();
        let playing = entrants.playing();
        let known: Vec<i64> = playing
            .iter()
            .copied()
            .chain(own.iter().map(|version| version.id).filter(|id| !playing.contains(id)))
            .collect();
        let fits = Fits::of(self, entrants, results, known)?;
        let overall = fits.overall();
        // any version will do: differences are the same
        let shift = own
            .first()
            .map_or(0.0, |version| standing.rating(version.id) - fits.rating(version.id));
        let view = View { entrants, results, fits: &fits, overall: &overall, shift };
        let current = entrants.teams.get(&team).and_then(|team| team.current);
        Ok(TeamReport {
            team: entrants.team_name(team).to_owned(),
            withdrawn: entrants.teams.get(&team).is_some_and(|team| team.withdrawn.is_some()),
            current: current.and_then(|id| Some(entrants.versions.get(&id)?.number)),
            versions: view.progress(&own),
            rivals: current.map_or_else(Vec::new, |id| view.rivals(team, id)),
            games: self.notable(team, &view),
            times: current.map(|id| results.times_of(id)).unwrap_or_default(),
        })
    }

    fn notable(&self, team: i64, view: &View<'_>) -> Vec<GameOfNote> {
        let mut found: Vec<(WhyNotable, i64, GameOfNote)> = Vec::new();
        for record in &view.results.matches {
            let own = record.versions.iter().position(|id| view.team_of(*id) == Some(team));
            let Some(own) = own else { continue };
            let side = &record.sides[own];
            let mut note = |why, game: u64, points: Option<i32>, worth: i64| {
                found.push((why, worth, self.game_of_note(why, record, game, points, view)));
            };
            let lead = |lead: Lead| (lead.game, Some(lead.points), i64::from(lead.points));
            if let Some((game, points, worth)) = side.worst.map(lead) {
                note(WhyNotable::WorstLoss, game, points, worth);
            }
            if let Some((game, points, worth)) = side.best.map(lead) {
                note(WhyNotable::BestWin, game, points, worth);
                let worth = view.surprise(record, own);
                if worth > 0 {
                    note(WhyNotable::Upset, game, points, worth);
                }
            }
            if let Some((game, points, worth)) = record.closest.map(lead) {
                note(WhyNotable::Closest, game, points, -worth);
            }
            if let Some(game) = side.first_fault {
                // the latest are of most use
                note(WhyNotable::Fault, game, None, record.ended);
            }
        }
        found.sort_by_key(|(why, worth, game)| (*why, -worth, game.of_match, game.game));
        let mut counts: BTreeMap<WhyNotable, usize> = BTreeMap::new();
        found.retain(|(why, ..)| {
            let count = counts.entry(*why).or_default();
            *count += 1;
            *count <= MAX_GAMES
        });
        found.into_iter().map(|(.., game)| game).collect()
    }

    fn game_of_note(
        &self,
        why: WhyNotable,
        record: &MatchRecord,
        game: u64,
        points: Option<i32>,
        view: &View<'_>,
    ) -> GameOfNote {
        let format = self.formats().find(|(number, _)| *number == record.format);
        GameOfNote {
            why,
            of_match: record.id,
            game,
            format: format.map_or_else(String::new, |(_, format)| format.name.clone()),
            players: record.versions.iter().map(|id| view.entrants.name(*id)).collect(),
            points,
        }
    }
}

/// What a report on a team is made from.
struct View<'a> {
    entrants: &'a Entrants,
    results: &'a Results,
    fits: &'a Fits,
    overall: &'a Ratings,
    /// What is to be added to a rating so that 0 is the average of the teams that play, weighted by how much their
    /// games reveal.
    shift: f64,
}

impl View<'_> {
    fn team_of(&self, version: i64) -> Option<i64> {
        self.entrants.versions.get(&version).map(|version| version.team)
    }

    fn place(&self, version: i64) -> Option<usize> {
        self.fits.versions.iter().position(|known| *known == version)
    }

    /// The probability that one is truly above the other; `None` unless both have played in every format.
    fn above(&self, one: usize, other: usize) -> Option<f64> {
        let has_played = |place: usize| {
            let version = self.fits.versions[place];
            let deals = |(number, ..): &(i64, f64, JoinedRatings)| {
                self.results.formats.get(number).map_or(0, |of| of.deals_of(version))
            };
            self.fits.formats.iter().all(|format| deals(format) > 0)
        };
        (has_played(one) && has_played(other)).then(|| self.fits.above(one, other))
    }

    fn progress(&self, own: &[&Version]) -> Vec<VersionProgress> {
        let fits = self.overall.fits(RatingScale::Average, LEVEL);
        let mut before: Option<usize> = None;
        let mut progress = Vec::new();
        for version in own {
            let Some(place) = self.place(version.id) else { continue };
            let mut totals = VersionTotals::default();
            let formats = self.results.formats.values();
            formats
                .filter_map(|format| format.versions.get(&version.id))
                .for_each(|version| totals.join(version));
            progress.push(VersionProgress {
                version: version.number,
                accepted: version.accepted,
                source: version.source.clone(),
                rating: fits[place].rating + self.shift,
                rating_interval: fits[place].interval.map(|Interval { low, high }| Interval {
                    low: low + self.shift,
                    high: high + self.shift,
                }),
                above_previous: before.and_then(|before| self.above(place, before)),
                totals,
            });
            before = Some(place);
        }
        progress
    }

    fn rivals(&self, team: i64, current: i64) -> Vec<Rival> {
        let Some(own) = self.place(current) else { return Vec::new() };
        let mut met: BTreeMap<i64, (f64, f64)> = BTreeMap::new();
        for (members, group) in self.results.formats.values().flat_map(|of| &of.groups) {
            for (place, id) in members.iter().enumerate() {
                if self.team_of(*id) != Some(team) {
                    continue;
                }
                for (other_place, other) in members.iter().enumerate() {
                    let Some(other) = self.team_of(*other).filter(|other| *other != team) else {
                        continue;
                    };
                    let points = met.entry(other).or_default();
                    points.0 += group.sums.points(place, other_place);
                    points.1 += group.sums.points(other_place, place);
                }
            }
        }
        let rival = |id: i64| {
            let version = self.entrants.versions.get(&id).filter(|version| version.team != team)?;
            let place = self.place(id)?;
            let difference = self.overall.difference(place, own, LEVEL);
            let (won, lost) = met.get(&version.team).copied().unwrap_or_default();
            Some(Rival {
                team: self.entrants.team_name(version.team).to_owned(),
                version: version.number,
                difference: difference.rating,
                difference_interval: difference.interval,
                above: self.above(own, place),
                results: (won + lost) as u64,
                share: (won + lost > 0.0).then(|| won / (won + lost)),
            })
        };
        let mut rivals: Vec<Rival> =
            self.entrants.playing().into_iter().filter_map(rival).collect();
        rivals.sort_by(|a, b| a.team.cmp(&b.team));
        rivals
    }

    /// By how many points the strongest opponent of a match is rated above a side, where it is clear: more
    /// than a hundred.
    fn surprise(&self, record: &MatchRecord, own: usize) -> i64 {
        let rating = |id: i64| self.fits.rating(id);
        let strongest = record.versions.iter().map(|id| rating(*id)).fold(f64::MIN, f64::max);
        let ahead = strongest - rating(record.versions[own]);
        if ahead > 100.0 { ahead as i64 } else { 0 }
    }
}
