//! Tables fit the terminal: at every width each row stays within it, and no number is cut.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::program::{Ran, done, program, ran, run, scratch, words};
use crate::season::cli::{FOUR, season};

/// The output in a terminal of this width.
fn in_width(dir: &Path, line: &str, columns: usize) -> String {
    run_in_width(dir, line, columns).out
}

fn run_in_width(dir: &Path, line: &str, columns: usize) -> Ran {
    let mut command = program(dir, &words(line));
    command.env("COLUMNS", columns.to_string()).env("LC_ALL", "C.UTF-8");
    ran(&mut command, line)
}

/// All figures of a text.
fn figures(text: &str) -> BTreeSet<&str> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    parts.map(|part| part.trim_matches(['.', ','])).filter(|part| !part.is_empty()).collect()
}

fn assert_fits(dir: &Path, line: &str) {
    let wide = in_width(dir, line, 1000);
    assert!(wide.contains('│'), "{line} prints no table:\n{wide}");
    for columns in [60, 80, 100, 140] {
        let text = in_width(dir, line, columns);
        for row in text.lines().filter(|row| row.starts_with(['│', '┌', '╞', '└'])) {
            assert!(row.chars().count() <= columns, "{line} in {columns} columns:\n{text}");
        }
        let cut: Vec<&str> = figures(&text).difference(&figures(&wide)).copied().collect();
        assert!(cut.is_empty(), "{line} in {columns} columns cuts {cut:?}:\n{text}\n{wide}");
        let rows = text.lines().count();
        assert!(rows <= 14 * wide.lines().count(), "{line} in {columns} columns:\n{text}");
    }
}

#[test]
fn tables_of_runs_fit() {
    let dir = scratch();
    let dir = dir.path();
    let tournament = "tournament --players letter-value,frequency,flat:any=3,marginal --games 24 --rounds 2 \
                      --seed 7 --quiet";
    done(dir, &format!("{tournament} --schedule round-robin --hidden 0,3 --out sweep"));
    for line in [
        &format!("{tournament} --force --out run"),
        "report run",
        "report run --ecology",
        "report sweep",
        "resume sweep --quiet",
        "compare frequency flat --against zero --games 24 --rounds 2 --seed 1 --quiet",
        "players",
        "analyse auction QARTSE",
        "analyse wordgame aqlmuil dffjouw",
        "analyse wordgame aqlmuil --word quail --word mall --word zap",
    ] {
        assert_fits(dir, line);
    }
}

/// Prose is broken between words.
fn assert_prose_fits(dir: &Path, line: &str, code: i32) {
    for columns in [60, 80, 100, 140] {
        let text = run_in_width(dir, line, columns).ended(code).out;
        let wide = |row: &&str| row.chars().count() > columns && row.contains(' ');
        assert_eq!(text.lines().find(wide), None, "{line} in {columns} columns:\n{text}");
    }
}

#[test]
fn a_history_and_what_verify_finds_fit() {
    let dir = scratch();
    let dir = dir.path();
    for commit in ["one", "two"] {
        let players = "--players letter-value,frequency,flat:any=3,marginal";
        let run = format!("--games 24 --rounds 2 --seed 7 --quiet --out {commit}");
        done(dir, &format!("tournament {players} {run} --history h.db --commit {commit}"));
    }
    let sides = "frequency flat --against zero --games 24 --rounds 2 --seed 1 --quiet";
    run(dir, &words(&format!("compare {sides} --history h.db --commit two"))).ended(0);
    for line in ["history show h.db", "history show h.db --verdicts"] {
        assert_fits(dir, line);
        assert_prose_fits(dir, line, 0);
    }
    let shown = in_width(dir, "history show h.db", 80);
    assert_eq!(shown.matches('╞').count(), 2, "runs and verdicts are tables:\n{shown}");
    assert_prose_fits(dir, "verify one two", 0);
    fs::remove_file(dir.join("one/scores.csv")).unwrap();
    assert_prose_fits(dir, "verify one two", 1);
}

#[test]
fn tables_of_scrabble_fit() {
    let dir = scratch();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("files");
    let file = |name: &str| files.join(name).display().to_string();
    for line in [
        format!("analyse scrabble best {} --top 5", file("scrabble-example.txt")),
        format!("analyse scrabble sim {} --samples 20 --top 5", file("scrabble-example.txt")),
        format!("analyse scrabble game {}", file("scrabble-game.gcg")),
        format!("analyse scrabble game {} --simulate 5", file("scrabble-game.gcg")),
    ] {
        assert_fits(dir.path(), &line);
    }
}

#[test]
fn tables_of_seasons_fit() {
    let dir = season(&FOUR, "--format duel:rounds=2 --format trio:teams=3,rounds=2");
    done(dir.path(), "season play s --matches 6 --quiet");
    for line in
        ["season standings s", "season team s owls", "season hand-ins s owls", "season log s"]
    {
        assert_fits(dir.path(), line);
    }
}

#[test]
fn columns_that_are_left_out_are_named() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 24 --rounds 2 --seed 7 --quiet --out run --force";
    let text = in_width(dir.path(), line, 100);
    assert!(text.contains("Not shown in this width: "), "{text}");
    assert!(!in_width(dir.path(), line, 140).contains("Not shown"), "all fits in 140 columns");
}
