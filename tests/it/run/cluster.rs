//! The job files of `tournaments/cluster`, run as on a cluster.

use crate::program;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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
    let script =
        include_str!("../../../tournaments/cluster/slurm.sh").replace("PARTS=64", "PARTS=4");
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

/// Slurm sends USR1 to the script before the time is up.
#[cfg(target_os = "linux")]
#[test]
fn a_slurm_job_at_its_limit_saves_its_games_and_queues_itself_again() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let dir = scratch();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("config.toml"), CONFIG.replace("games = 200", "games = 100_000_000")).unwrap();
    fs::write(at("scontrol"), format!("#!/bin/sh\necho \"$@\" > '{}'\n", at("asked").display()))
        .unwrap();
    fs::set_permissions(at("scontrol"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").unwrap());
    let script = include_str!("../../../tournaments/cluster/slurm.sh");
    let mut command = Command::new("sh");
    command.args(["-c", script, "job", "config.toml", "results"]).current_dir(&dir);
    command.envs([("LETTERGAME", EXE), ("PATH", &path)]);
    command.envs([("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_JOB_ID", "4711")]);
    let mut job = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let scores = at("results/part-3/scores.csv");
    while !fs::metadata(&scores).is_ok_and(|file| file.len() > 1000) {
        assert!(job.try_wait().unwrap().is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(10));
    }
    kill(Pid::from_raw(job.id() as i32), Signal::SIGUSR1).unwrap();
    assert!(job.wait().unwrap().success());
    assert_eq!(fs::read_to_string(at("asked")).unwrap(), "requeue 4711\n");
    assert!(fs::read_to_string(&scores).unwrap().ends_with('\n'));
    // nothing plays it any more
    done(dir.path(), "report results/part-3");
    assert!(!at("results/part-3/run.lock").exists());
}

#[test]
fn an_indexed_kubernetes_job_merges_into_one_run() {
    let dir = scratch();
    fs::write(dir.path().join("config.toml"), CONFIG).unwrap();
    let text = include_str!("../../../tournaments/cluster/kubernetes.yaml");
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
fn a_part_with_failing_programs_succeeds_and_the_whole_says_so() {
    let dir = scratch();
    // two blocks, with the program benched in each
    let play = "tournament --players random,cmd:fails --rounds 1 --quiet --seed 1 --games 200";
    for again in ["", " --continue"] {
        for part in 1..=2 {
            let line = format!("{play} --shard {part}/2 --out part-{part}{again}");
            let ended = done(dir.path(), &line);
            assert!(ended.err.contains("cmd:fails: benched from game"), "{}", ended.err);
        }
    }
    done(dir.path(), "resume part-2");
    for (line, code) in [("", 4), (" --force --exit-zero", 0)] {
        let ended = run(dir.path(), &words(&format!("merge part-1 part-2 --out whole{line}")));
        let said = ended.ended(code).err;
        assert!(said.contains("the games are played, but programs failed"), "{said}");
        assert!(said.contains("cmd:fails: benched from game"), "{said}");
    }
    let alone = run(dir.path(), &words(&format!("{play} --out alone"))).ended(4);
    assert!(alone.err.contains("the games are played, but programs failed"), "{}", alone.err);
    assert_same_rows(&dir.path().join("whole"), &dir.path().join("alone"));
    // other failures remain failures
    refused(
        dir.path(),
        &format!("{play} --shard 2/2 --out part-2"),
        4,
        &["exists and is not empty"],
    );
}
