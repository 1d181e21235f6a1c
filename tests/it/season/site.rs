//! The static site of a season: whole, without requests to elsewhere, and stepped through in a browser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{done, refused, scratch, text};
use crate::web::browser::Browser;

/// A season of four teams, one of them with two versions, and its site.
fn site() -> tempfile::TempDir {
    let dir = scratch();
    let at = dir.path();
    done(
        at,
        "season init s --seed 5 --confidence 0.999999999 --format duel:rounds=2 --format trio:teams=3,rounds=1",
    );
    let config = text(&at.join("s/season.toml")).replace("match-seconds = 10", "match-seconds = 1");
    fs::write(at.join("s/season.toml"), config).unwrap();
    for (team, player) in
        [("owls", "saver"), ("foxes", "random"), ("hares", "frequency"), ("mice", "zero")]
    {
        done(at, &format!("season add s {team} {player} --quiet"));
    }
    done(at, "season play s --matches 8 --quiet");
    done(at, "season add s mice letter-value --quiet");
    done(at, "season play s --matches 4 --quiet");
    done(at, "season withdraw s foxes");
    done(at, "season publish s --html site --quiet");
    dir
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_leads_to_a_file_of_the_site_and_nothing_is_loaded_from_elsewhere() {
    let dir = site();
    let site = dir.path().join("site");
    let all: BTreeSet<PathBuf> =
        files(&site).into_iter().map(|path| path.canonicalize().unwrap()).collect();
    let mut pages = 0;
    for path in all.iter().filter(|path| path.extension().is_some_and(|end| end == "html")) {
        let page = text(path);
        pages += 1;
        for link in values(&page, "href").into_iter().chain(values(&page, "src")) {
            let file = link.split('#').next().unwrap();
            let to = path.parent().unwrap().join(file).canonicalize();
            assert!(to.is_ok_and(|to| all.contains(&to)), "{link} of {}", path.display());
            if let Some((of_match, _)) =
                link.split_once("game.html#").and_then(|(_, game)| game.split_once('-'))
            {
                assert!(site.join(format!("games/{of_match}.js")).is_file(), "{link}");
            }
        }
        let plain = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!plain.contains("http:") && !plain.contains("https:"), "{}", path.display());
    }
    assert_eq!(pages, 2 + 4, "the leaderboard, a game, the teams");
    let board = text(&site.join("index.html"));
    assert!(board.contains("owls") && !board.contains("teams/foxes.html"), "{board}");
    assert!(text(&site.join("teams/foxes.html")).contains("Withdrawn"));
    let mice = text(&site.join("teams/mice.html"));
    assert!(mice.contains("Progress") && mice.contains("letter-value"), "{mice}");
    // a site is replaced as a whole, anything else is left alone
    fs::write(site.join("teams/gone.html"), "old").unwrap();
    done(dir.path(), "season publish s --html site --games 3 --quiet");
    assert!(!site.join("teams/gone.html").exists());
    assert!(fs::read_dir(site.join("games")).unwrap().count() <= 3);
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(dir.path().join("mine/thesis.txt"), "x").unwrap();
    refused(dir.path(), "season publish s --html mine", 2, &["mine is not empty"]);
    assert!(dir.path().join("mine/thesis.txt").is_file());
}

#[test]
fn a_game_is_stepped_through_in_a_browser_without_a_server() {
    let Some(browser) = Browser::start() else { return };
    let dir = site();
    let site = dir.path().join("site");
    browser.network(false);
    browser.window(1280, 900, false);
    browser.open(&format!("file://{}/index.html", site.display()));
    browser.pictures("season-leaderboard");
    assert_eq!(browser.text("nav [aria-current=page]").as_deref(), Some("Leaderboard"));
    let fits = "const t = document.querySelector('.leaderboard').parentNode; return t.scrollWidth <= t.clientWidth";
    assert_eq!(browser.script(fits), true, "no column is cut off");
    assert_eq!(browser.texts("main > div.scroll tbody th").len(), 3, "the teams that play");
    browser.click("tbody th a");
    browser.wait("h1", "a team", |title| ["owls", "hares", "mice"].contains(&title));
    browser.pictures("season-team");
    assert_eq!(browser.texts("main li"), Vec::<String>::new(), "results are tables");
    browser.click("[aria-label='Latest matches'] td a");
    browser.wait_for("#title", "Match");
    browser.wait_for("#of", "1 of ");
    browser.pictures("season-game");
    let held = "return document.querySelectorAll('.seat .tile').length \
                - 3 * document.querySelectorAll('.seat').length";
    assert_eq!(browser.script(held), 1, "besides three hidden letters each, the one that was sold");
    browser.click("#next");
    browser.wait_for("#of", "2 of ");
    let address = browser.script("return location.hash");
    assert!(address.as_str().is_some_and(|hash| hash.ends_with("-2")), "{address}");
    browser.click("#last");
    let end = browser.wait("#of", "the last step", |of| {
        of.split_once(" of ").is_some_and(|(at, all)| at == all)
    });
    browser.click("#first");
    browser.wait_for("#of", "1 of ");
    browser.click("#play");
    browser.wait_for("#of", "3 of ");
    assert_ne!(end, "1 of 1");
    browser.open(&format!("file://{}/game.html#999-0", site.display()));
    browser.wait_for("#said", "cannot be shown");
}

/// The sample season, with players in three languages where these are installed (in CI all are).
#[test]
fn the_demo_goes_from_nothing_to_a_site() {
    let dir = scratch();
    let at = dir.path();
    let ran = done(at, "season demo sample --weeks 2");
    assert!(ran.out.contains("owls") && ran.out.contains("bees"), "{}", ran.out);
    if std::env::var("CI").as_deref() == Ok("true") {
        assert!(!ran.err.contains("skipped"), "{}", ran.err);
        assert!(ran.err.contains("mice: refused, the version before it plays on"), "{}", ran.err);
        assert!(text(&at.join("sample/site/teams/owls.html")).contains("Progress"));
        assert!(at.join("sample/players/hares/2/build/Mine.class").is_file());
    }
    let verified = done(at, "season verify sample --quiet").out;
    assert!(verified.contains(" games are whole\n"), "{verified}");
    let log = done(at, "season log sample --format csv").out;
    assert!(log.contains("2030-01-07T12:00:00Z") && log.contains("2030-01-14T12:00:00Z"), "{log}");
    let Some(browser) = Browser::start() else { return };
    browser.window(1280, 900, false);
    browser.open(&format!("file://{}/sample/site/index.html", at.display()));
    browser.wait_for("h1", "sample");
    browser.wait_for(".lead", "2030-01-1");
    browser.open(&format!("file://{}/sample/site/teams/owls.html", at.display()));
    browser.pictures("season-demo-team");
}
