//! The database of a season: teams, versions, hand-ins, matches and who did what.
//!
//! It is SQLite with a write-ahead log, foreign keys and full synchronisation: what a method has
//! returned survives a crash of the machine. Rows of games are in files, as for any run; what the
//! database holds of them follows from these files.

mod hand_ins;
mod matches;
mod schema;
mod seal;
mod teams;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::SeasonError;
use schema::{APPLICATION, STEPS, VERSION};

pub(crate) use hand_ins::{Denied, NewHandIn, Quota};
pub use hand_ins::{HandIn, HandInState};
pub(crate) use matches::{Match, MatchState, PlayedMatch};
pub(crate) use seal::{BrokenSeal, Sealed};
pub use teams::{AuditLine, Team, Version};

/// The name of the file.
pub(crate) const FILE: &str = "season.sqlite";

/// How long a writer waits for others.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open database.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    base: Connection,
}

impl Store {
    /// Creates the database in the folder of a new season.
    pub(crate) fn create(dir: &Path) -> Result<Store, SeasonError> {
        Store::connect(dir, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens the database of a season; tables of an older version of this program are migrated.
    pub(crate) fn open(dir: &Path) -> Result<Store, SeasonError> {
        let path = dir.join(FILE);
        // SQLite would create an empty file only when asked to, but report a missing one unclearly
        fs::metadata(&path).map_err(SeasonError::io("read", &path))?;
        Store::connect(dir, OpenFlags::empty())
    }

    /// Opens the database of a season for reading, also in a folder that cannot be written. Takes no write lock
    /// and changes nothing, unless tables of an older version of this program have to be migrated.
    pub(crate) fn read(dir: &Path) -> Result<Store, SeasonError> {
        let path = dir.join(FILE);
        fs::metadata(&path).map_err(SeasonError::io("read", &path))?;
        let opened = Store::connected(dir, OpenFlags::empty()).and_then(Store::checked);
        let store = match opened {
            Err(SeasonError::Sql { error, .. }) if is_unwritable(&error) => {
                Store::read_immutable(dir)?
            }
            opened => opened?,
        };
        let (found, is_empty) = header(&store.base, &store.path)?;
        if is_empty {
            return Err(SeasonError::Empty(store.path));
        }
        if found < VERSION {
            return Store::open(dir);
        }
        store.base.pragma_update(None, "query_only", true).map_err(store.sql())?;
        Ok(store)
    }

    /// Opens a database in a folder where SQLite cannot create the files by which readers and writers agree.
    /// Nobody can write there, so they are not needed, unless a write-ahead log was left behind.
    fn read_immutable(dir: &Path) -> Result<Store, SeasonError> {
        let path = std::path::absolute(dir.join(FILE)).map_err(SeasonError::io("find", dir))?;
        let log = dir.join(format!("{FILE}-wal"));
        if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            return Err(SeasonError::Unread { path, log });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let base = Connection::open_with_flags(immutable_uri(&path), flags)
            .map_err(|error| SeasonError::Sql { path: path.clone(), error })?;
        Ok(Store { path, base })
    }

    /// Itself, if a query works.
    fn checked(self) -> Result<Store, SeasonError> {
        let query = "SELECT count(*) FROM sqlite_schema";
        self.base.query_row(query, [], |_| Ok(())).map_err(self.sql())?;
        Ok(self)
    }

    fn connected(dir: &Path, more: OpenFlags) -> Result<Store, SeasonError> {
        let path = std::path::absolute(dir.join(FILE)).map_err(SeasonError::io("find", dir))?;
        let sql = |error| SeasonError::Sql { path: path.clone(), error };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let base = Connection::open_with_flags(&path, flags).map_err(sql)?;
        base.busy_timeout(PATIENCE).map_err(sql)?;
        Ok(Store { path, base })
    }

    fn connect(dir: &Path, more: OpenFlags) -> Result<Store, SeasonError> {
        let mut store = Store::connected(dir, more)?;
        store.migrate(more == OpenFlags::SQLITE_OPEN_CREATE)?;
        store
            .base
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
            )
            .map_err(store.sql())?;
        Ok(store)
    }

    /// Applies the missing steps; all of them only to a database that is being created.
    fn migrate(&mut self, is_new: bool) -> Result<(), SeasonError> {
        let path = self.path.clone();
        let sql = |error| SeasonError::Sql { path: path.clone(), error };
        let change = self.change()?;
        let (found, is_empty) = header(&change, &path)?;
        if is_empty && !is_new {
            return Err(SeasonError::Empty(path));
        }
        let steps = &STEPS[found as usize..];
        if steps.is_empty() {
            return change.rollback().map_err(sql);
        }
        steps.iter().try_for_each(|step| change.execute_batch(step)).map_err(sql)?;
        seal::seal_all(&change).map_err(sql)?;
        change.pragma_update(None, "application_id", APPLICATION).map_err(sql)?;
        change.pragma_update(None, "user_version", VERSION).map_err(sql)?;
        change.commit().map_err(sql)
    }

    /// A transaction that takes the write lock at its beginning, so that it cannot fail half way because
    /// another process writes.
    fn change(&mut self) -> Result<Transaction<'_>, SeasonError> {
        let path = self.path.clone();
        self.base
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| SeasonError::Sql { path, error })
    }

    /// An error of SQLite about this database.
    fn sql(&self) -> impl Fn(rusqlite::Error) -> SeasonError + use<> {
        let path = self.path.clone();
        move |error| SeasonError::Sql { path: path.clone(), error }
    }

    /// The value of a flag that is kept with the season.
    pub(crate) fn flag(&self, name: &str) -> Result<Option<String>, SeasonError> {
        let mut found = self
            .base
            .prepare_cached("SELECT value FROM flag WHERE name = ?1")
            .map_err(self.sql())?;
        let mut rows = found.query([name]).map_err(self.sql())?;
        let row = rows.next().map_err(self.sql())?;
        row.map(|row| row.get(0)).transpose().map_err(self.sql())
    }

    /// Checks the file itself: its pages, and that every reference has its target.
    ///
    /// Returns the defects, none for a sound file.
    pub(crate) fn defects(&self) -> Result<Vec<String>, SeasonError> {
        let sql = self.sql();
        let mut found = Vec::new();
        let mut check = self.base.prepare("PRAGMA integrity_check(20)").map_err(&sql)?;
        let lines = check.query_map([], |row| row.get::<_, String>(0)).map_err(&sql)?;
        for line in lines {
            let line = line.map_err(&sql)?;
            if line != "ok" {
                found.push(line);
            }
        }
        let mut check = self.base.prepare("PRAGMA foreign_key_check").map_err(&sql)?;
        let lines = check.query_map([], |row| {
            let (table, id): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
            Ok(format!("row {} of {table} refers to nothing", id.unwrap_or_default()))
        });
        for line in lines.map_err(&sql)? {
            found.push(line.map_err(&sql)?);
        }
        Ok(found)
    }
}

/// The version of the tables, up to the newest that is known, and whether there are none.
fn header(base: &Connection, path: &Path) -> Result<(u32, bool), SeasonError> {
    let sql = |error| SeasonError::Sql { path: path.to_owned(), error };
    let number = |name| base.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let (whose, found) =
        (number("application_id").map_err(sql)?, number("user_version").map_err(sql)?);
    let is_empty: bool = base
        .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sql)?;
    if whose != APPLICATION && !(whose == 0 && found == 0 && is_empty) {
        return Err(SeasonError::Foreign(path.to_owned()));
    }
    if found > VERSION {
        return Err(SeasonError::Newer { path: path.to_owned(), found, known: VERSION });
    }
    Ok((found, is_empty))
}

/// Whether a file beside the database could not be created.
fn is_unwritable(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// The address of a database that nobody changes (<https://sqlite.org/uri.html>).
fn immutable_uri(path: &Path) -> String {
    let mut text = path.to_string_lossy().replace('\\', "/");
    if !text.starts_with('/') {
        // a drive
        text.insert(0, '/');
    }
    let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file://{text}?immutable=1")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{APPLICATION, FILE, STEPS, Sealed, Store, VERSION, immutable_uri};

    #[test]
    fn a_database_is_created_once_and_opened_again() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Store::open(dir.path()).is_err(), "there is none yet");
        let mut store = Store::create(dir.path()).unwrap();
        let set = "INSERT INTO flag VALUES ('frozen', '7')";
        store.logged(1, "me", "froze", |change| change.execute(set, [])).unwrap();
        let store = Store::open(dir.path()).unwrap();
        assert_eq!(store.audit(9).unwrap()[0].what, "froze");
        assert_eq!(store.flag("frozen").unwrap().as_deref(), Some("7"));
        assert_eq!(store.flag("other").unwrap(), None);
        assert_eq!(store.defects().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_reader_waits_for_no_writer_and_writes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::create(dir.path()).unwrap();
        let writer = store.change().unwrap();
        // one that waited for the writer, which is not done, would fail
        let mut reader = Store::read(dir.path()).unwrap();
        assert_eq!(reader.audit(9).unwrap(), []);
        writer.commit().unwrap();
        assert!(reader.logged(1, "me", "wrote", |_| Ok(())).is_err());
    }

    #[test]
    fn a_database_that_nobody_can_change_is_read() {
        // a name of which an address needs every other character in another form
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("100% #1");
        fs::create_dir(&dir).unwrap();
        let mut store = Store::create(&dir).unwrap();
        store.logged(1, "me", "was here", |_| Ok(())).unwrap();
        drop(store);
        let before = fs::read(dir.join(FILE)).unwrap();
        assert_eq!(Store::read_immutable(&dir).unwrap().audit(9).unwrap().len(), 1);
        assert_eq!(fs::read(dir.join(FILE)).unwrap(), before);
        fs::write(dir.join("season.sqlite-wal"), "changes").unwrap();
        let error = Store::read_immutable(&dir).unwrap_err().to_string();
        assert!(error.contains("season.sqlite-wal"), "{error}");
        assert_eq!(immutable_uri(Path::new("/a b?/c#%")), "file:///a b%3f/c%23%25?immutable=1");
    }

    #[test]
    fn other_files_are_refused_unchanged() {
        let dir = tempfile::tempdir().unwrap();
        let base = rusqlite::Connection::open(dir.path().join(FILE)).unwrap();
        base.execute_batch("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)").unwrap();
        drop(base);
        let before = fs::read(dir.path().join(FILE)).unwrap();
        for opened in [Store::open(dir.path()), Store::read(dir.path())] {
            let error = opened.unwrap_err().to_string();
            assert!(error.contains("is not the database of a season"), "{error}");
        }
        assert_eq!(fs::read(dir.path().join(FILE)).unwrap(), before);
    }

    #[test]
    fn an_empty_database_is_not_taken_for_a_new_season() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), "").unwrap();
        for opened in [Store::open(dir.path()), Store::read(dir.path())] {
            let error = opened.unwrap_err().to_string();
            assert!(error.ends_with("is empty; restore it from a backup"), "{error}");
        }
    }

    /// A database as the first version of the tables wrote it is brought up to date, with everything in it.
    #[test]
    fn an_older_database_is_migrated() {
        let dir = tempfile::tempdir().unwrap();
        let base = rusqlite::Connection::open(dir.path().join(FILE)).unwrap();
        base.execute_batch(STEPS[0]).unwrap();
        base.execute_batch(
            "INSERT INTO team (name, added, key_hash) VALUES ('ants', 1, NULL), ('bees', 2, 'x');
            INSERT INTO hand_in (team, arrived, source, who, state) VALUES (1, 3, 'a.py', 'me', 'refused');",
        )
        .unwrap();
        base.pragma_update(None, "application_id", APPLICATION).unwrap();
        base.pragma_update(None, "user_version", 1).unwrap();
        drop(base);
        let store = Store::open(dir.path()).unwrap();
        let version: u32 =
            store.base.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, VERSION);
        let hand_in = store.find_hand_in(1).unwrap().unwrap();
        assert_eq!((hand_in.source.as_str(), hand_in.command), ("a.py", None));
        assert_eq!(store.team_of_key("x").unwrap().unwrap().name, "bees");
        assert_eq!(store.broken_seals(&Sealed::ALL).unwrap(), []);
        store.base.execute("UPDATE team SET withdrawn = 9 WHERE name = 'ants'", []).unwrap();
        let broken = &store.broken_seals(&Sealed::ALL).unwrap()[0];
        assert_eq!(broken.what, "team ants");
        assert_eq!(broken.how, "`withdrawn` is `9` and was recorded as nothing");
        store.base.execute("UPDATE team SET withdrawn = NULL", []).unwrap();
        assert_eq!(store.defects().unwrap(), Vec::<String>::new());
        drop(store);
        assert_eq!(Store::open(dir.path()).unwrap().teams().unwrap().len(), 2);
    }

    #[test]
    fn a_newer_database_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::create(dir.path()).unwrap();
        store.base.pragma_update(None, "user_version", 99).unwrap();
        drop(store);
        for opened in [Store::open(dir.path()), Store::read(dir.path())] {
            let error = opened.unwrap_err().to_string();
            assert!(error.contains("newer version") && error.contains("99"), "{error}");
        }
    }

    #[test]
    fn references_without_a_target_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::create(dir.path()).unwrap();
        let bad = "INSERT INTO version VALUES (1, 77, 1, 0, '', '', '')";
        assert!(store.base.execute(bad, []).is_err());
        store.base.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        store.base.execute(bad, []).unwrap();
        assert_eq!(store.defects().unwrap(), ["row 1 of version refers to nothing"]);
    }
}
