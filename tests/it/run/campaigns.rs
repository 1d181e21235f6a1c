//! Campaigns of programs that misbehave in drawn games: the rows and faults are the same bytes for any
//! number of threads, in shards and after a kill, and only guilty games have faults.
//!
//! Three campaigns; more with `LETTERGAME_CASES=100`, and others with `LETTERGAME_CAMPAIGN_SEED`.

#[path = "../../../examples/mischief/mod.rs"]
mod mischief;

use crate::program;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use lettergame_xtest::cases;
use mischief::{deed, draw};
use program::{EXE, example, text};
use serde_json::Value;

/// The files that must not depend on how a run was played.
const FILES: [&str; 5] = ["scores.csv", "rounds.csv", "plies.csv", "standings.csv", "faults.jsonl"];

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// One campaign: its players and schedule.
struct Campaign {
    seed: u64,
    dir: tempfile::TempDir,
    /// The seeds of the programs that misbehave, by name.
    guilty: Vec<(String, u64)>,
    games: u64,
    args: Vec<String>,
}

impl Campaign {
    fn drawn(seed: u64) -> Campaign {
        let count = 1 + draw(seed, 0) % 4;
        let guilty: Vec<(String, u64)> = (0..count)
            .map(|number| (format!("bad{number}"), draw(seed, 10 + number) >> 1))
            .collect();
        let faulty = example("faulty");
        let mut players = vec!["letter-value".to_owned()];
        players.push(format!("good=cmd:{} plain", faulty.display()));
        for (number, (name, own)) in guilty.iter().enumerate() {
            let single =
                if draw(seed, 20 + number as u64).is_multiple_of(3) { "single " } else { "" };
            players.push(format!("{name}=cmd:{} {single}drawn {own}", faulty.display()));
        }
        let games = 8 + draw(seed, 1) % 12;
        let schedule = if draw(seed, 2).is_multiple_of(2) { "free-for-all" } else { "round-robin" };
        let words = format!(
            "--players {} --rounds 1 --seed {seed} --time-limit 300ms --record plies --schedule {schedule}",
            players.join(",").replace(' ', "\u{1}")
        );
        let args = words.split(' ').map(|word| word.replace('\u{1}', " ")).collect();
        Campaign { seed, dir: program::scratch(), guilty, games, args }
    }

    fn command<'a>(&'a self, more: &'a str) -> Vec<&'a str> {
        let mut all = vec!["tournament", "--quiet"];
        all.extend(self.args.iter().map(String::as_str));
        all.extend(more.split(' '));
        all
    }

    fn run(&self, more: &str, out: &str) -> PathBuf {
        let more = format!("--games {} {more} --out {out}", self.games);
        let ran = program::run(self.dir.path(), &self.command(&more));
        assert!(matches!(ran.code, Some(0 | 4)), "campaign {}: {}", self.seed, ran.err);
        self.dir.path().join(out)
    }

    /// The same run, killed on the way and resumed.
    fn killed(&self, after: Duration) -> PathBuf {
        let more = format!("--games {} --threads 2 --out killed", self.games);
        let mut child = std::process::Command::new(EXE)
            .args(self.command(&more))
            .current_dir(self.dir.path())
            .stderr(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
        let out = self.dir.path().join("killed");
        if out.join("config.toml").exists() {
            let ran = program::run(self.dir.path(), &["resume", "killed", "--quiet"]);
            assert!(matches!(ran.code, Some(0 | 4)), "campaign {}: {}", self.seed, ran.err);
            return out;
        }
        self.run("--threads 2", "killed-early")
    }

    fn sharded(&self) -> PathBuf {
        self.run("--shard 1/2", "shard1");
        self.run("--shard 2/2 --threads 3", "shard2");
        let ran = program::run(
            self.dir.path(),
            &["merge", "shard1", "shard2", "--out", "merged", "--quiet"],
        );
        assert!(matches!(ran.code, Some(0 | 4)), "campaign {}: {}", self.seed, ran.err);
        self.dir.path().join("merged")
    }

    /// What a run wrote, without figures of the clock.
    fn files(dir: &Path) -> Vec<(&'static str, String)> {
        FILES
            .map(|file| {
                let path = dir.join(file);
                let found = if path.exists() { text(&path) } else { String::new() };
                (file, if file == "faults.jsonl" { without_clock(&found) } else { found })
            })
            .to_vec()
    }

    /// Every fault is of a program in a game that was drawn for it, except where it was benched.
    fn only_the_guilty_are_blamed(&self, dir: &Path) {
        let path = dir.join("faults.jsonl");
        let found = if path.exists() { text(&path) } else { String::new() };
        let mut blamed = BTreeSet::new();
        for line in found.lines() {
            let fault: Value = serde_json::from_str(line).unwrap();
            let (name, game) = (fault["player"].as_str().unwrap(), fault["game"].as_u64().unwrap());
            let own = self.guilty.iter().find(|(guilty, _)| guilty == name);
            let (_, own) = own.unwrap_or_else(|| panic!("campaign {}: {line}", self.seed));
            if fault["fault"] == "benched" {
                continue;
            }
            let done = deed(*own, game).filter(|(deed, _)| !deed.is_harmless());
            assert!(
                done.is_some(),
                "campaign {}: {name} was good in game {game}: {line}",
                self.seed
            );
            blamed.insert((name.to_owned(), game));
        }
    }
}

/// Faults without their seals and times, which differ from run to run.
fn without_clock(faults: &str) -> String {
    let lines = faults.lines().map(|line| {
        let mut fault: Value = serde_json::from_str(line).unwrap();
        let said = fault["said"].as_str().unwrap();
        let said = said.split_once(" ms").map_or(said, |(before, _)| before).to_owned();
        fault["said"] = said.into();
        fault.as_object_mut().unwrap().remove("check");
        fault.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_a_program_does_in_one_game_shows_in_no_other() {
    let first = setting("LETTERGAME_CAMPAIGN_SEED", 0);
    let mut deeds = 0;
    for seed in first..first + cases(3) {
        let campaign = Campaign::drawn(seed);
        let one = campaign.run("--threads 1", "one");
        campaign.only_the_guilty_are_blamed(&one);
        let expected = Campaign::files(&one);
        deeds += expected[4].1.lines().count();
        let again = match draw(seed, 3) % 5 {
            0 => campaign.sharded(),
            1 => campaign.killed(Duration::from_millis(draw(seed, 4) % 2000)),
            threads => {
                campaign.run(&format!("--threads {}", [2, 3, 8][threads as usize - 2]), "other")
            }
        };
        for (expected, found) in expected.iter().zip(Campaign::files(&again)) {
            assert_eq!(*expected, found, "campaign {seed}");
        }
    }
    assert!(deeds > 0, "nothing went wrong");
}
