//! Marrakech in a real browser: a person plays computers to the end with mouse and keyboard, computers play
//! each other, the viewer shows what it is given.

use crate::web::browser;

use std::sync::Arc;

use browser::{Browser, start};
use lettergame::base::{Seat, Seed};
use lettergame::games::marrakech::players::ROSTER;
use lettergame::games::marrakech::rules::{Marrakech, MarrakechRules, Move};
use lettergame::plan::PlayerSpec;
use lettergame::protocol::HostOptions;
use lettergame::tournament::PlayerFactory;

/// The state string of the library's own game in which the person makes these moves.
fn replayed(players: &[&str], seed: u64, moves: &[Move]) -> String {
    let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
    let factory = PlayerFactory { lexicon: None, host_options: HostOptions::default() };
    let players = PlayerSpec::read_all(players).expect("players");
    let mut session =
        factory.lineup(&ROSTER, &players, &rules).expect("players").session(Seed(seed));
    let mut moves = moves.iter();
    while !session.is_over() {
        for seat in session.awaited().iter() {
            session.answer(seat, Ok(*moves.next().expect("a move for every question")));
        }
        session.advance();
    }
    assert_eq!(moves.next(), None, "the person was asked more often");
    assert!(session.table().faults().values().all(|&faults| faults == 0));
    session.table().view(Seat::FIRST).stage().position().to_string()
}

fn value(browser: &Browser, css: &str) -> String {
    let script = format!("const e = document.querySelector('{css}'); return e ? e.value : ''");
    browser.script(&script).as_str().unwrap_or_default().to_owned()
}

/// The question after `due`; `None` at the end.
fn next_question(browser: &Browser, due: &str) -> Option<String> {
    let is_next = || {
        let now = value(browser, ".part-ask [name=due]");
        // both parts show the same question
        (!now.is_empty() && now != due && now == asked_on_board(browser, &now)).then_some(now)
    };
    loop {
        if let Some(now) = is_next() {
            return Some(now);
        }
        if browser.text("#to-review").is_some() {
            return None;
        }
    }
}

/// The question as shown on the layer above the board, which has its own for squares, as there is no field.
fn asked_on_board(browser: &Browser, now: &str) -> String {
    let spots = if now.ends_with("rotate") { ".spot.arrow" } else { ".spot.square" };
    let there = browser.text(spots).is_some();
    if there { now.to_owned() } else { String::new() }
}

/// Chooses a rotation: with the button, the arrow on the board, or the keyboard.
fn rotate(browser: &Browser, count: usize) -> Move {
    let text = ["rotate 0", "rotate 90", "rotate 270"][count % 3];
    match count % 4 {
        0 => browser.click(&format!(".turn[value='{text}']")),
        1 => browser.click(&format!(".spot.arrow[value='{text}']")),
        _ => {
            browser.script(&format!("document.querySelector(\".turn[value='{text}']\").focus()"));
            browser.press("\u{e007}");
        }
    }
    text.parse().expect("a move")
}

/// Lays a rug: by two clicks and a third on it, by two clicks and Enter, or by choosing it with the keyboard.
fn place(browser: &Browser, count: usize) -> Move {
    let places = "return [...document.querySelectorAll('.choice input')].map(e => e.value)";
    let places = browser.script(places);
    let places: Vec<&str> =
        places.as_array().into_iter().flatten().filter_map(|v| v.as_str()).collect();
    let index = (5 * count) % places.len();
    let text = places[index];
    let squares: Vec<&str> = text.split(' ').skip(1).collect();
    if count % 3 == 2 {
        browser.script(&format!("document.getElementById('place-{index}').focus()"));
        browser.press(" ");
        browser.press("\u{e007}");
        return text.parse().expect("a move");
    }
    for square in &squares {
        browser.click(&format!(".spot[data-square='{square}']"));
    }
    assert_eq!(value(browser, ".choice input:checked"), text);
    if count.is_multiple_of(3) {
        browser.click(&format!(".spot[data-square='{}']", squares[0]));
    } else {
        browser.press("\u{e007}");
    }
    text.parse().expect("a move")
}

#[test]
fn a_person_plays_two_computers_to_the_end_of_the_librarys_game() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/marrakech?players=person,greedy&seed=11", served.url));
    browser.choose("#new", "random");
    browser.click("#add");
    browser.wait("#player-2", "there", |_| true);
    browser.pictures("marrakech-form");
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn Assam");
    browser.pictures("marrakech-rotate");
    browser.delay(0);
    let (mut moves, mut due, mut turns) = (Vec::new(), String::new(), 0);
    while let Some(now) = next_question(&browser, &due) {
        if now.ends_with("rotate") {
            if turns == 6 {
                browser.click(".hints button");
                browser.wait_for(".turn small", "on average");
                browser.pictures("marrakech-hints");
            }
            moves.push(rotate(&browser, turns));
        } else {
            if turns == 6 {
                looks_before_it_lays(&browser);
            }
            moves.push(place(&browser, turns));
            turns += 1;
        }
        due = now;
    }
    browser.pictures("marrakech-over");
    let state = value(&browser, "#state");
    assert_eq!(state, replayed(&["person", "greedy", "random"], 11, &moves));
    browser.click(".part-state a");
    browser.wait_for(".facts", "is over");
    assert_eq!(value(&browser, "#state"), state);
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The first click is undone, then the second rug too; nothing is sent.
fn looks_before_it_lays(browser: &Browser) {
    let pair = value(browser, ".choice:nth-child(1) input");
    let squares: Vec<&str> = pair.split(' ').skip(1).collect();
    let spot = |square: &str| format!(".spot[data-square='{square}']");
    browser.pictures("marrakech-place");
    browser.click(&spot(squares[0]));
    browser.wait(".spot.first", "marked", |_| true);
    browser.wait_for(".next", "Now choose the second square");
    browser.pictures("marrakech-first");
    browser.press("\u{e00c}");
    assert_eq!(browser.text(".spot.first"), None);
    browser.click(&spot(squares[0]));
    browser.click(&spot(squares[1]));
    assert_eq!(value(browser, ".choice input:checked"), pair);
    browser.wait_for(".next", "Lay the rug here");
    browser.pictures("marrakech-preview");
    browser.click(".places [type=reset]");
    assert_eq!(value(browser, ".choice input:checked"), "");
}

/// What everyone owns is in sight in a turn, together with what is to be decided.
#[test]
fn purses_are_in_sight_on_a_phone() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/marrakech?players=person,greedy&seed=11", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn Assam");
    for (width, height) in [(390, 664), (768, 1024)] {
        browser.window(width, height, width < 500);
        let shown = "return [...document.querySelectorAll('.coins, .squares-shown, .rugs, .turn')] \
                     .every(e => e.getBoundingClientRect().bottom <= innerHeight)";
        assert_eq!(browser.script(shown), true, "{width}");
    }
}

#[test]
fn computers_play_on_the_page_what_the_library_plays() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/marrakech?players=greedy,random,greedy,random&seed=5", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn 1");
    watch_assam(&browser);
    browser.click("#button-step");
    browser.wait_for(".part-headline", "lays a rug");
    browser.wait(".part-assam", "walked to the end", |_| has_arrived(&browser));
    assert!(changes(&browser) > 2, "Assam walks");
    browser.delay(0);
    browser.click("#button-play");
    browser.wait_for(".part-headline", "The game is over");
    let state = value(&browser, "#state");
    assert_eq!(state, replayed(&["greedy", "random", "greedy", "random"], 5, &[]));
    browser.pictures("marrakech-four-over");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn assam_does_not_walk_if_reduced_motion_is_preferred() {
    let Some((served, browser)) = start() else { return };
    browser.reduce_motion();
    browser.open(&format!("{}/marrakech?players=greedy,random&seed=5", served.url));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn 1");
    watch_assam(&browser);
    browser.click("#button-step");
    browser.wait_for(".part-headline", "lays a rug");
    browser.wait(".part-assam", "at the end", |_| has_arrived(&browser));
    assert_eq!(changes(&browser), 0);
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Counts how often Assam is moved without his layer being replaced. Each frame takes 20 ms of the
/// page's own time, however slow the machine is.
fn watch_assam(browser: &Browser) {
    browser.script(
        "let time = 10000; performance.now = () => time; \
         window.requestAnimationFrame = show => setTimeout(() => show(time += 20))",
    );
    browser.script(
        "window.moved = 0; new MutationObserver(list => { for (const m of list) \
         if (m.type === 'attributes' && m.target.classList.contains('assam')) window.moved++ }) \
         .observe(document.querySelector('.part-assam'), \
                  {subtree: true, attributes: true, attributeFilter: ['transform'], childList: true})",
    );
}

fn changes(browser: &Browser) -> u64 {
    browser.script("return window.moved").as_u64().unwrap_or_default()
}

/// Whether Assam is on the square given by the library.
fn has_arrived(browser: &Browser) -> bool {
    let there = "const a = document.querySelector('.walker[data-walk] .assam'); if (!a) return false; \
                 const [x, y] = a.dataset.square; \
                 return a.getAttribute('transform') === `translate(${150 + 80 * x} ${150 + 80 * y})`";
    browser.script(there).as_bool().unwrap_or_default()
}

#[test]
fn a_turn_can_be_played_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.scripts(false);
    browser.open(&format!("{}/marrakech?players=person,person&seed=3", served.url));
    browser.click("#begin");
    browser.click(".seats a");
    browser.click(".turn[value='rotate 90']");
    browser.click("#place-1");
    browser.picture("marrakech-plain");
    browser.click(".lay");
    browser.wait_for(".log", "(cyan): a rug on");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_viewer_shows_boards_and_explains_errors() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/marrakech", served.url));
    browser.click(".heading a");
    browser.wait_for("h1", "State string viewer");
    let state = "Pc02107iPy02208iPp04508iPr02108oA53SB\
        n00r03c12n00n00n00n00n00y06c12n00n00r10n00p13c09p10p05r13r13r00p13c04p10p05n00n00\
        n00p04p04p02c05c05n00n00y04y10p14p14c10n00n00y09y09r04r02p07n00n00";
    browser.fill("#state", state);
    browser.click(".paste button");
    browser.wait_for(".facts", "on 53, facing south");
    assert!(browser.url().ends_with(state), "the address can be shared: {}", browser.url());
    browser.pictures("marrakech-viewer");
    browser.fill("#state", &state[..100]);
    browser.click(".paste button");
    browser.wait_for("#wrong", "expected");
    browser.pictures("marrakech-viewer-wrong");
    let console = browser.console();
    assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
}

/// However many play, a small phone shows the board and the button of a turn without scrolling.
#[test]
fn a_turn_of_any_number_fits_a_small_phone() {
    let Some((served, browser)) = start() else { return };
    for (others, (width, height)) in [
        ("greedy", (390, 664)),
        ("greedy,random", (390, 664)),
        ("greedy,random,greedy", (390, 664)),
        ("greedy,random,greedy", (360, 640)),
    ] {
        browser.window(width, height, false);
        browser.open(&format!("{}/marrakech?players=person,{others}&seed=11", served.url));
        browser.click("#begin");
        let bottom = |css: &str| {
            browser.wait(css, "a question", |_| true);
            let bottom = "return Math.round(document.querySelector('%').getBoundingClientRect().bottom + scrollY)";
            browser.script(&bottom.replace('%', css)).as_u64().expect("a number")
        };
        for css in [".turn", ".part-ground"] {
            assert!(bottom(css) <= height.into(), "{others}: {css} ends at {}", bottom(css));
        }
        browser.click(".spot.arrow[value='rotate 0']");
        browser.wait(".spot.square", "a rug", |_| true);
        assert!(bottom(".lay") <= height.into(), "{others}: the button ends at {}", bottom(".lay"));
        let side = "return document.querySelector('.part-ground').getBoundingClientRect().width";
        assert!(browser.script(side).as_f64() > Some(270.0), "{others}: a board to touch");
    }
    browser.pictures("marrakech-four-phone");
}

/// On a small phone the whole board is in sight in every turn; rugs are listed in coordinates for keys only.
#[test]
fn the_board_stays_in_sight_and_rugs_are_chosen_on_it() {
    let Some((served, browser)) = start() else { return };
    browser.window(390, 664, false);
    browser.open(&format!("{}/marrakech?players=person,greedy&seed=11", served.url));
    browser.click("#begin");
    browser.wait(".spot.arrow", "a question", |_| true);
    assert_eq!(browser.texts(".die circle"), Vec::<String>::new(), "no roll yet");
    let in_sight = || {
        let box_of = "const b = document.querySelector('.part-ground').getBoundingClientRect();";
        let fits = format!("{box_of} return b.top >= 0 && b.bottom <= innerHeight");
        assert_eq!(browser.script(&fits), true);
    };
    in_sight();
    browser.click(".spot.arrow[value='rotate 0']");
    browser.wait(".spot.square", "a rug", |_| true);
    in_sight();
    let list = "return document.querySelector('.choices').offsetHeight > 1";
    browser.script("document.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");
    assert_eq!(browser.script(list), false);
    browser.press("\u{e004}");
    assert_eq!(browser.script(list), true, "for those who use keys");
    let coins = browser.texts(".player-card .coins strong");
    assert_eq!(coins.len(), 2, "{coins:?}");
    assert_eq!(browser.console(), Vec::<String>::new());
}
