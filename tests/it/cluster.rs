//! The job files of `tournaments/cluster`, run as on a cluster.

use crate::program;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use program::{EXE, assert_same_rows, bytes, cut, done, refused, run, scratch, words};

const CONFIG: &str =
    "players = [\"letter-value\", \"random\"]\ngames = 200\nseed = 5\n[rules]\nrounds = 2\n";

/// Runs a task of an array and returns its output.
fn task(script: &str, args: &[&str], variable: &str, index: usize) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script, "job"]).args(args).env("LETTERGAME", EXE);
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"] {
        command.env_remove(name);
    }
    command.env(variable, index.to_string()).output().expect("sh runs")
}

/// Joins the parts and compares them with a run on one machine.
fn joined(dir: &Path) {
    let parts: String = (0..4).map(|part| format!(" results/part-{part}")).collect();
    done(dir, &format!("merge{parts} --out whole"));
    done(dir, "tournament config.toml --quiet --out alone");
    assert_same_rows(&dir.join("whole"), &dir.join("alone"));
}

#[test]
fn a_slurm_array_merges_into_one_run_and_tasks_can_be_repeated() {
    let dir = scratch();
    let (config, results) = (dir.path().join("config.toml"), dir.path().join("results"));
    fs::write(&config, CONFIG).unwrap();
    let script = include_str!("../../tournaments/cluster/slurm.sh").replace("PARTS=64", "PARTS=4");
    let args = [config.to_str().unwrap(), results.to_str().unwrap()];
    for part in (0..4).chain([2]) {
        let done = task(&script, &args, "SLURM_ARRAY_TASK_ID", part);
        assert!(done.status.success(), "{part}: {}", String::from_utf8_lossy(&done.stderr));
    }
    // a task that was killed in the middle of a row
    let scores = results.join("part-1").join("scores.csv");
    let rows = bytes(&scores);
    cut(&scores, rows.len() as u64 / 2);
    assert!(task(&script, &args, "SLURM_ARRAY_TASK_ID", 1).status.success());
    assert_eq!(bytes(&scores), rows);
    joined(dir.path());
    let outside = task(&script, &args, "SLURM_ARRAY_TASK_ID", 4);
    let said = String::from_utf8_lossy(&outside.stderr).into_owned();
    assert_eq!(outside.status.code(), Some(2));
    assert!(said.contains("SLURM_ARRAY_TASK_ID is `4`"), "{said}");
}

#[test]
fn an_indexed_kubernetes_job_merges_into_one_run() {
    let dir = scratch();
    fs::write(dir.path().join("config.toml"), CONFIG).unwrap();
    let text = include_str!("../../tournaments/cluster/kubernetes.yaml");
    let command = text.split("- |\n").nth(1).unwrap().split("          resources:").next().unwrap();
    let here = dir.path().display();
    let script = command
        .replace("exec lettergame", &format!("PARTS=4; exec '{EXE}'"))
        .replace("/config/", &format!("{here}/"))
        .replace("/results/", &format!("{here}/results/"));
    for part in 0..4 {
        let done = task(&script, &[], "JOB_COMPLETION_INDEX", part);
        assert!(done.status.success(), "{part}: {}", String::from_utf8_lossy(&done.stderr));
    }
    joined(dir.path());
}

#[test]
fn only_the_same_run_is_resumed() {
    let dir = scratch();
    let play = "tournament --players zero,random --rounds 1 --quiet --out run";
    done(dir.path(), &format!("{play} --seed 1 --games 20 --continue"));
    let rows = bytes(&dir.path().join("run/scores.csv"));
    done(dir.path(), &format!("{play} --seed 1 --games 20 --continue"));
    for other in ["--seed 2 --games 20 --continue", "--seed 1 --games 20 --shard 1/2 --continue"] {
        refused(dir.path(), &format!("{play} {other}"), 2, &["contains another run"]);
    }
    let part = format!("{play} --shard 1/2 --continue");
    refused(dir.path(), &part, 2, &["needs the seed of the whole"]);
    refused(dir.path(), &format!("{play} --seed 1 --force --continue"), 2, &["--continue"]);
    assert_eq!(bytes(&dir.path().join("run/scores.csv")), rows);
}

#[test]
fn a_shard_with_failing_programs_can_exit_successfully() {
    let dir = scratch();
    // two blocks, with the program benched in each
    let play = "tournament --players random,cmd:false --rounds 1 --quiet --seed 1 --games 200";
    let part = |index: u32| format!("{play} --shard {index}/2 --out part-{index}");
    let strict = run(dir.path(), &words(&part(1))).ended(4);
    assert!(strict.err.contains("the games are played, but programs failed"), "{}", strict.err);
    for again in [format!("{} --continue", part(1)), part(2)] {
        let ended = done(dir.path(), &format!("{again} --exit-zero"));
        assert!(ended.err.contains("cmd:false: benched from game"), "{}", ended.err);
    }
    done(dir.path(), "resume part-2 --exit-zero");
    done(dir.path(), "merge part-1 part-2 --out whole");
    // other failures remain failures
    refused(dir.path(), &format!("{} --exit-zero", part(2)), 4, &["exists and is not empty"]);
}
