//! The table of the Letter Game in a real browser: what is above the fold, the hint and its switch.

use crate::web::browser;

use browser::{Browser, Served, start};

/// What a person needs to bid.
const NEEDED: [&str; 6] = [
    ".part-headline",
    ".part-sale .tile",
    ".rack .tile:last-child",
    "#bid",
    ".ask .main",
    ".advice dl",
];

/// Begins a game and waits for its first question.
fn begin(served: &Served, browser: &Browser, game: &str) {
    browser.open(&format!("{}/auction?{game}", served.url));
    browser.click("#begin");
    browser.wait_for(".part-ask label", "Your bid for");
}

/// Where the first match ends, in pixels from the top of the page.
fn bottom(browser: &Browser, css: &str) -> f64 {
    let script = format!("return document.querySelector('{css}').getBoundingClientRect().bottom");
    browser.script(&script).as_f64().unwrap_or_else(|| panic!("{css} has no place"))
}

#[test]
fn everything_needed_for_a_bid_is_above_the_fold() {
    let Some((served, browser)) = start() else { return };
    for seats in [5, 14] {
        let players = format!("person{}", ",zero".repeat(seats - 1));
        begin(&served, &browser, &format!("players={players}&rounds=2&hidden=5&seed=3"));
        // some letters, so that the own ones need space
        for letter in 2..=5 {
            browser.fill("#bid", "9");
            browser.press("\u{e007}");
            browser.wait_for(".part-headline", &format!("letter {letter} of"));
            browser.wait("#bid", "an empty field", |_| true);
        }
        for (name, width, height) in [("wide", 1280, 800), ("phone", 390, 844), ("small", 360, 740)]
        {
            browser.window(width, height, false);
            browser.script("scrollTo(0, 0)");
            browser.picture(&format!("auction-table-{seats}-{name}"));
            for css in NEEDED {
                let end = bottom(&browser, css);
                assert!(end <= f64::from(height), "{seats} players, {name}: {css} ends at {end}");
            }
            let wide = browser.script("return document.documentElement.scrollWidth").as_u64();
            assert!(wide <= Some(width.into()), "{seats} players, {name}: {wide:?}");
        }
        assert!(
            browser.text(".part-headline").is_some_and(|text| text.contains("100 points left"))
        );
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The largest text of the page is the headline; letters on tiles are pictures.
#[test]
fn the_headline_is_the_largest_text() {
    let Some((served, browser)) = start() else { return };
    begin(&served, &browser, "players=person,letter-value&rounds=2&seed=3");
    let largest = "const size = e => parseFloat(getComputedStyle(e).fontSize); \
        const texts = [...document.querySelectorAll('body *')].filter(e => !e.closest('.tile') \
            && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())); \
        texts.sort((a, b) => size(b) - size(a)); \
        return texts[0].closest('.part-headline') !== null";
    for (width, height) in [(1280, 800), (360, 740)] {
        browser.window(width, height, false);
        assert_eq!(browser.script(largest), true, "{width}");
    }
}

#[test]
fn a_hint_has_to_be_opened_and_stays_open() {
    let Some((served, browser)) = start() else { return };
    begin(&served, &browser, "players=person,letter-value&rounds=2&hidden=4&seed=3");
    let is_open = || browser.script("return document.querySelector('.advice').open") == true;
    assert!(!is_open());
    browser.click(".advice summary");
    assert!(is_open());
    browser.wait_for(".advice", "Best word now");
    // in the next question, and in another game
    browser.fill("#bid", "2");
    browser.press("\u{e007}");
    browser.wait_for(".part-headline", "letter 2 of 8");
    browser.wait_for(".part-ask label", "Your bid for");
    assert!(is_open());
    begin(&served, &browser, "players=person,zero&rounds=1&hidden=7&seed=4");
    assert!(is_open());
    browser.click(".advice summary");
    browser.open(&browser.url());
    assert!(!is_open());
    // when words are due the hint is the answer, and has to be asked for
    for letter in 1..=2 {
        browser.wait_for(".part-headline", &format!("letter {letter} of 2"));
        browser.wait_for(".part-ask label", "Your bid for");
        browser.fill("#bid", "1");
        browser.press("\u{e007}");
    }
    browser.wait_for(".part-ask label", "Your word of round 1");
    assert!(!is_open());
    // a click on a letter types it
    browser.click(".rack li:nth-child(2) .tile");
    browser.click(".rack li:nth-child(1) .tile");
    let typed = browser.script("return document.getElementById('word').value");
    let letters = "return [1, 0].map(i => document.querySelectorAll('.rack .tile')[i].dataset.letter).join('')";
    assert_eq!(typed, browser.script(letters));
    assert_eq!(browser.texts(".rack .used").len(), 2, "they are marked");
    browser.wait("#weighed", "what it is worth", |text| !text.is_empty());
    browser.click("#erase");
    assert_eq!(browser.script("return document.getElementById('word').value.length"), 1);
    assert_eq!(browser.texts(".rack .used").len(), 1);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_own_bid_is_shown_while_others_are_awaited() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/auction?players=person,person&rounds=1&hidden=3&seed=4", served.url));
    browser.click("#begin");
    browser.wait_for("h1", "who sits where");
    let seats: Vec<String> = (1..=2)
        .map(|seat| {
            let href = format!("return document.getElementById('seat-{seat}').href");
            browser.script(&href).as_str().expect("an address").to_owned()
        })
        .collect();
    browser.open(&seats[0]);
    browser.fill("#bid", "37");
    browser.press("\u{e007}");
    browser.wait_for(".part-ask", "You bid 37. Wait for Player 2.");
    browser.pictures("auction-own-bid");
    browser.open(&seats[1]);
    browser.wait_for(".part-ask label", "Your bid for");
    let other = browser.script("return document.body.innerText");
    // the spectators' address is random, and may have these digits
    let mut lines =
        other.as_str().expect("text").lines().filter(|line| !line.starts_with("/room/"));
    assert!(lines.all(|line| !line.contains("37")), "{other}");
    browser.fill("#bid", "3");
    browser.press("\u{e007}");
    browser.wait_for(".part-headline", "letter 2 of");
    browser.open(&seats[0]);
    browser.wait_for(".part-ask label", "Your bid for");
    assert!(!browser.text(".part-ask").expect("a place").contains("You bid"));
}

#[test]
fn bids_are_revealed_together_with_the_price() {
    let Some((served, browser)) = start() else { return };
    begin(&served, &browser, "players=person,truthful-4,zero&rounds=1&hidden=3&seed=3");
    // bids for thumbs
    browser.click(".chips [data-bid='10']");
    browser.click(".chips [data-more='-1']");
    assert_eq!(browser.script("return document.getElementById('bid').value"), "9");
    browser.click(".ask .main");
    browser.wait_for(".part-bids .sold", " for 4");
    browser.wait_for(".part-bids .why", "Bid 9, pays the second-highest bid: 4 by Ada.");
    assert_eq!(browser.texts(".player-card .bid strong"), ["9", "4", "0"]);
    assert_eq!(browser.texts(".player-card:has(.bid.won) .name"), ["You"]);
    assert!(browser.text(".part-headline").is_some_and(|text| text.contains("96 points left")));
    assert!(
        !browser.text(".part-sale").expect("a letter").contains("to You"),
        "the next letter alone"
    );
    browser.pictures("auction-table-bids");
}

/// The words of a round are in sight until the next bids are in; those of all rounds, and why the winner won, at the end.
#[test]
fn the_end_of_a_round_and_of_the_game_is_in_sight() {
    let Some((served, browser)) = start() else { return };
    browser.window(390, 664, false);
    begin(&served, &browser, "players=person,random,letter-value,random&rounds=2&hidden=5&seed=3");
    let due = "return document.querySelector('.ask [name=due]')?.value ?? ''";
    let (mut before, mut ends) = (String::new(), 0);
    while browser.text("#to-review").is_none() {
        let now = browser.script(due).as_str().unwrap_or_default().to_owned();
        if now.is_empty() || now == before {
            std::thread::sleep(std::time::Duration::from_millis(20));
            continue;
        }
        if now == "2-1-0" {
            browser.wait_for(".part-bids .sold", "Round 1 is over");
            browser.wait_for(".part-bids .why", "You got 0.");
            assert_eq!(browser.texts(".player-card .word").len(), 4, "the word of each");
            ends += 1;
        }
        if now.ends_with("-0") {
            browser.fill("#bid", "1");
            browser.click(".ask .main");
        } else {
            browser.click(".ask .sure summary");
            browser.click("#no-word");
        }
        before = now;
    }
    assert_eq!(ends, 1);
    browser.wait_for(".part-sale .why", " from words, ");
    browser.script("scrollTo(0, 0)");
    browser.pictures("auction-table-end");
    browser.window(390, 664, false);
    assert_eq!(browser.texts(".rounds tbody tr").len(), 3);
    assert!(bottom(&browser, ".rounds tbody") <= 664.0, "{}", bottom(&browser, ".rounds tbody"));
}

/// The letter that was sold flies from the middle of the table to its owner, unless less motion is preferred; the log
/// keeps all bids.
#[test]
fn a_letter_flies_to_its_owner_only_for_those_who_like_motion() {
    let Some((served, browser)) = start() else { return };
    begin(&served, &browser, "players=person,zero&rounds=1&hidden=3&seed=3");
    browser.script(
        "window.flights = 0; new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(node => { \
         if (node.classList?.contains('flying')) flights += 1; }))).observe(document.body, {childList: true})",
    );
    let bid = |letter: u32| {
        browser.fill("#bid", "2");
        browser.press("\u{e007}");
        browser.wait_for(".part-headline", &format!("letter {letter} of"));
        browser.wait(&format!(".ask [name=due][value='1-{letter}-0']"), "asked", |_| true);
    };
    bid(2);
    bid(3);
    let flights = browser.script("return new Promise(r => setTimeout(() => r(flights), 100))");
    assert_eq!(flights, 2);
    browser.reduce_motion();
    bid(4);
    let flights = browser.script("return new Promise(r => setTimeout(() => r(flights), 100))");
    assert_eq!(flights, 2, "less motion");
    browser.click(".part-log summary");
    let log = browser.texts(".log li");
    assert_eq!(log.len(), 3, "{log:?}");
    assert!(log.iter().all(|line| line.ends_with("You 2, Ada 0")), "{log:?}");
}

/// Whoever has few points left need not bid 0 for each letter.
#[test]
fn the_rest_of_a_round_is_let_go_by() {
    let Some((served, browser)) = start() else { return };
    begin(&served, &browser, "players=person,zero&rounds=2&hidden=3&seed=3&set=start-points=9");
    let is_ready = || browser.script("return document.readyState") == "complete";
    browser.wait("[data-skip]", "the scripts", |_| is_ready());
    browser.click("[data-skip]");
    browser.wait_for(".part-ask label", "Your word of round 1");
    browser.click(".part-ask .sure summary");
    browser.click(".part-ask #no-word");
    browser.wait_for(".part-headline", "Round 2 of 2 · letter 1 of");
    browser.wait_for(".part-ask label", "Your bid for");
    assert_eq!(browser.console(), Vec::<String>::new());
}
