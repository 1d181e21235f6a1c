//! Reads a history.

use std::time::{Duration, SystemTime};

use rusqlite::types::Type;
use rusqlite::{Connection, Row, named_params};

use crate::history::cells::of_text;
use crate::history::{Estimate, History, HistoryError, PlayerRecord, RunRecord, VerdictRecord};
use lettergame_stats::Interval;

/// Selects a part of a history; everything by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only runs and verdicts with this player; of each run only this player's results.
    pub player: Option<String>,
    /// Only this game.
    pub game: Option<String>,
    /// Only the last N runs of each group, and the last N verdicts.
    pub last: Option<u32>,
}

/// A record with its time as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Past<T> {
    /// When it was recorded, UTC, as in `2026-01-31T12:00:00Z`.
    pub time: String,
    /// The record.
    pub record: T,
}

impl History {
    /// The runs, newest last. Runs of the same conditions are grouped, in the order in which the first run of
    /// each group was recorded. The filter applies to the players' results, too.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn runs(&self, filter: &Filter) -> Result<Vec<Past<RunRecord>>, HistoryError> {
        self.reading(|base| runs(base, filter))
    }

    /// The verdicts, newest last; the filter's player may be candidate or baseline.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn verdicts(&self, filter: &Filter) -> Result<Vec<Past<VerdictRecord>>, HistoryError> {
        self.reading(|base| verdicts(base, filter))
    }

    /// All players of runs and comparisons, by name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn players(&self) -> Result<Vec<String>, HistoryError> {
        self.reading(|base| {
            names(
                base,
                "SELECT player FROM standing UNION SELECT candidate FROM verdict
                UNION SELECT baseline FROM verdict ORDER BY 1",
            )
        })
    }

    /// All games of runs and comparisons, by name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self) -> Result<Vec<String>, HistoryError> {
        self.reading(|base| {
            names(base, "SELECT game FROM run UNION SELECT game FROM verdict ORDER BY 1")
        })
    }

    /// Runs several queries on one state of the file.
    fn reading<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, HistoryError> {
        let state = self.base.unchecked_transaction();
        state.and_then(|state| ask(&state)).map_err(|error| HistoryError::of(&self.path, error))
    }
}

fn names(base: &Connection, question: &str) -> rusqlite::Result<Vec<String>> {
    base.prepare(question)?.query_map([], |row| row.get(0))?.collect()
}

fn runs(base: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Past<RunRecord>>> {
    let mut statement = base.prepare(
        "SELECT *, unixepoch(time) AS seconds FROM (
            SELECT *,
                row_number() OVER (PARTITION BY conditions ORDER BY time DESC, id DESC) AS back,
                min(id) OVER (PARTITION BY conditions) AS first
            FROM run
            WHERE (:game IS NULL OR game = :game) AND (:player IS NULL OR EXISTS (
                SELECT 1 FROM standing WHERE standing.run = run.id AND player = :player)))
        WHERE :last IS NULL OR back <= :last
        ORDER BY first, time, id",
    )?;
    let filters = named_params! {
        ":game": filter.game, ":player": filter.player, ":last": filter.last
    };
    let found = statement.query_map(filters, |row| Ok((row.get::<_, i64>("id")?, run(row)?)))?;
    found
        .map(|found| {
            let (id, mut run) = found?;
            run.record.players = standings(base, id, filter)?;
            Ok(run)
        })
        .collect()
}

/// A run, without its players.
fn run(row: &Row<'_>) -> rusqlite::Result<Past<RunRecord>> {
    let seed: String = row.get("seed")?;
    let record = RunRecord {
        time: moment(row)?,
        commit: row.get("commit_id")?,
        version: row.get("version")?,
        fingerprint: row.get("fingerprint")?,
        conditions: row.get("conditions")?,
        name: row.get("name")?,
        game: row.get("game")?,
        rules: row.get("rules")?,
        seed: seed.parse().map_err(|_| spoiled(row, "seed"))?,
        games: count(row, "games")?,
        folder: row.get("folder")?,
        finish: row.get("finish")?,
        scale: row.get("scale")?,
        players: Vec::new(),
    };
    Ok(Past { time: row.get("time")?, record })
}

fn standings(base: &Connection, run: i64, filter: &Filter) -> rusqlite::Result<Vec<PlayerRecord>> {
    let mut statement = base.prepare_cached(
        "SELECT * FROM standing WHERE run = :run AND (:player IS NULL OR player = :player)
        ORDER BY place",
    )?;
    let filters = named_params! { ":run": run, ":player": filter.player };
    statement.query_map(filters, standing)?.collect()
}

fn standing(row: &Row<'_>) -> rusqlite::Result<PlayerRecord> {
    Ok(PlayerRecord {
        player: row.get("player")?,
        games: count(row, "games")?,
        win_share: estimate(row, ["win_share", "win_share_low", "win_share_high"])?,
        score: estimate(row, ["score", "score_low", "score_high"])?,
        rating: estimate(row, ["rating", "rating_low", "rating_high"])?,
        faults: count(row, "faults")?,
        cells: of_text(&row.get::<_, String>("cells")?).ok_or_else(|| spoiled(row, "cells"))?,
    })
}

fn verdicts(base: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Past<VerdictRecord>>> {
    let mut statement = base.prepare(
        "SELECT *, unixepoch(time) AS seconds FROM (
            SELECT *, row_number() OVER (ORDER BY time DESC, id DESC) AS back FROM verdict
            WHERE (:game IS NULL OR game = :game)
                AND (:player IS NULL OR :player IN (candidate, baseline)))
        WHERE :last IS NULL OR back <= :last
        ORDER BY time, id",
    )?;
    let filters = named_params! {
        ":game": filter.game, ":player": filter.player, ":last": filter.last
    };
    statement.query_map(filters, verdict)?.collect()
}

fn verdict(row: &Row<'_>) -> rusqlite::Result<Past<VerdictRecord>> {
    let record = VerdictRecord {
        time: moment(row)?,
        commit: row.get("commit_id")?,
        version: row.get("version")?,
        kind: row.get("kind")?,
        game: row.get("game")?,
        candidate: row.get("candidate")?,
        baseline: row.get("baseline")?,
        field: row.get("field")?,
        settings: row.get("settings")?,
        blocks: count(row, "blocks")?,
        points: estimate(row, ["points", "points_low", "points_high"])?,
        win_share: estimate(row, ["win_share", "win_share_low", "win_share_high"])?,
        verdict: row.get("verdict")?,
        test: row.get("test")?,
    };
    Ok(Past { time: row.get("time")?, record })
}

fn moment(row: &Row<'_>) -> rusqlite::Result<SystemTime> {
    Ok(SystemTime::UNIX_EPOCH + Duration::from_secs(count(row, "seconds")?))
}

fn count(row: &Row<'_>, column: &str) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column)?.try_into().map_err(|_| spoiled(row, column))
}

/// The error for a cell that this program cannot have written.
fn spoiled(row: &Row<'_>, column: &str) -> rusqlite::Error {
    let index = row.as_ref().column_index(column).unwrap_or_default();
    let kind = row.get_ref(index).map_or(Type::Null, |cell| cell.data_type());
    rusqlite::Error::InvalidColumnType(index, column.to_owned(), kind)
}

fn estimate(row: &Row<'_>, columns: [&str; 3]) -> rusqlite::Result<Option<Estimate>> {
    let [value, low, high] = columns.map(|column| row.get::<_, Option<f64>>(column));
    let interval = low?.zip(high?).map(|(low, high)| Interval { low, high });
    Ok(value?.map(|value| Estimate { value, interval }))
}
