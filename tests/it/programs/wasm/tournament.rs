//! Modules as players of whole tournaments, through the binary.

use std::fs;
use std::path::Path;

use crate::program::{Ran, run, scratch, text};

/// A folder with a module compiled from text.
fn folder(wat: &str) -> tempfile::TempDir {
    let folder = scratch();
    fs::write(folder.path().join("mine.wasm"), wat::parse_str(wat).unwrap()).unwrap();
    folder
}

fn sample() -> tempfile::TempDir {
    folder(include_str!("../../../../sdk/wasm/letter_value.wat"))
}

/// A tournament of the module against `random`, into the folder `out`.
fn play(folder: &Path, out: &str, more: &[&str]) -> Ran {
    let args = ["tournament", "--players", "wasm:mine.wasm,random", "--games", "30", "--seed", "3"];
    let out = ["--record", "plies", "--quiet", "--out", out];
    run(folder, &[&args[..], &out[..], more].concat())
}

fn rows(folder: &Path, out: &str) -> Vec<String> {
    ["scores.csv", "rounds.csv", "plies.csv"]
        .map(|file| text(&folder.join(out).join(file)))
        .to_vec()
}

#[test]
fn rows_are_the_same_each_time_and_on_any_threads() {
    let folder = sample();
    let folder = folder.path();
    play(folder, "one", &["--threads", "1"]).ended(0);
    play(folder, "two", &["--threads", "2"]).ended(0);
    assert_eq!(rows(folder, "one"), rows(folder, "two"));
    assert!(!rows(folder, "one")[0].contains("banned"));
    run(folder, &["tournament", "one/config.toml", "--quiet", "--out", "again"]).ended(0);
    assert_eq!(rows(folder, "one"), rows(folder, "again"));
    let told = run(folder, &["replay", "one", "--game", "7"]).ended(0);
    assert!(told.out.contains("wasm:mine.wasm"), "{}", told.out);
}

/// The module bids the value of each letter: like `letter-value`, as long as both can pay.
#[test]
fn the_sample_bids_like_the_built_in_strategy() {
    let folder = sample();
    let bids = |players: &str, out: &str| {
        let args = ["tournament", "--players", players, "--games", "20", "--seed", "3", "--rounds"];
        let more = ["1", "--record", "plies", "--quiet", "--out", out];
        run(folder.path(), &[&args[..], &more[..]].concat()).ended(0);
        let plies = text(&folder.path().join(out).join("plies.csv"));
        plies.lines().filter(|line| line.contains(",bid ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(bids("wasm:mine.wasm,zero", "own"), bids("letter-value,zero", "built-in"));
}

#[test]
fn a_different_module_under_the_same_name_is_detected() {
    let folder = sample();
    let folder = folder.path();
    play(folder, "one", &[]).ended(0);
    let config = text(&folder.join("one/config.toml"));
    assert!(config.contains("sha256 = \""), "{config}");
    let other = include_str!("../../../../sdk/wasm/letter_value.wat").replace("1000", "1001");
    let other =
        format!("{other}\n;; other").replacen("(module", "(module (global i32 (i32.const 7))", 1);
    fs::write(folder.join("mine.wasm"), wat::parse_str(other).unwrap()).unwrap();
    run(folder, &["tournament", "one/config.toml", "--out", "again"])
        .refused(4, &["mine.wasm is not the module that the config names"]);
    run(folder, &["resume", "one"]).refused(4, &["is not the module"]);
}

/// A module's faults are named; it fails in every game, and is benched after five.
#[test]
fn a_module_that_fails_is_blamed_and_benched() {
    let module = |answer: &str| {
        format!(
            r#"(module (memory (export "memory") 1)
              (data (i32.const 0) "{{\"t\":\"hello\",\"lgp\":1}}")
              (func (export "lgp_alloc") (param i32) (result i32) (i32.const 1024))
              (global $calls (mut i32) (i32.const 0))
              (func (export "lgp_handle") (param i32 i32) (result i64)
                (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
                (if (i32.eq (global.get $calls) (i32.const 1)) (then (return (i64.const 21))))
                (if (i32.eq (global.get $calls) (i32.const 2)) (then (return (i64.const 0))))
                {answer}))"#
        )
    };
    for (answer, fault, said) in [
        ("unreachable", "gone", "trap"),
        ("(i64.const 0)", "unreadable", "no answer"),
        ("(i64.const 21)", "unreadable", "does not answer ask"),
        ("(i64.const 0xffffffffff)", "unreadable", "bad answer"),
    ] {
        let folder = folder(&module(answer));
        let benched = fault == "gone";
        play(folder.path(), "run", &[]).ended(if benched { 4 } else { 0 });
        let faults = text(&folder.path().join("run/faults.jsonl"));
        let first = faults.lines().next().unwrap();
        assert!(first.contains(&format!("\"fault\":\"{fault}\"")), "{answer}: {first}");
        assert!(first.contains(said), "{answer}: {first}");
        assert_eq!(faults.contains("benched"), benched, "{answer}");
    }
}

#[test]
fn invalid_players_are_refused_with_a_remedy() {
    let refused = |wat: &str, said: &[&str]| {
        let folder = folder(wat);
        run(folder.path(), &["tournament", "--players", "wasm:mine.wasm,zero"]).refused(4, said);
    };
    refused("(module)", &["mine.wasm", "memory"]);
    refused(
        r#"(module (import "env" "clock" (func (result i64))) (memory (export "memory") 1))"#,
        &["mine.wasm", "env", "clock"],
    );
    let folder = scratch();
    fs::write(folder.path().join("mine.wasm"), "(module)").unwrap();
    run(folder.path(), &["tournament", "--players", "wasm:mine.wasm,zero"])
        .refused(4, &["text", "wat2wasm"]);
}
