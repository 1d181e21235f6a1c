//! The history of runs: nothing is lost, no foreign file is touched, and what is shown is what was recorded.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use lettergame::history::{
    CellSum, Estimate, Filter, History, HistoryError, PlayerRecord, RunRecord, VerdictRecord,
};
use lettergame::stats::Interval;
use program::{Background, EXE, bytes, copy, done, refused, run, scratch, snapshot, text, words};

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn estimate(value: f64) -> Option<Estimate> {
    let interval = Interval { low: value - 1.0, high: value + 1.0 };
    Some(Estimate { value, interval: Some(interval) })
}

fn player(name: &str, score: Option<Estimate>) -> PlayerRecord {
    PlayerRecord {
        player: name.to_owned(),
        games: 12,
        win_share: Some(Estimate { value: 0.1 + 0.2, interval: None }),
        score,
        rating: None,
        faults: 3,
        cells: vec![],
    }
}

/// Run `number` of these conditions, an hour after the previous one.
fn record(conditions: &str, number: u64, score: f64) -> RunRecord {
    RunRecord {
        time: at(1_769_860_800 + 3600 * number),
        commit: format!("c{number}"),
        version: "0.1.0".to_owned(),
        fingerprint: format!("{conditions}-{number}"),
        conditions: conditions.to_owned(),
        name: "nightly".to_owned(),
        game: "auction".to_owned(),
        rules: "preset=words,rounds=10".to_owned(),
        seed: i64::MAX as u64,
        games: 1000,
        folder: "/runs/nightly".to_owned(),
        finish: format!("f{number}"),
        scale: "random=0".to_owned(),
        players: vec![player("mine", estimate(score)), player("other", None)],
    }
}

fn verdict(number: u64, verdict: &str) -> VerdictRecord {
    VerdictRecord {
        time: at(1_769_860_800 + 3600 * number),
        commit: format!("c{number}"),
        version: "0.1.0".to_owned(),
        kind: "sequential".to_owned(),
        game: "auction".to_owned(),
        candidate: "mine".to_owned(),
        baseline: "older".to_owned(),
        field: "random,random".to_owned(),
        settings: "preset=words; seed 7".to_owned(),
        blocks: 40,
        points: estimate(2.5),
        win_share: None,
        verdict: verdict.to_owned(),
        test: "alpha=0.05, beta=0.05".to_owned(),
    }
}

fn file(dir: &tempfile::TempDir) -> PathBuf {
    dir.path().join("history.db")
}

/// A history with three runs under one set of conditions, one under another, and two verdicts.
fn filled(path: &Path) {
    let mut history = History::open(path).unwrap();
    for (conditions, number, score) in
        [("first", 1, 10.0), ("second", 2, 50.0), ("first", 3, 10.5), ("first", 4, 20.0)]
    {
        let mut record = record(conditions, number, score);
        if conditions == "second" {
            record.game = "wordgame".to_owned();
            record.players.remove(1);
        }
        assert!(history.record_run(&record).unwrap());
    }
    history.record_verdicts(&[verdict(3, "undecided")]).unwrap();
    history.record_verdicts(&[verdict(4, "better")]).unwrap();
}

fn commits(path: &Path, filter: &Filter) -> Vec<String> {
    let runs = History::read(path).unwrap().runs(filter).unwrap();
    runs.into_iter().map(|run| run.record.commit).collect()
}

#[test]
fn a_record_round_trips_unchanged() {
    let dir = scratch();
    let (mut written, said) = (record("first", 1, 10.25), verdict(2, "better"));
    written.players[0].cells = vec![
        CellSum { games: 6, points: -17, wins: 1.0 / 3.0 },
        CellSum::default(),
        CellSum { games: 6, points: 40, wins: 2.0 },
    ];
    let mut history = History::open(&file(&dir)).unwrap();
    history.record_run(&written).unwrap();
    history.record_verdicts(std::slice::from_ref(&said)).unwrap();
    drop(history);
    let history = History::read(&file(&dir)).unwrap();
    let all = Filter::default();
    let (runs, verdicts) = (history.runs(&all).unwrap(), history.verdicts(&all).unwrap());
    assert_eq!(runs.len(), 1);
    assert_eq!((&runs[0].record, runs[0].time.as_str()), (&written, "2026-01-31T13:00:00Z"));
    assert_eq!(verdicts.len(), 1);
    assert_eq!((&verdicts[0].record, verdicts[0].time.as_str()), (&said, "2026-01-31T14:00:00Z"));
    assert_eq!(history.players().unwrap(), ["mine", "older", "other"]);
    let names: BTreeSet<_> = fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(names, BTreeSet::from([file(&dir)]), "one file and nothing beside it");
}

#[test]
fn the_same_run_end_is_recorded_once() {
    let dir = scratch();
    let mut history = History::open(&file(&dir)).unwrap();
    let first = record("first", 1, 10.0);
    assert!(history.record_run(&first).unwrap());
    let later = RunRecord { time: at(9_999_999_999), commit: "later".to_owned(), ..first.clone() };
    assert!(!history.record_run(&later).unwrap());
    for other in [
        RunRecord { finish: "again".to_owned(), ..first.clone() },
        RunRecord { folder: "/runs/other".to_owned(), ..first.clone() },
        RunRecord { fingerprint: "other".to_owned(), ..first },
    ] {
        assert!(history.record_run(&other).unwrap());
    }
    assert_eq!(commits(&file(&dir), &Filter::default()), ["c1"; 4]);
}

#[test]
fn no_text_is_interpreted_as_a_command() {
    let dir = scratch();
    let bad = "x'); DROP TABLE run; --\"";
    let mut history = History::open(&file(&dir)).unwrap();
    let mut written = record("first", 1, 10.0);
    written.commit = bad.to_owned();
    written.players[0].player = bad.to_owned();
    history.record_run(&written).unwrap();
    let filter = Filter { player: Some(bad.to_owned()), ..Filter::default() };
    let found = history.runs(&filter).unwrap();
    assert_eq!((found.len(), found[0].record.commit.as_str()), (1, bad));
    let filter = Filter { game: Some("' OR 1=1 --".to_owned()), ..Filter::default() };
    assert_eq!(history.runs(&filter).unwrap(), []);
}

/// What a terminal obeys is shown, in what comes from files, by every command that prints reports.
#[test]
fn terminals_get_no_control_characters() {
    let dir = scratch();
    let bad = "\u{1b}[2J\u{202e}\u{7}x";
    let mut history = History::open(&file(&dir)).unwrap();
    for (number, finish) in [(1, "one"), (2, "two")] {
        let mut written = record("first", number, 10.0);
        [written.rules, written.commit, written.scale] = [(); 3].map(|()| bad.to_owned());
        (written.players[0].player, written.finish) = (bad.to_owned(), finish.to_owned());
        history.record_run(&written).unwrap();
    }
    let said = VerdictRecord { candidate: bad.to_owned(), ..verdict(2, bad) };
    history.record_verdicts(&[said]).unwrap();
    drop(history);
    let run = dir.path().join(bad);
    for out in ["run", "other"] {
        done(dir.path(), &format!("{TOURNAMENT} {out}"));
    }
    fs::rename(dir.path().join("run"), &run).unwrap();
    let show = |args: &[&str]| program::run(dir.path(), args).ended(0).out;
    for args in [
        &["history", "show", "history.db"][..],
        &["history", "show", "history.db", "--format", "markdown"],
        &["verify", bad],
        &["report", bad, "other"],
        &["report", bad, "other", "--format", "markdown"],
    ] {
        let shown = show(args);
        assert!(shown.contains("\\u{1b}[2J\\u{202e}\\u{7}x"), "{args:?}: {shown}");
        assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{args:?}: {shown:?}");
    }
    let json = show(&["history", "show", "history.db", "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rows[0]["rules"], bad, "programs get what was recorded");
}

#[test]
fn filters_select_player_game_and_the_last_run_per_conditions() {
    let dir = scratch();
    let path = file(&dir);
    filled(&path);
    let all = Filter::default();
    assert_eq!(commits(&path, &all), ["c1", "c3", "c4", "c2"]);
    assert_eq!(commits(&path, &Filter { last: Some(1), ..all.clone() }), ["c4", "c2"]);
    let wordgame = Filter { game: Some("wordgame".to_owned()), ..all.clone() };
    assert_eq!(commits(&path, &wordgame), ["c2"]);
    let other = Filter { player: Some("other".to_owned()), last: Some(2), ..all };
    let runs = History::read(&path).unwrap().runs(&other).unwrap();
    assert_eq!(runs.len(), 2);
    assert!(runs.iter().all(|run| run.record.players == [player("other", None)]));
}

/// Files that are not a history.
fn foreign_files(dir: &Path) -> Vec<PathBuf> {
    fs::write(dir.join("notes.txt"), "SQLite format 3 is a fine format").unwrap();
    fs::write(dir.join("short"), b"SQLite format 3\0").unwrap();
    for (name, mode) in [("plain.db", "DELETE"), ("ahead.db", "WAL")] {
        let base = rusqlite::Connection::open(dir.join(name)).unwrap();
        base.pragma_update(None, "journal_mode", mode).unwrap();
        base.execute_batch("CREATE TABLE a (b); INSERT INTO a VALUES (1);").unwrap();
        if mode == "WAL" {
            // the log remains when the writer's process is gone
            copy(dir, &dir.join("../left"));
        }
    }
    let left = dir.join("../left");
    assert!(left.join("ahead.db-wal").metadata().unwrap().len() > 0);
    copy(&left, dir);
    ["notes.txt", "short", "plain.db", "ahead.db"].map(|name| dir.join(name)).into()
}

#[test]
fn a_file_that_is_not_a_history_is_refused_and_left_unchanged() {
    let dir = scratch();
    let inner = dir.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let files = foreign_files(&inner);
    let before = snapshot(&inner);
    for path in files {
        for opened in [History::open(&path), History::read(&path)] {
            assert!(matches!(opened, Err(HistoryError::Foreign(_))), "{}", path.display());
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let said = [name, "not a history of lettergame", "left unchanged"];
        refused(&inner, &format!("history show {name}"), 4, &said);
        let line = format!("tournament --players zero --games 1 --out new --history {name}");
        refused(&inner, &line, 4, &said);
    }
    assert_eq!(snapshot(&inner), before, "bytes changed, or a run began");
}

#[test]
fn a_newer_history_is_refused_and_left_unchanged() {
    let dir = scratch();
    filled(&file(&dir));
    let base = rusqlite::Connection::open(file(&dir)).unwrap();
    base.pragma_update(None, "user_version", 4).unwrap();
    drop(base);
    let before = bytes(&file(&dir));
    for opened in [History::open(&file(&dir)), History::read(&file(&dir))] {
        assert!(matches!(opened, Err(HistoryError::Newer { found: 4, .. })));
    }
    let said = ["history.db", "newer version", "version 4", "up to 3"];
    refused(dir.path(), "history show history.db", 4, &said);
    assert_eq!(bytes(&file(&dir)), before);
}

/// Created by a version without anchors and sums over deals.
#[test]
fn an_older_history_is_migrated() {
    let dir = scratch();
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzzing/seeds/history/one-run.sqlite");
    fs::copy(seed, file(&dir)).unwrap();
    let older = History::read(&file(&dir)).unwrap().runs(&Filter::default()).unwrap();
    assert_eq!(older.len(), 1);
    assert_eq!(older[0].record.scale, "");
    assert!(older[0].record.players.iter().all(|player| player.cells.is_empty()));
    let mut history = History::open(&file(&dir)).unwrap();
    assert!(history.record_run(&record("first", 1, 10.0)).unwrap());
    assert_eq!(history.runs(&Filter::default()).unwrap().len(), 2);
}

/// Two players with the same name but different programs meet the same deals; the unchanged one does not
/// move.
#[test]
fn runs_of_the_same_deals_are_paired_and_keep_their_anchor() {
    let dir = scratch();
    for (out, commit) in [("one", "v1"), ("two", "v2")] {
        let line =
            format!("{TOURNAMENT} {out} --anchor random=0 --history history.db --commit {commit}");
        done(dir.path(), &line);
    }
    let runs = History::read(&file(&dir)).unwrap().runs(&Filter::default()).unwrap();
    let cells = |run: usize| &runs[run].record.players[0].cells;
    assert_eq!(cells(0).iter().map(|cell| cell.games).sum::<u64>(), 6);
    assert_eq!((cells(0), cells(0).len()), (cells(1), lettergame::history::CELLS));
    let shown = done(dir.path(), "history show history.db").out;
    assert!(shown.contains("(paired interval of 95 %)") && !shown.contains("▁|"), "{shown}");
    assert!(shown.contains("ratings: relative to random=0 in all runs"), "{shown}");
    done(dir.path(), &format!("{TOURNAMENT} three --history history.db --commit v3"));
    let shown = done(dir.path(), "history show history.db").out;
    let said = ["relative to", "average", "on several scales"];
    assert!(said.iter().all(|words| shown.contains(words)), "{shown}");
}

#[test]
fn a_damaged_history_is_reported() {
    let dir = scratch();
    filled(&file(&dir));
    let mut spoiled = bytes(&file(&dir));
    spoiled[4096..].fill(0xee);
    fs::write(file(&dir), &spoiled).unwrap();
    refused(dir.path(), "history show history.db", 4, &["history.db", "damaged", "copy"]);
    assert_eq!(bytes(&file(&dir)), spoiled);
}

#[test]
fn a_folder_a_pipe_and_a_missing_path_are_refused() {
    let dir = scratch();
    fs::create_dir(dir.path().join("folder")).unwrap();
    let made = Command::new("mkfifo").arg(dir.path().join("pipe")).status().unwrap();
    assert!(made.success());
    let tournament = "tournament --players zero --games 1 --out new --history";
    for name in ["folder", "pipe"] {
        refused(dir.path(), &format!("{tournament} {name}"), 4, &[name, "not a regular file"]);
        refused(dir.path(), &format!("history show {name}"), 4, &[name, "not a regular file"]);
    }
    refused(dir.path(), &format!("{tournament} no/h.db"), 4, &["no/h.db", "create it first"]);
    refused(dir.path(), "history show h.db", 4, &["history h.db does not exist", "--history h.db"]);
    assert!(!dir.path().join("h.db").exists() && !dir.path().join("new").exists());
}

#[test]
fn a_read_only_history_can_be_shown_but_not_written() {
    let dir = scratch();
    filled(&file(&dir));
    fs::set_permissions(file(&dir), fs::Permissions::from_mode(0o444)).unwrap();
    let shown = done(dir.path(), "history show history.db --format csv").out;
    assert_eq!(shown.lines().count(), 8);
    // permissions do not restrict a user who may write everything
    if fs::OpenOptions::new().append(true).open(file(&dir)).is_err() {
        let line = "tournament --players zero --games 1 --out new --history history.db";
        refused(dir.path(), line, 4, &["history.db", "cannot be written"]);
        assert!(!dir.path().join("new").exists());
    }
}

/// Names with a special meaning in SQLite are plain files here.
#[test]
fn a_special_name_is_treated_as_an_ordinary_file() {
    let dir = scratch();
    for name in [":memory:", "file:x?mode=memory"] {
        let line =
            format!("tournament --players zero --games 1 --quiet --out {name}-run --history");
        run(dir.path(), &[&words(&line)[..], &[name]].concat()).ended(0);
        assert!(dir.path().join(name).is_file(), "{name}");
    }
}

/// Where a process of [`writers`] writes, and how much.
const WRITER: &str = "LETTERGAME_TEST_WRITER";

/// Not a test by itself: the process that other tests start. It writes the requested number of records, and
/// prints nothing when it is done.
#[test]
fn writer() {
    let Ok(task) = std::env::var(WRITER) else { return };
    let parts: Vec<&str> = task.splitn(3, ' ').collect();
    let [number, count] = [parts[0], parts[1]].map(|part| part.parse::<u64>().unwrap());
    for index in 0..count {
        let mut history = History::open(Path::new(parts[2])).unwrap();
        let mut run = record("shared", number * 1_000_000 + index, 1.0);
        run.folder = format!("/runs/{number}");
        assert!(history.record_run(&run).unwrap());
    }
}

fn start_writer(path: &Path, number: u64, count: u64) -> Child {
    // the name of a test begins behind that of the binary
    let (_, module) = module_path!().split_once("::").unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("{module}::writer")]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.env(WRITER, format!("{number} {count} {}", path.display())).spawn().unwrap()
}

fn is_sound(path: &Path) -> bool {
    let base = rusqlite::Connection::open(path).unwrap();
    let said: String = base.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    said == "ok"
}

#[test]
fn eight_concurrent_writers_lose_nothing() {
    let dir = scratch();
    let path = file(&dir);
    let writers: Vec<Child> = (0..8).map(|number| start_writer(&path, number, 25)).collect();
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let runs = History::read(&path).unwrap().runs(&Filter::default()).unwrap();
    let wanted: BTreeSet<String> =
        (0..8).flat_map(|n| (0..25).map(move |i| format!("c{}", n * 1_000_000 + i))).collect();
    let found: BTreeSet<String> = runs.iter().map(|run| run.record.commit.clone()).collect();
    assert_eq!((runs.len(), found), (200, wanted));
    assert!(runs.iter().all(|run| run.record.players.len() == 2));
    assert!(is_sound(&path));
}

/// The journal exists while a record is written, so most of these kills hit a half-written record.
#[test]
fn a_kill_in_the_middle_leaves_a_readable_history() {
    let dir = scratch();
    let path = file(&dir);
    let journal = dir.path().join("history.db-journal");
    filled(&path);
    let mut least = 4;
    for number in 1..=5 {
        let size = fs::metadata(&path).unwrap().len();
        let mut writer = start_writer(&path, number, 1_000_000);
        let mut goes_on = || assert!(writer.try_wait().unwrap().is_none(), "the writer gave up");
        // more pages than one record can add, so that some were already there
        while fs::metadata(&path).unwrap().len() < size + 10 * 4096 {
            goes_on();
        }
        while !journal.exists() {
            goes_on();
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        let runs = History::read(&path).unwrap().runs(&Filter::default()).unwrap();
        let whole = |run: &RunRecord| run.game == "wordgame" || run.players.len() == 2;
        assert!(runs.len() > least && runs.iter().all(|run| whole(&run.record)));
        assert!(is_sound(&path));
        least = runs.len();
    }
}

/// The file and its journal as a kill leaves them when rows of a transaction are already in the file.
#[test]
fn a_partial_record_is_rolled_back_by_the_next_process() {
    let dir = scratch();
    let (alive, killed) = (dir.path().join("alive"), dir.path().join("killed"));
    fs::create_dir(&alive).unwrap();
    filled(&alive.join("history.db"));
    let before = bytes(&alive.join("history.db"));
    let base = rusqlite::Connection::open(alive.join("history.db")).unwrap();
    base.pragma_update(None, "cache_size", 1).unwrap();
    let long = "x".repeat(2000);
    base.execute_batch("BEGIN IMMEDIATE; DELETE FROM standing;").unwrap();
    for _ in 0..40 {
        base.execute("UPDATE run SET folder = folder || ?1", [&long]).unwrap();
    }
    copy(&alive, &killed);
    base.execute_batch("ROLLBACK").unwrap();
    assert!(killed.join("history.db-journal").metadata().unwrap().len() > 0);
    assert_ne!(bytes(&killed.join("history.db")), before, "nothing of the transaction is there");
    filled_is_whole(&killed.join("history.db"));
    assert_eq!(bytes(&killed.join("history.db")), before);
}

#[track_caller]
fn filled_is_whole(path: &Path) {
    let runs = History::read(path).unwrap().runs(&Filter::default()).unwrap();
    let players: Vec<usize> = runs.iter().map(|run| run.record.players.len()).collect();
    assert_eq!(players, [2, 2, 2, 1]);
    assert!(runs.iter().all(|run| run.record.folder == "/runs/nightly"));
}

/// An interrupted first writer leaves an empty file behind.
#[test]
fn an_empty_file_becomes_a_history() {
    let dir = scratch();
    fs::write(file(&dir), "").unwrap();
    refused(dir.path(), "history show history.db", 4, &["history history.db does not exist"]);
    assert_eq!(bytes(&file(&dir)), b"");
    History::open(&file(&dir)).unwrap();
    let shown = done(dir.path(), "history show history.db");
    assert_eq!((shown.out.as_str(), shown.err.contains("no matching run")), ("", true));
    assert_eq!(done(dir.path(), "history show history.db --format json").out, "[]\n");
    assert_eq!(done(dir.path(), "history show history.db --format csv").out.lines().count(), 1);
    done(dir.path(), "history show history.db --player anyone");
}

#[test]
fn show_groups_runs_and_marks_significant_changes() {
    let dir = scratch();
    filled(&file(&dir));
    let shown = done(dir.path(), "history show history.db").out;
    let order = [
        "auction, seed 9223372036854775807, 1000 games, conditions first",
        "preset=words, rounds=10",
        "10.0 (9.0 to 11.0)",
        "undecided vs older",
        "better vs older",
        "mine   ▁▁|█",
        "conditions second",
        "50.0 (49.0 to 51.0)",
        "Verdicts",
        "2.50 (1.50 to 3.50)",
    ];
    let places: Vec<usize> = order.iter().map(|part| shown.find(part).expect(part)).collect();
    assert!(places.is_sorted(), "{places:?}\n{shown}");
    assert_eq!(shown.matches('█').count(), 1, "no line for one run or none with a score");
    let last = done(dir.path(), "history show history.db --last 1 --player mine").out;
    assert!(!last.contains("10.5") && last.contains("20.0") && !last.contains("other"), "{last}");
}

#[test]
fn machine_formats_have_a_row_per_run_player_and_verdict() {
    let dir = scratch();
    filled(&file(&dir));
    let csv = done(dir.path(), "history show history.db --game auction --format csv").out;
    let mut lines = csv.lines();
    let header = "conditions,game,rules,seed,games,time,commit,version,name,player,score,score_low,\
        score_high,win_share,win_share_low,win_share_high,rating,rating_low,rating_high,faults,\
        verdicts,folder,rating_scale,trend,trend_low,trend_high,trend_runs";
    assert_eq!(lines.next(), Some(header));
    let row = "first,auction,\"preset=words,rounds=10\",9223372036854775807,1000,\
        2026-01-31T13:00:00Z,c1,0.1.0,nightly,mine,10.00,9.00,11.00,0.3000,,,,,,3,,/runs/nightly,random=0,,,,";
    assert_eq!(lines.next(), Some(row));
    assert_eq!(lines.count(), 5);
    let json = done(dir.path(), "history show history.db --verdicts --format json").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[1]["verdict"], "better");
    assert_eq!(json[1]["test"], "alpha=0.05, beta=0.05");
    assert_eq!(json[1]["win_share"], serde_json::Value::Null);
    let text = done(dir.path(), "history show history.db --format markdown").out;
    assert!(text.starts_with("## auction, seed") && !text.contains('█'), "{text}");
}

/// Six scores rising by 0.5 from run to run; the other player has none.
#[test]
fn the_trend_is_in_every_format() {
    let dir = scratch();
    let mut history = History::open(&file(&dir)).unwrap();
    for number in 0..6 {
        history.record_run(&record("first", number, 10.0 + 0.5 * number as f64)).unwrap();
    }
    let shown =
        |format: &str| done(dir.path(), &format!("history show history.db --format {format}")).out;
    let words = "0.50 (0.50 to 0.50) points per run, over 6 runs (Theil-Sen)\n";
    assert!(shown("table").contains(&format!("\ntrend of mine: {words}")), "{}", shown("table"));
    let markdown = shown("markdown");
    assert!(markdown.ends_with(&format!("\n\n- trend of `mine`: {words}")), "{markdown}");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&shown("json")).unwrap();
    assert_eq!(rows.len(), 12);
    for row in rows {
        let of_mine = row["player"] == "mine";
        let expected = |value: serde_json::Value| if of_mine { value } else { "".into() };
        let found = |name: &str| match &row[name] {
            serde_json::Value::Null => serde_json::Value::from(""),
            value => value.clone(),
        };
        for name in ["trend", "trend_low", "trend_high"] {
            assert_eq!(found(name), expected(0.5.into()), "{row}");
        }
        assert_eq!(found("trend_runs"), expected(6.into()), "{row}");
    }
    let csv = shown("csv");
    assert_eq!(
        csv.lines().filter(|line| line.ends_with(",0.500,0.500,0.500,6")).count(),
        6,
        "{csv}"
    );
}

#[test]
fn unknown_names_come_with_the_nearest_match() {
    let dir = scratch();
    filled(&file(&dir));
    refused(dir.path(), "history show history.db --player mime", 2, &["`mime`", "`mine`"]);
    refused(dir.path(), "history show history.db --game auctoin", 2, &["`auctoin`", "`auction`"]);
    refused(dir.path(), "history show history.db --last 0", 2, &["--last", "1 to 1000000"]);
    let plot = "history plot history.db --svg out.svg --player";
    refused(dir.path(), &format!("{plot} mime"), 2, &["`mime`"]);
    refused(dir.path(), &format!("{plot} other"), 4, &["no run with a score of `other`"]);
    assert!(!dir.path().join("out.svg").exists());
}

#[test]
fn a_plot_has_a_point_for_each_run_and_never_replaces_the_history() {
    let dir = scratch();
    filled(&file(&dir));
    done(dir.path(), "history plot history.db --player mine --svg out.svg");
    let svg = text(&dir.path().join("out.svg"));
    let xml = roxmltree::Document::parse(&svg).unwrap();
    let marks = xml.descendants().filter(|node| node.attribute("class") == Some("mark"));
    assert_eq!(marks.count(), 4);
    let before = bytes(&file(&dir));
    let line = "history plot history.db --player mine --svg ./history.db";
    refused(dir.path(), line, 2, &["is the history itself"]);
    assert_eq!(bytes(&file(&dir)), before);
    let line = "history plot history.db --player mine --svg";
    refused(dir.path(), &format!("{line} -"), 2, &["--svg", "`./-`"]);
    for name in ["config.toml", "scores.csv"] {
        fs::create_dir_all(dir.path().join("run")).expect("a folder");
        fs::write(dir.path().join("run").join(name), "a,b").expect("written");
    }
    let said = ["run/scores.csv is a file of a run", "--svg"];
    refused(dir.path(), &format!("{line} run/scores.csv"), 2, &said);
    assert_eq!(text(&dir.path().join("run/scores.csv")), "a,b");
    fs::hard_link(dir.path().join("out.svg"), dir.path().join("old.svg")).expect("a second name");
    fs::write(dir.path().join("out.svg"), "old").expect("written");
    done(dir.path(), &format!("{line} out.svg"));
    assert_eq!(text(&dir.path().join("old.svg")), "old", "replaced in one step");
}

const TOURNAMENT: &str =
    "tournament --players letter-value,random --games 6 --rounds 2 --seed 7 --quiet --out";

fn shown_json(dir: &Path) -> serde_json::Value {
    let shown = done(dir, "history show history.db --format json").out;
    serde_json::from_str(&shown).unwrap()
}

#[test]
fn a_tournament_is_recorded_once_with_its_standings() {
    let dir = scratch();
    done(dir.path(), &format!("{TOURNAMENT} run --history history.db --commit v1"));
    for _ in 0..2 {
        let line = "resume run --history history.db --commit v2";
        let again = done(dir.path(), line);
        assert!(again.err.contains("was recorded before"), "{}", again.err);
    }
    let rows = shown_json(dir.path());
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let standings = text(&dir.path().join("run/standings.csv"));
    let mut standings = csv::Reader::from_reader(standings.as_bytes());
    let header = standings.headers().unwrap().clone();
    for (row, standing) in rows.iter().zip(standings.records()) {
        for (column, cell) in header.iter().zip(standing.unwrap().iter()) {
            let same = match &row[column] {
                serde_json::Value::Null => {
                    matches!(column, "wins" | "mean_place" | "rank_low" | "rank_high")
                        || cell.is_empty()
                }
                serde_json::Value::String(text) => text == cell,
                number => number.as_f64() == cell.parse().ok(),
            };
            assert!(same || column == "games", "{column}: {} {cell}", row[column]);
        }
    }
    assert_eq!((&rows[0]["commit"], &rows[0]["seed"]), (&"v1".into(), &7.into()));
    assert_eq!(rows[0]["games"], 6);
    assert!(rows[0]["rules"].as_str().unwrap().contains("rounds=2"));
    let folder = fs::canonicalize(dir.path().join("run")).unwrap();
    assert_eq!(rows[0]["folder"], folder.to_str().unwrap());
}

#[test]
fn replaying_a_config_is_another_run_under_the_same_conditions() {
    let dir = scratch();
    done(dir.path(), &format!("{TOURNAMENT} run --history history.db --commit v1"));
    done(dir.path(), &format!("{TOURNAMENT} run --force --history history.db --commit v2"));
    done(dir.path(), &format!("{TOURNAMENT} other --hidden 5 --history history.db --commit v2"));
    let runs = History::read(&file(&dir)).unwrap().runs(&Filter::default()).unwrap();
    let conditions: Vec<&str> = runs.iter().map(|run| run.record.conditions.as_str()).collect();
    assert_eq!(conditions.len(), 3);
    assert!(conditions[0] == conditions[1] && conditions[1] != conditions[2]);
    assert_eq!(runs[0].record.players, runs[1].record.players);
}

#[test]
fn an_unrecorded_run_can_be_recorded_by_resume() {
    let dir = scratch();
    done(dir.path(), &format!("{TOURNAMENT} run"));
    done(dir.path(), "resume run --quiet --history history.db --commit v1");
    assert_eq!(shown_json(dir.path()).as_array().unwrap().len(), 2);
}

#[test]
fn an_interrupted_run_is_recorded_when_it_is_complete() {
    let dir = scratch();
    let line = "tournament --players zero,random --games 1000000 --seed 7 --quiet --out run \
        --history history.db --commit v1";
    let mut playing = Background::start(dir.path(), line);
    playing.until(&dir.path().join("run/scores.csv"), 1000);
    let ended = playing.signal("INT").ended(130);
    assert!(ended.err.contains("--history history.db --commit v1"), "{}", ended.err);
    assert_eq!(commits(&file(&dir), &Filter::default()), [""; 0]);
}

#[test]
fn shards_are_recorded_when_they_are_merged() {
    let dir = scratch();
    let refusal = ["shard 1/2", "not a whole run", "lettergame merge"];
    let line = format!("{TOURNAMENT} part-1 --shard 1/2 --history history.db");
    refused(dir.path(), &line, 2, &refusal);
    assert!(!file(&dir).exists() && !dir.path().join("part-1").exists());
    done(dir.path(), &format!("{TOURNAMENT} part-1 --shard 1/2"));
    done(dir.path(), &format!("{TOURNAMENT} part-2 --shard 2/2"));
    refused(dir.path(), "resume part-1 --history history.db", 2, &refusal);
    done(dir.path(), "merge part-1 part-2 --out whole --history history.db --commit v1");
    let rows = shown_json(dir.path());
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["games"]), (2, &6.into()));
}

#[test]
fn every_run_of_a_sweep_is_recorded() {
    let dir = scratch();
    let line = "tournament --players zero,random --games 2 --rounds 2 --hidden 1,2 --seed 7 \
        --quiet --out sweep --history history.db --commit v1";
    done(dir.path(), line);
    done(dir.path(), "resume sweep --quiet --history history.db");
    let runs = History::read(&file(&dir)).unwrap().runs(&Filter::default()).unwrap();
    assert_eq!(runs.len(), 2);
    assert_ne!(runs[0].record.conditions, runs[1].record.conditions);
}

#[test]
fn nothing_is_created_if_nothing_is_played() {
    let dir = scratch();
    done(dir.path(), &format!("{TOURNAMENT} run --print-config --history history.db"));
    let bad = format!("{TOURNAMENT} run --history history.db --commit");
    run(dir.path(), &[&words(&bad)[..], &["two words"]].concat()).refused(2, &["invalid commit"]);
    refused(dir.path(), &format!("{TOURNAMENT} run --commit v1"), 2, &["--history"]);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// A tournament in `dir` with these environment variables; returns the commit that was recorded.
fn commit_with(dir: &Path, name: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(EXE);
    command.args(words(&format!("{TOURNAMENT} {name} --history {name}.db"))).current_dir(dir);
    command.env_remove("GITHUB_SHA").env_remove("CI_COMMIT_SHA");
    // git must not find a repository above the test's folder
    command.env("GIT_CEILING_DIRECTORIES", dir.parent().unwrap());
    command.envs(variables.iter().copied()).stdout(Stdio::null());
    assert!(command.status().unwrap().success());
    commits(&dir.join(format!("{name}.db")), &Filter::default()).remove(0)
}

fn git(dir: &Path, line: &str) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=test", "-c", "user.email=test@example.org"]);
    let output = git.args(words(line)).current_dir(dir).output().unwrap();
    assert!(output.status.success(), "git {line}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn the_commit_comes_from_the_ci_service_or_git_or_is_unknown() {
    let dir = scratch();
    let dir = fs::canonicalize(dir.path()).unwrap();
    assert_eq!(commit_with(&dir, "none", &[]), "");
    assert_eq!(commit_with(&dir, "gitlab", &[("CI_COMMIT_SHA", "def")]), "def");
    let both = [("CI_COMMIT_SHA", "def"), ("GITHUB_SHA", "abc")];
    assert_eq!(commit_with(&dir, "github", &both), "abc");
    if Command::new("git").arg("--version").stdout(Stdio::null()).status().is_err() {
        return;
    }
    git(&dir, "init --quiet");
    fs::write(dir.join("strategy"), "1").unwrap();
    git(&dir, "add strategy");
    git(&dir, "commit --quiet --message first");
    let head = git(&dir, "rev-parse HEAD");
    assert_eq!(commit_with(&dir, "clean", &[]), head);
    fs::write(dir.join("strategy"), "2").unwrap();
    assert_eq!(commit_with(&dir, "changed", &[]), format!("{head}-dirty"));
}
