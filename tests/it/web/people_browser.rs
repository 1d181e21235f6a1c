//! Several persons at a table in a real browser: the list of seats follows who comes, who is called what, who moves.

use crate::web::browser;

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

/// Leaves the own seat to a computer: the menu asks once more.
fn leave(browser: &Browser) {
    browser.click(".table-menu > summary");
    browser.click(".part-leave details:last-of-type summary");
    browser.click("#leave");
    browser.wait_for(".part-seat", "A computer plays your seat.");
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
    browser.wait_for(".part-headline", "Ann is thinking");
    browser.fill("#name", "Ann");
    browser.press("\u{e007}");
    browser.wait_for("#seat-refusal", "Ann is at this table already");
    browser.pictures("people-name");
    browser.fill("#name", "Zoë");
    browser.press("\u{e007}");
    browser.wait_for(".player-card.own", "Zoë");
    browser.tab(0);
    browser.wait_for("#seat-2", "Player 2: Zoë");
    browser.wait_for("ul.seats li:nth-child(2) .state", "here");
    browser.click("ul.seats li:nth-child(1) .state button");
    browser.wait_for("ul.seats li:nth-child(1) .state", "played by a computer");
    browser.wait_for("p.headline", "Zoë to move.");
    browser.tab(1);
    browser.wait_for(".player-cards", "Ann (computer)");
    browser.wait(".part-ask form", "the own turn", |_| true);
    browser.pictures("people-room");
    leave(&browser);
    browser.pictures("people-left");
    browser.click(".part-seat button");
    browser.wait(".player-card.own", "the own seat", |text| !text.contains("(computer)"));
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
    browser.wait_for(".player-card.own", "Bob");
    leave(&browser);
}

/// Counts tones and notifications instead of playing and showing them.
const COUNTED: &str = "
    const count = name => { const data = document.body.dataset; data[name] = Number(data[name] || 0) + 1; };
    const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    window.AudioContext = class {
        createOscillator() { return { frequency: {}, connect: to => to, start() { count('tones'); }, stop() {} }; }
        createGain() { return { gain: param, connect: to => to }; }
    };
    window.Notification = class {
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
        constructor() { count('notes'); }
    };
    Object.defineProperty(document, 'hidden', { value: true });";

#[test]
fn signals_are_given_only_to_those_who_switched_them_on() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=person,zero&rounds=1&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of 10");
    browser.script(COUNTED);
    let bid = |letter: u32| {
        browser.fill("#bid", "1");
        browser.press("\u{e007}");
        browser.wait_for(".part-headline", &format!("letter {letter} of 10"));
        browser.wait(&format!(".part-ask [name=due][value='1-{letter}-0']"), "asked", |_| true);
    };
    bid(2);
    assert_eq!(browser.script("return document.body.dataset.tones ?? 'none'"), "none");
    browser.click(".table-menu > summary");
    browser.click("#sounds");
    browser.wait("body[data-tones='2']", "an example", |_| true);
    browser.click("#notes");
    browser.wait("#notes[aria-pressed=true]", "on", |_| true);
    bid(3);
    // three tones for the letter, two for the question
    browser.wait("body[data-tones='7'][data-notes='1']", "signals", |_| true);
    browser.pictures("people-signals");
    browser.open(&browser.url());
    browser.wait("#sounds[aria-pressed=true]", "remembered", |_| true);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_clock_runs_on_the_page_and_a_rematch_is_offered_to_all() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!(
        "{}/auction?players=person,person&rounds=1&hidden=6&preset=seven&clock=3600",
        served.url
    ));
    browser.choose("#clock", "1800+0");
    browser.click("#begin");
    browser.wait_for("h1", "who sits where");
    let links =
        browser.script("return [...document.querySelectorAll('ul.seats a')].map(a => a.href)");
    let links: Vec<String> = serde_json::from_value(links).expect("links");
    browser.open_tab(&links[0]);
    browser.wait_for(".player-cards", "30:00");
    browser.open_tab(&links[1]);
    browser.wait(".player-card .time.running", "less than at the start", |text| text != "30:00");
    browser.pictures("people-clock");
    for tab in [1, 2] {
        browser.tab(tab);
        leave(&browser);
    }
    browser.wait_for(".part-rematch", "Rematch with seats changed");
    browser.pictures("people-over");
    browser.click(".part-rematch button");
    browser.wait_for(".part-headline", "letter 1 of");
    let own = browser.url();
    browser.tab(1);
    browser.wait_for(".part-rematch", "Take your seat in the rematch");
    browser.pictures("people-rematch");
    browser.click(".part-rematch a");
    browser.wait_for(".part-headline", "letter 1 of");
    let other = browser.url();
    let room = |url: &str| url.split("/seat/").next().map(str::to_owned);
    assert!(room(&own) == room(&other) && own != other);
}

/// A person reads what concerns them; what only those need who watch computers is in a menu.
#[test]
fn the_table_speaks_to_the_person_who_may_resign() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/game?players=person,score&seed=7", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Your move");
    assert_eq!(browser.texts(".player-card .name"), ["You", "Ada"]);
    assert_eq!(browser.texts(".player-card.acts .name"), ["You"]);
    let seen = |css: &str| {
        let seen = browser.script(&format!(
            "return [...document.querySelectorAll('{css}')].filter(e => e.checkVisibility()).length"
        ));
        seen.as_u64().expect("a number")
    };
    let rare = "#button-play, #button-step, #delay, .addresses, #resign";
    assert_eq!(seen(rare), 0);
    let text = browser.text("main").expect("the page");
    assert!(!text.contains("person") && !text.contains("seed"), "{text}");
    browser.pictures("table");
    browser.click(".table-menu > summary");
    assert_eq!(seen(rare), 3, "to pause, the delay and the addresses");
    browser.pictures("table-menu");
    // one click does not end the game
    browser.click(".part-leave summary");
    browser.wait_for(".part-headline", "Your move");
    browser.click("#resign");
    browser.wait_for(".part-headline", "You resigned");
    browser.wait_for(".part-controls", "Review the game");
    let room = browser.url().split("/seat/").next().map(str::to_owned).expect("a room");
    browser.open(&room);
    browser.wait_for(".part-headline", "Ada won: Player 1 resigned");
    browser.open(&format!("{room}/review"));
    browser.wait_for("#turn", "Before the first turn");
    assert_eq!(browser.console(), Vec::<String>::new());
}
