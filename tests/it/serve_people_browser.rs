//! Several persons at a table in a real browser: the list of seats follows who comes, who is called what, who moves.

use crate::browser;

use browser::{Browser, start};

/// Begins a game of two persons; returns the addresses of their seats. The list of seats is in the first tab.
fn table(browser: &Browser, url: &str, path: &str) -> Vec<String> {
    browser.open(&format!("{url}{path}?players=person,person"));
    browser.fill("#name-0", "Ann");
    browser.pictures("people-form");
    browser.click("#begin");
    browser.wait_for("h1", "who sits where");
    let links =
        browser.script("return [...document.querySelectorAll('ul.seats a')].map(a => a.href)");
    let links = links.as_array().expect("links").iter().filter_map(|link| link.as_str());
    links.map(str::to_owned).collect()
}

#[test]
fn the_list_of_seats_follows_the_game() {
    let Some((served, browser)) = start() else { return };
    let seats = table(&browser, &served.url, "/marrakech");
    browser.wait_for("#seat-1", "Player 1: Ann");
    browser.wait_for("ul.seats li:nth-child(1) .state", "away");
    browser.wait_for("p.headline", "Ann to move.");
    browser.pictures("people-lobby");
    browser.open_tab(&seats[1]);
    browser.wait_for(".part-headline", "waiting for Ann");
    browser.fill("#name", "Ann");
    browser.press("\u{e007}");
    browser.wait_for("#seat-refusal", "`Ann` is at this table already");
    browser.pictures("people-name");
    browser.fill("#name", "Zoë");
    browser.press("\u{e007}");
    browser.wait_for(".people", "Zoë (you) here");
    browser.tab(0);
    browser.wait_for("#seat-2", "Player 2: Zoë");
    browser.wait_for("ul.seats li:nth-child(2) .state", "here");
    browser.click("ul.seats li:nth-child(1) .state button");
    browser.wait_for("ul.seats li:nth-child(1) .state", "played by a computer");
    browser.wait_for("p.headline", "Zoë to move.");
    browser.tab(1);
    browser.wait_for(".people", "Ann (computer)");
    browser.wait(".part-ask form", "the own turn", |_| true);
    browser.pictures("people-room");
    browser.click(".part-seat details:last-of-type summary");
    browser.click(".part-seat details:last-of-type button");
    browser.wait_for(".part-seat", "A computer plays your seat.");
    browser.pictures("people-left");
    browser.click(".part-seat button");
    browser.wait_for(".people", "Zoë (you) here");
    let console = browser.console();
    assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
}

#[test]
fn a_seat_is_named_and_left_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.scripts(false);
    browser.open(&format!("{}/auction?players=person,person&rounds=1", served.url));
    browser.click("#begin");
    browser.click("ul.seats li:nth-child(2) a");
    browser.fill("#name", "Bob");
    browser.click(".part-seat button");
    browser.wait_for(".people", "Bob (you) here");
    browser.click(".part-seat details:last-of-type summary");
    browser.click(".part-seat details:last-of-type button");
    browser.wait_for(".part-seat", "A computer plays your seat.");
}
