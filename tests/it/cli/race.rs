//! `compare --candidates` through the program: its figures against a naive evaluation of the rows, the
//! candidates it drops, its exit codes, its files, and what it rejects.

use crate::program;

use std::collections::HashMap;
use std::path::Path;

use program::{done, example, refused, run, scratch, text, words};
use serde_json::Value;

/// The output of `compare LINE --format json --quiet`, with its exit code.
#[track_caller]
fn raced(dir: &Path, line: &str, code: i32) -> Value {
    let line = format!("compare {line} --format json --quiet");
    let ran = run(dir, &words(&line)).ended(code);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// The name and status of each candidate.
fn places(told: &Value) -> Vec<(&str, &str)> {
    let findings = told["findings"].as_array().unwrap().iter();
    findings
        .map(|one| (one["candidate"].as_str().unwrap(), one["status"].as_str().unwrap()))
        .collect()
}

/// Points of each deal of a player: the mean over its games of the deal.
fn deals(scores: &Path, player: &str) -> Vec<f64> {
    let text = text(scores);
    let mut sums: HashMap<usize, (f64, f64)> = HashMap::new();
    for row in text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
        if row[5] == player {
            let (count, sum) = sums.entry(row[1].parse().unwrap()).or_default();
            *count += 1.0;
            *sum += row[6].parse::<f64>().unwrap();
        }
    }
    (0..sums.len()).map(|deal| sums[&deal].1 / sums[&deal].0).collect()
}

const FOUR: &str = "--candidates random:share=8,random:share=6,letter-value,zero --against zero,truthful-4 --rounds 2 --seed 3";

#[test]
fn the_figures_match_the_rows() {
    let dir = scratch();
    let told = raced(dir.path(), FOUR, 0);
    assert_eq!(told["verdict"], "best", "{told:#}");
    // the command it prints plays the same deals, with all candidates
    let repeat = told["repeat"].as_str().unwrap().strip_prefix("lettergame ").unwrap().to_owned();
    done(dir.path(), &format!("{repeat} --quiet --out rows"));
    let scores = dir.path().join("rows/scores.csv");
    let best = told["left"][0].as_str().unwrap();
    let of_best = deals(&scores, best);
    let mut played = Vec::new();
    for finding in told["findings"].as_array().unwrap() {
        let name = finding["candidate"].as_str().unwrap();
        let count = finding["deals"].as_u64().unwrap() as usize;
        // `zero` is in the field, too, so its rows as a candidate have another name
        let own = deals(&scores, name);
        let mean = own[..count].iter().sum::<f64>() / count as f64;
        assert!((finding["points"].as_f64().unwrap() - mean).abs() < 1e-9, "{name}");
        let apart: f64 = own.iter().zip(&of_best).take(count).map(|(x, y)| x - y).sum();
        let difference = finding["difference"].as_f64().unwrap();
        assert!((difference - apart / count as f64).abs() < 1e-9, "{name}");
        let ends = [0, 1].map(|end| finding["interval"][end].as_f64().unwrap());
        assert!(ends[0] <= difference && difference <= ends[1], "{name} {ends:?}");
        played.push(count);
    }
    assert_eq!(played[0], of_best.len());
    assert!(played[3] < played[0], "{played:?}");
    let statuses: Vec<&str> = places(&told).iter().map(|place| place.1).collect();
    assert_eq!(statuses, ["best", "dropped", "dropped", "dropped"]);
}

#[test]
fn it_is_the_same_for_any_threads() {
    let dir = scratch();
    let line = format!("{FOUR} --by wins");
    let one = raced(dir.path(), &format!("{line} --threads 1"), 0);
    assert_eq!(one, raced(dir.path(), &format!("{line} --threads 3"), 0));
    assert_eq!(one["by"], "win share");
}

#[test]
fn equal_candidates_are_distinguished_from_undecided_ones() {
    let dir = scratch();
    let same = "--candidates random,random:share=8,zero --against truthful-4 --rounds 1 --seed 1";
    // two names of the same player: identical after 1000 deals
    let told = raced(dir.path(), same, 0);
    let found = places(&told);
    assert_eq!(found[0], ("random", "best"));
    assert_eq!((found[1].1, &told["findings"][1]["to"]), ("identical", &"random".into()));
    assert_eq!(found[2], ("zero", "dropped"));
    let ran = done(dir.path(), &format!("compare {same} --quiet"));
    let said = "best of 3: random and, identical to it, random:share=8 (";
    assert!(ran.out.contains(said), "{}", ran.out);
    // with fewer deals it is undecided
    let told = raced(dir.path(), &format!("{same} --max-games 400"), 3);
    assert_eq!((&told["verdict"], places(&told)[0].1), (&"undecided".into(), "left"));
    // and a margin decides
    let near = "--candidates random:share=8,random:share=9 --against random --rounds 1 --seed 1";
    let told = raced(dir.path(), &format!("{near} --margin 20"), 0);
    assert_eq!((&told["verdict"], places(&told)[1].1), (&"equal".into(), "equal"));
}

#[test]
fn grids_and_settings_race_as_well() {
    let dir = scratch();
    let line = "--candidates random:share=7..9 --against random --rounds 1 --hidden 0,3 --seed 2 --max-games 120";
    let told = raced(dir.path(), line, 3);
    assert_eq!(told["findings"].as_array().unwrap().len(), 3);
    assert_eq!(told["parameters"]["settings"], serde_json::json!(["hidden-0", "hidden-3"]));
    let ran = run(dir.path(), &words(&format!("compare {line}"))).ended(3);
    assert!(ran.out.contains("in each setting"), "{}", ran.out);
    assert!(ran.out.contains("undecided: the best of 3 is among"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn programs_race_as_well() {
    let dir = scratch();
    let sample = format!("cmd:{}", example("letter_value").display());
    let broken = format!("cmd:{} exit", example("faulty").display());
    let asked = ["--against", "random", "--rounds", "1", "--seed", "1", "--max-games", "160"];
    let start = ["compare", "--format", "json", "-q", "--candidates", "letter-value", &sample];
    let ran = run(dir.path(), &[&start, &[broken.as_str(), "zero"][..], &asked[..]].concat());
    let told: Value = serde_json::from_str(&ran.ended(3).out).expect("JSON");
    // the program plays like the built-in player, so the best is one of the two
    assert_eq!(places(&told)[0], ("letter-value", "left"));
    let own = &told["findings"][1];
    assert_eq!((&own["status"], &own["difference"]), (&"left".into(), &0.0.into()));
    assert_eq!(own["deals"], 80);
    let lost = told["findings"].as_array().unwrap().iter().find(|one| one["faults"] != 0).unwrap();
    let count = |key: &str| lost[key].as_u64().unwrap();
    assert_eq!((&lost["status"], count("faults")), (&"dropped".into(), 2 * count("deals")));
    // against a program that exits in every game nothing can be decided
    let field = ["--against", &broken, "--rounds", "1", "--seed", "1", "--max-games", "80"];
    let ran = run(dir.path(), &[&start[..], &field[..]].concat()).ended(4);
    assert!(ran.err.contains("failed in game after game"), "{}", ran.err);
    assert!(ran.out.contains("\"verdict\": null"), "{}", ran.out);
}

#[test]
fn reports_are_written_for_ci() {
    let dir = scratch();
    let ran = done(
        dir.path(),
        &format!("compare {FOUR} --quiet --junit race.xml --markdown race.md --format csv"),
    );
    assert_eq!(ran.out.lines().count(), 5, "{}", ran.out);
    assert!(ran.out.starts_with("candidate,status,by,deals,points,win_share,difference"));
    let junit = text(&dir.path().join("race.xml"));
    let document = roxmltree::Document::parse(&junit).expect("XML");
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("1"), Some("0")));
    let summary = text(&dir.path().join("race.md"));
    assert!(summary.contains("**best of 4:"), "{summary}");
}

#[test]
fn mismatches_are_named() {
    let dir = scratch();
    for (line, said) in [
        ("--candidates zero --against random", &["two candidates or more", "names 1"][..]),
        ("--candidates zero,random", &["--against"]),
        ("--candidates zero,random --against flat --sprt", &["`sprt`", "baseline"]),
        ("--candidates zero,random --against flat --any", &["`any`"]),
        ("--candidates zero,random --against flat --games 9", &["`games`", "`candidates`"]),
        ("--candidates zero,random --against flat --history h.db", &["--history"]),
        ("--candidates zero,xylophone --against flat", &["xylophone"]),
        ("--candidates zero,random --against flat --max-games 0", &["--max-games", "1 or more"]),
        ("zero random --against flat --max-games 9", &["max-games", "sprt"]),
    ] {
        refused(dir.path(), &format!("compare {line}"), 2, said);
    }
}
