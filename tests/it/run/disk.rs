//! A disk that fails at any call, one that is read-only, and clocks that jump: simulated by a library
//! preloaded before the C library, which is compiled here.

#![cfg(target_os = "linux")]

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use program::{
    Ran, assert_same_rows, bytes, copy, cut, done, program, ran, scratch, snapshot, words,
};

/// The library; `None` if there is no compiler.
fn shim(dir: &Path) -> Option<PathBuf> {
    let library = dir.join("shim.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/disk/shim.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
    match compiler.output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{said}");
            Some(library)
        }
        Err(error) => {
            eprintln!("cc: {error}");
            lettergame_xtest::skipped("cc");
            None
        }
    }
}

/// Runs a command line with the shim.
fn shimmed(shim: &Path, dir: &Path, line: &str, settings: &[(&str, &str)]) -> Ran {
    let mut command = program(dir, &words(line));
    command.env("LD_PRELOAD", shim).envs(settings.iter().copied());
    ran(&mut command, line)
}

const PLAY: &str =
    "tournament --players zero,random --rounds 1 --games 4 --seed 5 --quiet --threads 1";

/// The same with a program that fails, so that there are faults and logs.
const PLAY_FAILING: &str = "tournament --players cmd:fails,random --rounds 1 --games 3 --seed 5 --quiet --threads 1 --exit-zero";

/// Makes the first, second, ... call fail, until none fails any more; whatever is left behind is completed to
/// the same bytes by `resume`, or by the command itself if nothing was started. Returns the number of
/// failures.
#[track_caller]
fn fails_everywhere(shim: &Path, play: &str, record: &str, how: &str) -> usize {
    let dir = scratch();
    let place = fs::canonicalize(dir.path()).unwrap();
    let line = format!("{play} --record {record}");
    done(&place, &format!("{line} --out whole"));
    let (whole, run, mark) = (place.join("whole"), place.join("run"), place.join("mark"));
    let under = run.to_str().unwrap();
    let command = format!("{line} --out {under}");
    for number in 1..200 {
        let _ = fs::remove_file(&mark);
        let at = number.to_string();
        let failing = [
            ("FAIL_UNDER", under),
            ("FAIL_AT", &at),
            ("FAIL_HOW", how),
            ("FAIL_MARK", mark.to_str().unwrap()),
        ];
        let first = shimmed(shim, &place, &command, &failing);
        if !mark.exists() {
            first.ended(0);
            assert_same_rows(&whole, &run);
            return number - 1;
        }
        if first.code == Some(0) {
            // the failed call was not essential: a check of the lock, for example
            assert_same_rows(&whole, &run);
            done(&place, "verify run");
            fs::remove_dir_all(&run).unwrap();
            continue;
        }
        let first = first.ended(4);
        let case = format!("{record} {how} {number}: {}", first.err);
        assert!(first.err.starts_with("error: cannot "), "{case}");
        assert!(!first.err.contains("panicked"), "{case}");
        if run.join("config.toml").exists() {
            if first.err.contains("resume with:") {
                assert!(first.err.contains("lettergame resume "), "{case}");
            }
            done(&place, "resume run --quiet --exit-zero");
        } else {
            done(&place, &command);
        }
        assert_same_rows(&whole, &run);
        done(&place, "verify run");
        fs::remove_dir_all(&run).unwrap();
    }
    panic!("{record} {how}: it fails at every number");
}

#[test]
fn resume_recovers_from_a_disk_failure_at_any_call() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    for (play, record, how) in [
        (PLAY, "plies", "full"),
        (PLAY, "plies", "once"),
        (PLAY, "plies", "short"),
        (PLAY, "rounds", "short"),
        (PLAY, "games", "once"),
        (PLAY_FAILING, "games", "short"),
    ] {
        let failed = fails_everywhere(&shim, play, record, how);
        assert!(failed > 10, "{record} {how}: {failed} calls");
    }
}

#[test]
fn a_resume_on_a_failing_disk_can_be_resumed_again() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    let place = fs::canonicalize(dir.path()).unwrap();
    done(&place, &format!("{PLAY} --record plies --out whole"));
    let (whole, run, mark) = (place.join("whole"), place.join("run"), place.join("mark"));
    let length = bytes(&whole.join("scores.csv")).len() as u64;
    for number in 1..100 {
        let _ = fs::remove_file(&mark);
        copy(&whole, &run);
        cut(&run.join("scores.csv"), length - 70);
        let at = number.to_string();
        let under = run.to_str().unwrap();
        let mark_name = mark.to_str().unwrap();
        let failing = [
            ("FAIL_UNDER", under),
            ("FAIL_AT", &at),
            ("FAIL_HOW", "short"),
            ("FAIL_MARK", mark_name),
        ];
        let first = shimmed(&shim, &place, "resume run --quiet", &failing);
        if !mark.exists() {
            first.ended(0);
            assert!(number > 8, "{number}");
            return;
        }
        first.ended(4);
        done(&place, "resume run --quiet");
        assert_same_rows(&whole, &run);
        done(&place, "verify run");
    }
    panic!("it fails at every number");
}

#[test]
fn a_complete_run_on_a_read_only_disk_can_be_resumed_and_reported() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    let place = fs::canonicalize(dir.path()).unwrap();
    done(&place, &format!("{PLAY} --out run"));
    let before = snapshot(&place.join("run"));
    let under = place.join("run");
    let settings = [("FAIL_UNDER", under.to_str().unwrap()), ("FAIL_HOW", "readonly")];
    for line in [
        "report run",
        "resume run",
        "verify run",
        "verify run --replay --quiet",
        "merge run --out new",
    ] {
        shimmed(&shim, &place, line, &settings).ended(0);
    }
    assert!(before == snapshot(&place.join("run")));
    let scores = place.join("run/scores.csv");
    cut(&scores, bytes(&scores).len() as u64 - 10);
    let ran = shimmed(&shim, &place, "resume run", &settings).ended(4);
    assert!(ran.err.contains("Read-only file system"), "{}", ran.err);
}

#[test]
fn a_season_on_a_read_only_disk_can_be_read() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    let place = fs::canonicalize(dir.path()).unwrap();
    done(&place, "season init s --format duel:rounds=1 --seed 5");
    done(&place, "season add s owls saver --quiet");
    done(&place, "season add s mice zero --quiet");
    done(&place, "season play s --matches 2 --quiet");
    let before = snapshot(&place.join("s"));
    let under = place.join("s");
    let settings = [("FAIL_UNDER", under.to_str().unwrap()), ("FAIL_HOW", "readonly")];
    for (line, said) in [
        ("season standings s", "owls"),
        ("season team s owls", "saver"),
        ("season log s", "owls.1 plays from now on"),
        ("season status s", "2 versions"),
        ("season verify s --quiet", "s: 2 versions, 2 matches"),
        ("season publish s --html pages --quiet", ""),
    ] {
        let ran = shimmed(&shim, &place, line, &settings).ended(0);
        assert!(ran.out.contains(said), "{line}: {}", ran.out);
    }
    assert!(before == snapshot(&place.join("s")));
    let ran = shimmed(&shim, &place, "season withdraw s owls", &settings).ended(4);
    assert!(ran.err.contains("season.sqlite"), "{}", ran.err);
}

#[test]
fn a_disk_without_locks_is_used_with_one_note() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    let remark = "this file system has no file locks";
    let without = [("NO_LOCKS", "1")];
    for (line, first) in [
        // two runs
        (format!("{PLAY} --hidden 0,3 --out sweep"), "sweep/"),
        (format!("{PLAY} --shard 1/2 --out part-1"), "part-1"),
        (format!("{PLAY} --shard 2/2 --out part-2"), "part-2"),
        ("resume sweep --quiet".to_owned(), "sweep/"),
        ("merge part-1 part-2 --out whole".to_owned(), "part-1"),
    ] {
        let err = shimmed(&shim, dir.path(), &line, &without).ended(0).err;
        assert_eq!(err.matches(remark).count(), 1, "{line}: {err}");
        assert!(err.lines().any(|own| own.starts_with(first) && own.contains(remark)), "{err}");
    }
    let ran = shimmed(&shim, dir.path(), &format!("{PLAY} --out run"), &[]).ended(0);
    assert!(!ran.err.contains(remark), "{}", ran.err);
}

#[test]
fn clocks_that_jump_change_no_row() {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    for line in [
        "tournament --players letter-value,random --rounds 1 --games 200 --seed 5 --record plies --quiet",
        "tournament --players letter-value,random,zero,flat --schedule swiss --group-size 2 --rounds 1 \
         --games 10 --seed 5 --quiet",
    ] {
        let dir = scratch();
        done(dir.path(), &format!("{line} --out whole"));
        shimmed(&shim, dir.path(), &format!("{line} --out run"), &[("CLOCK", "1")]).ended(0);
        assert_same_rows(&dir.path().join("whole"), &dir.path().join("run"));
        let scores = dir.path().join("run/scores.csv");
        cut(&scores, bytes(&scores).len() as u64 / 2);
        shimmed(&shim, dir.path(), "resume run --quiet", &[("CLOCK", "1")]).ended(0);
        assert_same_rows(&dir.path().join("whole"), &dir.path().join("run"));
        done(dir.path(), "verify run");
    }
}

/// Copies a folder with everything in it.
fn copy_all(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    let copied = Command::new("cp").arg("-r").arg(from).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "cp");
}

/// Makes calls of a command on a season fail, one after the other and then fewer and fewer of them, until none
/// fails any more. Whatever was accepted before is there, and the season goes on.
fn a_season_survives(line: &str, how: &str) {
    let dir = scratch();
    let Some(shim) = shim(dir.path()) else { return };
    let place = fs::canonicalize(dir.path()).unwrap();
    done(&place, "season init fresh --seed 5 --confidence 0.999999999 --format duel:rounds=1");
    for (team, player) in [("owls", "saver"), ("foxes", "random"), ("mice", "zero")] {
        done(&place, &format!("season add fresh {team} {player} --quiet"));
    }
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("sdk/wasm/letter_value.wasm");
    fs::copy(module, place.join("mine.wasm")).unwrap();
    done(&place, "season play fresh --matches 2 --quiet --threads 1");
    let (season, mark) = (place.join("s"), place.join("mark"));
    let (mut number, mut failed) = (1_u32, 0);
    loop {
        copy_all(&place.join("fresh"), &season);
        let _ = fs::remove_file(&mark);
        let at = number.to_string();
        let failing = [
            ("FAIL_UNDER", season.to_str().unwrap()),
            ("FAIL_AT", &at),
            ("FAIL_HOW", how),
            ("FAIL_MARK", mark.to_str().unwrap()),
        ];
        let first = shimmed(&shim, &place, line, &failing);
        if !mark.exists() {
            first.ended(0);
            break;
        }
        failed += 1;
        let case = format!("{line}, {how} {number}: {:?} {}{}", first.code, first.out, first.err);
        assert!(!first.err.contains("panicked"), "{case}");
        let verified = done(&place, "season verify s --quiet").out;
        let whole = |text: &str| text.split_once(" versions, ").map(|(head, _)| head.to_owned());
        let versions = whole(&verified).and_then(|head| head.rsplit(' ').next()?.parse().ok());
        assert!(versions.is_some_and(|count: u32| count >= 3), "{case}: {verified}");
        done(&place, "season play s --matches 1 --quiet --threads 1");
        done(&place, "season add s mice hoarder --quiet");
        done(&place, "season verify s --quiet");
        number += 1 + number / 8;
    }
    assert!(failed > 10, "{line} {how}: {failed} calls");
}

#[test]
fn a_season_that_is_played_survives_a_disk_failure_at_any_call() {
    a_season_survives("season play s --matches 2 --quiet --threads 1", "full");
    a_season_survives("season play s --matches 2 --quiet --threads 1", "once");
}

#[test]
fn a_hand_in_survives_a_disk_failure_at_any_call() {
    a_season_survives("season add s foxes mine.wasm --quiet", "once");
}
