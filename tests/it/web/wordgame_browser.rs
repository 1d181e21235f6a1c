//! The wordgame in a real browser: hands played by a person and by the computer, replayed, and compared with
//! the output of the command.

use crate::program;
use crate::web::browser;

use std::path::Path;

use browser::{Browser, start};
use serde_json::Value;

/// The command's solution of the hand on this page.
fn solved(browser: &Browser) -> Value {
    let command = browser.text(".addresses code").expect("the command of this hand");
    let mut words = shlex::split(&command).expect("a command");
    words.extend(["--format", "json"].map(str::to_owned));
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let ran = program::run(Path::new("."), &words).ended(0);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Words and points in the table of results: `judo 48` for each.
fn made(browser: &Browser, who: &str) -> (String, String) {
    let words = browser.text(&format!("#row-{who} .what")).expect("words");
    let total = browser.text(&format!("#row-{who} .number")).expect("points");
    (words.trim().to_owned(), total.trim().to_owned())
}

fn expected(line: &Value) -> (String, String) {
    let words = line["words"].as_array().expect("words");
    let word =
        |word: &Value| format!("{} {}", word["word"].as_str().expect("a word"), word["points"]);
    (words.iter().map(word).collect::<Vec<_>>().join(" + "), line["total"].to_string())
}

/// Letters of the current hand, without their values.
fn hand(browser: &Browser) -> String {
    let label =
        browser.script("return document.getElementById('letters').getAttribute('aria-label')");
    label.as_str().expect("a label").trim_start_matches("Current hand: ").replace(' ', "")
}

#[test]
fn a_person_plays_replays_and_lets_the_computer_play() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/wordgame?seed=7", served.url));
    browser.pictures("wordgame-begin");
    browser.click(".more summary");
    browser.fill("#hand", "aqlmuil");
    browser.click("#begin");
    browser.wait_for(".hand h2", "Hand 1");
    assert_eq!(hand(&browser), "aqlmuil");
    browser.pictures("wordgame-hand");
    browser.fill("#word", "rapture\u{e007}");
    browser.wait_for(".hand .refusal", "rapture needs letters that are not in the hand aqlmuil");
    // clicks on the letters of the hand type a word
    for place in [2, 5, 1, 6, 3] {
        browser.click(&format!("#letters .big-tile:nth-child({place})"));
    }
    browser.click("#say");
    browser.wait_for(".said", "\"quail\" earned 70 points. Total: 70 points");
    assert_eq!(hand(&browser), "lm");
    browser.pictures("wordgame-word");
    browser.open(&browser.url());
    browser.wait_for("#total", "70");
    browser.fill("#word", ".\u{e007}");
    browser.wait_for(".said", "Goodbye! Total score: 70 points.");
    let solution = solved(&browser);
    assert_eq!(made(&browser, "own"), ("quail 70".to_owned(), "70".to_owned()));
    assert_eq!(made(&browser, "computer"), expected(&solution["seed"]));
    assert_eq!(made(&browser, "optimum"), expected(&solution["optimal"]));
    browser.pictures("wordgame-over");
    browser.click("#again");
    browser.wait_for(".said", "Which words do you see?");
    assert_eq!(hand(&browser), "aqlmuil");
    browser.click("#computer");
    browser.wait_for(".said", "Total score: 80 points.");
    assert_eq!(browser.texts("table.words tbody td:nth-child(2)"), ["maqui"]);
    browser.click("#new");
    browser.wait_for(".hand h2", "Hand 2");
    let dealt = hand(&browser);
    browser.click("#computer");
    browser.wait_for(".said", "Total score");
    let solution = solved(&browser);
    assert_eq!(solution["hand"].as_str(), Some(dealt.as_str()));
    assert_eq!(made(&browser, "optimum"), expected(&solution["optimal"]));
    // the session of the same seed deals the same hand
    let session = ["play", "wordgame", "--part", "computer", "--seed", "7"];
    let session = program::run(Path::new("."), &session).ended(0);
    let spaced: Vec<String> = dealt.chars().map(String::from).collect();
    assert!(session.out.contains(&spaced.join(" ")), "{}: {dealt}", session.out);
    assert_eq!(browser.console().into_iter().filter(|line| !line.contains("422")).count(), 0);
}

#[test]
fn the_other_edition_burns_substitutes_and_sums() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/wordgame?seed=3&preset=6.0001", served.url));
    browser.click("#begin");
    browser.wait_for(".hand h2", "Hand 1");
    let first = hand(&browser);
    let letter = first.chars().last().expect("a letter").to_string();
    browser.fill("#letter", &letter);
    browser.click("#swap");
    browser.wait(".hand h2", "dealt anew", |_| hand(&browser) != first);
    assert_eq!(browser.text("#swap"), None);
    let left = hand(&browser).len();
    let burnt = hand(&browser).chars().last().expect("a letter").to_string();
    browser.fill("#word", &format!("{burnt}\u{e007}"));
    browser.wait_for(".said", "its letters are burnt");
    assert_eq!(hand(&browser).len(), left - 1);
    browser.pictures("wordgame-burnt");
    browser.click("#stop");
    browser.wait_for(".said", "Total score for this hand: 0 points");
    browser.click("#again");
    browser.click("#computer");
    let total = browser.wait_for(".said", "Total score for this hand");
    let points = total.split_whitespace().rev().nth(1).expect("points").to_owned();
    assert_eq!(browser.text("#again"), None);
    browser.click("#new");
    browser.wait_for(".hand h2", "Hand 2");
    assert_eq!(browser.text("#sum"), Some(points));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn everything_works_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/wordgame?seed=7&hand=aqlmuil", served.url));
    browser.scripts(false);
    browser.open(&format!("{}/wordgame?seed=7&hand=aqlmuil", served.url));
    browser.click("#begin");
    browser.fill("#word", "quail");
    browser.click("#say");
    browser.click("#stop");
    browser.click("#row-own");
    assert!(browser.url().ends_with("hand=aqlmuil&number=1&w=quail&end=1"), "{}", browser.url());
}
