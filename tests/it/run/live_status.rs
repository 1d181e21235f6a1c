//! What programs are told of a run while it is played: lines of JSON, and a file of metrics.

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, refused, run, scratch, text, words};
use serde_json::Value;

const PLAY: &str =
    "tournament --players letter-value,random --rounds 2 --games 300 --seed 5 --quiet";

/// The lines of standard error, all of which are JSON.
fn lines(err: &str) -> Vec<Value> {
    let parsed =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    err.lines().map(parsed).collect()
}

/// The last line of a run that is played to its end.
fn finished(dir: &Path, line: &str) -> Value {
    let told = lines(&done(dir, &format!("{line} --progress json")).err);
    assert_eq!(told[0]["event"], "started");
    let last = told.last().unwrap().clone();
    assert_eq!(last["event"], "finished", "{told:?}");
    last
}

/// A figure of a player in a line.
fn figure(line: &Value, player: usize, name: &str) -> f64 {
    line["players"][player][name].as_f64().unwrap_or_else(|| panic!("{name} in {line}"))
}

#[test]
fn the_last_line_has_the_sums_behind_the_standings() {
    let dir = scratch();
    let last = finished(dir.path(), &format!("{PLAY} --out run"));
    assert_eq!(
        (&last["run"], &last["games"], &last["total"]),
        (&"run".into(), &300.into(), &300.into())
    );
    assert!(last["rate"].as_f64().unwrap() > 0.0 && last["seconds"].as_f64().unwrap() > 0.0);
    let standings = text(&dir.path().join("run/standings.csv"));
    for player in 0..2 {
        let name = last["players"][player]["player"].as_str().unwrap();
        let row = standings.lines().find(|row| row.starts_with(&format!("{name},"))).unwrap();
        let cells: Vec<f64> = row.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
        let mean = |sum: &str| figure(&last, player, sum) / figure(&last, player, "games");
        assert_eq!(figure(&last, player, "games"), cells[0]);
        assert_eq!(figure(&last, player, "wins"), cells[1]);
        assert!((mean("points") - cells[5]).abs() < 0.006, "{row}");
        assert!((mean("places") - cells[8]).abs() < 0.000_6, "{row}");
        assert_eq!(figure(&last, player, "faults"), cells[12]);
    }
}

#[test]
fn sums_of_parts_add_up_to_those_of_the_whole() {
    let dir = scratch();
    let whole = finished(dir.path(), &format!("{PLAY} --out whole"));
    let parts = [1, 2]
        .map(|part| finished(dir.path(), &format!("{PLAY} --shard {part}/2 --out part-{part}")));
    for player in 0..2 {
        for name in ["games", "wins", "points", "places", "faults"] {
            let sum: f64 = parts.iter().map(|part| figure(part, player, name)).sum();
            assert_eq!(sum, figure(&whole, player, name), "{name}");
        }
    }
}

#[test]
fn faults_are_counted() {
    let dir = scratch();
    let line = "tournament --players cmd:fails,random --rounds 1 --games 4 --seed 1 --quiet --exit-zero --out run";
    let told = run(dir.path(), &words(&format!("{line} --progress json"))).ended(0).err;
    let (json, _): (Vec<&str>, Vec<&str>) = told.lines().partition(|line| line.starts_with('{'));
    let last: Value = serde_json::from_str(json.last().unwrap()).unwrap();
    assert_eq!((&last["faults"], figure(&last, 0, "faults")), (&4.into(), 4.0));
}

#[test]
fn metrics_are_those_of_the_last_game() {
    let dir = scratch();
    let last = finished(dir.path(), &format!("{PLAY} --out run --metrics run.prom"));
    let metrics = text(&dir.path().join("run.prom"));
    for (name, value) in [
        ("lettergame_run_games_played_total{run=\"run\"}", 300.0),
        ("lettergame_run_games{run=\"run\"}", 300.0),
        ("lettergame_player_wins_total{player=\"random\",run=\"run\"}", figure(&last, 1, "wins")),
        ("lettergame_player_points{player=\"random\",run=\"run\"}", figure(&last, 1, "points")),
    ] {
        assert!(metrics.contains(&format!("\n{name} {value}\n")), "{name} {value}:\n{metrics}");
    }
    // nothing else is left beside it
    let names: Vec<_> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn the_runs_of_a_sweep_share_a_file_of_metrics() {
    let dir = scratch();
    done(dir.path(), &format!("{PLAY} --hidden 0,3 --out sweep --metrics sweep.prom"));
    let metrics = text(&dir.path().join("sweep.prom"));
    for label in ["hidden-0", "hidden-3"] {
        let line = format!("lettergame_run_games_played_total{{run=\"sweep/{label}\"}} 300\n");
        assert!(metrics.contains(&line), "{line}:\n{metrics}");
    }
}

#[test]
fn a_file_of_metrics_that_cannot_be_written_is_refused_before_the_first_game() {
    let dir = scratch();
    refused(
        dir.path(),
        &format!("{PLAY} --out run --metrics nowhere/m.prom"),
        4,
        &["nowhere/m.prom", "--metrics"],
    );
    assert!(!dir.path().join("run").exists());
    done(dir.path(), &format!("{PLAY} --out run"));
    refused(dir.path(), "resume run --metrics run/scores.csv", 2, &["a file of a run"]);
    refused(dir.path(), &format!("{PLAY} --out other --progress xml"), 2, &["xml", "json"]);
}

/// It runs until it is interrupted, so that a line between the first and the last is certain.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_says_how_to_resume_it() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let dir = scratch();
    let line = "tournament --players zero,random --rounds 1 --games 2000000000 --seed 1 --quiet --out run \
                --progress json --metrics run.prom";
    let mut command = program::program(dir.path(), &words(line));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let told = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let (mut during, mut last) = (None, Value::Null);
    for line in told {
        let Ok(value) = serde_json::from_str::<Value>(&line) else { continue };
        if value["event"] == "progress" && during.is_none() {
            assert!(
                text(&dir.path().join("run.prom")).contains("lettergame_run_games_played_total")
            );
            kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
            during = value["games"].as_u64();
        }
        last = value;
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(
        (&last["event"], &last["resume"]),
        (&"stopped".into(), &"lettergame resume run".into())
    );
    assert!(during.is_some_and(|games| games > 0 && last["games"].as_u64().unwrap() >= games));
}
