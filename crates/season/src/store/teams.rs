//! Teams, their versions and hand-ins, and the log of who did what.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::Store;
use crate::SeasonError;
use crate::intake::Entry;

/// A team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its number in the database.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// When it was added, in seconds since 1970 in UTC.
    pub added: i64,
    /// When it was withdrawn, if it was.
    pub withdrawn: Option<i64>,
    /// The version that plays; `None` before the first one was accepted.
    pub current: Option<i64>,
    /// Whether it can hand in by itself.
    pub has_key: bool,
}

/// A version of a team's player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number in the database.
    pub id: i64,
    /// The team.
    pub team: i64,
    /// Its number in the team, from 1.
    pub number: u64,
    /// When it was accepted, in seconds since 1970 in UTC.
    pub accepted: i64,
    /// What was handed in, as its owner named it.
    pub source: String,
    /// How it is started.
    pub entry: Entry,
    /// The SHA-256 of its files and its entry.
    pub fingerprint: String,
}

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
}

/// A line of the log of who did what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditLine {
    /// When, in seconds since 1970 in UTC.
    pub time: i64,
    /// Who.
    pub who: String,
    /// What.
    pub what: String,
}

const TEAM: &str = "SELECT id, name, added, withdrawn, current, key_hash IS NOT NULL FROM team";
const VERSION: &str = "SELECT id, team, number, accepted, source, entry, fingerprint FROM version";
const HAND_IN: &str =
    "SELECT id, team, arrived, source, who, state, ended, log, version FROM hand_in";

fn team(row: &Row<'_>) -> rusqlite::Result<Team> {
    Ok(Team {
        id: row.get(0)?,
        name: row.get(1)?,
        added: row.get(2)?,
        withdrawn: row.get(3)?,
        current: row.get(4)?,
        has_key: row.get(5)?,
    })
}

fn version(row: &Row<'_>) -> rusqlite::Result<Version> {
    let entry: String = row.get(5)?;
    let entry = serde_json::from_str(&entry).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(5, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(Version {
        id: row.get(0)?,
        team: row.get(1)?,
        number: row.get::<_, i64>(2)?.unsigned_abs(),
        accepted: row.get(3)?,
        source: row.get(4)?,
        entry,
        fingerprint: row.get(6)?,
    })
}

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
    })
}

/// Adds a line to the log.
pub(super) fn log(
    change: &Transaction<'_>,
    now: i64,
    who: &str,
    what: &str,
) -> rusqlite::Result<()> {
    change
        .execute("INSERT INTO audit (time, who, what) VALUES (?1, ?2, ?3)", params![now, who, what])
        .map(|_| ())
}

impl Store {
    /// All teams, by name.
    pub(crate) fn teams(&self) -> Result<Vec<Team>, SeasonError> {
        self.all(&format!("{TEAM} ORDER BY name"), [], team)
    }

    /// All versions, in the order in which they were accepted.
    pub(crate) fn versions(&self) -> Result<Vec<Version>, SeasonError> {
        self.all(&format!("{VERSION} ORDER BY id"), [], version)
    }

    /// The hand-ins of a team, the newest first.
    pub(crate) fn hand_ins(&self, team: i64) -> Result<Vec<HandIn>, SeasonError> {
        self.all(&format!("{HAND_IN} WHERE team = ?1 ORDER BY id DESC"), [team], hand_in)
    }

    /// The log, the newest line first.
    pub(crate) fn audit(&self, most: u32) -> Result<Vec<AuditLine>, SeasonError> {
        let query = "SELECT time, who, what FROM audit ORDER BY id DESC LIMIT ?1";
        self.all(query, [most], |row| {
            Ok(AuditLine { time: row.get(0)?, who: row.get(1)?, what: row.get(2)? })
        })
    }

    pub(super) fn all<T>(
        &self,
        query: &str,
        values: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, SeasonError> {
        let sql = self.sql();
        let mut query = self.base.prepare_cached(query).map_err(&sql)?;
        let rows = query.query_map(values, read).map_err(&sql)?;
        rows.collect::<Result<_, _>>().map_err(&sql)
    }

    /// Does something as one transaction, and says so in the log.
    pub(crate) fn logged<T>(
        &mut self,
        now: i64,
        who: &str,
        what: &str,
        act: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        let done = act(&change).map_err(&sql)?;
        log(&change, now, who, what).map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(done)
    }

    /// Adds a team, unless it is there; returns it.
    pub(crate) fn add_team(
        &mut self,
        name: &str,
        now: i64,
        who: &str,
    ) -> Result<Team, SeasonError> {
        let find = format!("{TEAM} WHERE name = ?1");
        if let Some(found) =
            self.base.query_row(&find, [name], team).optional().map_err(self.sql())?
        {
            return Ok(found);
        }
        self.logged(now, who, &format!("added team {name}"), |change| {
            change.execute("INSERT INTO team (name, added) VALUES (?1, ?2)", params![name, now])?;
            change.query_row(&find, [name], team)
        })
    }

    /// Queues a hand-in; returns its number.
    pub(crate) fn add_hand_in(
        &mut self,
        team: &Team,
        source: &str,
        who: &str,
        now: i64,
    ) -> Result<i64, SeasonError> {
        self.logged(now, who, &format!("handed in {source} for {}", team.name), |change| {
            change.execute(
                "INSERT INTO hand_in (team, arrived, source, who, state) VALUES (?1, ?2, ?3, ?4, 'waiting')",
                params![team.id, now, source, who],
            )?;
            Ok(change.last_insert_rowid())
        })
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
            log(&change, now, &who, &format!("{}.{number} plays from now on", team.name))
        };
        record().map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(number.unsigned_abs())
    }
}
