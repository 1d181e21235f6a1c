//! A tour of all pages: each is brought into the state in which it is looked at, by the steps of a visitor.

use std::fs;
use std::path::Path;

use crate::program::{done, scratch};
use crate::season::serve;
use crate::web::browser::{Browser, Served};

/// A page that is open in the browser.
pub(super) struct Stop<'a> {
    pub(super) browser: &'a Browser,
    /// Its name: letters, digits and `-`.
    pub(super) name: &'a str,
}

/// What is done on every page.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Stop<'_>);

/// The start page, and the pages of each game; does nothing without a browser.
pub(super) fn games(visit: Visit<'_>) {
    let Some(browser) = Browser::start() else { return };
    let served = Served::with(&[]);
    browser.window(1280, 720, false);
    let mut walk = Walk { browser: &browser, url: served.url.clone(), visit };
    walk.open("start", "/");
    browser.script(
        "localStorage.setItem('seats', '[{\"path\":\"/room/1/seat/2\",\"title\":\"Scrabble\",\"players\":\"against Ada\"}]'); \
         localStorage.setItem('puzzles', '[{\"path\":\"/room/1/\",\"seat\":\"1\",\"title\":\"Scrabble\",\"players\":\
         \"against Ada\",\"turns\":[\"3\",\"9\"],\"solved\":[\"9\"]}]')",
    );
    walk.open("start-own", "/");
    walk.browser.script("localStorage.clear()");
    walk.open("daily", "/daily/scrabble/2026-11-29?result=385,350:Ann&result=320,400:Bob");
    walk.open("not-found", "/nothing");
    auction(&mut walk);
    marrakech(&mut walk);
    scrabble(&mut walk);
    wordgame(&mut walk);
}

fn auction(walk: &mut Walk<'_>) {
    walk.open("auction-form", "/auction?players=person,letter-value,marginal&rounds=2&seed=7");
    walk.browser.click("#begin");
    walk.browser.wait_for(".part-ask", "");
    walk.browser.wait("#bid", "a question", |_| true);
    walk.here("auction-asked");
    walk.open("auction-refused", "/auction?players=person,letter-value&rounds=many&seed=7");
    walk.open("auction-computers", "/auction?players=letter-value,zero,random&rounds=2&seed=7");
    walk.play_out("auction");
    walk.open("auction-form-persons", "/auction?players=person,person,zero&rounds=2");
    walk.browser.click("#begin");
    walk.browser.wait(".seats a", "seats", |_| true);
    walk.here("auction-seats");
    walk.browser.click(".seats a");
    walk.browser.wait(".part-headline", "a room", |_| true);
    walk.here("auction-seat");
}

fn marrakech(walk: &mut Walk<'_>) {
    walk.open("marrakech-form", "/marrakech?players=person,greedy&seed=11");
    walk.browser.click("#begin");
    walk.browser.wait(".spot.arrow", "a question", |_| true);
    walk.here("marrakech-turn");
    walk.browser.click(".turn[value='rotate 0']");
    walk.browser.wait(".spot.square", "a rug", |_| true);
    walk.here("marrakech-rug");
    walk.open("marrakech-computers", "/marrakech?players=greedy,random&seed=5");
    walk.play_out("marrakech");
    walk.open("marrakech-view", "/marrakech/view");
}

fn scrabble(walk: &mut Walk<'_>) {
    walk.open("scrabble-position", "/scrabble");
    walk.open("scrabble-form", "/scrabble/game?players=person,equity&seed=3");
    walk.browser.click("#begin");
    walk.browser.wait(".part-ask", "a question", |text| !text.is_empty());
    walk.here("scrabble-asked");
    walk.open("friend-form", "/friend/scrabble");
    walk.browser.fill("#name", "Ann");
    walk.browser.click("#create");
    walk.browser.wait_for(".part-headline", "Waiting for your friend");
    walk.here("friend-waiting");
    let link = walk.browser.text("#invite").expect("a link");
    walk.browser.open(&link);
    walk.browser.wait_for("h1", "Ann invites you");
    walk.here("friend-guest");
    walk.open("scrabble-computers", "/scrabble/game?players=score,equity&seed=3");
    walk.play_out("scrabble");
    walk.open("scrabble-analysis-form", "/scrabble/analysis");
    let game = fs::read_to_string("files/scrabble-game.gcg").expect("a game");
    let script = format!("document.getElementById('game').value = {}", serde_json::json!(game));
    walk.browser.script(&script);
    walk.browser.click("#analyse");
    walk.browser.wait("#title", "the analysis", |text| !text.is_empty());
    walk.here("scrabble-analysis");
}

fn wordgame(walk: &mut Walk<'_>) {
    walk.open("wordgame-form", "/wordgame?seed=7");
    walk.browser.click(".table-menu > summary");
    walk.browser.fill("#hand", "aqlmuil");
    walk.browser.click("#begin");
    walk.browser.wait("#letters[aria-label='Current hand: a q l m u i l']", "dealt", |_| true);
    walk.here("wordgame-hand");
    walk.browser.fill("#word", "quail\u{e007}");
    walk.browser.wait_for(".said", "earned 70");
    walk.here("wordgame-word");
    walk.browser.click("#stop");
    walk.browser.wait_for("#here", "Word 1 of 1");
    walk.here("wordgame-review");
}

/// The pages of tournaments; does nothing without a browser.
pub(super) fn tournaments(visit: Visit<'_>) {
    let Some(browser) = Browser::start() else { return };
    let dir = scratch();
    let root = dir.path().join("tournaments");
    fs::create_dir(&root).expect("a folder");
    for name in ["duel", "hidden-sweep"] {
        let from = Path::new("tournaments").join(name).with_extension("toml");
        fs::copy(from, root.join(name).with_extension("toml")).expect("a config");
    }
    let line = |players: &str, more: &str, out: &str| {
        let line = format!(
            "tournament --players {players} --rounds 1 --games 60 --seed 7 --record plies {more} --out \
             tournaments/results/{out}"
        );
        done(dir.path(), &line);
    };
    line("letter-value,random,zero", "", "first");
    line("frequency,random,zero", "", "second");
    line("letter-value,random,zero", "--set hidden=0,3", "sweep");
    let served = Served::with(&["--tournaments", &root.display().to_string()]);
    browser.window(1280, 720, false);
    let mut walk = Walk { browser: &browser, url: served.url.clone(), visit };
    walk.open("tournaments", "/tournaments");
    walk.open("tournament-refused", "/tournaments?players=zero,nobody&games=many");
    walk.open("tournament-config", "/tournaments?config=duel");
    walk.open("tournament-run", "/tournaments/first?sort=score");
    walk.open("tournament-sweep", "/tournaments/sweep");
    walk.open("tournament-games", "/tournaments/first/games");
    walk.open("tournament-game", "/tournaments/first/games/17");
    walk.open("tournament-report", "/tournaments/first/report");
    walk.open("tournament-report-sweep", "/tournaments/sweep/report");
    walk.open("tournament-compare", "/tournaments?run=first&run=second&do=compare");
}

/// The site of a season, and its pages for a team and for the teacher; does nothing without a browser.
pub(super) fn season(visit: Visit<'_>) {
    let Some(browser) = Browser::start() else { return };
    let (dir, owls, _) = serve::season();
    let served = Served::with(&["--season", &dir.path().join("s").display().to_string()]);
    browser.window(1280, 720, false);
    let mut walk = Walk { browser: &browser, url: served.url.clone(), visit };
    walk.open("season", "/");
    walk.open("season-team", "/teams/owls.html");
    walk.open("season-game", "/game.html#1-0");
    walk.open("season-sign-in", "/own");
    walk.browser.fill("[name=key]", &owls);
    walk.browser.press("\u{e007}");
    walk.browser.wait("[type=file]", "a form", |_| true);
    walk.here("season-own");
    walk.browser.open(&served.teacher);
    walk.browser.wait("h1", "the teacher's page", |_| true);
    walk.here("season-teacher");
}

/// A visitor on the way.
struct Walk<'a> {
    browser: &'a Browser,
    url: String,
    visit: Visit<'a>,
}

impl Walk<'_> {
    fn open(&mut self, name: &str, path: &str) {
        self.browser.open(&format!("{}{path}", self.url));
        self.here(name);
    }

    fn here(&mut self, name: &str) {
        (self.visit)(Stop { browser: self.browser, name });
    }

    /// From the form of a game of computers to its end.
    fn play_out(&mut self, game: &str) {
        self.browser.click("#begin");
        self.browser.wait("#button-step", "a room", |_| true);
        self.browser.click("#button-step");
        self.browser.wait(".part-headline", "a headline", |text| !text.is_empty());
        self.here(&format!("{game}-stepped"));
        self.browser.script(
            "const slider = document.getElementById('delay'); slider.value = 0; \
             slider.dispatchEvent(new Event('change', {bubbles: true}))",
        );
        self.browser.wait_for(".part-delay output", "0 ms");
        self.browser.click("#button-play");
        self.browser.wait_for(".part-headline", "over");
        self.here(&format!("{game}-over"));
        self.browser.click("#to-review");
        self.browser.wait("h1", "the review", |_| self.browser.url().contains("/review"));
        self.here(&format!("{game}-review"));
        let own = format!("{}?seat=1", self.browser.url());
        self.browser.open(&own);
        self.here(&format!("{game}-review-own"));
        if self.browser.text(".again button").is_some() {
            self.browser.click(".again button");
            self.browser.wait(".trial", "a try", |_| true);
            self.here(&format!("{game}-try"));
        }
    }
}
