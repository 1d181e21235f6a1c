//! Runs in parts that are stored as Parquet: all commands read them as they read the same run as CSV.

#![cfg(unix)]

use crate::program;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use parquet::basic::Type;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::run::parts::assert_read_alike;
use program::{assert_same_rows, bytes, done, refused, run, scratch, snapshot, text, words};

/// With all files of rows, and a program with faults.
const PLAY: &str = "tournament --players letter-value,random,cmd:fails --rounds 1 --games 40 --seed 5 \
                    --record plies --quiet --exit-zero --out";
/// Built-in players alone.
const QUICK: &str =
    "tournament --players letter-value,random --rounds 1 --games 50 --seed 3 --quiet --out";
const PARTS: &str = "--part-games 9 --part-format parquet";

/// The folders of the parts of a run, in the order of games.
fn parts(run: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(run.join("parts")).expect("parts").flatten();
    let mut parts: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    parts.sort();
    parts
}

/// Asserts that two runs have the same parts, byte for byte but for the times in faults.
#[track_caller]
fn assert_same_parts(one: &Path, other: &Path) {
    let names = ["scores.parquet", "rounds.parquet", "plies.parquet", "tally.json"];
    assert_eq!(parts(one).len(), parts(other).len());
    for (one, other) in parts(one).iter().zip(parts(other)) {
        for name in names.into_iter().filter(|name| one.join(name).exists()) {
            assert!(bytes(&one.join(name)) == bytes(&other.join(name)), "{name} differs");
        }
        assert!(!other.join("scores.csv").exists());
    }
}

#[test]
fn every_command_reads_parquet_as_csv() {
    let dir = scratch();
    let [single, run] = ["single", "run"].map(|name| dir.path().join(name));
    done(dir.path(), &format!("{PLAY} single"));
    done(dir.path(), &format!("{PLAY} run {PARTS}"));
    assert_eq!(text(&run.join("standings.csv")), text(&single.join("standings.csv")));
    assert!(text(&run.join("manifest.json")).contains("\"format\": \"parquet\""));
    assert_read_alike(dir.path());
    done(dir.path(), &format!("{} base {PARTS}", PLAY.replace("letter-value", "frequency")));
    let compared = |name: &str| {
        let ran = crate::program::run(dir.path(), &["compare", "base", name]);
        (ran.code, ran.out.replace("run", "single"))
    };
    assert!(matches!(compared("run").0, Some(0 | 1 | 3)), "{:?}", compared("run"));
    assert_eq!(compared("run"), compared("single"));
    let exported = ["single", "run"].map(|name| {
        done(dir.path(), &format!("report {name} --class-rounds {name}.json"));
        bytes(&dir.path().join(format!("{name}.json")))
    });
    assert!(exported[0] == exported[1]);
}

#[test]
fn merge_converts_between_csv_and_parquet() {
    let dir = scratch();
    let path = |name: &str| dir.path().join(name);
    done(dir.path(), &format!("{PLAY} single"));
    done(dir.path(), &format!("{PLAY} run {PARTS}"));
    done(dir.path(), "merge run --out joined --exit-zero");
    assert_same_rows(&path("joined"), &path("single"));
    let faults = |name: &str| bytes(&path(name).join("faults.jsonl"));
    assert_eq!(faults("joined"), faults("single"));
    done(dir.path(), &format!("merge single --out divided {PARTS} --exit-zero"));
    assert_same_parts(&path("divided"), &path("run"));
    done(dir.path(), "merge run --out csv --part-games 9 --exit-zero");
    done(dir.path(), &format!("merge csv --out again {PARTS} --exit-zero"));
    assert_same_parts(&path("again"), &path("run"));
    done(dir.path(), "verify joined divided csv again --quiet");
}

#[test]
fn columns_are_typed_and_the_same_seed_gives_the_same_bytes() {
    let dir = scratch();
    for (game, players) in [
        ("auction", "letter-value,random"),
        ("marrakech", "random,greedy"),
        ("scrabble", "score,random"),
        ("wordgame", "seed,random"),
    ] {
        let play = format!(
            "tournament --game {game} --players {players} --games 20 --seed 2 --record plies"
        );
        let play = format!("{play} --quiet --out {game}");
        done(dir.path(), &format!("{play} {PARTS}"));
        done(dir.path(), &format!("{play}-again {PARTS} --threads 2"));
        done(dir.path(), &format!("{play}-single"));
        let path = |name: &str| dir.path().join(format!("{game}{name}"));
        assert_same_parts(&path("-again"), &path(""));
        done(dir.path(), &format!("merge {game} --out {game}-joined"));
        assert_same_rows(&path("-joined"), &path("-single"));
    }
    let scores = parts(&dir.path().join("scrabble"))[1].join("scores.parquet");
    let file = SerializedFileReader::new(File::open(scores).unwrap()).unwrap();
    let schema = file.metadata().file_metadata().schema_descr();
    let kind = |name: &str| {
        let mut columns = schema.columns().iter();
        columns.find(|column| column.name() == name).expect(name).physical_type()
    };
    let wanted = [("game", Type::INT64), ("seat", Type::INT32), ("win", Type::DOUBLE)];
    wanted.into_iter().for_each(|(name, wanted)| assert_eq!(kind(name), wanted, "{name}"));
    let first = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
    assert!(first.to_string().starts_with("{game: 9, deal: "), "{first}");
}

/// Removes the files that are written at the end of a run.
fn unfinish(run: &Path) {
    for name in ["manifest.json", "tally.json", "standings.csv", "timing.json"] {
        let _ = fs::remove_file(run.join(name));
    }
}

/// While the last part was played, and while its files were replaced.
#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    let [run, whole, csv] = ["run", "whole", "csv"].map(|name| dir.path().join(name));
    done(dir.path(), &format!("{PLAY} whole {PARTS}"));
    done(dir.path(), &format!("{PLAY} csv --part-games 9"));
    let resumed = |line: &str| {
        done(dir.path(), line);
        assert_same_parts(&run, &whole);
        assert_eq!(text(&run.join("standings.csv")), text(&whole.join("standings.csv")));
        done(dir.path(), "verify run --quiet");
        unfinish(&run);
    };
    let play = format!("{PLAY} run {PARTS} --continue");
    resumed(&play);
    let count = parts(&run).len();
    // the number of the part that was played, which of its files were replaced, and the hundredths of the others
    let cases: [(usize, &[&str], usize); 5] = [
        (count, &[], 60),
        (3, &[], 100),
        (2, &["scores"], 100),
        (1, &["scores", "rounds"], 100),
        (1, &[], 30),
    ];
    for (kept, replaced, left) in cases {
        parts(&run)[kept..].iter().for_each(|part| fs::remove_dir_all(part).unwrap());
        let last = &parts(&run)[kept - 1];
        for name in ["part.json", "tally.json"] {
            fs::remove_file(last.join(name)).unwrap();
        }
        let as_csv = csv.join("parts").join(last.file_name().unwrap());
        for name in
            ["scores", "rounds", "plies"].into_iter().filter(|name| !replaced.contains(name))
        {
            fs::remove_file(last.join(format!("{name}.parquet"))).unwrap();
            let rows = bytes(&as_csv.join(format!("{name}.csv")));
            fs::write(last.join(format!("{name}.csv")), &rows[..rows.len() * left / 100]).unwrap();
        }
        fs::write(last.join("plies.parquet.new"), "cut").unwrap();
        resumed(if kept == 3 { "resume run --quiet --exit-zero" } else { &play });
    }
}

#[test]
fn damage_is_found_and_named() {
    let dir = scratch();
    let play = format!("{QUICK} run --part-games 20 --part-format parquet --force");
    done(dir.path(), &play);
    let part = dir.path().join("run/parts/000000000020-000000000040");
    let scores = part.join("scores.parquet");
    let whole = bytes(&scores);
    let remedy = "`lettergame resume run` plays lost parts again";
    let flipped = |place: usize| {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        damaged
    };
    for damaged in
        [flipped(60), whole[..whole.len() / 2].to_vec(), flipped(whole.len() - 1), Vec::new()]
    {
        fs::write(&scores, damaged).unwrap();
        let said = ["000000000020-000000000040/scores.parquet", remedy];
        refused(dir.path(), "report run", 4, &said);
        let found = run(dir.path(), &words("verify run --quiet")).ended(1).out;
        assert!(found.contains("000000000020-000000000040/scores.parquet"), "{found}");
    }
    fs::copy(dir.path().join("run/parts/000000000000-000000000020/scores.parquet"), &scores)
        .unwrap();
    refused(
        dir.path(),
        "report run",
        4,
        &["scores.parquet: the rows of games 20 to 39 are not those that were written"],
    );
    fs::write(&scores, &whole).unwrap();
    done(dir.path(), "verify run --quiet");
    fs::remove_file(&scores).unwrap();
    let found = run(dir.path(), &words("verify run --quiet")).ended(1).out;
    assert!(found.contains("scores.parquet is missing"), "{found}");
    fs::remove_dir_all(&part).unwrap();
    refused(dir.path(), "report run", 4, &["000000000020-000000000040 is missing"]);
}

#[test]
fn a_finished_run_is_left_as_it_is() {
    let dir = scratch();
    done(dir.path(), &format!("{QUICK} run {PARTS}"));
    let before = snapshot(dir.path());
    done(dir.path(), "resume run --quiet");
    assert_eq!(snapshot(dir.path()), before);
}

#[test]
fn the_format_is_that_of_parts() {
    let dir = scratch();
    refused(dir.path(), &format!("{QUICK} run --part-format parquet"), 2, &["--part-games"]);
    let arrow = format!("{QUICK} run --part-games 9 --part-format arrow");
    refused(dir.path(), &arrow, 2, &["arrow", "csv, parquet"]);
}
