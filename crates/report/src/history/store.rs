//! The file of a history: creating it, opening it, adding to it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf, absolute};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, named_params};
use thiserror::Error;

use crate::history::cells::to_text;
use crate::history::schema::{APPLICATION, STEPS, VERSION};
use crate::history::{Estimate, PlayerRecord, RunRecord, VerdictRecord};
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};

/// How long a writer waits for others.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// An open history of runs and verdicts.
#[derive(Debug)]
pub struct History {
    pub(super) path: PathBuf,
    pub(super) base: Connection,
}

/// Why a history cannot be used.
#[derive(Debug, Error)]
pub enum HistoryError {
    /// There is no such file.
    #[error("the history {0} does not exist")]
    Missing(PathBuf),
    /// The folder in which it is to be created does not exist.
    #[error("the folder of the history {0} does not exist; create it first")]
    NoFolder(PathBuf),
    /// The path is a folder, a device or a pipe.
    #[error("the history {0} is not a regular file; name another one")]
    NoFile(PathBuf),
    /// The file is not a history.
    #[error("{0} is not a history of lettergame and was left unchanged; name another file")]
    Foreign(PathBuf),
    /// The file was written by a newer version of this program.
    #[error(
        "the history {path} was written by a newer version of lettergame (table version {found}, supported up to {VERSION}) and was left unchanged; use that version or another file"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its tables.
        found: u32,
    },
    /// The file is read-only.
    #[error("the history {0} is not writable; change its permissions or name another file")]
    ReadOnly(PathBuf),
    /// Other processes kept it locked.
    #[error(
        "the history {0} was locked by another process for {wait} s; try again when that is done",
        wait = PATIENCE.as_secs()
    )]
    Busy(PathBuf),
    /// Its content cannot be read.
    #[error("the history {path} is damaged ({error}); use an intact copy or another file")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        error: rusqlite::Error,
    },
    /// The system refused to read it.
    #[error("cannot read the history {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// SQLite reported another error.
    #[error("cannot use the history {path}: {error}")]
    Sql {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        error: rusqlite::Error,
    },
}

impl Diagnosed for HistoryError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Surroundings.with(match self {
            HistoryError::Missing(file) => Some(Remedy::BeginHistory(file.clone())),
            _ => None,
        })
    }
}

impl HistoryError {
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> HistoryError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => HistoryError::Busy(path),
            Some(ErrorCode::ReadOnly) => HistoryError::ReadOnly(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                HistoryError::Damaged { path, error }
            }
            _ => HistoryError::Sql { path, error },
        }
    }
}

impl History {
    /// Opens a history for writing; creates it if the file does not exist or is empty. A file that is not a
    /// history is left unchanged. If this succeeds, writing will too unless something changes.
    ///
    /// # Errors
    /// When the file is something else, of a newer version, read-only, or locked for longer than
    /// [`PATIENCE`].
    pub fn open(path: &Path) -> Result<History, HistoryError> {
        check_header(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(HistoryError::NoFolder(path.to_owned()));
        }
        let mut history = History::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        if history.is_readonly()? {
            return Err(HistoryError::ReadOnly(path.to_owned()));
        }
        history.bring_up()?;
        Ok(history)
    }

    /// Opens a history for reading. If a writer was killed, its unfinished changes are rolled back; if an
    /// older version of this program created the file, its tables are migrated.
    ///
    /// # Errors
    /// When the file does not exist, and as [`open`](History::open) does.
    pub fn read(path: &Path) -> Result<History, HistoryError> {
        let Some(found) = check_header(path)? else {
            return Err(HistoryError::Missing(path.to_owned()));
        };
        let mut history = History::connect(path, OpenFlags::empty())?;
        if found < VERSION {
            history.bring_up()?;
        }
        Ok(history)
    }

    /// Connects by absolute path, because SQLite gives names such as `:memory:` a special meaning.
    fn connect(path: &Path, more: OpenFlags) -> Result<History, HistoryError> {
        let whole = absolute(path).map_err(|error| io_error(path, error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let base = Connection::open_with_flags(whole, flags)
            .and_then(|base| base.busy_timeout(PATIENCE).map(|()| base))
            .map_err(|error| HistoryError::of(path, error))?;
        Ok(History { path: path.to_owned(), base })
    }

    fn is_readonly(&self) -> Result<bool, HistoryError> {
        self.base.is_readonly("main").map_err(|error| HistoryError::of(&self.path, error))
    }

    /// Creates the missing tables. If none is missing, tries a write and rolls it back.
    fn bring_up(&mut self) -> Result<(), HistoryError> {
        let path = self.path.clone();
        let sql = |error| HistoryError::of(&path, error);
        let change = self.change()?;
        let (whose, found) = header_of(&change).map_err(sql)?;
        let nothing = whose == 0 && found == 0 && is_empty(&change).map_err(sql)?;
        if whose != APPLICATION && !nothing {
            return Err(HistoryError::Foreign(path));
        }
        let Some(steps) = STEPS.get(found as usize..) else {
            return Err(HistoryError::Newer { path, found });
        };
        for step in steps {
            change.execute_batch(step).map_err(sql)?;
        }
        change.pragma_update(None, "application_id", APPLICATION).map_err(sql)?;
        change.pragma_update(None, "user_version", VERSION).map_err(sql)?;
        let end = if steps.is_empty() { change.rollback() } else { change.commit() };
        end.map_err(sql)
    }

    /// A transaction that takes the write lock at its beginning, so that it cannot fail half way because
    /// another process writes.
    fn change(&mut self) -> Result<Transaction<'_>, HistoryError> {
        self.base
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| HistoryError::of(&self.path, error))
    }

    /// Adds a run with its standings, all or nothing. The same completion of the same run, by fingerprint,
    /// folder and finish, is recorded once: returns `false` if it was already there.
    ///
    /// # Errors
    /// When the file cannot be written, or others hold its lock for longer than [`PATIENCE`].
    pub fn record_run(&mut self, run: &RunRecord) -> Result<bool, HistoryError> {
        let path = self.path.clone();
        let change = self.change()?;
        let added = add_run(&change, run).and_then(|added| change.commit().map(|()| added));
        added.map_err(|error| HistoryError::of(&path, error))
    }

    /// Adds the verdicts on all candidates of a comparison, all or nothing.
    ///
    /// # Errors
    /// As [`record_run`](History::record_run).
    pub fn record_verdicts(&mut self, verdicts: &[VerdictRecord]) -> Result<(), HistoryError> {
        let path = self.path.clone();
        let change = self.change()?;
        let added = verdicts.iter().try_for_each(|verdict| add_verdict(&change, verdict));
        let added = added.and_then(|()| change.commit());
        added.map_err(|error| HistoryError::of(&path, error))
    }
}

/// The version of a history's tables; `None` if the file does not exist or is empty. The file is only read,
/// so a foreign one stays unchanged.
///
/// The offsets are those of the database file format, <https://sqlite.org/fileformat.html>, 1.3.
fn check_header(path: &Path) -> Result<Option<u32>, HistoryError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(HistoryError::NoFile(path.to_owned())),
        Ok(data) if data.len() == 0 => return Ok(None),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error(path, error)),
    }
    let mut header = Vec::with_capacity(100);
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut header));
    read.map_err(|error| io_error(path, error))?;
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_be_bytes)
    };
    match (header.starts_with(b"SQLite format 3\0"), number(68), number(60)) {
        (true, Some(APPLICATION), Some(found)) if found > VERSION => {
            Err(HistoryError::Newer { path: path.to_owned(), found })
        }
        (true, Some(APPLICATION), Some(found)) => Ok(Some(found)),
        _ => Err(HistoryError::Foreign(path.to_owned())),
    }
}

fn io_error(path: &Path, error: io::Error) -> HistoryError {
    HistoryError::Io { path: path.to_owned(), error }
}

/// The application id, and the version of the tables.
fn header_of(base: &Connection) -> rusqlite::Result<(u32, u32)> {
    let number = |name| base.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

fn is_empty(base: &Connection) -> rusqlite::Result<bool> {
    base.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

fn add_run(base: &Connection, run: &RunRecord) -> rusqlite::Result<bool> {
    let added = base.execute(
        "INSERT INTO run (time, commit_id, version, fingerprint, conditions, name, game, rules,
            seed, games, folder, finish, scale)
        VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', :time, 'unixepoch'), :commit, :version,
            :fingerprint, :conditions, :name, :game, :rules, :seed, :games, :folder, :finish, :scale)
        ON CONFLICT (fingerprint, folder, finish) DO NOTHING",
        named_params! {
            ":time": seconds(run.time),
            ":commit": run.commit,
            ":version": run.version,
            ":fingerprint": run.fingerprint,
            ":conditions": run.conditions,
            ":name": run.name,
            ":game": run.game,
            ":rules": run.rules,
            ":seed": run.seed.to_string(),
            ":games": whole(run.games),
            ":folder": run.folder,
            ":finish": run.finish,
            ":scale": run.scale,
        },
    )?;
    if added == 0 {
        return Ok(false);
    }
    let id = base.last_insert_rowid();
    for (place, player) in (1_i64..).zip(&run.players) {
        add_standing(base, id, place, player)?;
    }
    Ok(true)
}

fn add_standing(
    base: &Connection,
    run: i64,
    place: i64,
    player: &PlayerRecord,
) -> rusqlite::Result<()> {
    let [share, share_low, share_high] = parts(player.win_share);
    let [score, score_low, score_high] = parts(player.score);
    let [rating, rating_low, rating_high] = parts(player.rating);
    base.execute(
        "INSERT INTO standing VALUES (:run, :place, :player, :games, :share, :share_low,
            :share_high, :score, :score_low, :score_high, :rating, :rating_low, :rating_high,
            :faults, :cells)",
        named_params! {
            ":run": run,
            ":place": place,
            ":player": player.player,
            ":games": whole(player.games),
            ":share": share,
            ":share_low": share_low,
            ":share_high": share_high,
            ":score": score,
            ":score_low": score_low,
            ":score_high": score_high,
            ":rating": rating,
            ":rating_low": rating_low,
            ":rating_high": rating_high,
            ":faults": whole(player.faults),
            ":cells": to_text(&player.cells),
        },
    )?;
    Ok(())
}

fn add_verdict(base: &Connection, verdict: &VerdictRecord) -> rusqlite::Result<()> {
    let [points, points_low, points_high] = parts(verdict.points);
    let [share, share_low, share_high] = parts(verdict.win_share);
    base.execute(
        "INSERT INTO verdict (time, commit_id, version, kind, game, candidate, baseline, field,
            settings, blocks, points, points_low, points_high, win_share, win_share_low,
            win_share_high, verdict, test)
        VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', :time, 'unixepoch'), :commit, :version, :kind,
            :game, :candidate, :baseline, :field, :settings, :blocks, :points, :points_low,
            :points_high, :share, :share_low, :share_high, :verdict, :test)",
        named_params! {
            ":time": seconds(verdict.time),
            ":commit": verdict.commit,
            ":version": verdict.version,
            ":kind": verdict.kind,
            ":game": verdict.game,
            ":candidate": verdict.candidate,
            ":baseline": verdict.baseline,
            ":field": verdict.field,
            ":settings": verdict.settings,
            ":blocks": whole(verdict.blocks),
            ":points": points,
            ":points_low": points_low,
            ":points_high": points_high,
            ":share": share,
            ":share_low": share_low,
            ":share_high": share_high,
            ":verdict": verdict.verdict,
            ":test": verdict.test,
        },
    )?;
    Ok(())
}

/// Seconds since the epoch; 0 for a clock before it.
fn seconds(time: SystemTime) -> i64 {
    whole(time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs())
}

/// A count as SQLite stores it: up to 2^63 - 1, which no count here reaches.
fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A figure and the bounds of its interval.
fn parts(estimate: Option<Estimate>) -> [Option<f64>; 3] {
    let interval = estimate.and_then(|estimate| estimate.interval);
    let value = estimate.map(|estimate| estimate.value);
    [value, interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
}
