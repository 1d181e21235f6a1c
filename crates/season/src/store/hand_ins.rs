//! Hand-ins: queued, checked, and accepted or refused.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::Store;
use super::seal::{Sealed, seal};
use super::teams::{Team, log};
use crate::SeasonError;
use crate::intake::Entry;

/// The state of a hand-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandInState {
    /// It waits for its check.
    Waiting,
    /// It is being checked.
    Checking,
    /// It plays.
    Accepted,
    /// It was refused.
    Refused,
}

impl HandInState {
    const ALL: [HandInState; 4] =
        [HandInState::Waiting, HandInState::Checking, HandInState::Accepted, HandInState::Refused];

    /// Whether it is neither accepted nor refused.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, HandInState::Waiting | HandInState::Checking)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            HandInState::Waiting => "waiting",
            HandInState::Checking => "checking",
            HandInState::Accepted => "accepted",
            HandInState::Refused => "refused",
        }
    }
}

/// A player that was handed in, accepted or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// Its number in the database.
    pub id: i64,
    /// The team.
    pub team: i64,
    /// When it arrived, in seconds since 1970 in UTC.
    pub arrived: i64,
    /// What was handed in, as its owner named it.
    pub source: String,
    /// Who handed it in.
    pub who: String,
    /// Its state.
    pub state: HandInState,
    /// When it was accepted or refused.
    pub ended: Option<i64>,
    /// What its check said.
    pub log: String,
    /// The version that it became.
    pub version: Option<i64>,
    /// How it is started, if its owner said so.
    pub command: Option<String>,
}

/// A hand-in that is to be recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewHandIn<'a> {
    pub(crate) team: &'a Team,
    /// How its owner calls it.
    pub(crate) source: &'a str,
    /// How it is started, if its owner said so.
    pub(crate) command: Option<&'a str>,
    pub(crate) who: &'a str,
    pub(crate) now: i64,
    pub(crate) state: HandInState,
}

#[cfg(test)]
impl<'a> NewHandIn<'a> {
    /// One of a built-in player.
    pub(crate) fn sample(team: &'a Team) -> NewHandIn<'a> {
        let state = HandInState::Checking;
        NewHandIn { team, source: "zero", command: None, who: "teacher", now: 1, state }
    }
}

/// How many hand-ins there may be of one who hands in for a team.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quota<'a> {
    pub(crate) who: &'a str,
    /// Hand-ins that arrived at this time or before do not count.
    pub(crate) since: i64,
    /// How many may have arrived since.
    pub(crate) most: u32,
}

/// Why a hand-in is not queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    /// Another one of the team is not checked yet.
    Waiting {
        /// Its number.
        id: i64,
    },
    /// The team has handed in too often.
    TooMany {
        /// When the first of those that count arrived.
        first: i64,
    },
}

const HAND_IN: &str =
    "SELECT id, team, arrived, source, who, state, ended, log, version, command FROM hand_in";

fn hand_in(row: &Row<'_>) -> rusqlite::Result<HandIn> {
    let state: String = row.get(5)?;
    Ok(HandIn {
        id: row.get(0)?,
        team: row.get(1)?,
        arrived: row.get(2)?,
        source: row.get(3)?,
        who: row.get(4)?,
        // the table accepts no other text
        state: HandInState::ALL
            .into_iter()
            .find(|known| known.name() == state)
            .unwrap_or(HandInState::Refused),
        ended: row.get(6)?,
        log: row.get(7)?,
        version: row.get(8)?,
        command: row.get(9)?,
    })
}

/// Why a team may not hand in now, if so.
fn denial(base: &Connection, team: &Team, quota: Quota<'_>) -> rusqlite::Result<Option<Denied>> {
    let waiting = "SELECT id FROM hand_in WHERE team = ?1 AND state IN ('waiting', 'checking')";
    if let Some(id) = base.query_row(waiting, [team.id], |row| row.get(0)).optional()? {
        return Ok(Some(Denied::Waiting { id }));
    }
    let (recent, first) = counted(base, team, quota)?;
    Ok(first.filter(|_| recent >= quota.most).map(|first| Denied::TooMany { first }))
}

/// How many hand-ins count for a quota, and when the first of them arrived.
fn counted(
    base: &Connection,
    team: &Team,
    quota: Quota<'_>,
) -> rusqlite::Result<(u32, Option<i64>)> {
    let query = "SELECT count(*), min(arrived) FROM hand_in
        WHERE team = ?1 AND who = ?2 AND arrived > ?3";
    let values = params![team.id, quota.who, quota.since];
    base.query_row(query, values, |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Inserts a hand-in; returns its number.
fn record(change: &Transaction<'_>, new: &NewHandIn<'_>) -> rusqlite::Result<i64> {
    let NewHandIn { team, source, command, who, now, state } = *new;
    change.execute(
        "INSERT INTO hand_in (team, arrived, source, who, state, command)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![team.id, now, source, who, state.name(), command],
    )?;
    let id = change.last_insert_rowid();
    log(change, now, who, &format!("handed in {source} for {}", team.name))?;
    Ok(id)
}

impl Store {
    /// The hand-ins of a team, the newest first.
    pub(crate) fn hand_ins(&self, team: i64) -> Result<Vec<HandIn>, SeasonError> {
        self.all(&format!("{HAND_IN} WHERE team = ?1 ORDER BY id DESC"), [team], hand_in)
    }

    /// A hand-in; `None` if there is none of this number.
    pub(crate) fn find_hand_in(&self, id: i64) -> Result<Option<HandIn>, SeasonError> {
        let found = self.all(&format!("{HAND_IN} WHERE id = ?1"), [id], hand_in)?;
        Ok(found.into_iter().next())
    }

    /// The hand-ins that are not decided, the oldest first: the queue.
    pub(crate) fn undecided(&self) -> Result<Vec<HandIn>, SeasonError> {
        let query = format!("{HAND_IN} WHERE state IN ('waiting', 'checking') ORDER BY id");
        self.all(&query, [], hand_in)
    }

    /// The newest hand-ins of all teams, the newest first.
    pub(crate) fn latest_hand_ins(&self, most: u32) -> Result<Vec<HandIn>, SeasonError> {
        self.all(&format!("{HAND_IN} ORDER BY id DESC LIMIT ?1"), [most], hand_in)
    }

    /// Why a team may not hand in now, if so.
    pub(crate) fn denial(
        &self,
        team: &Team,
        quota: Quota<'_>,
    ) -> Result<Option<Denied>, SeasonError> {
        denial(&self.base, team, quota).map_err(self.sql())
    }

    /// How many hand-ins count for a quota.
    pub(crate) fn counted(&self, team: &Team, quota: Quota<'_>) -> Result<u32, SeasonError> {
        counted(&self.base, team, quota).map(|(counted, _)| counted).map_err(self.sql())
    }

    /// Records a hand-in; returns its number. `place` prepares its files, given that number, before anything is
    /// recorded.
    pub(crate) fn add_hand_in<T>(
        &mut self,
        new: &NewHandIn<'_>,
        place: impl FnOnce(i64) -> Result<T, SeasonError>,
    ) -> Result<(i64, T), SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        let id = record(&change, new).map_err(&sql)?;
        let placed = place(id)?;
        change.commit().map_err(&sql)?;
        Ok((id, placed))
    }

    /// The same, unless the quota of its team forbids it.
    pub(crate) fn add_hand_in_within(
        &mut self,
        quota: Quota<'_>,
        new: &NewHandIn<'_>,
        place: impl FnOnce(i64) -> Result<(), SeasonError>,
    ) -> Result<Result<i64, Denied>, SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        if let Some(denied) = denial(&change, new.team, quota).map_err(&sql)? {
            return Ok(Err(denied));
        }
        let id = record(&change, new).map_err(&sql)?;
        place(id)?;
        change.commit().map_err(&sql)?;
        Ok(Ok(id))
    }

    /// Records that a hand-in is being checked.
    pub(crate) fn begin_check(&mut self, id: i64) -> Result<(), SeasonError> {
        let query = "UPDATE hand_in SET state = 'checking' WHERE id = ?1 AND state = 'waiting'";
        self.base.execute(query, [id]).map(|_| ()).map_err(self.sql())
    }

    /// Records that a hand-in waits again, since its check could not be completed.
    pub(crate) fn end_check(&mut self, id: i64) -> Result<(), SeasonError> {
        let query = "UPDATE hand_in SET state = 'waiting' WHERE id = ?1 AND state = 'checking'";
        self.base.execute(query, [id]).map(|_| ()).map_err(self.sql())
    }

    /// Records that a hand-in was refused, and why.
    pub(crate) fn refuse(
        &mut self,
        (id, name): (i64, &str),
        text: &str,
        now: i64,
    ) -> Result<(), SeasonError> {
        let query = "UPDATE hand_in SET state = 'refused', log = ?2, ended = ?3 WHERE id = ?1";
        let last = text.lines().last().unwrap_or_default();
        self.logged(now, "check", &format!("refused {name}: {last}"), |change| {
            change.execute(query, params![id, text, now]).map(|_| ())
        })
    }

    /// Makes a hand-in the next version of its team, which plays from now on; returns its number.
    /// `place` puts its files in their place, given that number, before anything is recorded.
    pub(crate) fn accept(
        &mut self,
        id: i64,
        team: &Team,
        (entry, fingerprint): (&Entry, &str),
        (text, now): (&str, i64),
        place: impl FnOnce(u64) -> Result<(), SeasonError>,
    ) -> Result<u64, SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        let (source, who): (String, String) = change
            .query_row("SELECT source, who FROM hand_in WHERE id = ?1", [id], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(&sql)?;
        let number: i64 = change
            .query_row(
                "SELECT coalesce(max(number), 0) + 1 FROM version WHERE team = ?1",
                [team.id],
                |row| row.get(0),
            )
            .map_err(&sql)?;
        place(number.unsigned_abs())?;
        let entry = serde_json::to_string(entry).unwrap_or_default();
        let record = || {
            change.execute(
                "INSERT INTO version (team, number, accepted, source, entry, fingerprint)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![team.id, number, now, source, entry, fingerprint],
            )?;
            let version = change.last_insert_rowid();
            change.execute(
                "UPDATE hand_in SET state = 'accepted', log = ?2, ended = ?3, version = ?4 WHERE id = ?1",
                params![id, text, now, version],
            )?;
            change.execute("UPDATE team SET current = ?2 WHERE id = ?1", [team.id, version])?;
            seal(&change, Sealed::Version, version)?;
            seal(&change, Sealed::Team, team.id)?;
            let what = match team.withdrawn {
                Some(_) => format!(
                    "accepted {}.{number}, which does not play: the team is withdrawn",
                    team.name
                ),
                None => format!("{}.{number} plays from now on", team.name),
            };
            log(&change, now, &who, &what)
        };
        record().map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(number.unsigned_abs())
    }
}
