//! Matches: opened under a lease, played into a folder, closed with what follows from their rows.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Store;
use super::seal::{BrokenSeal, Sealed, seal, unseal};
use crate::SeasonError;

/// A match: versions that meet in some deals of a format, each deal in every order of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// Its number in the database.
    pub(crate) id: i64,
    /// The format.
    pub(crate) format: i64,
    /// The number of deals.
    pub(crate) deals: u64,
    /// When it was opened, in seconds since 1970 in UTC.
    pub(crate) opened: i64,
    /// The versions that meet.
    pub(crate) versions: Vec<i64>,
    /// Its state.
    pub(crate) state: MatchState,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MatchState {
    /// Somebody plays it.
    Held {
        /// Who.
        holder: String,
        /// Until when, unless extended, in seconds since 1970 in UTC.
        until: i64,
    },
    /// It was opened and is not played to its end; nobody plays it.
    Free,
    /// All its games are played.
    Played,
}

/// A match that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayedMatch {
    /// Its place in the order in which matches were closed, from 1.
    pub(crate) place: i64,
    /// The match.
    pub(crate) id: i64,
    /// The format.
    pub(crate) format: i64,
    /// The number of deals.
    pub(crate) deals: u64,
    /// When it ended, in seconds since 1970 in UTC.
    pub(crate) ended: i64,
    /// The versions that met.
    pub(crate) versions: Vec<i64>,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The decision times of its sides, as JSON.
    pub(crate) times: String,
    /// The fingerprint of its run.
    pub(crate) fingerprint: String,
    /// What follows from its rows, as bytes.
    pub(crate) summary: Vec<u8>,
}

/// A format as it was recorded, whether or not the settings still have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordedFormat {
    /// Its number in the database.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// Identifies what is played in it.
    pub(crate) fingerprint: String,
    /// Whether a match of it was opened.
    pub(crate) is_played: bool,
}

const FORMAT: &str = "SELECT id, name, fingerprint,
    EXISTS (SELECT 1 FROM match WHERE match.format = format.id) FROM format";

fn recorded_format(row: &Row<'_>) -> rusqlite::Result<RecordedFormat> {
    Ok(RecordedFormat {
        id: row.get(0)?,
        name: row.get(1)?,
        fingerprint: row.get(2)?,
        is_played: row.get(3)?,
    })
}

fn format_named(base: &Connection, name: &str) -> rusqlite::Result<Option<RecordedFormat>> {
    base.query_row(&format!("{FORMAT} WHERE name = ?1"), [name], recorded_format).optional()
}

/// The columns of a match, its versions in one text.
const MATCH: &str = "SELECT id, format, deals, opened, holder, lease_ends, ended,
    (SELECT group_concat(version ORDER BY place) FROM side WHERE match = match.id) FROM match";

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').filter_map(|number| number.parse().ok()).collect()
}

fn one_match(row: &Row<'_>) -> rusqlite::Result<Match> {
    let (holder, until): (Option<String>, Option<i64>) = (row.get(4)?, row.get(5)?);
    let ended: Option<i64> = row.get(6)?;
    let versions: String = row.get(7)?;
    Ok(Match {
        id: row.get(0)?,
        format: row.get(1)?,
        deals: row.get::<_, i64>(2)?.unsigned_abs(),
        opened: row.get(3)?,
        versions: numbers(&versions),
        state: match (ended, holder, until) {
            (Some(_), ..) => MatchState::Played,
            (None, Some(holder), Some(until)) => MatchState::Held { holder, until },
            _ => MatchState::Free,
        },
    })
}

impl Store {
    /// The number of a format; `None` if it is not recorded with this fingerprint and nothing was played
    /// under its name.
    ///
    /// # Errors
    /// If games were played under this name with another fingerprint.
    pub(crate) fn find_format(
        &self,
        name: &str,
        fingerprint: &str,
    ) -> Result<Option<i64>, SeasonError> {
        let found = format_named(&self.base, name).map_err(self.sql())?;
        match found {
            Some(found) if found.fingerprint == fingerprint => Ok(Some(found.id)),
            Some(found) if found.is_played => Err(self.other_format(name)?),
            _ => Ok(None),
        }
    }

    /// What is wrong with a format that was played under another fingerprint: the settings were changed, or the
    /// database.
    fn other_format(&self, name: &str) -> Result<SeasonError, SeasonError> {
        let altered = self.broken_seals(&[Sealed::Format])?.into_iter().next();
        Ok(match altered {
            Some(BrokenSeal { what, how }) => SeasonError::Altered { what, how },
            None => SeasonError::Format(name.to_owned()),
        })
    }

    /// Records a format, or another fingerprint of it while no game of it was played. Returns its number.
    pub(crate) fn set_format(&mut self, name: &str, fingerprint: &str) -> Result<i64, SeasonError> {
        if let Some(known) = self.find_format(name, fingerprint)? {
            return Ok(known);
        }
        let sql = self.sql();
        let change = self.change()?;
        let id = match format_named(&change, name).map_err(&sql)? {
            Some(found) if found.is_played && found.fingerprint != fingerprint => {
                return Err(SeasonError::Format(name.to_owned()));
            }
            Some(found) => {
                let query = "UPDATE format SET fingerprint = ?2 WHERE id = ?1";
                change.execute(query, params![found.id, fingerprint]).map_err(&sql)?;
                found.id
            }
            None => {
                let query = "INSERT INTO format (name, fingerprint) VALUES (?1, ?2)";
                change.execute(query, [name, fingerprint]).map_err(&sql)?;
                change.last_insert_rowid()
            }
        };
        seal(&change, Sealed::Format, id).map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(id)
    }

    /// All formats that were ever recorded.
    pub(crate) fn formats(&self) -> Result<Vec<RecordedFormat>, SeasonError> {
        self.all(&format!("{FORMAT} ORDER BY id"), [], recorded_format)
    }

    /// The matches that are not played to their end, the oldest first.
    pub(crate) fn open_matches(&self) -> Result<Vec<Match>, SeasonError> {
        self.all(&format!("{MATCH} WHERE ended IS NULL ORDER BY id"), [], one_match)
    }

    /// A match; `None` if there is none of this number.
    pub(crate) fn find_match(&self, id: i64) -> Result<Option<Match>, SeasonError> {
        let found = self.all(&format!("{MATCH} WHERE id = ?1"), [id], one_match)?;
        Ok(found.into_iter().next())
    }

    /// Opens a match and leases it, provided that no match was opened or closed since `seen` of them
    /// were counted by [`changes`](Store::changes). `None` if one was: choose again.
    pub(crate) fn open_match(
        &mut self,
        seen: (i64, i64),
        (format, deals, versions): (i64, u64, &[i64]),
        (holder, now, until): (&str, i64, i64),
    ) -> Result<Option<i64>, SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        if change.query_row(CHANGES, [], read_changes).map_err(&sql)? != seen {
            return Ok(None);
        }
        let record = || {
            change.execute(
                "INSERT INTO match (format, deals, opened, holder, lease_ends)
                VALUES (?1, ?2, ?3, ?4, ?5)",
                params![format, i64::try_from(deals).unwrap_or(i64::MAX), now, holder, until],
            )?;
            let id = change.last_insert_rowid();
            for (place, version) in (0_i64..).zip(versions) {
                change.execute("INSERT INTO side VALUES (?1, ?2, ?3)", [id, place, *version])?;
            }
            seal(&change, Sealed::Match, id)?;
            Ok(id)
        };
        let id = record().map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(Some(id))
    }

    /// Counts that grow whenever a match is opened or closed.
    pub(crate) fn changes(&self) -> Result<(i64, i64), SeasonError> {
        self.base.query_row(CHANGES, [], read_changes).map_err(self.sql())
    }

    /// Takes the lease of a match that nobody holds, or whose lease has run out; false if somebody
    /// else was faster.
    pub(crate) fn take_lease(
        &mut self,
        id: i64,
        holder: &str,
        now: i64,
        until: i64,
    ) -> Result<bool, SeasonError> {
        let query = "UPDATE match SET holder = ?2, lease_ends = ?4
            WHERE id = ?1 AND ended IS NULL AND (holder IS NULL OR holder = ?2 OR lease_ends < ?3)";
        let taken = self.base.execute(query, params![id, holder, now, until]);
        Ok(taken.map_err(self.sql())? > 0)
    }

    /// Gives a lease back; the match can be continued by anyone.
    pub(crate) fn release(&mut self, id: i64, holder: &str) -> Result<(), SeasonError> {
        let query =
            "UPDATE match SET holder = NULL, lease_ends = NULL WHERE id = ?1 AND holder = ?2";
        self.base.execute(query, params![id, holder]).map(|_| ()).map_err(self.sql())
    }

    /// Gives back all leases of a holder; returns how many.
    pub(crate) fn release_all(
        &mut self,
        holder: &str,
        (now, who, what): (i64, &str, &str),
    ) -> Result<u64, SeasonError> {
        let query = "UPDATE match SET holder = NULL, lease_ends = NULL
            WHERE holder = ?1 AND ended IS NULL";
        self.logged(now, who, what, |change| change.execute(query, [holder]))
            .map(|count| count as u64)
    }

    /// Forgets a match that is not played to its end.
    pub(crate) fn drop_match(&mut self, id: i64, now: i64) -> Result<(), SeasonError> {
        let what = format!("dropped match {id}, which was begun under other settings");
        self.logged(now, "play", &what, |change| {
            change.execute("DELETE FROM side WHERE match = ?1", [id])?;
            change.execute("DELETE FROM match WHERE id = ?1 AND ended IS NULL", [id])?;
            unseal(change, Sealed::Match, id)
        })
    }

    /// Closes a match with what follows from its rows. A match is closed once: false if it is closed.
    pub(crate) fn close_match(
        &mut self,
        id: i64,
        (summary, fingerprint): (&[u8], &str),
        (seconds, times): (f64, &str),
        now: i64,
    ) -> Result<bool, SeasonError> {
        let sql = self.sql();
        let change = self.change()?;
        let query = "UPDATE match SET ended = ?2, holder = NULL, lease_ends = NULL
            WHERE id = ?1 AND ended IS NULL";
        if change.execute(query, [id, now]).map_err(&sql)? == 0 {
            return Ok(false);
        }
        let query = "INSERT INTO result (match, seconds, times, fingerprint, summary)
            VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = params![id, seconds, times, fingerprint, summary];
        change.execute(query, values).map_err(&sql)?;
        seal(&change, Sealed::Match, id).map_err(&sql)?;
        change.commit().map_err(&sql)?;
        Ok(true)
    }

    /// Whether no match was closed after the one at this place.
    pub(crate) fn is_last(&self, place: i64) -> Result<bool, SeasonError> {
        let query = "SELECT NOT EXISTS (SELECT 1 FROM result WHERE id > ?1)";
        self.base.query_row(query, [place], |row| row.get(0)).map_err(self.sql())
    }

    /// Passes on the matches played to their end, in the order in which they were closed, from those after
    /// `after` on.
    pub(crate) fn played(
        &self,
        after: i64,
        mut tell: impl FnMut(PlayedMatch) -> Result<(), SeasonError>,
    ) -> Result<(), SeasonError> {
        let sql = self.sql();
        let query = "SELECT match.id, format, deals, ended,
                (SELECT group_concat(version ORDER BY place) FROM side WHERE match = match.id),
                seconds, fingerprint, summary, result.id, times
            FROM result JOIN match ON result.match = match.id WHERE result.id > ?1 ORDER BY result.id";
        let mut query = self.base.prepare_cached(query).map_err(&sql)?;
        let mut rows = query.query([after]).map_err(&sql)?;
        while let Some(row) = rows.next().map_err(&sql)? {
            tell(played_match(row).map_err(&sql)?)?;
        }
        Ok(())
    }
}

fn played_match(row: &Row<'_>) -> rusqlite::Result<PlayedMatch> {
    let versions: String = row.get(4)?;
    Ok(PlayedMatch {
        id: row.get(0)?,
        format: row.get(1)?,
        deals: row.get::<_, i64>(2)?.unsigned_abs(),
        ended: row.get(3)?,
        versions: numbers(&versions),
        seconds: row.get(5)?,
        fingerprint: row.get(6)?,
        summary: row.get(7)?,
        place: row.get(8)?,
        times: row.get(9)?,
    })
}

const CHANGES: &str = "SELECT (SELECT count(*) FROM match), (SELECT count(*) FROM result)";

fn read_changes(row: &Row<'_>) -> rusqlite::Result<(i64, i64)> {
    Ok((row.get(0)?, row.get(1)?))
}

#[cfg(test)]
mod tests {
    use super::super::{NewHandIn, Store};
    use super::MatchState;
    use crate::intake::Entry;

    /// A store with two versions of two teams, and a format.
    fn store(dir: &std::path::Path) -> Store {
        let mut store = Store::create(dir).unwrap();
        for name in ["ant", "bee"] {
            let team = store.add_team(name, 1, "teacher").unwrap();
            let (id, ()) = store.add_hand_in(&NewHandIn::sample(&team), |_| Ok(())).unwrap();
            let entry = Entry::BuiltIn { player: "zero".to_owned() };
            let number = store.accept(id, &team, (&entry, name), ("", 3), |_| Ok(())).unwrap();
            assert_eq!(number, 1);
        }
        assert_eq!(store.set_format("duel", "x").unwrap(), 1);
        store
    }

    #[test]
    fn a_match_is_leased_by_one_holder_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path());
        let seen = store.changes().unwrap();
        let open = |store: &mut Store| store.open_match(seen, (1, 4, &[2, 1]), ("a", 10, 70));
        let id = open(&mut store).unwrap().unwrap();
        assert_eq!(open(&mut store).unwrap(), None, "another match was opened since");
        assert!(!store.take_lease(id, "b", 70, 130).unwrap());
        assert!(store.take_lease(id, "a", 70, 130).unwrap(), "extended");
        assert!(store.take_lease(id, "b", 131, 190).unwrap(), "the lease has run out");
        let open = &store.open_matches().unwrap()[0];
        assert_eq!((open.versions.as_slice(), open.deals), (&[2, 1][..], 4));
        assert_eq!(open.state, MatchState::Held { holder: "b".to_owned(), until: 190 });
        store.release(id, "a").unwrap();
        assert_eq!(store.open_matches().unwrap()[0].state, open.state);
        store.release(id, "b").unwrap();
        assert_eq!(store.open_matches().unwrap()[0].state, MatchState::Free);
    }

    #[test]
    fn a_match_is_closed_once() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path());
        let seen = store.changes().unwrap();
        let id = store.open_match(seen, (1, 4, &[1, 2]), ("a", 10, 70)).unwrap().unwrap();
        assert!(store.close_match(id, (b"one", "f"), (1.5, "[]"), 80).unwrap());
        assert!(!store.close_match(id, (b"two", "f"), (1.5, "[]"), 81).unwrap());
        assert!(!store.take_lease(id, "b", 900, 960).unwrap());
        let mut seen = Vec::new();
        store
            .played(0, |played| {
                seen.push(played);
                Ok(())
            })
            .unwrap();
        assert_eq!(seen.len(), 1);
        assert_eq!((seen[0].summary.as_slice(), seen[0].ended), (&b"one"[..], 80));
        assert_eq!(store.open_matches().unwrap(), []);
    }

    #[test]
    fn a_format_that_was_played_stays_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path());
        assert_eq!(store.set_format("duel", "y").unwrap(), 1, "nothing was played yet");
        let seen = store.changes().unwrap();
        store.open_match(seen, (1, 4, &[1, 2]), ("a", 10, 70)).unwrap().unwrap();
        assert_eq!(store.set_format("duel", "y").unwrap(), 1);
        let error = store.set_format("duel", "z").unwrap_err().to_string();
        assert!(error.starts_with("format `duel` was changed"), "{error}");
    }
}
