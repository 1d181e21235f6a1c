//! The wordgame in a real browser: hands played by a person and by the computer, replayed, and compared with
//! the output of the command.

use crate::program;
use crate::web::browser;

use std::path::Path;

use browser::{Browser, start};
use serde_json::Value;

/// The command's solution of the hand on this page.
fn solved(browser: &Browser) -> Value {
    let command = browser.script("return document.querySelector('.addresses code').textContent");
    let command = command.as_str().expect("the command of this hand").to_owned();
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

fn sorted_letters(tiles: &[String]) -> Vec<String> {
    let mut letters = tiles.to_vec();
    letters.sort();
    letters
}

#[test]
fn a_person_plays_replays_and_lets_the_computer_play() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/wordgame?seed=7", served.url));
    browser.click(".table-menu > summary");
    browser.pictures("wordgame-settings");
    browser.fill("#hand", "aqlmuil");
    browser.click("#begin");
    browser.wait("#letters[aria-label='Current hand: a q l m u i l']", "dealt", |_| true);
    browser.pictures("wordgame-hand");
    browser.fill("#word", "rapture\u{e007}");
    browser.wait_for(".hand .refusal", "rapture needs letters that are not in the hand aqlmuil");
    // which goes when the next word is typed, and the letters may be mixed
    let shown = |browser: &Browser| sorted_letters(&browser.texts("#letters .tile"));
    let letters = shown(&browser);
    browser.click("#mix");
    assert_eq!(shown(&browser), letters);
    browser.open(&browser.url());
    browser.fill("#word", "x");
    browser.wait_for("#weighed", "not in the");
    assert_eq!(browser.texts(".hand .refusal"), Vec::<String>::new());
    browser.click("#erase");
    // clicks on the letters of the hand type a word
    for place in [2, 5, 1, 6, 3] {
        browser.click(&format!("#letters .tile:nth-child({place})"));
    }
    assert_eq!(browser.texts("#spelled .tile").len(), 5, "the word is on tiles");
    browser.wait_for("#weighed", "70 points");
    browser.pictures("wordgame-typing");
    browser.click("#say");
    browser.wait_for(".said", "\"quail\" earned 70 points");
    assert_eq!(hand(&browser), "lm");
    browser.pictures("wordgame-word");
    browser.open(&browser.url());
    browser.wait_for("#total", "70");
    browser.fill("#word", ".\u{e007}");
    browser.wait_for(".said", "You made 70 of 84 points");
    let solution = solved(&browser);
    assert_eq!(made(&browser, "own"), ("quail 70".to_owned(), "70".to_owned()));
    assert_eq!(made(&browser, "computer"), expected(&solution["seed"]));
    assert_eq!(made(&browser, "optimum"), expected(&solution["optimal"]));
    browser.pictures("wordgame-over");
    browser.click("#again");
    browser.wait_for(".said", "Which words do you see?");
    assert_eq!(hand(&browser), "aqlmuil");
    browser.click("#computer");
    browser.wait_for(".said", "The computer made 80 of 84 points");
    assert_eq!(browser.text("#row-computer .what").as_deref(), Some("maqui 80"));
    browser.click("#new");
    browser.wait_for(".progress", "Hand 2");
    let dealt = hand(&browser);
    browser.click("#computer");
    browser.wait_for(".said", "The computer made");
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
    browser.wait_for(".progress", "Hand 1");
    let first = hand(&browser);
    let letter = first.chars().last().expect("a letter").to_string();
    browser.fill("#letter", &letter);
    browser.click("#swap");
    browser.wait(".progress", "dealt anew", |_| hand(&browser) != first);
    assert_eq!(browser.text("#swap"), None);
    let left = hand(&browser).len();
    let burnt = hand(&browser).chars().last().expect("a letter").to_string();
    browser.fill("#word", &format!("{burnt}\u{e007}"));
    browser.wait_for(".said", "its letters are burnt");
    assert_eq!(hand(&browser).len(), left - 1);
    browser.pictures("wordgame-burnt");
    browser.click("#stop");
    browser.wait_for(".said", "You made 0 of");
    browser.click("#again");
    browser.click("#computer");
    let total = browser.wait_for(".said", "The computer made");
    let points =
        total.trim_start_matches("The computer made ").trim_end_matches(" points").to_owned();
    assert_eq!(browser.text("#again"), None);
    browser.click("#new");
    browser.wait_for(".progress", "Hand 2");
    assert_eq!(browser.text("#sum"), Some(points));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn everything_works_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/wordgame?seed=7&hand=aqlmuil", served.url));
    browser.scripts(false);
    browser.open(&format!("{}/wordgame?seed=7&hand=aqlmuil", served.url));
    browser.fill("#word", "quail");
    browser.click("#say");
    browser.click("#stop");
    browser.click("#row-own");
    assert!(browser.url().ends_with("hand=aqlmuil&number=1&w=quail&end=1"), "{}", browser.url());
}
