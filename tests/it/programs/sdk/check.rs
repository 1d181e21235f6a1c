//! `check` names every step, quotes the player and prints a remedy.

use serde_json::Value;

use crate::program::{self, Ran, example};
use crate::programs::sdk::rows::{java_sample, sample};
use crate::programs::sdk::tools::{JAVA, class_player};
use lettergame_xtest::installed;

const STEPS: [&str; 11] = [
    "program",
    "hello",
    "ping",
    "bye",
    "a game",
    "end",
    "the same game",
    "unknown fields",
    "many games",
    "other games",
    "pace",
];

fn check(player: &str, more: &[&str]) -> Ran {
    program::run(program::scratch().path(), &[&["check", player], more].concat())
}

/// Step and verdict, from `--format json`.
fn verdicts(text: &str) -> Vec<(String, String)> {
    let steps: Vec<Value> = serde_json::from_str(text).expect("JSON");
    let cell = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    steps.iter().map(|step| (cell(step, "step"), cell(step, "verdict"))).collect()
}

fn is_ready(player: &str) {
    let ran = check(player, &["--format", "json"]).ended(0);
    let wanted = STEPS.map(|step| (step.to_owned(), "pass".to_owned()));
    let mut found = verdicts(&ran.out);
    // a note if this system cannot sandbox programs completely
    assert_eq!(found.remove(0).0, "sandbox", "{player}");
    assert_eq!(found, wanted, "{player}");
    assert!(ran.err.contains("is ready to play auction"), "{}", ran.err);
    says_what_it_does(&ran.err);
}

/// Asserts a line for each step that takes time, at its start.
fn says_what_it_does(err: &str) {
    let steps = ["starting it", "a game", "the same game again", "the same game with fields"];
    let lines: Vec<&str> = err.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert_eq!(lines.len(), 6, "{err}");
    assert!(steps.iter().zip(&lines).all(|(step, line)| line.starts_with(step)), "{err}");
    assert!(
        lines[4].contains(" games, at most about ") && lines[4].contains("one by one"),
        "{err}"
    );
    assert!(lines[5].contains(" games with hidden 0, rounds 4, start-points 10, against"), "{err}");
}

#[test]
fn the_samples_are_ready() {
    is_ready(&format!("cmd:{}", example("letter_value").display()));
    if installed(&["python3"]) {
        is_ready(&sample("python3", "python/letter_value.py"));
    }
    if installed(&["node"]) {
        is_ready(&sample("node", "js/letter_value.js"));
    }
}

#[test]
fn the_samples_in_java_are_ready() {
    if installed(&JAVA) {
        is_ready(&java_sample());
        is_ready(&class_player("g0.LetterValuePlayer"));
    }
}

#[test]
fn every_step_is_in_the_table() {
    let ran = check(&format!("cmd:{}", example("letter_value").display()), &[]).ended(0);
    assert!(STEPS.iter().all(|step| ran.out.contains(&format!(" {step} "))), "{}", ran.out);
}

/// A module and a built-in player have no process that could be there, or not, when a game is over.
#[test]
fn only_a_program_is_said_to_stay() {
    let module = format!("wasm:{}/sdk/wasm/letter_value.wasm", env!("CARGO_MANIFEST_DIR"));
    for player in ["zero", &module] {
        let ran = check(player, &["--format", "json"]).ended(0);
        let found: Vec<String> = verdicts(&ran.out).into_iter().map(|(step, _)| step).collect();
        assert_eq!(
            found[..4],
            ["a game", "the same game", "unknown fields", "many games"],
            "{player}"
        );
        assert_eq!(found[4..], ["other games", "pace"], "{player}");
    }
}

fn faulty(what: &str) -> String {
    format!("cmd:{} {what}", example("faulty").display())
}

/// Asserts that `check` fails at this step, with these texts.
fn fails(what: &str, step: &str, said: &[&str]) {
    let player = faulty(what);
    let ran = check(&player, &["--time-limit", "300ms", "--format", "json"]).ended(1);
    let failed = verdicts(&ran.out).into_iter().find(|(_, verdict)| verdict == "FAIL");
    assert_eq!(failed.map(|(step, _)| step).as_deref(), Some(step), "{what}: {}", ran.out);
    let steps: Vec<Value> = serde_json::from_str(&ran.out).expect("JSON");
    let details = steps.iter().filter(|step| step["verdict"] == "FAIL");
    let details: String = details.filter_map(|step| step["detail"].as_str()).collect();
    for text in said {
        assert!(details.contains(text), "{what}: `{text}` is not in {details}");
    }
    assert!(ran.err.contains("is not ready to play"), "{}", ran.err);
}

#[test]
fn a_bad_start_is_reported_with_the_remedy() {
    fails("exit-at-start", "hello", &["exit code 3", "no such file: strategy.dat"]);
    fails("other-version", "hello", &["LGP/2", "answer hello with \"lgp\":1"]);
    fails(
        "noise-at-start",
        "hello",
        &["invalid message `Loading the word list...`", "write logs to standard error"],
    );
    fails("act-before-hello", "hello", &["{\"bid\":1}", "answer hello first"]);
}

#[test]
fn silence_is_waited_for_ten_seconds() {
    fails("silent-start", "hello", &["no hello within 10000 ms"]);
}

#[test]
fn a_fault_in_a_game_is_reported_with_the_remedy() {
    fails("noise", "a game", &["invalid message `thinking hard`", "write logs to standard error"]);
    fails("twice", "a game", &["answers ask 3 again", "answer once"]);
    fails("wrong-q", "a game", &["never asked; copy the `q`"]);
    fails("float", "a game", &["invalid move `{\"bid\":2.5}`"]);
    fails("fail", "a game", &["turn 3", "ZeroDivisionError: in bid"]);
    fails("exit", "a game", &["exit code 5", "this is the end"]);
    fails("panic", "a game", &["exit code 101", "index out of bounds"]);
    fails("exit-at-new", "a game", &["exit code 7"]);
    fails("late", "a game", &["late", "allow more with --time-limit"]);
    fails("stall", "a game", &["no answer within 300 ms", "allow more with --time-limit"]);
}

#[test]
fn a_fault_that_needs_few_points_is_found() {
    fails("float-when-poor", "other games", &["turn ", "invalid move `{\"bid\":2.5}`"]);
}

#[test]
fn a_slow_player_plays_one_game_and_is_told_how_long_a_tournament_takes() {
    let slow = [&*faulty("slow every 2 5500"), "--time-limit", "9s", "--format", "json"];
    let ran = check(slow[0], &slow[1..]).ended(0);
    let steps = verdicts(&ran.out);
    assert_eq!(steps.last(), Some(&("pace".to_owned(), "note".to_owned())), "{}", ran.out);
    assert!(!steps.iter().any(|(step, _)| step == "many games"), "{}", ran.out);
    assert!(ran.err.contains("is ready to play auction, but a game takes "), "{}", ran.err);
    assert!(ran.err.contains(" min: too slow for a usual tournament"), "{}", ran.err);
}

#[test]
fn a_program_that_does_not_exit_gets_a_note() {
    let ran = check(&faulty("stay"), &["--format", "json"]).ended(0);
    let bye = verdicts(&ran.out).into_iter().find(|(step, _)| step == "bye");
    assert_eq!(bye.map(|(_, verdict)| verdict).as_deref(), Some("note"));
    assert!(ran.out.contains("end when bye or the end of input comes"), "{}", ran.out);
}

#[test]
fn a_bid_that_was_cut_gets_a_note() {
    let note = |what: &str| {
        let ran = check(&faulty(what), &["--format", "json"]).ended(0);
        let steps: Vec<Value> = serde_json::from_str(&ran.out).expect("JSON");
        let step = steps.into_iter().find(|step| step["step"] == "moves");
        step.map(|step| [&step["verdict"], &step["detail"]].map(|cell| cell.to_string()))
    };
    let [verdict, detail] = note("greedy").expect("a note");
    assert_eq!(verdict, "\"note\"");
    let situation = "game 0: bid 140 for ";
    assert!(detail.contains(situation), "{detail}");
    assert!(detail.contains(" in round 1, with 100 points: counted as 100;"), "{detail}");
    assert_eq!(note("all-in"), None);
}

#[test]
fn a_missing_program_is_not_a_player() {
    for (player, said) in
        [("cmd:no-such-program-at-all", "install it"), ("cmd:./nothing", "is not a file")]
    {
        check(player, &[]).refused(4, &[player, said]);
    }
}

/// The failing step names what the player lacks.
fn does_not_know(game: &str, player: &str, said: &str) {
    let ran = check(player, &["--game", game, "--format", "json"]).ended(1);
    let steps = verdicts(&ran.out);
    assert_eq!(steps.last(), Some(&("a game".to_owned(), "FAIL".to_owned())), "{}", ran.out);
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn a_player_that_does_not_know_the_game_is_reported() {
    does_not_know("scrabble", &faulty("plain"), "invalid move `{\\\"word\\\":\\\"\\\"}`");
    if installed(&["python3"]) {
        let python = sample("python3", "python/letter_value.py");
        does_not_know("marrakech", &python, "the player has no method rotate(self, view)");
    }
    if installed(&["node"]) {
        let node = sample("node", "js/letter_value.js");
        does_not_know("marrakech", &node, "the player has no method rotate(view)");
    }
    if installed(&JAVA) {
        let class = class_player("g0.LetterValuePlayer");
        does_not_know("scrabble", &class, "this player makes no move of kind play");
        does_not_know("marrakech", &java_sample(), "this player makes no move of kind rotate");
    }
}
