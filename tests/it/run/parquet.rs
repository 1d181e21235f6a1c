//! Runs as Parquet have the same content as their `scores.csv`, with types.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use lettergame::registry::row_shape;
use lettergame::report::write_parquet;
use parquet::basic::Type;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use program::{bytes, copy, cut, done, edit, scratch, text};

fn named(dir: &Path, names: &[&str]) -> Vec<(String, PathBuf)> {
    names.iter().map(|&name| (name.to_owned(), dir.join(name))).collect()
}

fn open(path: &Path) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(path).unwrap()).unwrap()
}

/// Asserts that a file has the rows of these runs, one after the other.
#[track_caller]
fn assert_same(path: &Path, runs: &[(String, PathBuf)]) {
    let reader = open(path);
    let mut rows = reader.get_row_iter(None).unwrap();
    for (name, dir) in runs {
        let mut csv = csv::Reader::from_path(dir.join("scores.csv")).unwrap();
        let header = csv.headers().unwrap().clone();
        for record in csv.records() {
            let (record, row) = (record.unwrap(), rows.next().expect("a row").unwrap());
            let mut fields = row.get_column_iter();
            assert_eq!(fields.next(), Some((&"run".to_owned(), &Field::Str(name.clone()))));
            for (column, cell) in header.iter().zip(&record) {
                let (found, field) = fields.next().expect("a column");
                assert_eq!(found, column);
                match field {
                    Field::Double(number) => assert_eq!(Ok(*number), cell.parse()),
                    Field::Str(text) => assert_eq!(text, cell),
                    Field::Int(number) => assert_eq!(number.to_string(), cell),
                    Field::Long(number) => assert_eq!(number.to_string(), cell),
                    other => panic!("{column}: {other:?}"),
                }
            }
            assert!(fields.next().is_none());
        }
    }
    assert!(rows.next().is_none());
}

#[test]
fn every_game_matches_its_row_in_the_scores() {
    let dir = scratch();
    for (game, players) in [
        ("auction", "letter-value,random,random"),
        ("marrakech", "random,greedy"),
        ("scrabble", "score,random"),
        ("wordgame", "seed,random"),
    ] {
        let line = "--games 6 --seed 7 --quiet --out";
        done(dir.path(), &format!("tournament --game {game} --players {players} {line} {game}"));
        let (runs, to) = (named(dir.path(), &[game]), dir.path().join("out.parquet"));
        let rows = write_parquet(&runs, &to, row_shape).unwrap();
        assert_eq!(rows, text(&runs[0].1.join("scores.csv")).lines().count() as u64 - 1);
        assert_same(&to, &runs);
    }
}

fn auction(dir: &Path, name: &str, seed: u32) {
    let line = "tournament --players zero,random --games 4 --rounds 2 --quiet";
    done(dir, &format!("{line} --seed {seed} --out {name}"));
}

#[test]
fn columns_are_typed_and_the_file_describes_its_runs() {
    let dir = scratch();
    auction(dir.path(), "one", 1);
    auction(dir.path(), "two", 2);
    let (runs, to) = (named(dir.path(), &["one", "two"]), dir.path().join("out.parquet"));
    fs::write(&to, "an earlier file").unwrap();
    assert_eq!(write_parquet(&runs, &to, row_shape).unwrap(), 16);
    assert_same(&to, &runs);
    let reader = open(&to);
    let data = reader.metadata().file_metadata();
    let types: Vec<(&str, Type)> =
        data.schema_descr().columns().iter().map(|c| (c.name(), c.physical_type())).collect();
    let wanted = [
        ("run", Type::BYTE_ARRAY),
        ("game", Type::INT64),
        ("deal", Type::INT64),
        ("pairing", Type::INT64),
        ("seed", Type::BYTE_ARRAY),
        ("seat", Type::INT32),
        ("player", Type::BYTE_ARRAY),
        ("score", Type::INT32),
        ("place", Type::INT32),
        ("win", Type::DOUBLE),
        ("status", Type::BYTE_ARRAY),
        ("word_points", Type::INT64),
        ("spent", Type::INT64),
        ("letters", Type::INT64),
    ];
    assert_eq!(types, wanted);
    let pairs = data.key_value_metadata().unwrap().iter();
    let pairs: BTreeMap<&str, &str> =
        pairs.filter_map(|pair| Some((pair.key.as_str(), pair.value.as_deref()?))).collect();
    let config = text(&dir.path().join("two/config.toml"));
    assert_eq!(pairs["lettergame.config.two"], config);
    assert!(config.contains(pairs["lettergame.fingerprint.two"]));
    let group = reader.metadata().row_group(0);
    for name in ["player", "status"] {
        let column = group.columns().iter().find(|c| c.column_path().string() == name).unwrap();
        assert!(column.dictionary_page_offset().is_some(), "{name}");
    }
}

#[test]
fn the_same_runs_give_the_same_bytes() {
    let dir = scratch();
    auction(dir.path(), "one", 1);
    let runs = named(dir.path(), &["one"]);
    let files = ["a.parquet", "b.parquet"].map(|name| dir.path().join(name));
    assert!(files.iter().all(|to| write_parquet(&runs, to, row_shape).unwrap() == 8));
    assert_eq!(bytes(&files[0]), bytes(&files[1]));
}

/// Asserts that these runs are rejected, mentioning all of `said`, and that nothing changes.
#[track_caller]
fn refused(dir: &Path, names: &[&str], said: &[&str]) {
    let before: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    let to = dir.join("never.parquet");
    let error = write_parquet(&named(dir, names), &to, row_shape).unwrap_err().to_string();
    for text in said {
        assert!(error.contains(text), "`{text}` is not in: {error}");
    }
    let after: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(before, after, "half a file was left");
}

#[test]
fn a_write_failure_is_reported_and_leaves_nothing_behind() {
    let dir = scratch();
    let dir = dir.path();
    auction(dir, "one", 1);
    done(dir, "tournament --game wordgame --players seed --games 2 --quiet --seed 1 --out words");
    refused(dir, &[], &["no runs"]);
    refused(dir, &["one", "one"], &["`one`", "once"]);
    refused(dir, &["none"], &["none/config.toml"]);
    refused(dir, &["one", "words"], &["words/scores.csv", "word_points", "only runs of one game"]);
    let spoiled = dir.join("spoiled");
    let scores = spoiled.join("scores.csv");
    copy(&dir.join("one"), &spoiled);
    cut(&scores, fs::metadata(&scores).unwrap().len() - 3);
    refused(dir, &["spoiled"], &["spoiled/scores.csv", "incomplete", "finish the run"]);
    copy(&dir.join("one"), &spoiled);
    edit(&scores, "\n0,0,0,", "\n0,x,0,");
    refused(dir, &["spoiled"], &["spoiled/scores.csv, lines 1 to 9", "games 0 to 3"]);
    fs::remove_file(spoiled.join("part.json")).unwrap();
    refused(dir, &["one", "spoiled"], &["line 2,", "spoiled/scores.csv", "`deal`", "`x`"]);
    edit(&scores, "game,deal", "game,meal");
    refused(dir, &["spoiled"], &["line 1", "not the header"]);
    copy(&dir.join("one"), &spoiled);
    fs::write(spoiled.join("config.toml"), "players = [\"zero\"]").unwrap();
    refused(dir, &["spoiled"], &["spoiled/config.toml", "`run`"]);
    let nowhere = dir.join("no/out.parquet");
    let error = write_parquet(&named(dir, &["one"]), &nowhere, row_shape).unwrap_err().to_string();
    assert!(error.contains("cannot write") && error.contains("no/out.parquet"), "{error}");
}
