//! Help where it is needed, in a real browser: terms, folds of the forms, rules of the settings.

use crate::web::browser;

use browser::{Browser, start};
use serde_json::json;

/// Whether the explanation of the first such term is shown, whole within the window.
fn is_told(browser: &Browser, css: &str) -> bool {
    let box_of = format!(
        "const box = document.querySelector('{css} [popover]').getBoundingClientRect(); \
         return box.height > 0 && box.left >= 0 && box.top >= 0 && \
            box.right <= innerWidth && box.bottom <= innerHeight"
    );
    browser.script(&box_of) == json!(true)
}

#[test]
fn terms_are_explained_by_pointer_keyboard_and_finger_even_without_scripts() {
    let Some((served, browser)) = start() else { return };
    let term = ".plays th:nth-child(5) .term";
    let button = format!("{term} button");
    for (width, height) in [(1200, 700), (360, 740)] {
        browser.window(width, height, false);
        browser.open(&format!("{}/scrabble", served.url));
        browser.script(&format!(
            "document.querySelector('{button}').scrollIntoView({{block: 'center'}})"
        ));
        assert!(!is_told(&browser, term));
        browser.point(&button);
        browser.wait(&button, "shown by the pointer", |_| is_told(&browser, term));
        browser.picture(&format!("term-{width}"));
        browser.press("\u{e00c}");
        browser.wait(&button, "put away by Escape", |_| !is_told(&browser, term));
        browser.point("h1");
        browser.press("\u{e004}");
        browser.script(&format!("document.querySelector('{button}').focus()"));
        browser.wait(&button, "shown by the focus", |_| is_told(&browser, term));
        browser.script("document.activeElement.blur()");
        assert!(!is_told(&browser, term));
    }
    browser.scripts(false);
    browser.open(&format!("{}/scrabble", served.url));
    browser.click(&button);
    let open =
        format!("return document.querySelector('{term} [popover]').matches(':popover-open')");
    assert_eq!(browser.script(&open), json!(true), "it was pressed");
    browser.wait(&button, "shown when it was pressed", |_| is_told(&browser, term));
    let described = "return [...document.querySelectorAll('.term button')].every(button => \
        document.getElementById(button.getAttribute('aria-describedby')).textContent.length > 20)";
    let pages = ["/auction", "/marrakech", "/scrabble/game", "/wordgame"];
    for path in pages {
        browser.open(&format!("{}{path}", served.url));
        assert_eq!(browser.script(described), json!(true), "{path}");
        let ids = "const ids = [...document.querySelectorAll('[id]')].map(e => e.id); \
            return ids.filter((id, index) => ids.indexOf(id) !== index)";
        assert_eq!(browser.script(ids), json!([]), "{path}: each id once");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_guest_sees_levels_and_start_at_once_and_the_rest_in_folds() {
    let Some((served, browser)) = start() else { return };
    for path in ["/auction", "/marrakech", "/scrabble/game"] {
        for (width, height) in [(1280, 720), (360, 740)] {
            browser.window(width, height, false);
            browser.open(&format!("{}{path}", served.url));
            browser.picture(&format!("form{}-{width}", path.replace('/', "-")));
            for css in [".levels > :last-child", ".choose summary", ".more summary", "#begin"] {
                let end = browser.script(&format!(
                    "return document.querySelector('{css}').getBoundingClientRect().bottom"
                ));
                assert!(end.as_f64() <= Some(f64::from(height)), "{path} {width}: {css} at {end}");
            }
            let wide = browser.script("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{path}: {wide}");
        }
    }
    browser.window(1280, 720, false);
    browser.open(&format!("{}/auction", served.url));
    browser.click(".choose summary");
    browser.click(".more summary");
    browser.pictures("form-open");
    browser.click(".how summary");
    browser.choose("#preset", "seven");
    browser.click("#check");
    browser.wait_for(".how li", "No one holds more than 7");
    assert_eq!(browser.script("return document.querySelector('.how').open"), json!(true));
    assert_eq!(browser.script("return document.querySelector('.more').open"), json!(true));
    browser.click("#begin");
    browser.wait_for(".part-headline", "Round 1");
    browser.click(".how summary");
    browser.wait_for(".how li", "No one holds more than 7");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// What a person needs in each room, besides the headline.
const ROOMS: [(&str, &[&str]); 3] = [
    ("/auction?players=person,zero&hidden=5&seed=3", &[".onsale .tile", "#bid", ".ask .main"]),
    ("/marrakech?players=person,greedy,random&seed=3", &[".part-ground svg", ".spot.arrow"]),
    (
        "/scrabble/game?players=person,random&seed=3",
        &[".part-squares .squares", "#own .rt:last-child", "#weighed"],
    ),
];

#[test]
fn in_every_room_the_state_is_the_largest_text_and_the_needful_above_the_fold() {
    let Some((served, browser)) = start() else { return };
    let largest = "const size = e => parseFloat(getComputedStyle(e).fontSize); \
        const texts = [...document.querySelectorAll('body *')].filter(e => !e.closest('.tile, .rt, .squares, .big-tile, svg') \
            && e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())); \
        texts.sort((a, b) => size(b) - size(a)); \
        return texts[0].closest('.part-headline, .said') !== null || texts[0].outerHTML";
    for (address, needed) in ROOMS {
        browser.window(1280, 720, false);
        browser.open(&format!("{}{address}", served.url));
        browser.click("#begin");
        browser.wait("#part-headline", "a state", |text| !text.is_empty());
        browser.wait(needed[1], "there", |_| true);
        for (width, height) in [(1280, 720), (360, 740)] {
            browser.window(width, height, false);
            browser.script("scrollTo(0, 0)");
            let name = address.split('?').next().expect("a path").replace('/', "-");
            browser.picture(&format!("room{name}-{width}"));
            assert_eq!(browser.script(largest), json!(true), "{address} {width}");
            for css in [&[".part-headline"], needed].concat() {
                let end = browser.script(&format!(
                    "return document.querySelector('{css}').getBoundingClientRect().bottom"
                ));
                assert!(
                    end.as_f64() <= Some(f64::from(height)),
                    "{address} {width}: {css} at {end}"
                );
            }
            let wide = browser.script("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{address}: {wide}");
        }
    }
    browser.open(&format!("{}/wordgame?number=1&seed=3", served.url));
    for (width, height) in [(1280, 720), (360, 740)] {
        browser.window(width, height, false);
        browser.wait_for(".said", "Which words do you see?");
        browser.picture(&format!("room-wordgame-{width}"));
        assert_eq!(browser.script(largest), json!(true), "wordgame {width}");
        let end =
            browser.script("return document.querySelector('#word').getBoundingClientRect().bottom");
        assert!(end.as_f64() <= Some(f64::from(height)), "wordgame {width}: {end}");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn tiles_rugs_and_die_move_only_for_those_who_like_it() {
    let Some((served, browser)) = start() else { return };
    let games = [
        (
            "/auction?players=truthful-4,zero&rounds=1&seed=3",
            ".seats .winner .letters .tile:last-child",
        ),
        ("/marrakech?players=greedy,random&seed=5", ".rug:has(+ .newest)"),
        ("/scrabble/game?players=score,random&seed=3", ".squares .fresh"),
    ];
    for (address, css) in games {
        browser.window(1280, 720, false);
        browser.open(&format!("{}{address}", served.url));
        browser.click("#begin");
        browser.wait("#part-headline", "a state", |text| !text.is_empty());
        for _ in 0..2 {
            let before = browser.text(".part-headline").expect("a state");
            browser.click("#button-step");
            browser.wait(".part-headline", "another state", |text| text != before);
        }
        let moving = format!(
            "return getComputedStyle(document.querySelector('{css}')).animationName !== 'none'"
        );
        assert_eq!(browser.script(&moving), json!(true), "{address}");
        browser.reduce_motion();
        assert_eq!(browser.script(&moving), json!(false), "{address}");
    }
}
