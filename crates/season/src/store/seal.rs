//! Seals: a second record of every value that decides the standings.
//!
//! For each team, version, format and match, the table `seal` holds the values of its row, of a match also those of
//! its sides and its result. A seal is written in the same transaction as its row, so the two differ only if
//! something else than this program changed one of them. Leases, keys and logs are not sealed: they decide nothing.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Store;
use crate::SeasonError;
use lettergame_plan::short_hash;

/// What has a seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sealed {
    /// A team.
    Team,
    /// A version of a team's player.
    Version,
    /// A format.
    Format,
    /// A match, with its sides and its result.
    Match,
}

impl Sealed {
    /// Everything that has one.
    pub(crate) const ALL: [Sealed; 4] =
        [Sealed::Team, Sealed::Version, Sealed::Format, Sealed::Match];

    /// The name of its table.
    pub(crate) fn table(self) -> &'static str {
        match self {
            Sealed::Team => "team",
            Sealed::Version => "version",
            Sealed::Format => "format",
            Sealed::Match => "match",
        }
    }

    /// How a row is called in messages, given its number.
    fn name(self) -> &'static str {
        match self {
            Sealed::Team => "SELECT 'team ' || name FROM team WHERE id = ?1",
            Sealed::Version => {
                "SELECT 'version ' || team.name || '.' || number FROM version
                JOIN team ON version.team = team.id WHERE version.id = ?1"
            }
            Sealed::Format => "SELECT 'format ' || name FROM format WHERE id = ?1",
            Sealed::Match => "SELECT 'match ' || id FROM match WHERE id = ?1",
        }
    }

    /// The values of a row, given its number.
    fn query(self) -> &'static str {
        match self {
            Sealed::Team => "SELECT name, added, withdrawn, current FROM team WHERE id = ?1",
            Sealed::Version => {
                "SELECT team, number, accepted, source, entry, fingerprint FROM version WHERE id = ?1"
            }
            Sealed::Format => "SELECT name, fingerprint FROM format WHERE id = ?1",
            Sealed::Match => {
                "SELECT format, deals, opened, ended,
                    (SELECT group_concat(version ORDER BY place) FROM side WHERE match = match.id)
                    AS versions,
                    (SELECT group_concat(place ORDER BY place) FROM side WHERE match = match.id)
                    AS places, result.id AS result, seconds, times, fingerprint, summary
                FROM match LEFT JOIN result ON result.match = match.id WHERE match.id = ?1"
            }
        }
    }
}

/// A value that is not the one that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrokenSeal {
    /// Of what, such as `team mice`.
    pub(crate) what: String,
    /// How it differs.
    pub(crate) how: String,
}

/// Values by the names of their columns; `None` for nothing.
type Values = BTreeMap<String, Option<String>>;

/// Values of which no more characters are shown.
const MAX_SHOWN: usize = 60;

/// The values of a row; of bytes their hash.
fn values(row: &Row<'_>) -> rusqlite::Result<Values> {
    let statement: &rusqlite::Statement<'_> = row.as_ref();
    let names: Vec<String> = statement.column_names().map(ToString::to_string).collect();
    let mut values = Values::new();
    for (place, name) in names.into_iter().enumerate() {
        let value = match row.get_ref(place)? {
            ValueRef::Null => None,
            ValueRef::Integer(number) => Some(number.to_string()),
            ValueRef::Real(number) => Some(number.to_string()),
            ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Some(short_hash(bytes)),
        };
        values.insert(name, value);
    }
    Ok(values)
}

fn read(base: &Connection, of: Sealed, id: i64) -> rusqlite::Result<Option<Values>> {
    base.prepare_cached(of.query())?.query_row([id], values).optional()
}

/// Records the values of a row, after each change of it.
pub(super) fn seal(change: &Connection, of: Sealed, id: i64) -> rusqlite::Result<()> {
    let values = read(change, of, id)?.unwrap_or_default();
    let text = serde_json::to_string(&values).unwrap_or_default();
    let query = "INSERT OR REPLACE INTO seal (kind, row, value) VALUES (?1, ?2, ?3)";
    change.execute(query, params![of.table(), id, text]).map(|_| ())
}

/// Forgets the values of a row that was deleted.
pub(super) fn unseal(change: &Connection, of: Sealed, id: i64) -> rusqlite::Result<()> {
    let query = "DELETE FROM seal WHERE kind = ?1 AND row = ?2";
    change.execute(query, params![of.table(), id]).map(|_| ())
}

/// Records the values of all rows: of tables that were written before there were seals.
pub(super) fn seal_all(change: &Connection) -> rusqlite::Result<()> {
    for of in Sealed::ALL {
        for id in numbers(change, of)? {
            seal(change, of, id)?;
        }
    }
    Ok(())
}

/// The numbers of all rows.
fn numbers(base: &Connection, of: Sealed) -> rusqlite::Result<Vec<i64>> {
    let mut query = base.prepare(&format!("SELECT id FROM {} ORDER BY id", of.table()))?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// What was recorded of each row.
fn recorded(base: &Connection, of: Sealed) -> rusqlite::Result<BTreeMap<i64, String>> {
    let mut query = base.prepare("SELECT row, value FROM seal WHERE kind = ?1")?;
    query.query_map([of.table()], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn broken(base: &Connection, of: Sealed) -> rusqlite::Result<Vec<BrokenSeal>> {
    let mut recorded = recorded(base, of)?;
    let mut found = Vec::new();
    for id in numbers(base, of)? {
        let values = read(base, of, id)?.unwrap_or_default();
        let how = match recorded.remove(&id) {
            None => Some("no record says that it was added".to_owned()),
            Some(text) => match serde_json::from_str(&text) {
                Ok(wanted) => difference(&values, &wanted),
                Err(_) => {
                    Some(format!("the record of its values cannot be read: {}", shown(&text)))
                }
            },
        };
        if let Some(how) = how {
            found.push(BrokenSeal { what: name(base, of, id)?, how });
        }
    }
    for id in recorded.into_keys() {
        found.push(BrokenSeal { what: name(base, of, id)?, how: "it was deleted".to_owned() });
    }
    Ok(found)
}

/// How a row is called in messages, whether or not it is there.
fn name(base: &Connection, of: Sealed, id: i64) -> rusqlite::Result<String> {
    let found = base.prepare_cached(of.name())?.query_row([id], |row| row.get(0)).optional()?;
    Ok(found.unwrap_or_else(|| format!("row {id} of {}", of.table())))
}

/// How values differ from those that were recorded.
fn difference(values: &Values, wanted: &Values) -> Option<String> {
    let in_words = |value: Option<&Option<String>>| match value {
        Some(Some(text)) => format!("`{}`", shown(text)),
        Some(None) | None => "nothing".to_owned(),
    };
    let names = values.keys().chain(wanted.keys().filter(|name| !values.contains_key(*name)));
    let differing = names.filter(|name| values.get(*name) != wanted.get(*name));
    let all: Vec<String> = differing
        .map(|name| {
            let (is, was) = (in_words(values.get(name)), in_words(wanted.get(name)));
            format!("`{name}` is {is} and was recorded as {was}")
        })
        .collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// A value in a sentence.
fn shown(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Store {
    /// The rows of these kinds with other values than those that were recorded. Linear in all rows.
    pub(crate) fn broken_seals(&self, of: &[Sealed]) -> Result<Vec<BrokenSeal>, SeasonError> {
        let all = of.iter().map(|of| broken(&self.base, *of));
        let all: Vec<Vec<BrokenSeal>> = all.collect::<rusqlite::Result<_>>().map_err(self.sql())?;
        Ok(all.into_iter().flatten().collect())
    }
}
