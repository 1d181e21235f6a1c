//! All results of a season in sums, read from the database as they come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::store::{BrokenSeal, PlayedMatch, Sealed, Store};
use crate::summary::{Lead, SideSummary};
use crate::{MatchSummary, SeasonError};
use lettergame_run::PlayerTimes;
use lettergame_stats::GroupSums;

/// What became of the matches so far.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// The last match that was added, in the order in which they were closed.
    last: i64,
    /// By the number of the format.
    pub(crate) formats: BTreeMap<i64, FormatResults>,
    /// Every match, in the order in which they were closed.
    pub(crate) matches: Vec<MatchRecord>,
}

/// The results of one format.
#[derive(Debug, Default)]
pub(crate) struct FormatResults {
    /// By the versions that met, ascending.
    pub(crate) groups: BTreeMap<Vec<i64>, GroupResults>,
    /// By version.
    pub(crate) versions: BTreeMap<i64, VersionTotals>,
    /// Deals, and the seconds that they took.
    pub(crate) pace: (u64, f64),
}

/// The results of versions that met.
#[derive(Debug)]
pub(crate) struct GroupResults {
    pub(crate) sums: GroupSums,
    /// Deals, and the seconds that they took.
    pub(crate) pace: (u64, f64),
}

/// The totals of a version in a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct VersionTotals {
    /// Games in which it sat.
    pub games: u64,
    /// Deals in which it sat.
    pub deals: u64,
    /// Seats taken.
    pub seats: u64,
    /// Wins; one that k seats share counts 1/k.
    pub wins: f64,
    /// Points of all seats together.
    pub points: i64,
    /// Seats with a fault or a ban.
    pub faults: u64,
    /// Seats that were not asked, because the player failed again and again.
    pub benched: u64,
}

impl VersionTotals {
    /// Adds the totals of another format.
    pub(crate) fn join(&mut self, other: &VersionTotals) {
        self.games += other.games;
        self.deals += other.deals;
        self.seats += other.seats;
        self.wins += other.wins;
        self.points += other.points;
        self.faults += other.faults;
        self.benched += other.benched;
    }
}

/// A match, as far as pages show it.
#[derive(Clone, Debug)]
pub(crate) struct MatchRecord {
    pub(crate) id: i64,
    pub(crate) format: i64,
    pub(crate) ended: i64,
    pub(crate) games: u64,
    pub(crate) versions: Vec<i64>,
    pub(crate) sides: Vec<SideRecord>,
    pub(crate) closest: Option<Lead>,
}

/// One side of a match, as far as pages show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideRecord {
    pub(crate) times: SideTimes,
    pub(crate) first_fault: Option<u64>,
    pub(crate) best: Option<Lead>,
    pub(crate) worst: Option<Lead>,
}

/// The decision times of one side, as far as the process that ended the match measured them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideTimes {
    /// The number of decisions.
    pub decisions: u64,
    /// Their total in milliseconds.
    pub total_ms: f64,
    /// The longest in milliseconds.
    pub longest_ms: f64,
    /// Decisions that were late or missing.
    pub late: u64,
}

impl SideTimes {
    /// Those of a player in a run.
    pub(crate) fn of(times: &PlayerTimes) -> SideTimes {
        let PlayerTimes { decisions, total_ms, longest_ms, late, .. } = *times;
        SideTimes { decisions, total_ms, longest_ms, late }
    }

    /// Adds the times of another match.
    pub(crate) fn join(&mut self, other: &SideTimes) {
        self.decisions += other.decisions;
        self.total_ms += other.total_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.late += other.late;
    }
}

impl Results {
    /// All results so far.
    pub(crate) fn read(store: &Store) -> Result<Results, SeasonError> {
        let mut results = Results::default();
        results.update(store)?;
        Ok(results)
    }

    /// Adds the matches that were closed since. Linear in these.
    pub(crate) fn update(&mut self, store: &Store) -> Result<(), SeasonError> {
        store.played(self.last, |played| {
            self.last = played.place;
            let summary = MatchSummary::of_bytes(&played.summary)
                .filter(|summary| summary.sides.len() == played.versions.len())
                .ok_or_else(|| unreadable(store, played.id))?;
            self.add(played, summary)
        })
    }

    /// The place of the last match that was added.
    pub(crate) fn last(&self) -> i64 {
        self.last
    }

    /// The decision times of a version.
    pub(crate) fn times_of(&self, version: i64) -> SideTimes {
        let mut times = SideTimes::default();
        for record in &self.matches {
            let sides = record.versions.iter().zip(&record.sides);
            let own = sides.filter(|(id, _)| **id == version);
            own.for_each(|(_, side)| times.join(&side.times));
        }
        times
    }

    fn add(&mut self, played: PlayedMatch, summary: MatchSummary) -> Result<(), SeasonError> {
        let format = self.formats.entry(played.format).or_default();
        let deals = summary.sums.blocks();
        add_pace(&mut format.pace, deals, played.seconds);
        for (version, side) in played.versions.iter().zip(&summary.sides) {
            format.versions.entry(*version).or_default().join(&VersionTotals {
                games: summary.games,
                deals,
                seats: side.seats,
                wins: side.wins,
                points: side.points,
                faults: side.faults,
                benched: side.benched,
            });
        }
        let times: Vec<SideTimes> = serde_json::from_str(&played.times).unwrap_or_default();
        let side = |(place, side): (usize, &SideSummary)| SideRecord {
            times: times.get(place).copied().unwrap_or_default(),
            first_fault: side.first_fault,
            best: side.best,
            worst: side.worst,
        };
        self.matches.push(MatchRecord {
            id: played.id,
            format: played.format,
            ended: played.ended,
            games: summary.games,
            versions: played.versions.clone(),
            sides: summary.sides.iter().enumerate().map(side).collect(),
            closest: summary.closest,
        });
        let members = played.versions.len();
        let group = format
            .groups
            .entry(played.versions)
            .or_insert_with(|| GroupResults { sums: GroupSums::new(members), pace: (0, 0.0) });
        add_pace(&mut group.pace, deals, played.seconds);
        group.sums.merge(&summary.sums).map_err(|_| SeasonError::Summary(played.id))
    }
}

impl FormatResults {
    /// The deals that a version has played.
    pub(crate) fn deals_of(&self, version: i64) -> u64 {
        self.versions.get(&version).map_or(0, |totals| totals.deals)
    }

    /// The seconds that a deal of these versions takes, judging by their own or all matches; `None`
    /// before the first.
    pub(crate) fn seconds_per_deal(&self, versions: &[i64]) -> Option<f64> {
        let own = self.groups.get(versions).map(|group| group.pace);
        let (deals, seconds) = own.filter(|(deals, _)| *deals > 0).unwrap_or(self.pace);
        (deals > 0).then(|| seconds / deals as f64)
    }
}

/// Why the result of a match cannot be read.
fn unreadable(store: &Store, id: i64) -> SeasonError {
    let altered = store.broken_seals(&[Sealed::Match]).unwrap_or_default().into_iter().next();
    match altered {
        Some(BrokenSeal { what, how }) => SeasonError::Altered { what, how },
        None => SeasonError::Summary(id),
    }
}

fn add_pace(pace: &mut (u64, f64), deals: u64, seconds: f64) {
    pace.0 += deals;
    pace.1 += seconds;
}
