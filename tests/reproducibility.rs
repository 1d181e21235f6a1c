//! Rows depend on the config alone: not on threads, shards, kills, cuts or the number of games. All of it
//! through the binary.

mod binary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use binary::{bytes, copy_run, lettergame, ok, same_rows, scratch};

/// A run with several pairings, seats and levels of record.
const OPTIONS: [&str; 13] = [
    "--players",
    "letter-value,random,truthful-4",
    "--schedule",
    "round-robin",
    "--games",
    "1500",
    "--seed",
    "11",
    "--record",
    "plies",
    "--rounds",
    "3",
    "--quiet",
];

const ROWS: [&str; 4] = ["scores.csv", "rounds.csv", "plies.csv", "standings.csv"];

fn run(dir: &Path, more: &[&str]) {
    ok(lettergame().arg("tournament").args(OPTIONS).args(more).arg("--out").arg(dir));
}

fn resume(dir: &Path) {
    ok(lettergame().args(["resume", "--quiet"]).arg(dir));
}

fn start(dir: &Path) -> Child {
    let mut command = lettergame();
    command.arg("tournament").args(OPTIONS).args(["--threads", "1", "--out"]).arg(dir);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until the file is at least so long (or the run is over).
fn wait_for(child: &mut Child, file: &Path, length: u64) {
    let long_enough = || fs::metadata(file).is_ok_and(|data| data.len() >= length);
    while !long_enough() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
}

fn whole(folder: &Path) -> PathBuf {
    let dir = folder.join("whole");
    run(&dir, &[]);
    dir
}

#[test]
fn threads_do_not_matter() {
    let folder = scratch();
    let one = folder.path().join("1");
    run(&one, &["--threads", "1"]);
    for threads in ["2", "8"] {
        let many = folder.path().join(threads);
        run(&many, &["--threads", threads]);
        same_rows(&one, &many, &ROWS);
        assert_eq!(bytes(&one, "config.toml"), bytes(&many, "config.toml"));
    }
}

#[test]
fn shards_merge_to_the_whole_in_any_order() {
    let folder = scratch();
    let whole = whole(folder.path());
    for count in [1, 3, 7] {
        let mut shards: Vec<PathBuf> = Vec::new();
        for index in (1..=count).rev() {
            let dir = folder.path().join(format!("{index}-of-{count}"));
            run(&dir, &["--shard", &format!("{index}/{count}")]);
            shards.push(dir);
        }
        let merged = folder.path().join(format!("merged-{count}"));
        ok(lettergame().arg("merge").args(&shards).arg("--out").arg(&merged));
        same_rows(&whole, &merged, &ROWS);
        assert_eq!(bytes(&whole, "config.toml"), bytes(&merged, "config.toml"));
    }
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = scratch();
    let whole = whole(folder.path());
    let length = bytes(&whole, "scores.csv").len() as u64;
    for part in 0..8 {
        let dir = folder.path().join(format!("killed-{part}"));
        let mut child = start(&dir);
        wait_for(&mut child, &dir.join("scores.csv"), 1 + length * part / 8);
        child.kill().unwrap();
        child.wait().unwrap();
        // a second kill, while it goes on
        let mut again = lettergame();
        again.args(["resume", "--quiet"]).arg(&dir).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = again.spawn().unwrap();
        wait_for(&mut child, &dir.join("scores.csv"), length * (part + 1) / 9);
        child.kill().unwrap();
        child.wait().unwrap();
        resume(&dir);
        same_rows(&whole, &dir, &ROWS);
    }
}

#[test]
fn a_tail_cut_at_any_place_is_made_good() {
    let folder = scratch();
    let whole = whole(folder.path());
    let scores = bytes(&whole, "scores.csv");
    let second_row =
        scores.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
    let header = scores.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let middle = scores.len() / 2;
    let cuts = [
        header,
        header + 3,
        second_row,
        second_row + 1,
        middle,
        middle + 1,
        middle + 17,
        scores.len() - 1,
        scores.len(),
    ];
    for (index, cut) in cuts.into_iter().enumerate() {
        let dir = copy_run(&whole, &folder.path().join(format!("cut-{index}")));
        fs::write(dir.join("scores.csv"), &scores[..cut]).unwrap();
        fs::remove_file(dir.join("standings.csv")).unwrap();
        resume(&dir);
        same_rows(&whole, &dir, &ROWS);
    }
    // half a row more in the logs, as a kill between two files leaves it
    let dir = copy_run(&whole, &folder.path().join("torn"));
    fs::write(dir.join("scores.csv"), &scores[..middle]).unwrap();
    let plies = bytes(&whole, "plies.csv");
    fs::write(dir.join("plies.csv"), &plies[..plies.len() - 5]).unwrap();
    resume(&dir);
    same_rows(&whole, &dir, &ROWS);
}

#[test]
fn a_shorter_run_is_a_prefix() {
    let folder = scratch();
    let (short, long) = (folder.path().join("short"), folder.path().join("long"));
    let options = [
        "--players",
        "zero,random,truthful-2",
        "--seed",
        "3",
        "--quiet",
        "--record",
        "plies",
        "--schedule",
        "round-robin",
    ];
    for (dir, games) in [(&short, "7"), (&long, "40")] {
        ok(lettergame().arg("tournament").args(options).args(["--games", games, "--out"]).arg(dir));
    }
    for file in &ROWS[..3] {
        assert!(bytes(&long, file).starts_with(&bytes(&short, file)), "{file}");
    }
}

#[test]
fn a_run_repeats_from_its_own_config() {
    let folder = scratch();
    let whole = whole(folder.path());
    let again = folder.path().join("again");
    ok(lettergame()
        .args(["tournament", "--quiet", "--out"])
        .arg(&again)
        .arg(whole.join("config.toml")));
    same_rows(&whole, &again, &ROWS);
    let other = folder.path().join("other");
    let config = whole.join("config.toml");
    ok(lettergame()
        .args(["tournament", "--quiet", "--seed", "12", "--out"])
        .arg(&other)
        .arg(config));
    assert_ne!(bytes(&whole, "scores.csv"), bytes(&other, "scores.csv"));
}

#[test]
fn the_amount_of_record_does_not_change_the_scores() {
    let folder = scratch();
    let whole = whole(folder.path());
    for record in ["games", "rounds"] {
        let dir = folder.path().join(record);
        ok(lettergame()
            .args(["tournament", "--quiet", "--record", record, "--out"])
            .arg(&dir)
            .arg(whole.join("config.toml")));
        same_rows(&whole, &dir, &["scores.csv", "standings.csv"]);
        assert_eq!(dir.join("rounds.csv").exists(), record == "rounds");
        assert!(!dir.join("plies.csv").exists());
    }
}

#[test]
fn to_resume_a_finished_run_changes_nothing() {
    let folder = scratch();
    let whole = whole(folder.path());
    let copy = copy_run(&whole, &folder.path().join("copy"));
    resume(&copy);
    same_rows(&whole, &copy, &ROWS);
}

#[test]
fn a_replay_gives_the_scores_of_the_run() {
    let folder = scratch();
    let formats: [&[&str]; 4] = [
        &["--players", "letter-value,random,zero,shadow"],
        &["--players", "frequency,random,zero", "--seats", "permute", "--preset", "seven"],
        &["--players", "frequency,random", "--schedule", "2v2", "--preset", "simulator"],
        &["--players", "marginal:samples=2,vowel-balance", "--hidden", "7"],
    ];
    for (index, options) in formats.into_iter().enumerate() {
        let dir = folder.path().join(index.to_string());
        ok(lettergame()
            .args([
                "tournament",
                "--games",
                "12",
                "--seed",
                "4",
                "--rounds",
                "2",
                "--quiet",
                "--out",
            ])
            .arg(&dir)
            .args(options));
        let rows = String::from_utf8(bytes(&dir, "scores.csv")).unwrap();
        for game in [0, 5, 11] {
            let number = game.to_string();
            let expected: Vec<i64> = rows
                .lines()
                .map(|line| line.split(',').collect::<Vec<_>>())
                .filter(|cells| cells[0] == number)
                .map(|cells| cells[6].parse().unwrap())
                .collect();
            let json = ok(lettergame()
                .arg("replay")
                .arg(&dir)
                .args(["--game", &number, "--format", "json"]));
            let last: serde_json::Value =
                serde_json::from_str(json.lines().last().unwrap()).unwrap();
            assert_eq!(last["scores"], serde_json::json!(expected));
            let text = ok(lettergame().arg("replay").arg(&dir).args(["--game", &number]));
            for score in expected {
                assert!(text.contains(&format!(", {score} points")), "{text}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = scratch();
    let dir = folder.path().join("run");
    let mut command = lettergame();
    command.args([
        "tournament",
        "--players",
        "marginal,random",
        "--games",
        "100000",
        "--seed",
        "1",
        "--out",
    ]);
    let mut child =
        command.arg(&dir).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&mut child, &dir.join("scores.csv"), 1000);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("lettergame resume {}", dir.display())), "{said}");
    // what is written is whole games
    let rows = String::from_utf8(bytes(&dir, "scores.csv")).unwrap();
    assert!(rows.ends_with('\n') && rows.lines().count() % 2 == 1);
}
