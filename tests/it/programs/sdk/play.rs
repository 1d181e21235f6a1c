//! A tournament with its own folder for temporary files, and what it left behind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{self, Ran, table, text};

/// A row of a CSV file: cells by column.
pub(crate) type Row = BTreeMap<String, String>;

/// A tournament in its own folder, with plies recorded.
pub(crate) struct Run {
    pub(crate) folder: TempDir,
    pub(crate) ran: Ran,
}

impl Run {
    pub(crate) fn of(players: &[&str], more: &str) -> Run {
        let folder = program::scratch();
        std::fs::create_dir(folder.path().join("tmp")).expect("a new folder");
        let script = format!(
            "TMPDIR=\"$PWD/tmp\" \"$LETTERGAME\" tournament --players '{}' --out run --quiet \
             --seed 4 --record plies {more}",
            players.join(",")
        );
        let ran = program::shell("sh", folder.path(), &script);
        Run { folder, ran }
    }

    #[track_caller]
    pub(crate) fn ended(mut self, code: i32) -> Run {
        self.ran = self.ran.ended(code);
        self
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("run").join(file)
    }

    pub(crate) fn table(&self, file: &str) -> Vec<Row> {
        table(&self.path(file))
    }

    /// The rows of games, rounds and plies without the names of players.
    pub(crate) fn nameless(&self) -> [Vec<String>; 3] {
        ["scores.csv", "rounds.csv", "plies.csv"].map(|file| nameless(&self.path(file)))
    }

    pub(crate) fn faults(&self) -> Vec<Value> {
        let path = self.path("faults.jsonl");
        let lines = if path.exists() { text(&path) } else { String::new() };
        lines.lines().map(|line| serde_json::from_str(line).expect("a fault")).collect()
    }

    /// The files that do not belong to the run, in the working folder or in the one for temporary files.
    pub(crate) fn left_behind(&self) -> Vec<PathBuf> {
        let files = program::snapshot(self.folder.path()).into_keys();
        files.filter(|path| !path.starts_with(self.path(""))).collect()
    }

    /// What programs printed to standard error, without the marks of games.
    pub(crate) fn log(&self) -> String {
        let logs = program::snapshot(&self.path("logs"));
        let text: String =
            logs.into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
        let printed = text.lines().filter(|line| !line.starts_with("[games "));
        printed.map(|line| unmarked(line).to_owned() + "\n").collect()
    }
}

/// The line without `[game 17] ` at its start.
fn unmarked(line: &str) -> &str {
    let marked = line.split_once("] ").filter(|(mark, _)| mark.starts_with("[game "));
    marked.map_or(line, |(_, printed)| printed)
}

fn nameless(path: &Path) -> Vec<String> {
    let text = text(path);
    let names = text
        .lines()
        .next()
        .and_then(|header| header.split(',').position(|column| column == "player"));
    let line = |line: &str| -> String {
        let cells = line.split(',').enumerate();
        let kept = cells.filter(|(place, _)| Some(*place) != names).map(|(_, cell)| cell);
        kept.collect::<Vec<_>>().join(",")
    };
    text.lines().map(line).collect()
}
