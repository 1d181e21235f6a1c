//! `tune` through the program: its result, its log and resuming from it, its picture, its rejections; and
//! grids of players wherever players are listed.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{Background, bytes, done, refused, run, scratch, shell, table, text, words};
use serde_json::Value;

/// A tuning of 12 iterations.
const SMALL: &str =
    "tune shadow --against zero --rounds 1 --games 50 --check-games 8 --seed 3 --quiet";

fn json(dir: &Path, line: &str) -> Value {
    serde_json::from_str(&done(dir, &format!("{line} --format json")).out).expect("JSON")
}

#[test]
fn a_bad_start_improves_on_unseen_deals() {
    let dir = scratch();
    let line = "tune truthful:bid=0 --param bid=0..20 --against zero,letter-value --rounds 1 \
                --games 1500 --check-games 600 --seed 1 --quiet";
    let found = json(dir.path(), line);
    let bid = found["parameters"][0]["found"].as_i64().expect("a whole number");
    assert!((1..20).contains(&bid), "{found:#}");
    assert_eq!(found["found"], format!("truthful:bid={bid}"));
    assert_eq!(found["from"], "truthful:bid=0");
    let points = &found["comparison"]["findings"][0]["points"];
    assert!(points["low"].as_f64().is_some_and(|low| low > 0.0), "{points:#}");
    // the comparison has its own seed
    assert_ne!(found["comparison"]["parameters"]["seed"], found["seed"]);
}

#[test]
fn every_iteration_stays_within_ranges_and_budget() {
    let dir = scratch();
    let line = format!("{SMALL} --param need=2..6,drain --log log.jsonl");
    let found = json(dir.path(), &line);
    let log = text(&dir.path().join("log.jsonl"));
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &found["iterations"], &found["games"]), (13, &12.into(), &48.into()));
    assert_eq!(lines[0]["parameters"], serde_json::json!({"need": [2, 6], "drain": [0, 100]}));
    for (index, line) in lines[1..].iter().enumerate() {
        assert_eq!(line["iteration"], index + 1);
        let value = |side: &str, key: &str| line[side][key].as_i64().expect("a whole number");
        for (key, range) in [("need", 2..=6), ("drain", 0..=100)] {
            let (plus, minus) = (value("plus", key), value("minus", key));
            assert!(range.contains(&plus) && range.contains(&minus) && plus != minus, "{line}");
        }
    }
}

#[test]
fn a_log_truncated_anywhere_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    let whole = dir.path().join("whole.jsonl");
    let line = |log: &str| format!("{SMALL} --format json --log {log}");
    let out = done(dir.path(), &line("whole.jsonl")).out;
    let log = bytes(&whole);
    let ends = log.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    // after each line, in the middle of the first and of the last, and before anything
    let middle = log.len() - 20;
    for cut in ends.chain([0, 50, middle]) {
        fs::write(dir.path().join("cut.jsonl"), &log[..cut]).expect("written");
        let again = done(dir.path(), &format!("{} --resume --threads 1", line("cut.jsonl"))).out;
        assert_eq!(again, out, "cut after {cut} bytes");
        assert!(bytes(&dir.path().join("cut.jsonl")) == log, "cut after {cut} bytes");
    }
    // without a seed option, the seed of the log is used
    let drawn = SMALL.replace("--seed 3 ", "");
    let again = done(dir.path(), &format!("{drawn} --format json --log whole.jsonl --resume")).out;
    assert_eq!(again, out);
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let dir = scratch();
    let out = |options: &str| done(dir.path(), &format!("{SMALL} {options} --format csv")).out;
    assert_eq!(out("--threads 1"), out("--threads 3"));
    let logged = |seed: u64, log: &str| {
        let line = SMALL.replace("--seed 3", &format!("--seed {seed}"));
        done(dir.path(), &format!("{line} --log {log}"));
        text(&dir.path().join(log)).lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_ne!(logged(3, "a"), logged(4, "b"));
}

#[test]
fn interrupted_tuning_exits_130_and_says_how_to_resume() {
    let dir = scratch();
    let log = dir.path().join("log.jsonl");
    let line = "tune shadow --against zero,flat --rounds 2 --games 3000 --check-games 6 --seed 3 \
                --log log.jsonl";
    let mut background = Background::start_with(dir.path(), &words(line));
    background.until(&log, 1500);
    let ran = background.signal("INT").refused(130, &["iterations", "lettergame tune shadow"]);
    let at = ran.err.find("lettergame tune").expect("a command");
    let command = ran.err[at..].lines().next().unwrap_or_default();
    let command = command.replacen("lettergame", "\"$LETTERGAME\"", 1);
    let again = shell("sh", dir.path(), &format!("{command} --quiet")).ended(0);
    let line = line.replace("log.jsonl", "whole.jsonl");
    let whole = done(dir.path(), &format!("{line} --quiet"));
    assert_eq!(again.out, whole.out);
    assert!(bytes(&log) == bytes(&dir.path().join("whole.jsonl")));
}

#[test]
fn the_picture_is_valid_svg_with_a_line_for_each_parameter() {
    let dir = scratch();
    done(dir.path(), &format!("{SMALL} --plot way.svg"));
    let picture = text(&dir.path().join("way.svg"));
    let document = roxmltree::Document::parse(&picture).expect("XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    let lines = document.descendants().filter(|node| {
        node.attribute("class").is_some_and(|class| class.split(' ').any(|own| own == "line"))
    });
    assert_eq!(lines.count(), 2);
    assert!(!picture.contains("NaN") && picture.contains("drain") && picture.contains("need"));
}

#[test]
fn every_format_names_what_was_found() {
    let dir = scratch();
    let out = |format: &str| done(dir.path(), &format!("{SMALL} --format {format}")).out;
    let found = json(dir.path(), SMALL)["found"].as_str().expect("a text").to_owned();
    assert!(found.starts_with("shadow:need=") && found.contains(":drain="), "{found}");
    assert_eq!(out("table").lines().last(), Some(format!("found: {found}").as_str()));
    assert_eq!(out("markdown").lines().last(), Some(format!("found: `{found}`").as_str()));
    let csv = out("csv");
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.lines().skip(1).all(|line| line.contains(&found)), "{csv}");
    // the result is a valid player
    let line = format!("tournament --players {found},zero --games 2 --rounds 1 --quiet --out run");
    done(dir.path(), &line);
}

#[test]
fn variants_play_each_other_by_wins_in_several_settings() {
    let dir = scratch();
    let line = "tune flat --param any=0..9 --by wins --set rounds=1,hidden=2,3 --games 96 \
                --check-games 8 --seed 5 --quiet";
    let found = json(dir.path(), line);
    // two seatings in each of two settings
    assert_eq!((&found["iterations"], &found["games"]), (&24.into(), &96.into()));
    let comparison = &found["comparison"];
    assert!(comparison.is_null() || comparison["footing"] == "head to head", "{found:#}");
}

#[test]
fn if_no_value_matters_the_player_is_unchanged() {
    let dir = scratch();
    // no rival has 900 points: whatever it bids in this range, it wins at the same price
    let line = "tune flat --param longer=900..950 --against zero --rounds 1 --games 48 --seed 1 -q";
    let found = json(dir.path(), &line.replace("flat", "flat:longer=900"));
    assert_eq!((&found["found"], &found["comparison"]), (&"flat:longer=900".into(), &Value::Null));
}

#[test]
fn untunable_parameters_are_refused() {
    let dir = scratch();
    let refused = |line: &str, said: &[&str]| {
        refused(dir.path(), &format!("tune {line} --seed 1"), 2, said);
    };
    refused("shadwo", &["unknown player `shadwo`", "did you mean `shadow`?"]);
    refused("zero", &["player `zero` has no parameters"]);
    refused("shadow --param nede=0..3", &["unknown parameter `nede`", "did you mean `need`?"]);
    refused("shadow --param need=0..2000", &["`0..2000` for `need`", "within 0 to 1000"]);
    refused("shadow --param need=4..4", &["empty"]);
    refused("shadow --param need=1..3,need", &["named twice"]);
    refused("shadow:need=-1", &["`-1` for `need`", "0 to 1000"]);
    refused("cmd:./player", &["only built-in players"]);
    refused("expectimax --game marrakech", &["depth, width", "--param depth=LOW..HIGH"]);
    refused("champion --param parts", &["a choice", "champion:parts=value/prices"]);
    refused("expectimax --game marrakesh", &["unknown game", "marrakech"]);
    refused("shadow --against zreo", &["unknown player `zreo`", "did you mean `zero`?"]);
    refused("shadow --against zero --rounds 0", &["rounds"]);
    refused("shadow --seats fixed", &["--seats fixed", "--against"]);
    // two variants, two seats: four games per deal; the minimum is ten iterations
    refused(
        "shadow --against zero --games 39",
        &["39 games are too few", "of 1 deal takes 4", "40 games"],
    );
    refused(
        "shadow --against zero --games 100 --deals 3",
        &["100 games", "3 deals takes 12", "120 games"],
    );
    refused("shadow --games 0", &["--games"]);
}

#[test]
fn a_log_is_protected_from_overwriting() {
    let dir = scratch();
    let line = |log: &str, more: &str| format!("{SMALL} --log {log} {more}");
    done(dir.path(), &line("log", ""));
    let log = bytes(&dir.path().join("log"));
    let refused = |line: &str, code, said: &[&str]| {
        refused(dir.path(), line, code, said);
        assert!(bytes(&dir.path().join("log")) == log);
    };
    refused(&line("log", ""), 2, &["log exists", "--resume"]);
    refused(&line("none", "--resume"), 2, &["none does not exist", "leave out --resume"]);
    refused(&format!("{SMALL} --resume"), 2, &["--log"]);
    refused(&line("log", "--plot log"), 2, &["the same file"]);
    refused(
        &line("log", "--resume").replace("--seed 3", "--seed 4"),
        2,
        &["the log of another tuning", "`seed` is 3 there and 4 here"],
    );
    refused(
        &line("log", "--resume").replace("--rounds 1", "--rounds 2"),
        2,
        &["the log of another tuning", "`rules`"],
    );
    let damaged = String::from_utf8(log.clone()).expect("UTF-8").replacen(
        "\"iteration\":4",
        "\"iteration\":5",
        1,
    );
    fs::write(dir.path().join("damaged"), damaged).expect("written");
    program::refused(dir.path(), &line("damaged", "--resume"), 4, &["damaged:5:", "is damaged"]);
}

#[test]
fn two_processes_do_not_write_one_log() {
    let dir = scratch();
    let log = dir.path().join("log.jsonl");
    let line = "tune shadow --against zero,flat --rounds 2 --games 300000 --check-games 6 --seed 3 \
                --log log.jsonl";
    let mut first = Background::start_with(dir.path(), &words(line));
    first.until(&log, 1500);
    let said = ["log.jsonl is in use", "another process"];
    refused(dir.path(), &format!("{line} --resume"), 4, &said);
    refused(dir.path(), line, 4, &said);
    first.signal("INT").refused(130, &["resume with"]);
    // the second one has written nothing, and the lock is gone with the first
    let lines = text(&log).lines().count();
    let head = text(&log).lines().take(1).collect::<String>();
    assert!(lines > 1 && head.starts_with('{'), "{head}");
    let mut second = Background::start_with(dir.path(), &words(&format!("{line} --resume")));
    second.until(&log, bytes(&log).len() as u64 + 100);
    second.signal("INT").refused(130, &["resume with"]);
    assert!(text(&log).lines().count() > lines);
}

#[test]
fn a_grid_adds_a_player_for_each_value() {
    let dir = scratch();
    let line = "tournament --players flat:any=1..4..3,zero --games 1 --rounds 1 --quiet --out run";
    done(dir.path(), line);
    let names = |run: &str| -> Vec<String> {
        let mut names: Vec<String> = table(&dir.path().join(run).join("standings.csv"))
            .iter()
            .map(|row| row["player"].clone())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("run"), ["flat:any=1", "flat:any=4", "zero"]);
    let config = "players = ['shadow:need=1/2:drain=5', 'zero']\ngames = 1\nrules.rounds = 1\n";
    fs::write(dir.path().join("grid.toml"), config).expect("written");
    done(dir.path(), "tournament grid.toml --quiet --out of-config");
    assert_eq!(names("of-config"), ["shadow:need=1:drain=5", "shadow:need=2:drain=5", "zero"]);
    // the run's own config lists each of them
    let own = text(&dir.path().join("of-config/config.toml"));
    assert!(own.contains("shadow:need=2:drain=5"), "{own}");

    let compared = "compare flat:any=1..2 flat --against zero --games 4 --rounds 1 --seed 1 -q";
    let out = run(dir.path(), &words(&format!("{compared} --format json"))).out;
    let told: Value = serde_json::from_str(&out).expect("JSON");
    let candidates: Vec<&Value> = (0..2).map(|at| &told["findings"][at]["candidate"]).collect();
    assert_eq!(candidates, ["flat:any=1", "flat:any=2"]);
}

#[test]
fn a_malformed_grid_is_refused() {
    let dir = scratch();
    let refused = |line: &str, said: &[&str]| {
        refused(dir.path(), line, 2, said);
    };
    let many = "flat:any=0..99:better=0..99";
    refused(&format!("tournament --players {many}"), &["10000 players", "at most 1000"]);
    refused("tournament --players flat:any=4..1", &["`4..1` for `any`", "empty"]);
    refused("compare zero flat:any=1..3", &["the baseline", "one player", "found 3"]);
    fs::write(dir.path().join("bad.toml"), "players = ['zero', 'flat:any=4..1']").expect("written");
    refused("tournament bad.toml", &["bad.toml:1:20: player `flat:any=4..1`", "empty"]);
}

#[test]
fn one_option_sets_several_rules() {
    let dir = scratch();
    let config = |options: &str| {
        done(
            dir.path(),
            &format!("tournament --players zero,flat --seed 1 --print-config {options}"),
        )
        .out
    };
    assert_eq!(config("--set rounds=4,hidden=2"), config("--set rounds=4 --set hidden=2"));
    let swept = config("--set rounds=4,hidden=0,3,5");
    assert_eq!(swept, config("--rounds 4 --hidden 0,3,5"));
    assert!(swept.contains("hidden = [0, 3, 5]") && swept.contains("rounds = 4"), "{swept}");
    assert_eq!(config("--set hidden=0..2"), config("--hidden 0,1,2"));
}
