//! `report --join`: several runs rated together, against a plain fit, and runs that cannot be joined.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lettergame::stats::{PairTable, fit};
use program::{done, edit, refused, scratch, table, table_of};
use serde_json::Value;

/// A run of the given players.
fn play(dir: &Path, out: &str, players: &str, more: &str) {
    let line = "tournament --rounds 2 --quiet --record games";
    done(dir, &format!("{line} --players {players} --out {out} {more}"));
}

/// Every pair of seats of different players of each game, as results of these players.
fn results(names: &[&str], files: &[&Path]) -> PairTable {
    let mut pairs = PairTable::new(names.len());
    for file in files {
        let mut games: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
        for row in table(file) {
            let player = names.iter().position(|name| *name == row["player"]).expect("known");
            let place = row["place"].parse().expect("a place");
            games.entry(row["game"].clone()).or_default().push((player, place));
        }
        for seats in games.values() {
            for (index, (one, own)) in seats.iter().enumerate() {
                for (other, theirs) in &seats[index + 1..] {
                    let share = match own.cmp(theirs) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    pairs.record(*one, *other, share).expect("a result");
                }
            }
        }
    }
    pairs
}

/// `flat` and `shadow` never met.
#[test]
fn ratings_are_those_of_all_games_together() {
    let dir = scratch();
    play(dir.path(), "spring", "letter-value,flat,random", "--games 30 --seed 1");
    let schedule = "--games 24 --seed 2 --schedule round-robin";
    play(dir.path(), "autumn", "shadow,letter-value,random", schedule);
    let report = done(dir.path(), "report --join spring autumn --format json").out;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let names = ["letter-value", "flat", "random", "shadow"];
    let files = ["spring", "autumn"].map(|run| dir.path().join(run).join("scores.csv"));
    let expected = fit(&results(&names, &[&files[0], &files[1]]));
    let standings = report["standings"].as_array().expect("standings");
    let rating = |name: &str| {
        let own = standings.iter().find(|own| own["player"] == name).expect("the player");
        own["rating"].as_f64().expect("a rating")
    };
    for (name, expected_rating) in names.iter().zip(&expected) {
        let apart = rating(name) - rating(names[0]) - (expected_rating - expected[0]);
        assert!(apart.abs() < 1e-6, "{name}: {apart}");
    }
    let games: Vec<_> =
        report["runs"].as_array().expect("runs").iter().map(|r| &r["deals"]).collect();
    assert_eq!(games, [10, 12]);
    let pairs = report["ratings"]["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 12);
    let rows = table_of(&done(dir.path(), "report --join spring autumn --format csv").out);
    let letter_value = rows.iter().find(|row| row["player"] == "letter-value").expect("a row");
    assert_eq!((rows.len(), &*letter_value["games"]), (4, "78"));
    // the order of the runs moves blocks to other cells and nothing else
    let turned = table_of(&done(dir.path(), "report --join autumn spring --format csv").out);
    for row in &rows {
        let other = turned.iter().find(|other| other["player"] == row["player"]).expect("a row");
        assert_eq!(
            (&row["rating"], &row["games"], &row["score_low"]),
            (&other["rating"], &other["games"], &other["score_low"])
        );
    }
}

#[test]
fn text_and_markdown_show_runs_standings_and_ratings() {
    let dir = scratch();
    play(dir.path(), "a", "letter-value,flat", "--games 20 --seed 5");
    play(dir.path(), "b", "flat,random", "--games 20 --seed 5");
    let shown = done(dir.path(), "report --join a b --anchor flat=1000 --sort name").out;
    for part in ["Runs", "Standings", "Differences of ratings", "Who is above whom", "flat = 1000"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(shown.contains("a, b share seeds and hence deals"), "{shown}");
    let markdown = done(dir.path(), "report --join a b --format markdown").out;
    assert!(markdown.starts_with("## Runs\n\n| run"), "{markdown}");
    // all runs of a folder; a single one is the report's ratings
    let joined = table_of(&done(dir.path(), "report --join a --format csv").out);
    let alone = table_of(&done(dir.path(), "report a --sort rating --format csv").out);
    assert_eq!(joined, alone);
}

#[test]
fn runs_that_cannot_be_joined_are_refused_with_the_difference() {
    let dir = scratch();
    play(dir.path(), "a", "letter-value,own=flat:any=1", "--games 4 --seed 1");
    play(dir.path(), "hidden", "letter-value,random", "--games 4 --seed 1 --hidden 0");
    play(dir.path(), "named", "letter-value,own=flat:any=2", "--games 4 --seed 1");
    fs::create_dir(dir.path().join("copy")).expect("a folder");
    for file in fs::read_dir(dir.path().join("a")).expect("the run") {
        let file = file.expect("a file");
        if file.path().is_file() {
            fs::copy(file.path(), dir.path().join("copy").join(file.file_name())).expect("copied");
        }
    }
    let rule = ["a and hidden differ in the rule `hidden`: 3 and 0"];
    refused(dir.path(), "report --join a hidden", 2, &rule);
    let source = [
        "a and named have different players called `own`: `flat:any=1` and `flat:any=2`",
        "--players NAME=PLAYER",
    ];
    refused(dir.path(), "report --join a named", 2, &source);
    refused(dir.path(), "report --join a copy", 2, &["a and copy contain the same games"]);
    refused(dir.path(), "report --join a a/../a", 2, &["named twice"]);
    refused(
        dir.path(),
        "report --join a --anchor nobody=0",
        2,
        &["`nobody`", "known: letter-value"],
    );
    refused(dir.path(), "report --join a --html page.html", 2, &["--join", "--html"]);
    done(
        dir.path(),
        "tournament --game scrabble --players score,random --games 2 --seed 1 --quiet --out s",
    );
    let game = ["a is a run of auction, s one of scrabble"];
    refused(dir.path(), "report --join a s", 2, &game);
    edit(&dir.path().join("copy/config.toml"), "seed = ", "seed = 1");
    refused(dir.path(), "report --join a copy", 2, &["copy/config.toml was changed"]);
}
