//! Parts that are missing or damaged: named by whoever reads them, and played again by `resume`.

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};

use program::{bytes, done, refused, run, scratch, snapshot, text, words};

/// Built-in players alone.
const QUICK: &str = "tournament --players letter-value,random --rounds 1 --games 50 --seed 3 --quiet --part-games 20";
/// The second of its three parts.
const PART: &str = "parts/000000000020-000000000040";

/// Plays a run into `run`, and keeps a copy of its files.
fn played(line: &str) -> (tempfile::TempDir, PathBuf, Vec<(PathBuf, Vec<u8>)>) {
    let dir = scratch();
    done(dir.path(), &format!("{line} --out run"));
    let run = dir.path().join("run");
    let whole = snapshot(&run).into_iter().collect();
    (dir, run, whole)
}

/// Asserts that all files are as before, but for those that tell when games were played.
#[track_caller]
fn assert_whole(run: &Path, whole: &[(PathBuf, Vec<u8>)]) {
    for (path, content) in whole {
        if !path.ends_with("timing.json") && path != &run.join("manifest.json") {
            assert!(bytes(path) == *content, "{}", path.display());
        }
    }
    assert!(!run.join("mending").exists());
    done(run.parent().unwrap(), "verify run --quiet");
}

fn flip(file: &Path) {
    let mut content = bytes(file);
    let place = content.len() - 20;
    content[place] ^= 1;
    fs::write(file, content).unwrap();
}

#[test]
fn resume_plays_lost_parts_of_a_finished_run_again() {
    for format in ["csv", "parquet"] {
        let line = format!("{QUICK} --record plies --part-format {format}");
        let (dir, run_dir, whole) = played(&line);
        let part = run_dir.join(PART);
        let [scores, plies] =
            ["scores", "plies"].map(|name| part.join(name).with_extension(format));
        let losses: [(&str, &dyn Fn()); 9] = [
            ("000000000020-000000000040 is missing", &|| fs::remove_dir_all(&part).unwrap()),
            ("000000000000-000000000020 is missing", &|| {
                fs::remove_dir_all(run_dir.join("parts")).unwrap();
            }),
            ("scores", &|| fs::remove_file(&scores).unwrap()),
            ("plies", &|| flip(&plies)),
            ("tally.json is missing", &|| fs::remove_file(part.join("tally.json")).unwrap()),
            ("part.json is missing", &|| fs::remove_file(part.join("part.json")).unwrap()),
            ("part.json is damaged", &|| fs::write(part.join("part.json"), "{").unwrap()),
            ("of 50 games are done", &|| {
                fs::remove_file(run_dir.join("manifest.json")).unwrap();
                fs::remove_file(part.join("part.json")).unwrap();
            }),
            ("of 50 games are done", &|| {
                fs::write(run_dir.join("manifest.json"), "{").unwrap();
                fs::remove_dir_all(run_dir.join("parts/000000000040-000000000050")).unwrap();
            }),
        ];
        for (says, lose) in losses {
            lose();
            run(dir.path(), &words("verify run --quiet")).ended(1);
            let told = run(dir.path(), &words("resume run")).ended(0).err;
            assert!(told.contains(says), "`{says}` is not in: {told}");
            assert_whole(&run_dir, &whole);
        }
    }
}

#[test]
fn resume_writes_the_manifest_and_the_counts_again() {
    let (dir, run_dir, whole) = played(QUICK);
    for name in ["manifest.json", "tally.json"] {
        fs::remove_file(run_dir.join(name)).unwrap();
        done(dir.path(), "resume run --quiet");
        assert_whole(&run_dir, &whole);
        fs::write(run_dir.join(name), "{}").unwrap();
        done(dir.path(), "resume run --quiet");
        assert_whole(&run_dir, &whole);
    }
}

#[test]
fn an_unfinished_run_plays_the_parts_that_it_lost() {
    let (dir, run_dir, whole) = played(QUICK);
    for (part, others) in [
        ("parts/000000000000-000000000020", "000000000000-000000000020"),
        (PART, "000000000020-000000000040 is missing"),
    ] {
        for name in ["manifest.json", "tally.json", "standings.csv"] {
            fs::remove_file(run_dir.join(name)).unwrap();
        }
        fs::remove_dir_all(run_dir.join(part)).unwrap();
        let remedy = "`lettergame resume run` plays lost parts again";
        refused(dir.path(), "report run", 4, &[others, remedy]);
        done(dir.path(), "resume run --quiet");
        assert_whole(&run_dir, &whole);
    }
}

/// Who meets, and who is benched, follows from the games before those that are lost.
#[test]
fn lost_parts_are_played_with_what_was_known_before_them() {
    let swiss = "tournament --players letter-value,random,frequency,saver --rounds 1 --schedule swiss \
                 --games 24 --seed 9 --part-games 7 --quiet";
    let programs = "tournament --players letter-value,random,cmd:fails --rounds 1 --games 40 --seed 5 \
                    --record plies --part-games 7 --quiet --exit-zero";
    for line in [swiss, programs] {
        let (dir, run_dir, whole) = played(line);
        for part in ["parts/000000000007-000000000014", "parts/000000000021-000000000028"] {
            fs::remove_dir_all(run_dir.join(part)).unwrap();
        }
        done(dir.path(), "resume run --quiet --exit-zero");
        assert_whole(&run_dir, &whole);
    }
}

/// The files that were written are other ones, as if a program had answered otherwise.
#[test]
fn a_part_that_cannot_be_repeated_is_left_as_it_was() {
    let (dir, run_dir, _) = played(QUICK);
    let list = run_dir.join("manifest.json");
    let listed = text(&list);
    let sum = &listed.split("\"scores.csv\": \"").nth(2).unwrap()[..64];
    fs::write(&list, listed.replace(sum, &"0".repeat(64))).unwrap();
    let before = snapshot(&run_dir);
    let says = ["000000000020-000000000040 cannot be played again", "restore it from a copy"];
    refused(dir.path(), "resume run --quiet", 4, &says);
    assert_eq!(snapshot(&run_dir), before);
}

#[test]
fn errors_name_the_file_of_the_part() {
    let (dir, run_dir, _) = played(&format!("{QUICK} --record plies"));
    let scores = run_dir.join(PART).join("scores.csv");
    let whole = text(&scores);
    // line 4 is the first row of the second game of the part
    let row = whole.lines().nth(3).unwrap();
    fs::write(&scores, whole.replacen(row, &row.replacen(',', ",x", 1), 1)).unwrap();
    let place =
        "run/parts/000000000020-000000000040/scores.csv, lines 1 to 41: the rows of games 20 to 39";
    refused(
        dir.path(),
        "report run",
        4,
        &[place, "`lettergame resume run` plays lost parts again"],
    );
    let plies = run_dir.join(PART).join("plies.csv");
    fs::write(&scores, &whole).unwrap();
    let moves = text(&plies);
    let row = moves.lines().nth(2).unwrap();
    fs::write(&plies, moves.replacen(row, "damaged", 1)).unwrap();
    let found = run(dir.path(), &words("verify run --quiet")).ended(1).out;
    assert!(found.contains("run/parts/000000000020-000000000040/plies.csv"), "{found}");
    for name in ["part.json", "../../manifest.json"] {
        fs::remove_file(run_dir.join(PART).join(name)).unwrap();
    }
    let remedy = "remove run/parts/000000000020-000000000040, and `lettergame resume run` plays";
    refused(dir.path(), "resume run", 4, &["plies.csv", remedy]);
    fs::remove_dir_all(run_dir.join(PART)).unwrap();
    done(dir.path(), "resume run --quiet");
    assert_eq!((text(&scores), text(&plies)), (whole, moves));
}

#[test]
fn what_a_kill_left_of_mending_is_replaced() {
    let (dir, run_dir, whole) = played(QUICK);
    let left = run_dir.join("mending").join(PART);
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("scores.csv"), "game").unwrap();
    fs::remove_dir_all(run_dir.join(PART)).unwrap();
    done(dir.path(), "resume run --quiet");
    assert_whole(&run_dir, &whole);
    fs::create_dir_all(&left).unwrap();
    done(dir.path(), &format!("{QUICK} --out run --force"));
    assert!(!left.exists());
}
