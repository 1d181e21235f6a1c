//! Runs in parts: all commands read them as they read the same run in one file of each kind.

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};

use program::{
    ROW_FILES, assert_same_rows, bytes, done, refused, run, scratch, snapshot, text, words,
};

/// With all files of rows, and a program with faults.
const PLAY: &str = "tournament --players letter-value,random,cmd:fails --rounds 1 --games 40 --seed 5 \
                    --record plies --quiet --exit-zero --out";
/// Built-in players alone, whose runs need no reading of rows to be continued.
const QUICK: &str =
    "tournament --players letter-value,random --rounds 1 --games 50 --seed 3 --quiet --out";

/// The folders of the parts of a run, in the order of games.
fn parts(run: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(run.join("parts")).expect("parts").flatten();
    let mut parts: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    parts.sort();
    parts
}

/// The files of the parts as one, with the header lines of the first.
fn joined(run: &Path, name: &str) -> Vec<u8> {
    let mut whole = Vec::new();
    for (number, part) in parts(run).iter().enumerate() {
        let rows = bytes(&part.join(name));
        let header = rows.iter().position(|&byte| byte == b'\n').expect("a header line") + 1;
        whole.extend(&rows[if number == 0 { 0 } else { header }..]);
    }
    whole
}

/// Asserts that a run in parts has the rows and standings of a run in single files.
#[track_caller]
fn assert_parts_of(run: &Path, single: &Path) {
    for name in ROW_FILES.into_iter().filter(|name| single.join(name).exists()) {
        match name {
            "standings.csv" => assert_eq!(text(&run.join(name)), text(&single.join(name))),
            _ => {
                assert!(!run.join(name).exists(), "{name} is not joined");
                assert!(joined(run, name) == bytes(&single.join(name)), "{name} differs");
            }
        }
    }
    assert!(run.join("manifest.json").exists());
}

#[test]
fn parts_have_the_rows_and_standings_of_one_file() {
    let dir = scratch();
    done(dir.path(), &format!("{PLAY} single"));
    for games in [1, 7, 39, 40, 1000] {
        done(dir.path(), &format!("{PLAY} run --part-games {games} --force --threads 2"));
        assert_parts_of(&dir.path().join("run"), &dir.path().join("single"));
        assert_eq!(parts(&dir.path().join("run")).len(), 40usize.div_ceil(games));
    }
}

/// Commands say the same of the runs `single` and `run`, which have the same rows.
pub(super) fn assert_read_alike(dir: &Path) {
    for line in [
        "report RUN --format csv",
        "verify RUN --quiet --replay",
        "replay RUN --game 17",
        "replay RUN --game 38 --format json",
        "resume RUN --quiet --exit-zero",
    ] {
        let [one, other] = ["single", "run"].map(|name| done(dir, &line.replace("RUN", name)).out);
        assert_eq!(one, other.replace("run", "single"), "{line}");
    }
}

#[test]
fn every_command_reads_a_run_in_parts() {
    let dir = scratch();
    let [single, run] = ["single", "run"].map(|name| dir.path().join(name));
    done(dir.path(), &format!("{PLAY} single"));
    done(dir.path(), &format!("{PLAY} run --part-games 9"));
    assert_read_alike(dir.path());
    let other = PLAY.replace("letter-value", "frequency");
    done(dir.path(), &format!("{other} base --part-games 7"));
    let compared = |name: &str| {
        let ran = crate::program::run(dir.path(), &["compare", "base", name]);
        (ran.code, ran.out.replace("run", "single"))
    };
    assert!(matches!(compared("run").0, Some(0 | 1 | 3)), "{:?}", compared("run"));
    assert_eq!(compared("run"), compared("single"));
    done(dir.path(), "merge run --out again --exit-zero");
    assert_same_rows(&dir.path().join("again"), &single);
    assert_eq!(bytes(&dir.path().join("again/faults.jsonl")), bytes(&single.join("faults.jsonl")));
    done(dir.path(), "merge single --out taken-apart --part-games 9 --exit-zero");
    for part in parts(&run) {
        let other = dir.path().join("taken-apart/parts").join(part.file_name().unwrap());
        for name in ["scores.csv", "plies.csv", "faults.jsonl", "tally.json"] {
            assert_eq!(bytes(&other.join(name)), bytes(&part.join(name)), "{name}");
        }
    }
}

#[test]
fn shards_in_parts_are_merged() {
    let dir = scratch();
    done(dir.path(), &format!("{QUICK} single"));
    done(dir.path(), &format!("{QUICK} one --shard 1/2 --part-games 8"));
    done(dir.path(), &format!("{QUICK} two --shard 2/2"));
    done(dir.path(), "merge one two --out joined");
    assert_same_rows(&dir.path().join("joined"), &dir.path().join("single"));
    done(dir.path(), "merge two one --out parts --part-games 30");
    assert_parts_of(&dir.path().join("parts"), &dir.path().join("single"));
    let none = QUICK.replace("--games 50", "--games 1");
    done(dir.path(), &format!("{none} none --shard 60/60 --part-games 8"));
    done(dir.path(), "verify parts none --quiet");
}

/// However the last part was cut by a kill, and whichever files were not yet created.
#[test]
fn a_killed_run_in_parts_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    let [single, run] = ["single", "run"].map(|name| dir.path().join(name));
    done(dir.path(), &format!("{PLAY} single"));
    let play = format!("{PLAY} run --part-games 9");
    done(dir.path(), &play);
    let whole = snapshot(&run);
    let count = parts(&run).len();
    // what is left of scores and plies, in hundredths: the scores are written last
    for (kept, cuts) in [(count, [30, 90]), (3, [0, 50]), (1, [0; 2]), (1, [60, 80])] {
        for name in ["manifest.json", "tally.json", "standings.csv", "timing.json"] {
            let _ = fs::remove_file(run.join(name));
        }
        parts(&run)[kept..].iter().for_each(|part| fs::remove_dir_all(part).unwrap());
        let last = &parts(&run)[kept - 1];
        for name in ["part.json", "tally.json"] {
            fs::remove_file(last.join(name)).unwrap();
        }
        fs::write(last.join("part.json.new"), "cut").unwrap();
        for (name, left) in ["scores.csv", "plies.csv"].into_iter().zip(cuts) {
            let rows = bytes(&last.join(name));
            fs::write(last.join(name), &rows[..rows.len() * left / 100]).unwrap();
        }
        if cuts == [0; 2] {
            fs::remove_dir_all(last).unwrap();
        }
        let line = if kept == 3 {
            format!("{play} --continue")
        } else {
            "resume run --quiet --exit-zero".to_owned()
        };
        done(dir.path(), &line);
        assert_parts_of(&run, &single);
        done(dir.path(), "verify run --quiet");
        for (path, content) in &whole {
            let changes = path.ends_with("timing.json");
            let faults = path.ends_with("faults.jsonl") || path.ends_with("part.json");
            if !changes && !faults && !path.ends_with("manifest.json") {
                assert!(bytes(path) == *content, "{}", path.display());
            }
        }
    }
}

#[test]
fn a_finished_run_in_parts_is_left_as_it_is() {
    let dir = scratch();
    done(dir.path(), &format!("{QUICK} run --part-games 20"));
    let before = snapshot(dir.path());
    let printed = done(dir.path(), "resume run --quiet").out;
    assert!(printed.contains("letter-value"), "{printed}");
    assert_eq!(snapshot(dir.path()), before);
    done(dir.path(), &format!("{QUICK} run --part-games 30 --force"));
    assert_eq!(parts(&dir.path().join("run")).len(), 2, "nothing is left of the earlier parts");
}

#[test]
fn damage_of_parts_is_found_and_named() {
    let dir = scratch();
    let play = format!("{QUICK} run --part-games 20 --force");
    let run_dir = dir.path().join("run");
    let part = run_dir.join("parts/000000000020-000000000040");
    let verify = |says: &str| {
        let found = run(dir.path(), &words("verify run --quiet")).ended(1).out;
        assert!(found.contains(says), "`{says}` is not in: {found}");
    };
    for name in ["scores.csv", "tally.json"] {
        done(dir.path(), &play);
        let mut text = bytes(&part.join(name));
        let place = text.len() - 20;
        text[place] ^= 1;
        fs::write(part.join(name), text).unwrap();
        verify(&format!("000000000020-000000000040/{name} is not as it was written"));
    }
    done(dir.path(), &play);
    let tally = text(&part.join("tally.json")).replacen("\"games\":20", "\"games\":21", 1);
    fs::write(part.join("tally.json"), tally).unwrap();
    verify("tally.json does not match the rows");
    done(dir.path(), &play);
    fs::create_dir(run_dir.join("parts/000000000100-000000000120")).unwrap();
    verify("000000000100-000000000120 is not in manifest.json");
    done(dir.path(), &play);
    let manifest = run_dir.join("manifest.json");
    let listed = text(&manifest);
    fs::write(&manifest, listed.replacen("\"start\": 20", "\"start\": 21", 1)).unwrap();
    verify("have no games");
    fs::write(&manifest, listed.replacen("csv", "arrow", 1)).unwrap();
    let unknown = ["format `arrow`", "this program reads version 1 and `csv` or `parquet`"];
    refused(dir.path(), "report run", 4, &unknown);
    fs::write(&manifest, &listed).unwrap();
    fs::remove_dir_all(&part).unwrap();
    refused(dir.path(), "report run", 4, &["000000000020-000000000040 is missing"]);
    verify("000000000020-000000000040 is missing");
}

#[test]
fn a_folder_with_other_files_is_not_replaced() {
    let dir = scratch();
    done(dir.path(), &format!("{QUICK} run --part-games 20"));
    fs::write(dir.path().join("run/parts/thesis.tex"), "years").unwrap();
    let play = format!("{QUICK} run --force");
    refused(dir.path(), &play, 4, &["files that do not belong to a run"]);
    refused(
        dir.path(),
        &format!("{QUICK} other --part-games 0"),
        2,
        &["--part-games", "expected a whole number of 1 or more"],
    );
}
