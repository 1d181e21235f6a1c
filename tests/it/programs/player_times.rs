//! The time limits of player programs: per game, until hello, under load; and how times are reported.

use crate::program;

use std::process::{Child, Command};

use rustix::thread::{CpuSet, sched_getaffinity};

use program::{EXE, example, program, run, scratch, shell, table, text, words};

/// The program `faulty` as a player.
fn faulty(what: &str) -> String {
    format!("cmd:{} {what}", example("faulty").display())
}

fn faults(run: &std::path::Path) -> Vec<serde_json::Value> {
    let path = run.join("faults.jsonl");
    let lines = if path.exists() { text(&path) } else { String::new() };
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn only_the_game_that_ran_out_of_time_is_lost() {
    let dir = scratch();
    let players = format!("{},zero", faulty("single slow 2 2 @1500"));
    let args = [
        "tournament",
        "--players",
        &players,
        "--games",
        "6",
        "--rounds",
        "1",
        "--seed",
        "4",
        "--time-limit",
        "20s",
        "--game-time",
        "1200ms",
        "--out",
        "run",
    ];
    run(dir.path(), &args).ended(0);
    let out = dir.path().join("run");
    let faults = faults(&out);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((&faults[0]["game"], &faults[0]["fault"]), (&2.into(), &"game_time".into()));
    assert_eq!(
        faults[0]["said"],
        "it has used its 1200 ms for this game; its program mostly slept or waited"
    );
    assert_eq!(faults[0]["ply"], 4, "the decision after the slow one: {faults:?}");
    let banned = text(&out.join("scores.csv")).lines().filter(|l| l.contains(",banned,")).count();
    assert_eq!(banned, 1);
    let config = text(&out.join("config.toml"));
    assert!(config.contains("game-time = \"1200ms\""), "{config}");
}

#[test]
fn the_time_until_hello_can_be_set() {
    let dir = scratch();
    let players = format!("{},zero", faulty("slow-start @ @ @1500"));
    let common =
        ["tournament", "--players", &players, "--games", "1", "--rounds", "1", "--seed", "4"];
    let short = [&common[..], &["--init-time", "500ms", "--out", "short"]].concat();
    let ran = run(dir.path(), &short).ended(4);
    assert!(ran.err.contains("no hello within 500 ms"), "{}", ran.err);
    run(dir.path(), &[&common[..], &["--init-time", "50s", "--out", "long"]].concat()).ended(0);
    assert!(!dir.path().join("long/faults.jsonl").exists());
}

#[test]
fn the_times_of_programs_are_kept_and_reported() {
    let dir = scratch();
    let players = format!("{},zero", faulty("slow 1 0 @50"));
    let args =
        ["tournament", "--players", &players, "--games", "4", "--rounds", "1", "--out", "run"];
    let ran = run(dir.path(), &args).ended(0);
    assert!(ran.err.contains("0 of 4 games"), "a line at once: {}", ran.err);
    let timing: serde_json::Value =
        serde_json::from_str(&text(&dir.path().join("run/timing.json"))).unwrap();
    let times = timing["players"].as_object().unwrap();
    assert_eq!(times.len(), 1, "{times:?}");
    let (name, times) = times.iter().next().unwrap();
    assert!(times["decisions"].as_u64().unwrap() >= 16, "{times}");
    assert!(times["longest_ms"].as_f64().unwrap() >= 10.0, "{times}");
    assert_eq!(times["late"], 0);
    let report = run(dir.path(), &["report", "run"]).ended(0).out;
    assert!(report.contains("Times of programs") && report.contains(name.as_str()), "{report}");
    assert!(report.contains("decisions a second"), "{report}");
    run(dir.path(), &["report", "run", "--html", "page.html"]).ended(0);
    let page = text(&dir.path().join("page.html"));
    assert!(page.contains("Times of programs") && page.contains("decisions a second"));
    // the sums over deals add up to those over all decisions
    let sums = &times["deals"]["speed"];
    assert_eq!(sums["total"].as_f64(), times["decisions"].as_f64(), "{times}");
    let ms = sums["size"].as_f64().unwrap() * 1000.0;
    assert!((ms / times["total_ms"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{times}");
    // a run of an earlier version has none, and is reported as before
    let mut older = timing.clone();
    older["players"][name].as_object_mut().unwrap().remove("deals").unwrap();
    std::fs::write(dir.path().join("run/timing.json"), older.to_string()).unwrap();
    let report = run(dir.path(), &["report", "run"]).ended(0).out;
    assert!(report.contains("Times of programs") && !report.contains("decisions a second"));
    // built-in players have none
    run(dir.path(), &["tournament", "--players", "zero,random", "--games", "2", "--out", "b"])
        .ended(0);
    assert!(!run(dir.path(), &["report", "b"]).ended(0).out.contains("Times of programs"));
}

#[test]
fn times_of_shards_are_added_on_merging() {
    let dir = scratch();
    let players = format!("{},zero", faulty("slow 1 0 @50"));
    let timing = |run: &str| -> serde_json::Value {
        serde_json::from_str(&text(&dir.path().join(run).join("timing.json"))).unwrap()
    };
    for shard in ["1/2", "2/2"] {
        let out = &shard[..1];
        // one block of games each
        let line = "--games 200 --rounds 1 --seed 3 --shard";
        let mut args = vec!["tournament", "--players", &players];
        args.extend(words(line));
        run(dir.path(), &[&args[..], &[shard, "--out", out]].concat()).ended(0);
    }
    run(dir.path(), &words("merge 1 2 --out whole")).ended(0);
    let (first, second, whole) = (timing("1"), timing("2"), timing("whole"));
    assert_eq!(whole["games"], 200);
    let (name, times) = whole["players"].as_object().unwrap().iter().next().unwrap();
    let seconds = |run: &serde_json::Value, key: &str| run["players"][name][key].as_f64().unwrap();
    for key in ["decisions", "total_ms"] {
        let sum = seconds(&first, key) + seconds(&second, key);
        assert!((times[key].as_f64().unwrap() - sum).abs() < 1e-6 && sum > 0.0, "{key}: {whole}");
    }
    let deals =
        |run: &serde_json::Value| run["players"][name]["deals"]["speed"]["count"].as_u64().unwrap();
    assert_eq!(deals(&whole), deals(&first) + deals(&second));
    assert!(deals(&whole) >= 2);
    assert_eq!(
        seconds(&whole, "longest_ms"),
        seconds(&first, "longest_ms").max(seconds(&second, "longest_ms"))
    );
    let report = run(dir.path(), &["report", "whole"]).ended(0).out;
    assert!(report.contains("Times of programs"), "{report}");
}

#[test]
fn a_line_names_the_player_being_waited_for() {
    let dir = scratch();
    let config = format!(
        "players = [\"zero\"]\ngames = 3\n[rules]\nrounds = 1\n[[player]]\nname = \"sleeper\"\ncommand = \"{} single slow 0 0 @9000\"\ntime-limit = \"30s\"\n",
        example("faulty").display()
    );
    std::fs::write(dir.path().join("t.toml"), config).unwrap();
    let ran = run(dir.path(), &["tournament", "t.toml", "--out", "run"]).ended(0);
    assert!(ran.err.contains("0 of 3 games"), "{}", ran.err);
    assert!(ran.err.contains("waiting for sleeper, "), "{}", ran.err);
    let line = "compare sleeper zero --config t.toml --games 4 --seed 3";
    let ran = run(dir.path(), &words(line)).ended(3);
    assert!(ran.err.contains("waiting for sleeper, "), "{}", ran.err);
}

/// Processes that each use a full core, killed when this is dropped.
struct Load(Vec<Child>);

impl Load {
    fn on(core: &str, count: usize) -> Load {
        let spin = |_| {
            Command::new("taskset").args(["-c", core, "sh", "-c", "while :; do :; done"]).spawn()
        };
        Load((0..count).map(|number| spin(number).unwrap()).collect())
    }
}

/// The number of the first core that this process may use.
fn first_core() -> String {
    let allowed = sched_getaffinity(None).unwrap();
    let first = (0..CpuSet::MAX_CPU).find(|&core| allowed.is_set(core));
    first.expect("a core").to_string()
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The player needs a third of its time on a core shared with three other processes.
#[test]
fn a_loaded_machine_blames_no_player() {
    if !lettergame_xtest::installed(&["taskset"]) {
        return;
    }
    let dir = scratch();
    let core = first_core();
    let load = Load::on(&core, 3);
    let script = |player: &str, limit: &str, out: &str| {
        format!(
            "taskset -c {core} \"$LETTERGAME\" tournament --players '{},zero' --games 1 --rounds 1 --seed 4 \
             --time-limit {limit} --init-time 60s --quiet --out {out}",
            faulty(player)
        )
    };
    shell("sh", dir.path(), &script("single busy 0 2 @350", "1s", "busy")).ended(0);
    assert_eq!(faults(&dir.path().join("busy")), Vec::<serde_json::Value>::new());
    // a player that needs more than its time is still late, and so is one that sleeps
    shell("sh", dir.path(), &script("single busy 0 2 @1200", "300ms", "long")).ended(4);
    let long = faults(&dir.path().join("long"));
    assert_eq!(long.len(), 1, "{long:?}");
    assert!(long[0]["said"].as_str().unwrap().contains("on a processor"), "{long:?}");
    drop(load);
    shell("sh", dir.path(), &script("single slow 0 2 @1500", "300ms", "asleep")).ended(4);
    let asleep = faults(&dir.path().join("asleep"));
    assert_eq!(asleep[0]["fault"], "late", "{asleep:?}");
    assert!(asleep[0]["said"].as_str().unwrap().contains("it slept or waited"), "{asleep:?}");
    assert!(!table(&dir.path().join("asleep/scores.csv")).is_empty());
}

#[test]
fn help_lists_the_time_limits() {
    let dir = scratch();
    let output = program(dir.path(), &["tournament", "--help"]).output().unwrap();
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    for option in ["--game-time", "--init-time", "--allow-pondering"] {
        assert!(help.contains(option), "{option}: {EXE}");
    }
}
