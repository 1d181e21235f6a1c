//! The start page in a real browser, and what it shares with all pages: the theme and the rules.

use crate::web::browser;

use browser::{Browser, start};
use serde_json::json;

/// The background of the page as computed.
fn ground(browser: &Browser) -> String {
    let colour = browser.script("return getComputedStyle(document.body).backgroundColor");
    colour.as_str().expect("a colour").to_owned()
}

/// Of `--ground` in the style sheet of all pages.
const LIGHT: &str = "rgb(246, 245, 241)";
const DARK: &str = "rgb(20, 23, 27)";

/// The lower edge of the lowest match.
fn lowest(browser: &Browser, css: &str) -> f64 {
    let edges = format!(
        "return Math.max(...[...document.querySelectorAll('{css}')].map(e => e.getBoundingClientRect().bottom))"
    );
    browser.script(&edges).as_f64().expect("a number")
}

#[test]
fn four_pictures_are_above_the_fold() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    browser.pictures("start");
    for (width, height) in [(1280, 720), (900, 700), (360, 740)] {
        for dark in [false, true] {
            browser.window(width, height, dark);
            browser.picture(&format!("start-{width}-{}", if dark { "dark" } else { "light" }));
            let wide = browser.script("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{wide} in {width}");
        }
        if width >= 900 {
            assert!(lowest(&browser, ".table-picture") <= f64::from(height), "{width}");
        }
    }
    browser.window(1280, 720, false);
    assert!(lowest(&browser, ".table-actions > form button") <= 720.0, "and all buttons");
    let small = browser.script(
        "return [...document.querySelectorAll('main a, button, select')].filter(e => e.offsetHeight < 24 && \
         getComputedStyle(e).display !== 'inline').length",
    );
    assert_eq!(small, json!(0), "targets of 24 pixels");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_visitor_plays_and_watches_at_once_even_without_scripts() {
    let Some((served, browser)) = start() else { return };
    let card = |number: usize, form: usize| {
        format!(".tables li:nth-child({number}) .table-actions form:nth-of-type({form}) button")
    };
    browser.open(&served.url);
    browser.click(&card(1, 2));
    browser.wait_for(".part-headline", "letter 3 of");
    browser.back();
    browser.scripts(false);
    browser.open(&served.url);
    browser.click(&card(2, 1));
    browser.wait_for(".part-headline", "Turn Assam");
    browser.open(&served.url);
    let games = browser.texts(".now .list li");
    assert!(games[0].starts_with("Marrakech") && games[1].starts_with("Letter Game"), "{games:?}");
    browser.click(&card(4, 1));
    browser.wait_for(".said", "Which words do you see?");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_list_of_games_under_way_is_live_and_keeps_the_focus() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    browser.wait_for(".now", "No one is playing right now");
    browser.open_tab(&format!("{}/marrakech?players=person,greedy&seed=5", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn 1");
    browser.tab(0);
    browser.wait_for(".now .list li", "Turn 1 · Player 1 (cyan)");
    browser.script("document.querySelector('.now .list a').focus()");
    browser.tab(1);
    browser.click(".turn");
    browser.wait_for(".part-headline", "Lay your rug");
    browser.tab(0);
    browser.wait_for(".now .list li", "lays a rug");
    let focused = browser.script("return document.activeElement.textContent");
    assert_eq!(focused, json!("Marrakech"));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_colours_of_boards_are_chosen_and_remembered() {
    let Some((served, browser)) = start() else { return };
    let pages = [("/scrabble", ".squares .p3W"), ("/marrakech", ".base .square")];
    let colour = |css: &str| {
        let script = format!(
            "const style = getComputedStyle(document.querySelector('{css}')); return style.fill + style.backgroundColor"
        );
        browser.script(&script)
    };
    let mut seen = Vec::new();
    for choice in ["", "green", "contrast"] {
        browser.open(&format!("{}/scrabble", served.url));
        browser.choose("#board-choice", choice);
        for (path, css) in pages {
            browser.open(&format!("{}{path}", served.url));
            assert_eq!(
                browser.script("return document.getElementById('board-choice').value"),
                choice
            );
            browser.pictures(&format!("board{}-{choice}", path.replace('/', "-")));
            let colour = colour(css);
            assert!(!seen.contains(&colour), "{path}: {choice}: {colour}");
            seen.push(colour);
        }
    }
    browser.open(&served.url);
    assert_eq!(browser.text("#board-choice"), None, "a page without such a board");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_theme_is_chosen_once_for_all_pages() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    assert_eq!(ground(&browser), LIGHT);
    browser.choose("#scheme-choice", "dark");
    assert_eq!(ground(&browser), DARK);
    for path in ["/marrakech", "/scrabble", "/nothing"] {
        browser.open(&format!("{}{path}", served.url));
        assert_eq!(ground(&browser), DARK, "{path}");
        assert_eq!(browser.script("return document.getElementById('scheme-choice').value"), "dark");
    }
    browser.window(1200, 700, true);
    browser.choose("#scheme-choice", "light");
    assert_eq!(ground(&browser), LIGHT, "against the system");
    browser.open_tab(&served.url);
    browser.window(1200, 700, true);
    browser.choose("#scheme-choice", "");
    assert_eq!(ground(&browser), DARK, "the system's");
    browser.tab(0);
    browser.wait("h1", "dark in the other tab too", |_| ground(&browser) == DARK);
    browser.scripts(false);
    browser.open(&served.url);
    assert_eq!(ground(&browser), DARK);
    let shown = browser.script("return document.querySelector('.scheme').offsetHeight");
    assert_eq!(shown, 0, "the choice needs a script");
}

#[test]
fn rules_are_folded_to_a_line_and_stay_open_while_a_game_plays() {
    let Some((served, browser)) = start() else { return };
    for path in ["/auction", "/marrakech", "/scrabble", "/scrabble/game", "/wordgame"] {
        browser.open(&format!("{}{path}", served.url));
        let height = browser.script("return document.querySelector('.how').offsetHeight");
        assert!(height.as_f64() < Some(36.0), "{path}: {height}");
    }
    browser.open(&format!("{}/auction?players=zero,random&rounds=1&seed=1", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "letter 1 of");
    browser.click(".how summary");
    browser.wait_for(".how li:nth-child(2)", "second-highest");
    browser.click("#button-step");
    browser.wait_for(".part-headline", "letter 2 of");
    browser.pictures("rules-open");
    assert_eq!(browser.script("return document.querySelector('.how').open"), true);
    // at a table they lie over the board, until a click elsewhere
    browser.open(&format!("{}/scrabble/game?players=person,random&seed=1", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Your move");
    let top = "return document.querySelector('.board').getBoundingClientRect().top";
    let before = browser.script(top);
    browser.click(".how summary");
    browser.wait_for(".how li", "seven tiles");
    assert_eq!(browser.script(top), before);
    browser.click(".part-headline");
    assert_eq!(browser.script("return document.querySelector('.how').open"), false);
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// A closed tab is no lost game: the first page leads back to the seat, and so does the page for spectators.
#[test]
fn the_first_page_leads_back_to_the_own_seats() {
    let Some((served, browser)) = start() else { return };
    let is_hidden = || browser.script("return document.getElementById('own-games').hidden");
    browser.open(&served.url);
    assert_eq!(is_hidden(), json!(true), "none yet");
    browser.open(&format!("{}/auction?players=person,zero&rounds=1&seed=8", served.url));
    browser.click("#begin");
    browser.wait_for(".part-ask", "Your bid");
    let seat = browser.url();
    browser.open(&served.url);
    browser.wait_for("#own-games li a", "Your bid for");
    browser.pictures("start-own-games");
    browser.open(seat.split("/seat/").next().expect("an address for spectators"));
    browser.wait_for(".part-controls", "You are watching");
    browser.click("#own-seat-link a");
    browser.wait_for(".part-ask", "Your bid");
    assert_eq!(browser.url(), seat);
    browser.open(&served.url);
    browser.click("#own-games button");
    assert_eq!(is_hidden(), json!(true), "forgotten");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// A game with a friend takes a name, a clock and one button; then one sits at the table and sees the friend come.
#[test]
fn a_game_with_a_friend_begins_at_the_table() {
    let Some((served, browser)) = start() else { return };
    for page in ["/", "/scrabble/game"] {
        browser.open(&format!("{}{page}", served.url));
        browser.click("a[href='/friend/scrabble']");
        browser.wait_for(".caution code", "lettergame serve --addr 0.0.0.0");
    }
    browser.pictures("friend-form");
    browser.fill("#name", "Ann");
    browser.choose("#clock", "300+5");
    browser.click("#create");
    browser.wait_for(".part-headline", "Waiting for your friend");
    browser.wait_for(".player-cards", "5:00");
    browser.pictures("friend-waiting");
    let link = browser.text("#invite").expect("a link");
    browser.open_tab(&link);
    browser.wait_for("h1", "Ann invites you");
    browser.pictures("friend-guest");
    browser.fill("#name", "Ann");
    browser.click("#sit");
    browser.wait_for("#refusal", "Ann is at this table already");
    browser.fill("#name", "Ben");
    browser.click("#sit");
    browser.wait_for(".part-headline", "Ann is thinking");
    browser.tab(0);
    browser.wait_for(".player-cards", "Ben");
    browser.wait_for(".part-headline", "Your move");
    let height = "return document.querySelector('.invitation').offsetHeight";
    assert_eq!(browser.script(height), 0, "no one is waited for");
    let console = browser.console();
    // the browser itself logs error responses
    assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
}

/// Visible controls lower than 44 pixels, but for links within text, explained terms and the squares of boards.
const LOW: &str = "return [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter(e => \
    e.checkVisibility() && e.offsetWidth > 1 && e.offsetHeight > 1 && e.offsetHeight < 44 && e.type !== 'checkbox' && \
    !e.closest('.term, .skip, .squares, svg, .spot') && getComputedStyle(e).display !== 'inline').map(e => e.outerHTML.slice(0, 90))";

#[test]
fn a_thumb_finds_every_control_and_the_way_back() {
    let Some((served, browser)) = start() else { return };
    browser.window(390, 664, false);
    let check = |name: &str| {
        assert_eq!(browser.script(LOW), json!([]), "{name}");
        let wide = browser.script("return document.documentElement.scrollWidth");
        assert_eq!(wide, json!(390), "{name}");
    };
    for path in
        ["/", "/auction", "/marrakech", "/scrabble/game", "/wordgame", "/daily/wordgame/2026-11-29"]
    {
        browser.open(&format!("{}{path}", served.url));
        check(path);
    }
    for path in ["/auction", "/marrakech", "/scrabble/game"] {
        browser.open(&format!("{}{path}", served.url));
        browser.click(".levels button");
        browser.wait(".part-ask form", "a question", |_| true);
        check(path);
        assert_eq!(browser.texts(".player-card:not(.own) .tag")[0], "Easy", "{path}");
        let back = browser.script(
            "scrollTo(0, 0); const back = document.querySelector('.top nav [aria-current]'); \
             return back.checkVisibility() && back.getBoundingClientRect().bottom < 60",
        );
        assert_eq!(back, json!(true), "{path}");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn all_pages_have_one_left_edge() {
    let Some((served, browser)) = start() else { return };
    let edge = "const lefts = [...document.querySelectorAll('.top .home, main h1, main > *, #live > *')].filter(e => \
        e.checkVisibility() && e.offsetWidth > 1).map(e => e.getBoundingClientRect().left); \
        return [Math.min(...lefts), document.querySelector('main').firstElementChild.getBoundingClientRect().left]";
    for width in [390, 1280, 1700] {
        browser.window(width, 900, false);
        let mut edges = Vec::new();
        for path in [
            "/",
            "/auction",
            "/scrabble",
            "/wordgame",
            "/tournaments",
            "/daily/scrabble/2026-11-29",
            "/nothing",
        ] {
            browser.open(&format!("{}{path}", served.url));
            let found = browser.script(edge);
            assert_eq!(found[0], found[1], "{path} {width}");
            edges.push(found[0].clone());
        }
        edges.dedup();
        assert_eq!(edges.len(), 1, "{width}: {edges:?}");
    }
}
