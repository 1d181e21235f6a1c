//! `analyse auction`: what letters are worth, checked letter by letter against `words best`.

#![cfg(unix)]

use crate::program;

use std::path::Path;

use program::{done, refused, run, scratch};
use serde_json::Value;

/// The best word of these letters and its points; none counts 0.
fn best(dir: &Path, letters: &str) -> (Option<String>, i64) {
    let ran = run(dir, &["words", "best", letters, "--format", "json"]).ended(0);
    let rows: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    let word = |row: &Value| row["word"].as_str().map(str::to_owned);
    rows.first().map_or((None, 0), |row| (word(row), row["points"].as_i64().unwrap()))
}

#[test]
fn a_letter_is_worth_the_change_in_the_best_word() {
    let dir = scratch();
    let held = "ARTSEUX";
    let (_, now) = best(dir.path(), held);
    let out = done(dir.path(), &format!("analyse auction {held} --format json")).out;
    let rows: Vec<Value> = serde_json::from_str(&out).unwrap();
    assert_eq!(rows.len(), 26);
    let mut gains = 0;
    for (row, letter) in rows.iter().zip('A'..='Z') {
        assert_eq!(row["letter"], letter.to_string());
        let (word, with) = best(dir.path(), &format!("{held}{letter}"));
        assert_eq!(
            (row["word_with"].as_str(), row["gain"].as_i64()),
            (word.as_deref(), Some(with - now))
        );
        gains += row["gain"].as_i64().unwrap();
        if held.contains(letter) {
            let (word, without) = best(dir.path(), &held.replacen(letter, "", 1));
            assert_eq!(row["word_without"].as_str(), word.as_deref(), "{row}");
            assert_eq!(
                (row["held"].as_i64(), row["loss"].as_i64()),
                (Some(1), Some(now - without)),
                "{row}"
            );
        } else {
            assert_eq!((&row["held"], &row["loss"]), (&Value::from(0), &Value::Null), "{row}");
        }
    }
    assert!(gains > 50, "{gains}");
}

#[test]
fn text_output_leads_with_the_best_word_or_says_there_is_none() {
    let dir = scratch();
    assert!(
        done(dir.path(), "analyse auction QUARTSE")
            .out
            .starts_with("best word: QUAREST, 66 points\n")
    );
    assert!(
        done(dir.path(), "analyze auction q")
            .out
            .starts_with("no word can be made of these letters\n")
    );
}

#[test]
fn bad_letters_and_presets_are_refused() {
    let dir = scratch();
    refused(dir.path(), "analyse auction QU1", 2, &["'1' at position 3 is not a letter"]);
    refused(dir.path(), "analyse auction QU --preset sevn", 2, &["`sevn`"]);
}
