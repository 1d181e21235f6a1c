//! The tournament of a class: a queue of formats that can be killed and resumed, and the rounds in the format
//! of its database.

use crate::program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use program::{ROW_FILES, done, program, refused, run, scratch, table, text};
use serde_json::Value;

const QUEUE: &str = r#"
name = "class"
players = ["letter-value", "zero", "random"]
record = "rounds"
games = 400
seed = 3

[rules]
preset = "simulator"
rounds = 2

[[queue]]
name = "1v1"
schedule = "1v1"
rules.hidden = [0, 3]

[[queue]]
name = "all-hidden-7"
rules = { hidden = 7, rounds = 4 }
"#;

const RUNS: [&str; 3] = ["1v1-hidden-0", "1v1-hidden-3", "all-hidden-7"];

fn rows(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = RUNS.iter().flat_map(|run| ROW_FILES.map(|file| format!("{run}/{file}")));
    files.filter_map(|file| Some((file.clone(), fs::read(dir.join(file)).ok()?))).collect()
}

#[test]
fn a_killed_queue_resumes() {
    let folder = scratch();
    fs::write(folder.path().join("class.toml"), QUEUE).unwrap();
    done(folder.path(), "tournament class.toml --quiet --out whole");
    let line =
        ["tournament", "class.toml", "--quiet", "--out", "part", "--continue", "--threads", "1"];
    let mut child = program(folder.path(), &line).spawn().unwrap();
    let second = folder.path().join("part/1v1-hidden-3/scores.csv");
    let begun = Instant::now();
    let is_played = || fs::metadata(&second).is_ok_and(|file| file.len() > 2000);
    while !is_played() && begun.elapsed() < Duration::from_secs(120) {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let [part, whole] = ["part", "whole"].map(|dir| folder.path().join(dir));
    assert!(is_played() && rows(&part) != rows(&whole), "it was killed in the middle");
    run(folder.path(), &line).ended(0);
    assert_eq!(rows(&whole).len(), 9, "three runs with three files");
    assert!(rows(&part) == rows(&whole), "other rows");
    assert_eq!(table(&whole.join("all-hidden-7/rounds.csv")).len(), 400 * 4 * 3);
    assert_eq!(table(&whole.join("1v1-hidden-0/rounds.csv")).len(), 3 * 400 * 2 * 2);
}

/// The columns of the class's table.
const COLUMNS: [&str; 8] =
    ["player", "points_gained", "points_spent", "rank", "round", "score", "seat", "tournament"];

fn number(row: &Value, column: &str) -> i64 {
    row[column].as_i64().unwrap_or_else(|| panic!("{column} of {row}"))
}

#[test]
fn rounds_are_exported_in_the_class_format() {
    let folder = scratch();
    fs::write(folder.path().join("class.toml"), QUEUE).unwrap();
    done(folder.path(), "tournament class.toml --games 6 --quiet --out run");
    done(folder.path(), "report run --class-rounds rounds.json --format json");
    let rows: Vec<Value> = serde_json::from_str(&text(&folder.path().join("rounds.json"))).unwrap();
    assert_eq!(rows.len(), 2 * 3 * 6 * 2 * 2 + 6 * 4 * 3);
    let mut rounds: BTreeMap<(String, i64), Vec<Value>> = BTreeMap::new();
    let mut before: BTreeMap<(String, i64), i64> = BTreeMap::new();
    for row in rows {
        let columns: Vec<&String> = row.as_object().unwrap().keys().collect();
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), COLUMNS.len());
        assert!(COLUMNS.iter().all(|column| row.get(column).is_some()), "{row}");
        let game = row["tournament"].as_str().unwrap().to_owned();
        let score = before.entry((game.clone(), number(&row, "seat"))).or_insert(100);
        *score += number(&row, "points_gained") - number(&row, "points_spent");
        assert_eq!(number(&row, "score"), *score, "{row}");
        rounds.entry((game, number(&row, "round"))).or_default().push(row);
    }
    for ((game, round), rows) in rounds {
        let mut order: Vec<&Value> = rows.iter().collect();
        order.sort_by_key(|row| number(row, "rank"));
        let ranks: Vec<i64> = order.iter().map(|row| number(row, "rank")).collect();
        assert_eq!(ranks, (1..=rows.len() as i64).collect::<Vec<_>>(), "{game}, round {round}");
        assert!(order.windows(2).all(|pair| number(pair[0], "score") >= number(pair[1], "score")));
    }
}

#[test]
fn missing_round_records_are_reported() {
    let folder = scratch();
    done(folder.path(), "tournament --players zero,random --games 2 --seed 1 --quiet --out run");
    refused(
        folder.path(),
        "report run --class-rounds rounds.json",
        4,
        &["run has no rounds", "--record rounds"],
    );
}

#[test]
fn a_single_config_covers_all_class_formats() {
    let folder = scratch();
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments/class-all.toml");
    let shown = config.display().to_string();
    let printed = run(folder.path(), &["tournament", &shown, "--print-config"]).ended(0).out;
    for format in ["1v1", "2v2", "5v5", "2v2v2v2", "eight", "nine", "singles"] {
        for hidden in 0..=7 {
            let head = format!("# {format}-hidden-{hidden}\n");
            let part = printed.split(&head).nth(1).unwrap_or_else(|| panic!("no {head}"));
            let part = part.split("\n# ").next().unwrap();
            let rounds = if hidden == 7 { 200 } else { 100 };
            let wanted = [format!("hidden = {hidden}"), format!("rounds = {rounds}")];
            assert!(wanted.iter().all(|line| part.lines().any(|own| own == line)), "{part}");
            assert!(part.contains("preset = \"simulator\"") && part.contains("record = \"games\""));
        }
    }
    let group = |format: &str| {
        let part = printed.split(&format!("# {format}-hidden-3\n")).nth(1).unwrap();
        part.lines().find_map(|line| line.strip_prefix("group-size = ")).map(str::to_owned)
    };
    assert_eq!([group("eight"), group("singles")], [Some("8".to_owned()), Some("1".to_owned())]);
}
