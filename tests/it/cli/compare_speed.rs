//! `compare --speed` through the program: decisions and their times beside a verdict that they do not change.

use crate::program;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use lettergame::plan::RawConfig;
use lettergame::protocol::HostOptions;
use lettergame::runs::{Words, prepare};
use program::{done, example, run, scratch, table, text, words};
use serde_json::Value;

const BUILT_IN: &str =
    "compare marginal frequency --against random,zero --games 24 --rounds 1 --seed 5 --quiet";

/// The JSON printed by a command line, and its exit code.
#[track_caller]
fn json(dir: &Path, line: &str, code: i32) -> Value {
    let ran = run(dir, &words(&format!("{line} --format json"))).ended(code);
    serde_json::from_str(&ran.out).expect("JSON")
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path} in {value:#}"))
}

#[test]
fn speeds_are_added_to_the_usual_output() {
    let dir = scratch();
    let plain = run(dir.path(), &words(BUILT_IN));
    let code = plain.code.unwrap();
    let timed = run(dir.path(), &words(&format!("{BUILT_IN} --speed"))).ended(code);
    let section = timed.out.strip_prefix(&plain.out).expect("the same text first");
    for word in ["Speed\n", "decisions a second", "speed against frequency", "marginal", " times"] {
        assert!(section.contains(word), "{word}: {section}");
    }
    assert!(!section.contains("random") && !section.contains("%\u{a0}"), "{section}");

    let markdown = |more: &str| {
        run(dir.path(), &words(&format!("{BUILT_IN} --format markdown{more}"))).ended(code).out
    };
    let (plain, timed) = (markdown(""), markdown(" --speed"));
    let section = timed.strip_prefix(&plain).expect("the same Markdown first");
    assert!(section.starts_with("\n#### Speed\n\n| player"), "{section}");

    let (plain, mut timed) =
        (json(dir.path(), BUILT_IN, code), json(dir.path(), &format!("{BUILT_IN} --speed"), code));
    assert!(timed.as_object_mut().unwrap().remove("speed").is_some());
    assert_eq!(plain, timed);

    let csv = |more: &str| {
        run(dir.path(), &words(&format!("{BUILT_IN} --format csv{more}"))).ended(code).out
    };
    let (plain, timed) = (csv(""), csv(" --speed"));
    for (plain, timed) in plain.lines().zip(timed.lines()) {
        let more = timed.strip_prefix(plain).expect("the same cells first");
        assert_eq!(more.matches(',').count(), 21, "{timed}");
    }
    let header = timed.lines().next().unwrap();
    assert!(header.ends_with("speed_ratio,speed_ratio_low,speed_ratio_high"), "{header}");
}

/// However they are played, the decisions are those of the rows.
#[test]
fn every_decision_of_candidate_and_baseline_is_timed() {
    let dir = scratch();
    let code = run(dir.path(), &words(BUILT_IN)).code.unwrap();
    let told = json(dir.path(), &format!("{BUILT_IN} --speed --threads 2"), code);
    let repeat = told["repeat"].as_str().unwrap().strip_prefix("lettergame ").unwrap();
    done(dir.path(), &format!("{repeat} --quiet --record plies --out rows"));
    let seats: Vec<_> = table(&dir.path().join("rows/scores.csv"));
    let plies = table(&dir.path().join("rows/plies.csv"));
    let player = |game: &str, seat: &str| {
        let found = seats.iter().find(|row| row["game"] == game && row["seat"] == seat);
        found.unwrap()["player"].clone()
    };
    for (path, name) in [("candidates/0", "marginal"), ("baseline", "frequency")] {
        let own = plies.iter().filter(|ply| player(&ply["game"], &ply["seat"]) == name).count();
        let figure = |key: &str| number(&told, &format!("/speed/{path}/{key}"));
        assert_eq!(figure("decisions"), own as f64, "{name}");
        assert_eq!(figure("deals"), number(&told, "/findings/0/blocks"), "{name}");
        let speed = figure("decisions") / figure("seconds");
        assert!((figure("per_second") / speed - 1.0).abs() < 1e-6, "{told:#}");
        assert!(figure("low") < speed && speed < figure("high"), "{told:#}");
        assert!(figure("longest_ms") <= figure("seconds") * 1000.0);
        // built-in players have no time limit
        assert_eq!(
            told["speed"][path.split('/').next().unwrap()].pointer("/late"),
            match path {
                "baseline" => Some(&Value::Null),
                _ => None,
            }
        );
    }
    let ratio = number(&told, "/speed/candidates/0/ratio/ratio");
    let speeds = ["candidates/0", "baseline"]
        .map(|path| number(&told, &format!("/speed/{path}/per_second")));
    assert!((ratio / (speeds[0] / speeds[1]) - 1.0).abs() < 1e-6, "{told:#}");
    assert_eq!(told["speed"]["candidates"][0]["ratio"]["paired"], true);
}

/// Timed players play a deal's games in another order; nothing that is written shows that.
#[test]
fn timed_players_play_the_same_rows() {
    let text = "game = \"auction\"\nplayers = [\"marginal\", \"frequency\", \"random\", \"zero\"]\n\
                schedule = \"candidates\"\ncandidates = 2\ngames = 30\nseed = 8\nrecord = \"plies\"\n\
                [rules]\nrounds = 1\n";
    let draft = RawConfig::from_toml(text, "t.toml").unwrap();
    let rows = |time_decisions: bool| {
        let hosting = HostOptions { time_decisions, ..HostOptions::default() };
        let run = prepare(&draft, &Words::shipped(), &hosting).unwrap().remove(0);
        let (threads, stop) = (NonZeroUsize::MIN, AtomicBool::new(false));
        run.play_games(1..run.total() - 1, None, threads, &stop, |_| {}).unwrap()
    };
    let (plain, timed) = (rows(false), rows(true));
    assert_eq!((plain.files.len(), plain.games.clone()), (3, timed.games.clone()));
    assert!(plain.files.iter().all(|file| !file.is_empty()));
    assert_eq!(plain.files, timed.files);
}

#[test]
fn head_to_head_and_several_settings_are_timed_too() {
    let dir = scratch();
    let line = "compare marginal zero frequency --games 8 --rounds 1 --seed 2 --hidden 0,3 --quiet";
    let code = run(dir.path(), &words(line)).code.unwrap();
    let told = json(dir.path(), &format!("{line} --speed"), code);
    assert_eq!(told["speed"]["baseline"]["player"], "frequency");
    // 4 deals in each of two settings
    for (index, name) in ["marginal", "zero"].into_iter().enumerate() {
        assert_eq!(told["speed"]["candidates"][index]["player"], name);
        assert_eq!(number(&told, &format!("/speed/candidates/{index}/deals")), 8.0, "{told:#}");
    }
    let csv = run(dir.path(), &words(&format!("{line} --speed --format csv"))).ended(code).out;
    let ratios: Vec<bool> = program::table_of(&csv)
        .iter()
        .map(|row| {
            assert_eq!(row["speed_ratio"].is_empty(), row["decisions_baseline"].is_empty());
            row["setting"] == "all" && !row["speed_ratio"].is_empty()
        })
        .collect();
    assert_eq!(ratios, [false, false, true, false, false, true], "{csv}");
}

/// A config with two programs under these names: one that behaves as specified, and a plain one. Both play
/// one game at a time, so each decision is measured separately.
fn with_programs(dir: &Path, what: &str) {
    let path = example("faulty").display().to_string();
    let config = format!(
        "[rules]\nrounds = 1\n[[player]]\nname = \"odd\"\ncommand = \"{path} {what}\"\n\
         [[player]]\nname = \"plain\"\ncommand = \"{path} single plain\"\n"
    );
    fs::write(dir.join("programs.toml"), config).unwrap();
}

#[cfg(unix)]
#[test]
fn sleeping_programs_are_slower_and_timeouts_are_counted() {
    let dir = scratch();
    let line = "compare odd plain --against zero --config programs.toml --games 8 --seed 3 --quiet";
    with_programs(dir.path(), "single slow x 0 @30");
    let code = run(dir.path(), &words(line)).code.unwrap();
    let told = json(dir.path(), &format!("{line} --speed"), code);
    let figure = |key: &str| number(&told, &format!("/speed/candidates/0/{key}"));
    // each of 8 games has one decision of 30 ms and a few that take almost no time
    assert!(figure("seconds") >= 0.24 && figure("longest_ms") >= 30.0, "{told:#}");
    assert!(figure("per_second") < figure("decisions") / 0.24, "{told:#}");
    assert!(figure("ratio/ratio") < 1.0 && figure("ratio/low") > 0.0, "{told:#}");
    assert_eq!((figure("late/decisions"), figure("late/low")), (0.0, 0.0));
    assert!(figure("late/high") > 0.0, "none was seen, but some may be late: {told:#}");
    assert_eq!(number(&told, "/speed/baseline/late/decisions"), 0.0);

    // the candidate's games have even numbers: it is late in one of them
    with_programs(dir.path(), "single slow 4 2 @900");
    let line = format!("{line} --time-limit 300ms --speed");
    let code = run(dir.path(), &words(&line)).code.unwrap();
    let told = json(dir.path(), &line, code);
    let figure = |key: &str| number(&told, &format!("/speed/candidates/0/{key}"));
    assert_eq!(figure("late/decisions"), 1.0, "{told:#}");
    assert!((figure("late/share") - 1.0 / figure("decisions")).abs() < 1e-9, "{told:#}");
    assert!(figure("late/high") > figure("late/share"), "{told:#}");
}

/// Answers for all games at once are a single measurement: whatever the number of deals, it shows no spread.
#[cfg(unix)]
#[test]
fn games_answered_at_once_have_no_interval() {
    let dir = scratch();
    let path = example("faulty").display().to_string();
    let both = [format!("cmd:{path} slow x 0 @20"), format!("cmd:{path} plain x")];
    let line =
        "--against zero --games 4 --rounds 1 --seed 3 --threads 1 --quiet --speed --format json";
    let args = [&["compare", &both[0], &both[1]], &words(line)[..]].concat();
    // on a busy machine the games may be asked for one by one, so that there is a spread
    let at_once = || {
        let ran = run(dir.path(), &args);
        let told: Value = serde_json::from_str(&ran.out).expect("JSON");
        let remarks = told["speed"]["remarks"].to_string();
        remarks.contains("slow_x_0__20 answered for").then_some(told)
    };
    let told = (0..5).find_map(|_| at_once()).expect("games that are answered at once");
    let own = &told["speed"]["candidates"][0];
    assert!(number(own, "/per_second") > 0.0 && own["deals"] == 2, "{told:#}");
    assert_eq!((&own["low"], &own["ratio"]["low"]), (&Value::Null, &Value::Null), "{told:#}");
}

/// Two runs that differ in one program, and what they show when compared.
#[cfg(unix)]
#[test]
fn finished_runs_include_program_times() {
    let dir = scratch();
    let path = example("faulty").display().to_string();
    for (name, what) in [("a", "single slow x 0 @20"), ("b", "single plain")] {
        let player = format!("cmd:{path} {what}");
        let line = "tournament --games 8 --rounds 1 --seed 5 --quiet --out";
        let players = format!("{player},zero");
        run(dir.path(), &[&words(line)[..], &[name, "--players", &players]].concat()).ended(0);
    }
    let line = "compare a b --quiet";
    let plain = run(dir.path(), &words(line));
    let code = plain.code.unwrap();
    let told = json(dir.path(), &format!("{line} --speed"), code);
    let figure = |key: &str| number(&told, &format!("/speed/candidates/0/{key}"));
    assert!(figure("seconds") >= 0.16, "{told:#}");
    assert!(figure("ratio/ratio") < 1.0 && figure("ratio/low") < figure("ratio/high"), "{told:#}");
    assert_eq!(told["speed"]["candidates"][0]["ratio"]["paired"], false);
    let remarks = told["speed"]["remarks"].to_string();
    assert!(remarks.contains("played apart"), "{remarks}");
    let timed = run(dir.path(), &words(&format!("{line} --speed"))).ended(code).out;
    assert!(timed.starts_with(&plain.out) && timed.contains("\nSpeed\n"), "{timed}");

    // as written by an earlier version: figures, but no interval
    let timing = dir.path().join("b/timing.json");
    let mut older: Value = serde_json::from_str(&text(&timing)).unwrap();
    let players = older["players"].as_object_mut().unwrap();
    for times in players.values_mut() {
        times.as_object_mut().unwrap().remove("deals").expect("sums by deal");
    }
    fs::write(&timing, older.to_string()).unwrap();
    let told = json(dir.path(), &format!("{line} --speed"), code);
    assert!(number(&told, "/speed/baseline/per_second") > 0.0);
    assert_eq!(told["speed"]["baseline"]["low"], Value::Null);
    assert!(number(&told, "/speed/candidates/0/ratio/ratio") < 1.0);
    assert_eq!(told["speed"]["candidates"][0]["ratio"]["low"], Value::Null);
    let remarks = told["speed"]["remarks"].to_string();
    assert!(remarks.contains("b has no sums of times by deal"), "{remarks}");
}

#[test]
fn runs_of_built_in_players_have_no_times() {
    let dir = scratch();
    for (name, player) in [("a", "marginal"), ("b", "frequency")] {
        let line = format!("tournament --players {player},zero --games 8 --rounds 1 --seed 5");
        done(dir.path(), &format!("{line} --quiet --out {name}"));
    }
    let code = run(dir.path(), &words("compare a b --quiet")).code.unwrap();
    let out = run(dir.path(), &words("compare a b --quiet --speed")).ended(code).out;
    assert!(out.contains("a has no times of marginal: ") && out.contains("programs only"), "{out}");
    let told = json(dir.path(), "compare a b --quiet --speed", code);
    assert_eq!(told["speed"]["candidates"][0]["per_second"], Value::Null);
    assert_eq!(told["speed"]["candidates"][0]["ratio"], Value::Null);
}

#[test]
fn more_threads_than_cores_are_remarked_on() {
    let dir = scratch();
    let code = run(dir.path(), &words(BUILT_IN)).code.unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    for (threads, crowded) in [(1, false), (cores + 1, true)] {
        let told = json(dir.path(), &format!("{BUILT_IN} --speed --threads {threads}"), code);
        let remarks = told["speed"]["remarks"].to_string();
        assert_eq!(remarks.contains("wall time"), crowded, "{remarks}");
    }
}
