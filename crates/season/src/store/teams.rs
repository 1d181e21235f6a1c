//! Teams, their versions, and the log of who did what.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::Store;
use super::seal::{Sealed, seal};
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
            seal(change, Sealed::Team, change.last_insert_rowid())?;
            change.query_row(&find, [name], team)
        })
    }

    /// Records that a team plays no more.
    pub(crate) fn withdraw(&mut self, team: &Team, now: i64, who: &str) -> Result<(), SeasonError> {
        let query = "UPDATE team SET withdrawn = ?2 WHERE id = ?1";
        self.logged(now, who, &format!("withdrew {}", team.name), |change| {
            change.execute(query, [team.id, now])?;
            seal(change, Sealed::Team, team.id)
        })
    }

    /// Records that a version of a team plays from now on.
    pub(crate) fn restore(
        &mut self,
        (team, version): (&Team, &Version),
        now: i64,
        who: &str,
    ) -> Result<(), SeasonError> {
        let query = "UPDATE team SET current = ?2, withdrawn = NULL WHERE id = ?1";
        let what = format!("restored {}.{}", team.name, version.number);
        self.logged(now, who, &what, |change| {
            change.execute(query, [team.id, version.id])?;
            seal(change, Sealed::Team, team.id)
        })
    }

    /// Gives a team another key, of which only the hash is kept.
    pub(crate) fn set_key(
        &mut self,
        team: &Team,
        hash: &str,
        now: i64,
        who: &str,
    ) -> Result<(), SeasonError> {
        let query = "UPDATE team SET key_hash = ?2 WHERE id = ?1";
        self.logged(now, who, &format!("made a key for {}", team.name), |change| {
            change.execute(query, params![team.id, hash]).map(|_| ())
        })
    }

    /// The team whose key has this hash.
    pub(crate) fn team_of_key(&self, hash: &str) -> Result<Option<Team>, SeasonError> {
        let found = self.all(&format!("{TEAM} WHERE key_hash = ?1"), [hash], team)?;
        Ok(found.into_iter().next())
    }
}
