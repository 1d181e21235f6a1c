//! Scrabble in a real browser: a position clicked, pasted and played; a game stepped and played to the end of
//! the same command.

use crate::program;
use crate::web::browser;

use std::path::Path;

use browser::{Browser, Served, start};

/// The best plays of a state as the command line prints them: place, play, score, leave, equity.
fn best(state: &str, rank: &str, top: &str) -> Vec<[String; 5]> {
    let args =
        ["analyse", "scrabble", "best", "-", "--rank", rank, "--top", top, "--format", "json"];
    let ran = program::fed(Path::new("."), &args, state).ended(0);
    let rows: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let text =
        |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |row: &serde_json::Value| {
        let equity = format!("{:.3}", row["equity"].as_f64().expect("a number"));
        let [position, play, score, leave] =
            ["position", "play", "score", "leave"].map(|key| text(&row[key]));
        [position, play, score, leave, equity]
    };
    rows.as_array().expect("rows").iter().map(row).collect()
}

/// The same from the page.
fn listed(browser: &Browser) -> Vec<[String; 5]> {
    let columns =
        [2, 3, 4, 5, 6].map(|column| browser.texts(&format!("table.plays td:nth-child({column})")));
    let dash = |text: &String| if text == "–" { String::new() } else { text.replace('−', "-") };
    (0..columns[0].len()).map(|row| [0, 1, 2, 3, 4].map(|c| dash(&columns[c][row]))).collect()
}

/// The state in the page.
fn state(browser: &Browser) -> String {
    let text = browser.script("return document.getElementById('text').value");
    text.as_str().expect("a text").to_owned()
}

#[test]
fn a_position_is_clicked_typed_pasted_and_played_on() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble", served.url));
    browser.wait_for(".found h2", "legal plays");
    assert_eq!(listed(&browser), best(&state(&browser), "equity", "15"));
    browser.pictures("scrabble-position");
    browser.click("#rank-score");
    browser.wait_for(".rank [aria-current]", "score");
    assert_eq!(listed(&browser), best(&state(&browser), "score", "15"));
    browser.click("#rank-equity");
    browser.wait_for(".rank [aria-current]", "equity");
    assert_eq!(listed(&browser), best(&state(&browser), "equity", "15"));
    let focus = || browser.script("return document.activeElement.id");
    browser.script("document.getElementById('play-1').focus()");
    browser.press("\u{e007}");
    let score = browser.wait("#earned", "a score", |text| !text.is_empty());
    assert_eq!(score, listed(&browser)[1][2]);
    assert_eq!(focus(), "play-1", "what is used by keys keeps the focus");
    assert!(
        browser
            .script("return document.getElementById('told').textContent")
            .as_str()
            .unwrap()
            .contains(&score)
    );
    browser.pictures("scrabble-tried");
    browser.script("document.getElementById('go-on').focus()");
    browser.press("\u{e007}");
    browser.wait_for(".holder.moves", "Player 1");
    assert_eq!(focus(), "found", "the next best place where it is gone");
    assert!(state(&browser).ends_with("0\n35\n115\nAABILNU\nGJ\n"), "{}", state(&browser));
    assert_eq!(listed(&browser), best(&state(&browser), "equity", "15"));
    // the address of the page is the position
    let (url, shown) = (browser.url(), state(&browser));
    browser.open(&url);
    assert_eq!(state(&browser), shown);
    edited(&served, &browser);
    refused(&served, &browser);
}

/// Squares and racks are clicked, and letters typed.
fn edited(served: &Served, browser: &Browser) {
    browser.open(&format!("{}/scrabble", served.url));
    browser.click(".elsewhere a:nth-child(3)");
    browser.wait_for(".found", "has no tiles; put some on the rack");
    browser.click("input[value=C] + span");
    browser.click("#rack1 button:nth-child(1)");
    browser.wait_for("#rack1 button:nth-child(1)", "C");
    browser.click("input[value=A] + span");
    browser.click("#rack1 button:nth-child(2)");
    browser.wait_for(".found h2", "legal play");
    browser.click("input[value=T] + span");
    browser.click("#sq-8H");
    browser.wait_for("#sq-8H", "T");
    // typing: two letters downwards, and a blank; the address follows
    browser.script("document.getElementById('sq-8H').focus()");
    for key in ["\u{e015}", "o", "E"] {
        browser.press(key);
    }
    browser.wait_for("#sq-10H", "E");
    browser.wait(".found h2", "answered", |_| browser.url().contains(".......e......."));
    let text = state(browser);
    let rows: Vec<&str> = text.lines().skip(7).take(3).collect();
    assert_eq!(rows, [".......T.......", ".......O.......", ".......e......."]);
    assert_eq!(listed(browser), best(&text, "equity", "15"));
    browser.pictures("scrabble-clicked");
}

/// With the bars of its browser, a small phone shows the board, the tiles and the button at once.
#[test]
fn a_turn_fits_a_small_phone() {
    let Some((served, browser)) = start() else { return };
    for (width, height) in [(390, 664), (360, 640)] {
        browser.window(width, height, false);
        browser.open(&format!("{}/scrabble/game?players=person,score&seed=7", served.url));
        browser.click("#begin");
        browser.wait(".scripted #own button", "tiles", |_| true);
        let bottom = "const own = document.getElementById('say').getBoundingClientRect(); \
                      return Math.round(own.bottom + window.scrollY)";
        let bottom = browser.script(bottom).as_u64().expect("a number");
        assert!(bottom <= u64::from(height), "the button ends at {bottom} in {width} x {height}");
        let scroll = browser.script(
            "const s = document.querySelector('.squares').getBoundingClientRect(); \
            return [scrollY, Math.round(s.right - s.left) > innerWidth * .8, s.top >= 0]",
        );
        assert_eq!(
            scroll,
            serde_json::json!([0, true, true]),
            "the board is whole, from edge to edge"
        );
        let wide = browser.script("return document.documentElement.scrollWidth");
        assert_eq!(wide, width, "nothing is wider than the window");
    }
    browser.pictures("scrabble-small-phone");
}

/// Errors are shown beside their field.
fn refused(served: &Served, browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
    browser.open(&format!("{}/scrabble", served.url));
    browser.click("#paste summary");
    browser.fill("#text", "hello");
    browser.click("#find");
    browser.wait_for("#paste .refusal", "line 1, column 6");
    browser.pictures("scrabble-refused");
    browser.open(&format!("{}/scrabble", served.url));
    browser.fill("#play", "8D QUIZ\u{e007}");
    let said = browser.wait(".found .refusal", "why not", |text| !text.is_empty());
    assert!(said.contains("8G holds S, not"), "{said}");
}

/// The points of both players after the last turn, as the command on a page plays it.
fn played(command: &str) -> (String, Vec<String>) {
    let binary = env!("CARGO_BIN_EXE_lettergame");
    let script = command.replace("lettergame play", &format!("'{binary}' play"));
    let ran = std::process::Command::new("sh")
        .args(["-c", &format!("{script} --format csv")])
        .output()
        .expect("a shell");
    assert!(ran.status.success(), "{command}");
    let text = String::from_utf8(ran.stdout).expect("text");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let ends: Vec<&Vec<&str>> = rows.iter().filter(|row| row[3] == "end").collect();
    let turns = rows.iter().filter(|row| row[3] != "end");
    let turn = |row: &Vec<&str>| {
        let what = row[3].strip_prefix("play ").unwrap_or(row[3]);
        let what = if what.starts_with("exchange ") { "exchange" } else { what };
        format!("{what} {} {}", row[4], row[5])
    };
    (ends.iter().map(|row| row[5]).collect::<Vec<_>>().join(" to "), turns.map(turn).collect())
}

/// The same from the page, in the order of play.
fn shown(browser: &Browser) -> (String, Vec<String>) {
    let points = browser.texts(".part-holders .holder > .number").join(" to ");
    let columns =
        [4, 5, 6].map(|column| browser.texts(&format!("table.turns td:nth-child({column})")));
    let what = |row: usize| match columns[0][row].as_str() {
        "passes" => "pass".to_owned(),
        text if text.starts_with("exchanges") => "exchange".to_owned(),
        text => text.to_owned(),
    };
    let turn = |row| format!("{} {} {}", what(row), columns[1][row], columns[2][row]);
    (points, (0..columns[0].len()).rev().map(turn).collect())
}

#[test]
fn a_game_is_stepped_and_played_to_the_end_of_the_same_command() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/game?players=equity,score&seed=7", served.url));
    browser.pictures("scrabble-form");
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn 1: equity is to move");
    browser.click("#button-step");
    browser.wait_for(".part-headline", "Turn 2: score is to move");
    at_once(&browser);
    for _ in 0..8 {
        browser.click("#button-step");
    }
    browser.wait_for(".part-headline", "Turn 1");
    browser.pictures("scrabble-playing");
    browser.click("#button-play");
    browser.wait_for(".part-headline", "The game is over");
    browser.wait_for(".part-headline", "wins");
    browser.pictures("scrabble-over");
    browser.click(".table-menu > summary");
    let command = browser.text(".addresses code").expect("the command of this game");
    assert_eq!(shown(&browser), played(&command));
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Steps follow each other without a delay.
fn at_once(browser: &Browser) {
    browser.script(
        "const slider = document.getElementById('delay'); slider.value = 0; \
                    slider.dispatchEvent(new Event('change', {bubbles: true}))",
    );
    browser.wait_for(".part-delay output", "0 ms");
}

#[test]
fn a_game_continues_from_a_position() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble", served.url));
    browser.click("#watch");
    browser.fill("#seed", "11");
    browser.click("#begin");
    browser.wait_for(".part-headline", "Turn 1");
    at_once(&browser);
    browser.click("#button-play");
    browser.wait_for(".part-headline", "The game is over");
    browser.click(".table-menu > summary");
    let command = browser.text(".addresses code").expect("the command of this game");
    assert_eq!(shown(&browser), played(&command));
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Begins the game of these fields, in which a person is asked first.
fn seated(served: &Served, browser: &Browser, fields: &str) {
    browser.open(&format!("{}/scrabble/game?{fields}", served.url));
    browser.click("#begin");
    browser.wait_for("#say", "Play");
}

/// The tiles that the person has not seen are listed by kind; on a wide page the board is large.
#[test]
fn the_table_shows_the_unseen_tiles_and_a_large_board() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7");
    let sums: Vec<String> = browser.texts(".unseen dt");
    let sum: u32 = sums.iter().filter_map(|text| text.split(' ').next()?.parse::<u32>().ok()).sum();
    assert_eq!((sums.len(), sum), (3, 93), "{sums:?}");
    browser.window(1280, 900, false);
    let side = "const b = document.querySelector('.part-squares').getBoundingClientRect(); return [b.height > 690, \
                document.getElementById('say').getBoundingClientRect().bottom <= innerHeight]";
    assert_eq!(browser.script(side), serde_json::json!([true, true]));
}

#[test]
fn a_person_plays_against_the_computer() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7");
    browser.pictures("scrabble-person");
    browser.click(".typing summary");
    browser.fill("#move", "8H QQQQ\u{e007}");
    browser.wait("#refusal", "why not", |text| !text.is_empty() && !text.contains("illegal"));
    let place = "const r = document.getElementById('refusal').getBoundingClientRect(); \
                 return r.top > 0 && r.bottom <= document.getElementById('own').getBoundingClientRect().top";
    assert_eq!(browser.script(place), true, "above the tiles");
    browser.fill("#move", "8");
    assert_eq!(browser.text("#refusal").unwrap_or_default(), "", "gone when one types on");
    browser.click("#passing summary");
    browser.click("#pass");
    browser.wait_for("table.turns", "passes");
    browser.wait_for(".part-headline", "Turn 3");
    let hidden = browser.texts(".player-card").join(" ");
    assert!(hidden.contains("7 tiles"), "{hidden}");
}

/// Letters that are typed go to the board, not into the field for moves with coordinates; a pass is asked for twice.
#[test]
fn the_board_has_the_focus_and_one_click_does_not_pass() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7");
    assert_eq!(browser.script("return document.activeElement.className"), "squares");
    let letter = hand(&browser).into_iter().find(|tile| tile != "?").expect("a letter");
    // letters go to the board from a button too
    browser.script("document.getElementById('shuffle').focus()");
    browser.press(&letter.to_lowercase());
    browser.wait_for(&square("8H", 0), &letter);
    assert_eq!(browser.script("return document.activeElement.className"), "squares");
    assert_eq!(browser.text("#weighed").unwrap_or_default(), "", "one letter is no mistake yet");
    browser.click("#passing summary");
    browser.pictures("scrabble-pass");
    assert_eq!(browser.texts("table.turns tbody tr"), ["No move yet."]);
    browser.click("#pass");
    browser.wait_for("table.turns", "passes");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The person lays NIHKAT, which `score` challenges, and then challenges ASHRAF, which is a word.
#[test]
fn a_play_is_challenged_by_either_player() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7&challenge=double");
    browser.click(".typing summary");
    browser.fill("#move", "8G NIHKAT");
    browser.wait_for("#weighed", "28 points");
    browser.click("#say");
    browser.wait_for("table.turns", "challenged off: NIHKAT");
    browser.wait_for("#challenging summary", "Challenge ASHRAF");
    browser.click("#challenging summary");
    browser.wait_for("#challenging", "you lose your turn");
    browser.pictures("scrabble-challenge");
    browser.click("#challenge");
    browser.wait_for("table.turns", "challenged, valid");
    // the turn is lost: the computer moves again
    browser.wait_for("table.turns tbody tr:first-child", "5");
    let rows = browser.texts("table.turns tbody tr");
    assert!(rows[0].contains("Ada") && rows[3].contains("AHIKNTV"), "{rows:?}");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Names and clocks are there as soon as a person is typed, before anything is sent.
#[test]
fn a_person_who_is_typed_gets_a_name_and_a_clock() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/game?players=equity,score", served.url));
    let hidden = || {
        browser.script(
            "return [...document.querySelectorAll('#setup [name=name], #setup .clock')].map(e => e.offsetHeight === 0)",
        )
    };
    assert_eq!(hidden(), serde_json::json!([true, true, true]));
    browser.fill("#player-1", "person");
    assert_eq!(hidden(), serde_json::json!([true, false, false]));
    browser.fill("#name-1", "Ann");
    browser.choose("#clock", "60");
    browser.click("#begin");
    browser.wait_for(".player-cards", "Ann");
    browser.wait_for(".player-cards", "1:00");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The tiles on the own rack that are not on the board.
fn hand(browser: &Browser) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('#own .rt:not(.used)')].map(e => e.dataset.tile)";
    serde_json::from_value(browser.script(script)).expect("texts")
}

/// The selector of the square at this place of a play, `8H` or `H8`, and so many squares along it.
fn square(place: &str, along: usize) -> String {
    let down = place.starts_with(|char: char| char.is_alphabetic());
    let column = place.chars().find(char::is_ascii_alphabetic).expect("a column");
    let column = column as usize - 'A' as usize + if down { 0 } else { along };
    let row: usize = place.trim_matches(char::is_alphabetic).parse().expect("a row");
    let row = row + if down { along } else { 0 };
    format!(".squares tbody tr:nth-child({row}) td:nth-child({})", column + 2)
}

#[test]
fn tiles_are_laid_by_hand() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7");
    let rack = hand(&browser);
    let row = best(&format!("{}15 {}/ 0/0 0\n", "15/".repeat(14), rack.concat()), "score", "1");
    let [place, word, score, ..] = &row[0];
    let letters: Vec<String> = word.chars().map(String::from).collect();
    let spelled = format!("{place} {word}: {score} points");
    // tile by tile, by clicks
    for (along, letter) in letters.iter().enumerate() {
        browser.click(&format!("#own .rt[data-tile={letter}]:not(.used)"));
        browser.click(&square(place, along));
    }
    browser.wait_for("#weighed", &spelled);
    // the points are at the tile laid last, and on the button
    browser.wait_for("#say", &format!("Play {score}"));
    assert_eq!(browser.texts(".squares .badge"), [score.as_str()]);
    browser.pictures("scrabble-hand");
    assert_eq!(hand(&browser).len(), 7 - letters.len());
    // a tile that is dragged back leaves a gap or a shorter word
    browser.drag(&square(place, letters.len() - 1), "#own", false);
    browser.wait("#weighed", "another text", |text| !text.contains(&spelled));
    assert_eq!(hand(&browser).len(), 8 - letters.len());
    let last = format!("#own .rt[data-tile={}]:not(.used)", letters[letters.len() - 1]);
    browser.drag(&last, &square(place, letters.len() - 1), true);
    browser.wait_for("#weighed", &spelled);
    browser.drag(&square(place, 0), &square("1A", 0), false);
    browser.wait_for("#weighed", "The tiles are not in one line.");
    assert_eq!(browser.texts(".squares .badge, #say"), ["?", "Play"]);
    browser.click("#recall");
    assert_eq!(hand(&browser), rack);
    browser.click("#shuffle");
    let mut sorted = [hand(&browser), rack.clone()];
    sorted.iter_mut().for_each(|tiles| tiles.sort());
    assert_eq!(sorted[0], sorted[1]);
    // exchanging picks tiles
    browser.click("#exchange");
    browser.click("#own .rt:nth-child(1)");
    browser.click("#own .rt:nth-child(3)");
    browser.wait_for("#weighed", "exchange 2 tiles");
    browser.click("#exchange");
    // typed at the arrow, and sent by Enter; nothing was sent before
    assert_eq!(browser.texts("table.turns tbody tr"), ["No move yet."]);
    browser.click(&square(place, 0));
    if place.starts_with(|char: char| char.is_alphabetic()) {
        browser.click(&square(place, 0));
    }
    browser.press(&word.to_lowercase());
    browser.wait_for("#weighed", &spelled);
    browser.press("\u{e007}");
    browser.wait_for("table.turns", &format!("{place} {word}"));
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Buttons without a move say what is missing, and send nothing; one notice is shown at a time.
#[test]
fn a_move_without_tiles_is_not_sent() {
    let Some((served, browser)) = start() else { return };
    seated(&served, &browser, "players=person,score&seed=7");
    let notices = || {
        let shown = "return [...document.querySelectorAll('#weighed, #refusal')].filter(e => e.textContent \
                     && getComputedStyle(e).clipPath === 'none').map(e => e.textContent)";
        serde_json::from_value::<Vec<String>>(browser.script(shown)).expect("texts")
    };
    browser.click("#say");
    assert_eq!(notices(), ["Lay tiles on the board first."]);
    browser.click("#exchange");
    browser.click("#say");
    assert_eq!(notices(), ["Pick the tiles to exchange first."]);
    browser.click("#exchange");
    let tiles = hand(&browser);
    for (tile, place) in [(&tiles[0], "8H"), (&tiles[1], "10I")] {
        browser.click(&format!("#own .rt[data-tile='{tile}']:not(.used)"));
        browser.click(&square(place, 0));
    }
    browser.click("#say");
    assert_eq!(notices(), ["The tiles are not in one line."]);
    assert_eq!(browser.console(), Vec::<String>::new(), "nothing was sent");
    browser.click(".typing summary");
    browser.fill("#move", "8H QQQQ\u{e007}");
    browser.wait("#refusal", "why not", |text| !text.is_empty());
    assert_eq!(notices().len(), 1, "{:?}", notices());
    browser.click("#exchange");
    assert_eq!(notices(), ["Pick the tiles to exchange."]);
}

/// Between persons with clocks: nothing moves when the turn does, and names are whole.
#[test]
fn the_table_is_the_same_in_both_turns() {
    let Some((served, browser)) = start() else { return };
    browser.window(1280, 900, false);
    browser.open(&format!("{}/scrabble/game?players=person,person&seed=7", served.url));
    browser.fill("#name-0", "Rita");
    browser.fill("#name-1", "Bartholomew");
    browser.choose("#clock", "60");
    browser.click("#begin");
    browser.click(".seats li:nth-child(1) a");
    browser.wait_for("#say", "Play");
    let places = || {
        browser.script(
            "return ['#own', '.part-squares', '.part-people', '.part-holders', '.part-turns', '.part-ask'].map(css => { \
             const b = document.querySelector(css).getBoundingClientRect(); \
             return [css, b.left, b.top, b.width, css === '.part-ask' ? b.bottom : 0].join(' '); })",
        )
    };
    let cut = "return [...document.querySelectorAll('.player-card .name')].filter(e => e.scrollWidth > e.clientWidth) \
               .map(e => e.textContent).join()";
    let sizes = [(1280, 900), (1440, 800)];
    let own = sizes.map(|(width, height)| {
        browser.window(width, height, false);
        assert_eq!(browser.script(cut), "", "{width}");
        places()
    });
    browser.pictures("scrabble-own-turn");
    browser.window(390, 664, false);
    assert_eq!(browser.script(cut), "", "on a phone");
    browser.click("#passing summary");
    browser.click("#pass");
    browser.wait_for(".part-ask", "Wait for Bartholomew.");
    for ((width, height), own) in sizes.into_iter().zip(own) {
        browser.window(width, height, false);
        assert_eq!(browser.script(cut), "", "{width}");
        assert_eq!(places(), own, "{width}");
    }
    browser.pictures("scrabble-their-turn");
}

#[test]
fn a_blank_asks_for_its_letter() {
    let Some((served, browser)) = start() else { return };
    // a guest begins by one click
    browser.open(&format!("{}/scrabble/game", served.url));
    browser.click(".levels button:nth-of-type(3)");
    browser.wait_for("#say", "Play");
    assert_eq!(browser.texts(".player-card .more .quiet")[0], "simulation");
    seated(&served, &browser, "players=person,score&seed=3");
    assert_eq!(hand(&browser).concat(), "BBEEIW?");
    browser.click("#own .blank");
    browser.click(&square("8H", 0));
    browser.pictures("scrabble-blank");
    browser.press("\u{e00c}");
    assert_eq!(hand(&browser).len(), 7, "Escape puts it back");
    browser.click("#own .blank");
    browser.click(&square("8H", 0));
    browser.click("#blank [data-blank=b]");
    browser.click("#own [data-tile=E]:not(.used)");
    browser.click(&square("8H", 1));
    browser.wait_for("#weighed", "8H bE: 2 points");
    browser.click("#recall");
    // typed, it stands for a letter that is not on the rack
    browser.click(&square("8H", 0));
    browser.press("qi");
    browser.wait_for("#weighed", "8H qI: 2 points");
    // a typed move takes the tiles back
    browser.click(".typing summary");
    browser.fill("#move", "8H WEB");
    browser.wait_for("#weighed", "8H WEB: 16 points");
    assert_eq!(hand(&browser).len(), 7);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn only_the_person_asked_may_weigh_a_move() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/game?players=person,person&seed=7", served.url));
    browser.click("#begin");
    browser.pictures("seats");
    browser.click(".seats li:nth-child(1) .copy");
    browser.wait_for(".seats li:nth-child(1) .copy", "Copied");
    browser.click(".seats li:nth-child(1) a");
    browser.wait_for("#say", "Play");
    let title = || browser.script("return document.title").as_str().expect("a title").to_owned();
    assert_eq!(title(), "● Your turn · Scrabble · lettergame");
    browser.back();
    browser.click(".seats li:nth-child(2) a");
    browser.wait_for(".part-ask", "Wait for Player 1.");
    assert_eq!(title(), "Scrabble · lettergame");
    let weigh = |path: &str| {
        let script = format!(
            "const x = new XMLHttpRequest(); x.open('POST', '{path}/weigh', false); \
             x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); \
             x.send('due=0&move=pass'); return x.status + ' ' + x.responseText"
        );
        browser.script(&script).as_str().expect("a text").to_owned()
    };
    let seat = browser.url().replace(&served.url, "");
    assert_eq!(weigh(&seat), r#"200 {"legal":false,"said":"it is not your turn"}"#);
    let room = seat.split("/seat/").next().expect("a room");
    assert!(weigh(room).starts_with("403 "), "{}", weigh(room));
}

#[test]
fn tiles_are_arranged_while_the_other_player_moves_and_stay_so() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/game?players=person,person&seed=7", served.url));
    browser.click("#begin");
    browser.wait_for("h1", "who sits where");
    let href = |seat: usize| {
        let script = format!("return document.getElementById('seat-{seat}').href");
        browser.script(&script).as_str().expect("an address").to_owned()
    };
    let seats = [1, 2].map(href);
    browser.open(&seats[1]);
    browser.wait_for(".part-ask", "Wait for Player 1.");
    browser.pictures("scrabble-waiting");
    let before = hand(&browser);
    browser.drag("#own .rt:nth-child(1)", "#own .rt:nth-child(7)", false);
    let mut moved = before.clone();
    let first = moved.remove(0);
    moved.push(first);
    assert_eq!(hand(&browser), moved);
    assert_ne!(moved, before);
    // nothing can be laid yet
    browser.drag("#own .rt:nth-child(1)", ".squares tbody tr:nth-child(8) td:nth-child(9)", false);
    assert_eq!(browser.script("return document.querySelectorAll('.squares .laid').length"), 0);
    let pass = format!(
        "const x = new XMLHttpRequest(); x.open('POST', '{}/move', false); \
         x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); \
         x.setRequestHeader('HX-Request', 'true'); x.send('due=0&do=pass'); return x.status",
        seats[0]
    );
    assert_eq!(browser.script(&pass), 200);
    browser.wait_for("#say", "Play");
    assert_eq!(hand(&browser), moved);
    browser.click("#shuffle");
    assert_eq!(hand(&browser).len(), 7);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn positions_work_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    browser.scripts(false);
    browser.open(&format!("{}/scrabble", served.url));
    browser.click("input[value=Z] + span");
    browser.click("#sq-1A");
    browser.wait_for("#sq-1A", "Z");
    browser.click("table.plays tbody tr:nth-child(1) a");
    browser.click(".go-on");
    browser.wait_for(".holder.moves", "Player 1");
}

/// The file of a game, for the browser to open.
fn game_file() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("files/scrabble-game.gcg").display().to_string()
}

/// Chooses a file, which is read into the field of the game.
fn choose_file(browser: &Browser, path: &str) {
    browser.send("#file", path);
    let game = "return document.getElementById('game').value";
    while browser.script(game).as_str().is_none_or(str::is_empty) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_game_is_analysed_from_its_file() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble", served.url));
    browser.click(".within a:nth-child(3)");
    browser.wait_for("legend", "Game");
    browser.pictures("scrabble-analysis-form");
    choose_file(&browser, &game_file());
    browser.fill("#simulate", "3");
    browser.press("\u{e007}");
    browser.wait_for("#title", "equity 376, score 490");
    browser.wait(".step:not([hidden]) h3", "the first turn", |text| text.starts_with("Turn 1:"));
    browser.pictures("scrabble-analysis");
    stepped(&browser);
    browser.window(360, 740, false);
    let wide = browser.script("return document.documentElement.scrollWidth");
    assert_eq!(wide, 360, "a narrow window does not scroll sideways");
    let cut = "return [...document.querySelectorAll('.analysis table')].filter(table => \
               table.offsetParent && table.getBoundingClientRect().right > 356).length";
    assert_eq!(browser.script(cut), 0, "no column is cut");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The boards are stepped by links, buttons and keys.
fn stepped(browser: &Browser) {
    let shown = |start: &str| {
        browser.wait(".step:not([hidden]) h3", start, |text| text.starts_with(start));
        assert_eq!(browser.texts(".step:not([hidden])").len(), 1);
    };
    browser.click("section[aria-labelledby=moves] tbody tr:nth-child(16) a");
    shown("Turn 16:");
    browser.click("#next");
    shown("Turn 17:");
    browser.press("\u{e012}");
    shown("Turn 16:");
    browser.click("#last");
    shown("The end:");
    // keys of a field stay there
    browser.click("#again summary");
    browser.click("#simulate");
    browser.press("\u{e012}");
    shown("The end:");
    browser.click("section[aria-labelledby=moves] tbody tr:nth-child(16) a");
    shown("Turn 16:");
    browser.click(".step:not([hidden]) .sides p a");
    browser.wait_for(".found h2", "legal plays");
    browser.back();
}

#[test]
fn an_invalid_game_is_shown_with_its_line_selected() {
    let Some((served, browser)) = start() else { return };
    browser.open(&format!("{}/scrabble/analysis", served.url));
    browser.fill("#game", "#player1 a A\n>a: CATSXYE 8G CAT +10 10\n>b: DOGSXYE 8G DOG +10 10\n");
    browser.click("#analyse");
    browser.wait_for("#wrong-game .refusal", "line 3");
    let selected = "const field = document.activeElement; \
                    return field.value.slice(field.selectionStart, field.selectionEnd)";
    assert_eq!(browser.script(selected), ">b: DOGSXYE 8G DOG +10 10");
    browser.pictures("scrabble-analysis-refused");
    // what is too long is not sent
    browser.script("document.getElementById('game').value = '#note ' + 'x'.repeat(40000)");
    browser.press("\u{e010} ");
    browser.click("#analyse");
    let valid = browser.script("return document.getElementById('game').validationMessage");
    assert!(valid.as_str().is_some_and(|text| text.contains("this server takes 32768")), "{valid}");
}

#[test]
fn a_pasted_game_is_analysed_without_scripts() {
    let Some((served, browser)) = start() else { return };
    browser.open(&served.url);
    browser.scripts(false);
    browser.open(&format!("{}/scrabble/analysis", served.url));
    let game = ">a: CATSXYE 8G CAT +10 10\n>b: DOGSXYE 9G DOG +13 13\n";
    browser.fill("#game", game);
    browser.click("#analyse");
    browser.wait_for("#title", "a 10, b 13");
    assert_eq!(browser.texts(".step").len(), 3, "all boards are shown");
    let height = browser.script("return document.getElementById('choice').offsetHeight");
    assert_eq!(height, 0, "files need a script");
}
