//! Tournaments in a real browser: from the form to the end, stopped and resumed, downloaded and replayed.

use crate::program;
use crate::web::browser;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use browser::{Browser, Served, WINDOWS};
use program::{scratch, text};

/// A server with its own folder of tournaments and a browser; `None` without a browser.
fn start(root: &Path) -> Option<(Served, Browser)> {
    let browser = Browser::start()?;
    let served = Served::with(&["--tournaments", &root.display().to_string()]);
    let (_, width, height) = WINDOWS[0];
    browser.window(width, height, false);
    Some((served, browser))
}

/// Starts measuring layout shifts that are not caused by user input.
fn measure(browser: &Browser) {
    browser.script(
        "window.shifted = 0; new PerformanceObserver(list => { \
         for (const entry of list.getEntries()) { window.shifted += entry.value; } \
         }).observe({type: 'layout-shift', buffered: false});",
    );
}

/// Polls a script of the page for a number until it fits.
#[track_caller]
fn polled(browser: &Browser, script: &str, fits: impl Fn(Option<u64>) -> bool) {
    for _ in 0..3000 {
        if fits(browser.script(script).as_u64()) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{script}: {}", browser.script(script));
}

/// Screenshots of the plots further down.
fn plots(browser: &Browser, name: &str) {
    for (window, width, height) in WINDOWS {
        for (scheme, dark) in [("light", false), ("dark", true)] {
            browser.window(width, height, dark);
            browser.script("document.querySelector('.figures').scrollIntoView()");
            browser.picture(&format!("{name}-{window}-{scheme}"));
        }
    }
    browser.script("window.scrollTo(0, 0)");
    let (_, width, height) = WINDOWS[0];
    browser.window(width, height, false);
}

#[test]
fn a_tournament_is_set_up_watched_stopped_resumed_and_viewed() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    fs::create_dir(&root).expect("a folder");
    for name in ["duel", "knockout", "hidden-sweep", "marrakech-four", "wordgame"] {
        let from = Path::new("tournaments").join(name).with_extension("toml");
        fs::copy(from, root.join(name).with_extension("toml")).expect("a config");
    }
    let Some((served, browser)) = start(&root) else { return };
    browser.open(&format!("{}/tournaments", served.url));
    browser.choose("#new", "zero");
    browser.click("#add");
    browser.wait("#player-4", "there", |_| true);
    browser.fill("#games", "many");
    browser.click("#check");
    browser.wait_for(".refusal", "invalid value many");
    browser.pictures("tournament-refused");
    browser.fill("#games", "2000");
    let open = "return document.querySelector('.more').open";
    assert_eq!(browser.script(open), false, "what few need is folded");
    browser.click(".more > summary");
    browser.fill("#rounds", "3");
    browser.fill("#seed", "7");
    browser.fill("#name", "watched");
    browser.click("#check");
    browser.wait_for(".told", "2000 games in total.");
    assert!(browser.url().contains("games=2000"), "{}", browser.url());
    browser.pictures("tournament-form");
    browser.click("#begin");
    browser.wait_for("h1", "watched, ");
    measure(&browser);
    browser.wait_for(".part-headline", "a second");
    polled(
        &browser,
        "return document.querySelectorAll('#course .wide path.line').length",
        |lines| lines >= Some(5),
    );
    let bar =
        "return Number(document.querySelector('[role=progressbar]').getAttribute('aria-valuenow'))";
    let done = browser.script(bar).as_u64();
    polled(&browser, bar, |now| now > done);
    let shifted = browser.script("return window.shifted").as_f64();
    assert!(shifted < Some(0.01), "{shifted:?}");
    browser.pictures("tournament-playing");
    plots(&browser, "tournament-plots");
    browser.window(1200, 1010, false);
    browser.picture("tournament-readme");
    browser.window(1200, 700, false);
    // another order stays while the run grows
    browser.click(".part-standings th:first-child a");
    browser.wait(".part-standings th:first-child[aria-sort=ascending]", "sorted", |_| true);
    let done = browser.script(bar).as_u64();
    polled(&browser, bar, |now| now > done);
    let names = browser.texts(".standings tbody th");
    assert!(names.is_sorted() && names.len() == 5, "{names:?}");
    browser.wait(".pairs td[title*=' of ']", "pairs", |_| true);
    browser.pictures("tournament-sorted");
    for (width, height) in [(1200, 700), (390, 664)] {
        browser.window(width, height, width < 500);
        let apart = "return [...document.querySelectorAll('.part-standings td')] \
                     .every(e => e.scrollWidth <= e.clientWidth + 1)";
        assert_eq!(browser.script(apart), true, "no column is printed over another one, {width}");
    }
    browser.click("#button-stop");
    browser.wait_for(".part-state", "Not finished");
    browser.pictures("tournament-stopped");
    let command = browser.text(".part-state code").expect("a command");
    assert!(command.starts_with("lettergame resume "), "{command}");
    let kept = fs::read(root.join("results/watched-7/scores.csv")).expect("rows");
    browser.click("#button-resume");
    browser.wait_for(".part-state", "is in progress");
    browser.wait_for(".part-state", "All games are played");
    browser.wait_for(".part-headline", "won the tournament · 2\u{202f}000 games played");
    browser.wait("#part-files a[href$='standings.csv']", "there", |_| true);
    browser.pictures("tournament-finished");
    let rows = fs::read(root.join("results/watched-7/scores.csv")).expect("rows");
    assert!(rows.starts_with(&kept) && rows.len() > kept.len());
    // the standings on the page are those of the file, in its order
    let standings = text(&root.join("results/watched-7/standings.csv"));
    let wanted: Vec<&str> =
        standings.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(browser.texts(".standings tbody th"), wanted);
    let fetched = browser.script(
        "const link = document.querySelector(\"a[href$='standings.csv']\"); \
         const request = new XMLHttpRequest(); request.open('GET', link.href, false); request.send(); \
         return request.responseText",
    );
    assert_eq!(fetched.as_str(), Some(&*standings));
    browser.click("#report");
    browser.wait_for("h1", "watched");
    browser.wait_for("#standings", "Standings");
    browser.picture("tournament-report");
    let console = browser.console();
    // the browser itself logs error responses
    assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
}

#[test]
fn any_game_of_a_run_can_be_replayed_to_its_end() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    let line = "tournament --players letter-value,marginal,random --rounds 2 --games 120 --seed 7 --record plies \
                --out tournaments/results/own";
    program::done(dir.path(), line);
    let Some((served, browser)) = start(&root) else { return };
    browser.open(&format!("{}/tournaments", served.url));
    browser.wait_for(".runs", "finished");
    browser.pictures("tournament-first");
    browser.click(".runs a");
    browser.click("#games");
    browser.click("#next");
    browser.wait_for(".games tbody tr", "51");
    browser.pictures("tournament-games");
    browser.fill("#from", "77");
    browser.press("\u{e007}");
    browser.wait("#from", "there", |_| true);
    browser.wait_for(".games tbody tr", "77");
    browser.click(".games tbody a");
    browser.wait_for("h1", "Game 77");
    let points = browser.texts(".ends .quiet");
    browser.wait_for("#of", "1 of ");
    browser.click("#round-next");
    browser.wait_for("#steps h2", "Round 2");
    browser.click("#last");
    assert_eq!(sorted(browser.texts("#picture .points")), sorted(points.clone()));
    let lines = "return document.querySelectorAll('#points path[class^=own-]').length";
    assert_eq!(browser.script(lines), points.len(), "a line for each player");
    browser.click("#back");
    let address = browser.url();
    browser.open(&address);
    browser.wait("#of", "the step of the address", |of| !of.starts_with("1 of "));
    browser.pictures("tournament-game");
    browser.click("#review-game");
    browser.wait_for("#here", "Move ");
    browser.pictures("tournament-review");
    // it belongs to its run and is not played on
    let address = browser.url();
    let (room, _) = address.split_once("/review").expect("a review");
    browser.open(&format!("{room}/review/3"));
    browser.wait_for("#here", "Move 3 of ");
    assert_eq!(browser.text(".play-on"), None);
    browser.open(room);
    browser.wait_for(".part-headline", "The game is over");
    browser.click(".part-controls a[href^=\"/tournaments\"]");
    browser.wait_for("h1", "own");
    assert_eq!(browser.console(), Vec::<String>::new());
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn without_scripts_a_tournament_is_started_and_followed_by_reloading() {
    let dir = scratch();
    let Some((served, browser)) = start(dir.path()) else { return };
    browser.scripts(false);
    browser
        .open(&format!("{}/tournaments?players=zero,random&games=10&rounds=1&seed=3", served.url));
    browser.choose("#new", "random");
    browser.click("#add");
    browser.wait("#player-2", "there", |_| true);
    browser.click("#begin");
    browser.wait_for("h1", "zero, random");
    browser.wait_for(".trail", "zero-random-random-3");
    for _ in 0..3000 {
        if browser.text(".part-state").is_some_and(|text| text.contains("All games are played")) {
            break;
        }
        browser.open(&format!("{}/tournaments/zero-random-random-3", served.url));
    }
    browser.wait_for(".part-headline", "won the tournament · 10 games played");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_knockout_shows_its_final_order() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    fs::create_dir(&root).expect("a folder");
    fs::copy("tournaments/knockout.toml", root.join("knockout.toml")).expect("a config");
    let Some((served, browser)) = start(&root) else { return };
    browser.open(&format!("{}/tournaments?config=knockout", served.url));
    browser.wait_for(".settings", "group-size = 4");
    browser.pictures("tournament-config");
    browser.fill("#games", "4");
    browser.click("#begin");
    browser.wait_for("h1", "knockout, ");
    browser.wait_for(".part-state", "All games are played");
    browser.wait_for(".final", "tie-break");
    browser.pictures("tournament-knockout");
    assert_eq!(browser.console(), Vec::<String>::new());
}
