//! Plays the player over the protocol, as a tournament does.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const WORDS: &str = "AT\nCAT\nCATS\nSAT\nSCATTER\nTAR\n";

fn hello() -> Value {
    let rules = json!({"preset": "words", "longest-word": 7, "bonus": "exactly-7", "rounds": 10});
    json!({"t": "hello", "lgp": [1, 1], "game": "auction", "rules": rules, "batch": 64})
}

fn new() -> Value {
    json!({"t": "new", "g": 17, "seat": 0, "seats": 2, "seed": "9f3c2a7745d01e6b"})
}

fn end() -> Value {
    json!({"t": "end", "g": 17, "events": [], "scores": [120, 95], "why": "over"})
}

fn bye() -> Value {
    json!({"t": "bye"})
}

/// What the player sees when these letters are its own.
fn view(letters: &str, points: i64) -> Value {
    let hidden: Vec<String> = letters.chars().map(String::from).collect();
    json!({"round": 1, "rounds": 10, "seat": 0, "points": points, "hidden": hidden, "won": [],
        "held": [[], []], "all_points": [points, 100], "auctions_left": 9, "banned": []})
}

fn ask_bid(number: u64, letter: &str, letters: &str, points: i64) -> Value {
    let mut view = view(letters, points);
    view["letter"] = json!(letter);
    json!({"t": "ask", "q": number, "g": 17, "kind": "bid", "events": [], "view": view})
}

fn ask_word(number: u64, letters: &str) -> Value {
    let view = view(letters, 100);
    json!({"t": "ask", "q": number, "g": 17, "kind": "word", "events": [], "view": view})
}

/// The player's answers to these messages. It runs in a folder of this name with the files of a tournament, but few words.
fn converse(folder: &str, messages: &[Value]) -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(folder.join("files")).unwrap();
    fs::write(folder.join("files/wordlist.txt"), WORDS).unwrap();
    fs::write(folder.join("files/7letterWords.txt"), "SCATTER\n").unwrap();
    let mut player = Command::new(env!("CARGO_BIN_EXE_my-player"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
    player.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = player.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The player's bid for a letter.
fn bid(folder: &str, letter: &str, letters: &str, points: i64) -> i64 {
    let ask = ask_bid(1, letter, letters, points);
    let answers = converse(folder, &[hello(), new(), ask, end(), bye()]);
    answers[1]["move"]["bid"].as_i64().unwrap()
}

#[test]
fn it_introduces_itself() {
    let answers = converse("hello", &[hello(), bye()]);
    assert_eq!((&answers[0]["t"], &answers[0]["lgp"]), (&json!("hello"), &json!(1)));
}

#[test]
fn it_answers_every_ask_of_a_batch() {
    let asks = json!([ask_bid(5, "T", "CA", 100), ask_word(6, "CATS")]);
    let answers = converse("batch", &[hello(), new(), asks, bye()]);
    let answer = |number: u64| answers.iter().find(|answer| answer["q"] == number).unwrap();
    assert_eq!(answer(6)["move"], json!({"word": "CATS"}));
    assert!(answer(5)["move"]["bid"].is_i64());
}

#[test]
fn it_names_no_word_if_there_is_none() {
    let answers = converse("no-word", &[hello(), new(), ask_word(1, "XYZ"), bye()]);
    assert_eq!(answers[1]["move"], json!({"word": ""}));
}

#[test]
fn it_pays_more_for_a_letter_that_completes_seven() {
    assert!(bid("completes", "R", "SCATTE", 100) > bid("useless", "X", "SCATTE", 100));
}

#[test]
fn it_keeps_points_for_later() {
    assert!(bid("later", "R", "SCATTE", 20) <= 10);
}
