//! The Letter Game in a real browser: set up, stepped, played to its end, played by a person.

use crate::program;
use crate::web::browser;

use std::path::Path;

use browser::{Browser, Served, start};

/// Player and points of each place, as the command line prints them at the end of the same game.
fn standing_of(command: &str) -> Vec<(String, String)> {
    let words = shlex::split(command).expect("a command");
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let ran = program::run(Path::new("."), &words).ended(0);
    let table = ran.out.split("The game is over").nth(1).expect("an end");
    let rows = table.lines().skip(2).filter(|line| !line.trim().is_empty());
    rows.map(|row| {
        let cells: Vec<&str> = row.split_whitespace().collect();
        (cells[2].to_owned(), cells[3].to_owned())
    })
    .collect()
}

/// The same from the page, in the order of places.
fn standing_on(browser: &Browser) -> Vec<(String, String)> {
    let cells =
        |column: u32| browser.texts(&format!("table.seats tbody tr > :nth-child({column})"));
    let (places, names, points) = (cells(1), cells(2), cells(3));
    let mut rows: Vec<(String, (String, String))> =
        places.into_iter().zip(names.into_iter().zip(points)).collect();
    rows.sort();
    rows.into_iter().map(|(_, row)| row).collect()
}

#[test]
fn a_game_is_set_up_stepped_and_played_to_the_end_of_the_same_command() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    browser.pictures("start");
    browser.click("main a");
    browser.wait_for("h1", "Letter Game");
    browser.open(&format!("{}/auction?players=letter-value,marginal&rounds=8&seed=7", served.url));
    browser.choose("#new", "shadow");
    browser.click("#add");
    browser.wait("#player-2", "there", |_| true);
    assert!(browser.url().contains("players=letter-value,marginal,shadow"), "{}", browser.url());
    browser.pictures("auction-form");
    browser.click("#begin");
    browser.wait_for(".part-headline", "Round 1 of 8 · letter 1 of 15");
    browser.click("#button-step");
    browser.wait_for(".part-headline", "letter 2 of 15");
    browser.pictures("auction-stepped");
    browser.delay(200);
    browser.click("#button-play");
    browser.wait_for("#button-play", "Pause");
    browser.wait_for(".part-headline", "Round 2 of 8");
    // slow machines reach the button before the game is over
    browser.delay(1000);
    browser.pictures("auction-playing");
    browser.click("#button-play");
    browser.wait_for("#button-play", "Play");
    // a new page has the game as it is, without news that were still on their way to the old one
    let paused = || {
        browser.open(&browser.url());
        browser.wait_for("#button-play", "Play");
        browser.text(".part-headline")
    };
    assert_eq!(paused(), paused());
    browser.delay(50);
    browser.click("#button-play");
    browser.wait_for(".part-headline", "The game is over");
    browser.pictures("auction-over");
    browser.click(".table-menu > summary");
    let command = browser.text(".addresses code").expect("the command of this game");
    assert_eq!(standing_on(&browser), standing_of(&command));
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Bids and words with the keyboard only: the field has the focus whenever the person is asked.
#[test]
fn a_person_plays_a_whole_game_by_keyboard() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!(
        "{}/auction?players=person,letter-value&rounds=2&hidden=3&seed=5",
        served.url
    ));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Round 1 of 2 · letter 1 of 10");
    assert_eq!(browser.texts(".player-card:nth-child(2) .tile.hidden"), ["?", "?", "?"]);
    assert!(!browser.texts(".player-card:nth-child(1) .tile.hidden").contains(&"?".to_owned()));
    browser.fill("#bid", "1000");
    browser.press("\u{e007}");
    browser.wait_for("#refusal", "you have 100; bid 100 or less");
    browser.pictures("auction-person-refused");
    browser.fill("#bid", "");
    let mut asked = String::new();
    for letter in 1..=10 {
        let headline = format!("letter {letter} of 10");
        browser.wait(".part-headline, .part-ask form label", &headline, |text| {
            text.contains(&headline)
        });
        asked = next_question(&browser, &asked);
        assert_eq!(browser.script("return document.activeElement.id"), "bid");
        browser.press("3\u{e007}");
    }
    next_question(&browser, &asked);
    browser.wait_for(".part-ask label", "Your word of round 1");
    browser.pictures("auction-person-word");
    assert_eq!(browser.script("return document.activeElement.id"), "word");
    browser.press("zzzz\u{e007}");
    browser.wait_for("#refusal", "you have no Z");
    // an empty field says nothing; that there is no word is said on purpose
    browser.fill("#word", "");
    browser.press("\u{e007}");
    assert_eq!(browser.script("return document.activeElement.matches('#word:invalid')"), true);
    browser.click(".ask .sure summary");
    browser.pictures("auction-no-word");
    assert!(browser.text(".part-ask label").is_some_and(|text| text.contains("round 1")));
    browser.click("#no-word");
    browser.wait_for(".part-headline", "Round 2 of 2");
    browser.wait_for(".part-bids .why", "The best word was");
    browser.pictures("auction-person-hint");
    browser.click(".table-menu > summary");
    let command = browser.text(".addresses code").expect("the command");
    assert!(command.contains("--players person,letter-value"), "{command}");
    let console = browser.console();
    // the browser itself logs error responses
    assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
}

/// Waits for a question other than the previous one, and returns it.
fn next_question(browser: &Browser, before: &str) -> String {
    let due = "return document.querySelector('.ask [name=due]')?.value ?? ''";
    for _ in 0..3000 {
        let now = browser.script(due).as_str().unwrap_or_default().to_owned();
        if !now.is_empty() && now != before {
            return now;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("nothing is asked after {before}");
}

#[test]
fn two_tabs_agree_and_a_lost_connection_resumes_in_place() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=letter-value,random&rounds=2&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of 10");
    let room = browser.url();
    browser.open_tab(&room);
    browser.wait_for(".part-headline", "letter 1 of 10");
    browser.click("#button-step");
    browser.wait_for(".part-headline", "letter 2 of 10");
    browser.tab(0);
    browser.wait_for(".part-headline", "letter 2 of 10");
    let shown = browser.text(".part-seats");
    browser.tab(1);
    assert_eq!(browser.text(".part-seats"), shown);
    browser.network(false);
    browser.wait("#lost:not([hidden])", "Connection lost", |text| text.contains("lost"));
    browser.tab(0);
    browser.click("#button-step");
    browser.wait_for(".part-headline", "letter 3 of 10");
    browser.tab(1);
    browser.network(true);
    browser.wait_for(".part-headline", "letter 3 of 10");
}

#[test]
fn after_a_server_restart_the_page_says_that_its_game_is_gone() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=person,zero&rounds=2&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of 10");
    let addr = served.url.trim_start_matches("http://").to_owned();
    drop(served);
    browser.wait_for("#lost:not([hidden])", "Connection lost");
    browser.fill("#bid", "3");
    browser.press("\u{e007}");
    browser.wait_for("#unanswered:not([hidden])", "The server does not respond");
    let anew = Served::with(&["--addr", &addr]);
    browser.wait_for("#gone:not([hidden])", "This game is no longer available");
    browser.click("#gone a");
    browser.wait("#address[href*='seed=8']", "the same game", |_| true);
    assert!(browser.url().starts_with(&anew.url));
}

#[test]
fn a_game_continues_in_an_open_page_after_a_restart() {
    let Some(browser) = Browser::start() else { return };
    let games = tempfile::tempdir().expect("a temporary folder");
    let games = games.path().to_str().expect("UTF-8");
    let served = Served::with(&["--games", games]);
    browser.open(&format!("{}/auction?players=person,zero&rounds=2&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of 10");
    browser.fill("#bid", "3");
    browser.press("\u{e007}");
    browser.wait_for(".part-headline", "letter 2 of 10");
    let addr = served.url.trim_start_matches("http://").to_owned();
    drop(served);
    browser.wait_for("#lost:not([hidden])", "Connection lost");
    browser.fill("#bid", "4");
    browser.press("\u{e007}");
    browser.wait_for("#unanswered:not([hidden])", "The server does not respond");
    let _anew = Served::with(&["--addr", &addr, "--games", games]);
    browser.wait("#unanswered[hidden]", "no notice", |_| true);
    browser.wait("#lost[hidden]", "no notice", |_| true);
    browser.fill("#bid", "4");
    browser.press("\u{e007}");
    browser.wait_for(".part-headline", "letter 3 of 10");
}

#[test]
fn the_slider_keeps_up_with_fast_keys() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=zero,random&rounds=1&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-delay output", "300 ms");
    for (key, end) in [("\u{e014}", "1300 ms"), ("\u{e012}", "0 ms")] {
        browser.script("document.getElementById('delay').focus()");
        for _ in 0..if end == "0 ms" { 40 } else { 20 } {
            browser.press(key);
        }
        browser.wait_for(".part-delay output", end);
        // the server's state is visible on another page
        let room = browser.url();
        browser.open_tab(&room);
        browser.wait_for(".part-delay output", end);
        browser.tab(0);
    }
}

/// A rejected form keeps its input, and going back to it does not ask for confirmation.
#[test]
fn a_refused_form_can_be_returned_to() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=zero,random&rounds=2&seed=8", served.url));
    browser.fill("#rounds", "0");
    browser.click("#begin");
    browser.wait_for("#setup .refusal", "0");
    assert_eq!(browser.script("return document.activeElement.id"), "rounds");
    browser.fill("#rounds", "3");
    browser.click("#begin");
    browser.wait_for(".part-headline", "Round 1 of 3");
    browser.back();
    browser.wait_for("#setup legend", "Players");
}

#[test]
fn a_game_can_be_started_and_stepped_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.scripts(false);
    browser.open(&format!("{}/auction?players=zero,random&rounds=1&seed=1", served.url));
    browser.choose("#new", "person");
    browser.click("#add");
    browser.click(".players li:nth-child(3) button");
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of 10");
    for letter in 2..=10 {
        browser.click("#button-step");
        browser.wait_for(".part-headline", &format!("letter {letter} of 10"));
    }
    browser.click("#button-step");
    browser.wait_for(".part-headline", "words");
    browser.click("#button-step");
    browser.wait_for(".part-headline", "The game is over");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The browser's own measure of layout shifts: the cumulative layout shift, 0 for none.
#[test]
fn nothing_jumps_while_a_full_table_plays() {
    let Some((served, browser)) = start() else { return };
    let players =
        ["letter-value", "random", "zero", "frequency", "truthful-3", "hoarder", "sniper"];
    let players = [players, players].concat().join(",");
    browser.open(&format!("{}/auction?players={players}&rounds=3&hidden=3&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of");
    browser.script(
        "window.shifted = 0; new PerformanceObserver(list => { \
         for (const entry of list.getEntries()) { window.shifted += entry.value; } \
         }).observe({type: 'layout-shift', buffered: false}); \
         const slider = document.getElementById('delay'); slider.value = 0; \
         slider.dispatchEvent(new Event('change', {bubbles: true}))",
    );
    browser.wait_for(".part-delay output", "0 ms");
    browser.click("#button-play");
    browser.wait_for(".part-headline", "The game is over");
    let shifted = browser.script("return window.shifted").as_f64();
    browser.pictures("auction-full");
    assert!(shifted < Some(0.01), "{shifted:?}");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// A page offers its slider before its scripts are loaded: what was chosen meanwhile is sent then.
#[test]
fn a_slider_that_is_moved_before_the_scripts_are_loaded_counts() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=zero,zero&rounds=1&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-delay output", "300 ms");
    // documents are interactive just before their deferred scripts run
    browser.on_new_pages(
        "document.addEventListener('readystatechange', () => { \
             const slider = document.getElementById('delay'); \
             if (slider && document.readyState === 'interactive' && !window.moved) { \
                 window.moved = true; slider.value = 1500; } })",
    );
    browser.open(&browser.url());
    browser.wait_for(".part-delay output", "1500 ms");
    // as the server has it
    let kept = "return fetch(location.href).then(page => page.text()).then(text => \
                new DOMParser().parseFromString(text, 'text/html').getElementById('delay').value)";
    let sent = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        browser.script(kept) == "1500"
    });
    assert!(sent, "the server has {}", browser.script(kept));
    assert_eq!(browser.console(), Vec::<String>::new());
}
