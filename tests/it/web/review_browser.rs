//! The review of a finished game in a browser: keys, addresses and focus.

use crate::web::browser;

use browser::{Browser, Served, start};

/// Keys, as WebDriver names them.
const END: &str = "\u{e010}";
const HOME: &str = "\u{e011}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// Watches a game of computers to its end, and opens its review.
fn reviewed(served: &Served, browser: &Browser, address: &str) -> String {
    browser.open(&format!("{}{address}", served.url));
    browser.click("#begin");
    browser.wait_for("#button-play", "Play");
    browser.script(
        "document.getElementById('delay').value = 0; \
        document.getElementById('delay').dispatchEvent(new Event('change', {bubbles: true}));",
    );
    browser.click("#button-play");
    browser.wait_for("#to-review", "Review the game");
    browser.click("#to-review");
    browser.wait_for("#here", "Move ")
}

fn here(browser: &Browser, plies: usize) {
    browser.wait("#here", "the turn", |text| text.starts_with(&format!("Move {plies} of ")));
    assert!(browser.url().ends_with(&format!("/review/{plies}")), "{}", browser.url());
}

#[test]
fn the_arrow_keys_go_through_a_game() {
    let Some((served, browser)) = start() else { return };
    let all = reviewed(&served, &browser, "/scrabble/game?players=equity,random&seed=5");
    let last: usize = all.split(' ').next_back().unwrap().parse().unwrap();
    browser.press(HOME);
    here(&browser, 0);
    browser.press(RIGHT);
    here(&browser, 1);
    browser.press("m");
    here(&browser, 2);
    assert!(browser.text(".said .verdict").is_some_and(|text| text.contains("was better")));
    browser.press(LEFT);
    here(&browser, 1);
    browser.press(END);
    here(&browser, last);
    // there is nothing after the end
    browser.press(RIGHT);
    here(&browser, last);
    // a turn of the list, and the way back
    browser.click("#turn-3");
    here(&browser, 3);
    browser.back();
    here(&browser, last);
    // in a field the keys are its own
    browser.click("#turn-3");
    here(&browser, 3);
    browser.script("document.getElementById('seat').focus()");
    browser.press(RIGHT);
    here(&browser, 3);
    assert_eq!(browser.console(), Vec::<String>::new());
    browser.pictures("review-scrabble");
}

/// The mistakes of a seat that this browser has had are listed on the first page until they are solved.
#[test]
fn reviewed_mistakes_become_puzzles() {
    let Some((served, browser)) = start() else { return };
    reviewed(&served, &browser, "/scrabble/game?players=random,equity&seed=5");
    let room = browser.url().split("/review").next().unwrap().to_owned();
    browser.script(
        "localStorage.setItem('seats', JSON.stringify([{path: location.pathname.replace(/review.*/, 'seat/x'), \
         title: 'Scrabble', players: 'against Ada', over: true}]))",
    );
    browser.open(&format!("{room}/review?seat=1"));
    browser.wait_for(".answer summary", "Show the better move");
    let answer = "return document.querySelector('.answer strong').textContent.split(' for ')[0]";
    let play = browser.script(answer).as_str().unwrap().to_owned();
    browser.open(&served.url);
    let solved = browser.wait_for("#puzzles li .quiet", " solved");
    let all = solved.strip_prefix("0 of ").expect("none so far").to_owned();
    browser.click("#puzzles li .main");
    browser.wait_for(".trial", "Make a better move");
    browser.click(".typing summary");
    browser.fill("#move", &format!("{play}\u{e007}"));
    browser.wait_for(".tried", "The best move.");
    browser.open(&served.url);
    browser.wait_for("#puzzles li .quiet", &format!("1 of {all}"));
    browser.script("localStorage.clear()");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_person_plays_on_from_a_turn() {
    let Some((served, browser)) = start() else { return };
    reviewed(&served, &browser, "/marrakech?players=greedy,random&seed=5");
    browser.press(HOME);
    here(&browser, 0);
    browser.press(RIGHT);
    here(&browser, 1);
    browser.pictures("review-marrakech");
    browser.click(".play-on button");
    // the first player has turned Assam
    browser.wait_for(".part-headline", "Lay your rug");
    browser.wait_for(".part-ask", "");
    assert!(browser.url().contains("/seat/"), "{}", browser.url());
}

#[test]
fn the_arrow_keys_go_through_a_hand() {
    let Some((served, browser)) = start() else { return };
    let hand = "/wordgame?preset=6.00&seed=1&hand=appsel&number=1&w=as&w=lep&end=1";
    browser.open(&format!("{}{hand}", served.url));
    let word = |number: usize| {
        browser.wait("#here", "the word", |text| text == format!("Word {number} of 2"));
    };
    word(2);
    for (key, number, hand) in
        [(LEFT, 1, "p p e l"), (HOME, 0, "a p p s e l"), (RIGHT, 1, "p p e l")]
    {
        browser.press(key);
        word(number);
        let label = "return document.getElementById('letters').getAttribute('aria-label')";
        assert_eq!(browser.script(label), format!("Current hand: {hand}"));
    }
    browser.back();
    word(0);
    browser.pictures("review-wordgame");
    assert_eq!(browser.console(), Vec::<String>::new());
}
