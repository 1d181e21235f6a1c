//! Threads: no more than are useful, and a clear error if the system has none left.
//!
//! The system's limit on processes applies only to ordinary users, so the program is run as a user with no
//! other processes; that requires root.
#![cfg(target_os = "linux")]

#[path = "it/program/mod.rs"]
mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use program::{EXE, done, scratch};

/// A user without any process on this machine.
const USER: &str = "61234";

/// A folder that every user may write to, with the program in it; `None` if the program cannot be run as
/// another user.
fn place() -> Option<tempfile::TempDir> {
    let probe = Command::new("setpriv").args(["--reuid", USER, "true"]).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        lettergame_xtest::skipped("setpriv as root");
        return None;
    }
    let dir = scratch();
    fs::copy(EXE, dir.path().join("lettergame")).unwrap();
    for path in [dir.path(), &dir.path().join("lettergame")] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    }
    Some(dir)
}

/// Runs a command line with at most `limit` processes and threads.
fn limited(dir: &Path, limit: u32, line: &str) -> Output {
    let script = format!("ulimit -u {limit}; exec ./lettergame {line}");
    let user = ["--reuid", USER, "--regid", USER, "--clear-groups", "bash", "-c", &script];
    Command::new("setpriv").args(user).current_dir(dir).output().expect("setpriv starts")
}

#[test]
fn two_games_take_no_more_than_two_threads() {
    let Some(dir) = place() else { return };
    let line = "tournament --players letter-value,random --rounds 1 --games 2 --seed 1 --out run";
    let output = limited(dir.path(), 30, &format!("{line} --threads 100000"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("--threads 100000: using "), "{said}");
}

#[test]
fn a_system_without_threads_is_an_error_and_not_a_panic() {
    let Some(dir) = place() else { return };
    let field = "letter-value,random,zero --schedule round-robin";
    for (threads, limit) in [1, 4].into_iter().flat_map(|n| (1..9).map(move |limit| (n, limit))) {
        let out = format!("t{threads}-{limit}");
        let line = format!("tournament --players {field} --rounds 1 --games 40 --seed 3");
        let output = limited(dir.path(), limit, &format!("{line} --out {out} --threads {threads}"));
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert_eq!(
                fs::read_to_string(dir.path().join(out).join("scores.csv"))
                    .unwrap()
                    .lines()
                    .count(),
                241
            ),
            code => assert!(
                code == Some(2) && said.contains("cannot start the threads"),
                "{limit}: {said}"
            ),
        }
    }
}

#[test]
fn train_and_compare_respect_the_limit_too() {
    let dir = scratch();
    let line = "compare letter-value random --games 20 --rounds 1 --seed 1 --threads 100000";
    let ran = program::run(dir.path(), &program::words(line));
    assert!(ran.err.contains("--threads 100000: using "), "{}", ran.err);
    let ran = done(dir.path(), "train auction-odds --states 5 --threads 100000 --out odds.csv");
    assert!(ran.err.contains("--threads 100000: using "), "{}", ran.err);
}
