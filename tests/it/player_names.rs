//! Players with custom names, through the program: rows, tables and configs show the names.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{assert_same_rows, done, refused, run, scratch, table, table_of, text};

/// The players of the rows, each once, in their order in the first game.
fn players(run: &Path) -> Vec<String> {
    let rows = table(&run.join("scores.csv"));
    rows.iter().filter(|row| row["game"] == "0").map(|row| row["player"].clone()).collect()
}

#[test]
fn rows_and_tables_show_names() {
    let dir = scratch();
    let dir = dir.path();
    let line = "tournament --players old=flat:any=3,new=flat:any=4,zero --games 6 --seed 7 --rounds 2 \
                --out named --format csv";
    let standings = table_of(&done(dir, line).out);
    let mut shown: Vec<&str> = standings.iter().map(|row| row["player"].as_str()).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["new", "old", "zero"]);
    assert_eq!(players(&dir.join("named")), ["old", "new", "zero"]);
    // names have no effect: the rows are those of the same players without them
    let plain = line.replace("old=", "").replace("new=", "").replace("--out named", "--out plain");
    done(dir, &plain);
    let rows = text(&dir.join("plain/scores.csv"));
    let rows = rows.replace("flat:any=3", "old").replace("flat:any=4", "new");
    assert_eq!(text(&dir.join("named/scores.csv")), rows);
}

#[test]
fn a_run_with_names_is_repeated_replayed_and_reported() {
    let dir = scratch();
    let dir = dir.path();
    done(dir, "tournament --players old=flat:any=3,zero --games 4 --seed 7 --rounds 2 --out one");
    assert!(
        text(&dir.join("one/config.toml")).contains("players = [\"old=flat:any=3\", \"zero\"]")
    );
    done(dir, "tournament one/config.toml --out two");
    assert_same_rows(&dir.join("one"), &dir.join("two"));
    assert!(done(dir, "replay one --game 1").out.contains("old"));
    assert!(done(dir, "report one --format json").out.contains("\"player\": \"old\""));
    assert!(done(dir, "verify one").out.contains("one"));
}

#[test]
fn programs_accept_names_and_keep_their_identity() {
    let dir = scratch();
    let dir = dir.path();
    fs::write(dir.join("p.py"), "import sys\nfor line in sys.stdin: pass\n").unwrap();
    let args = ["tournament", "--players", "alice=cmd:python3 p.py A=1,zero", "--print-config"];
    let config = run(dir, &args).ended(0).out;
    assert!(config.contains("players = [\"alice\", \"zero\"]"), "{config}");
    assert!(config.contains("name = \"alice\"\ncommand = \"python3 p.py A=1\""), "{config}");
}

#[test]
fn a_comparison_shows_names() {
    let dir = scratch();
    let line =
        "compare mine=flat:any=4 old=flat:any=3 --against zero --games 20 --seed 1 --rounds 1";
    let told = run(dir.path(), &program::words(line));
    assert!(told.out.contains("mine") && told.out.contains("old"), "{}", told.out);
}

#[test]
fn bad_names_are_refused() {
    let dir = scratch();
    for (players, said) in [
        ("a/b=zero", "player `a/b=zero`: invalid name `a/b`: expected letters, digits"),
        ("=zero", "invalid name ``"),
        ("x=", "expected a player after `x=`"),
        ("x=zeero", "unknown player `zeero`; did you mean `zero`?"),
        ("random=zero", "the roster has a player of this name; give it another"),
        ("a=zero,a=random", "invalid value `a` for `name`: two players have this name"),
        ("a=flat:any=1..3", "a grid of 3 players: expected one with the name `a`"),
    ] {
        let line = format!("tournament --players {players} --games 1 --out x");
        let code = if players == "random=zero" { 4 } else { 2 };
        refused(dir.path(), &line, code, &[said]);
    }
}
