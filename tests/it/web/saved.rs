//! Games of persons in files: they outlive their server, and can be downloaded.

use crate::program;
use crate::web::site;

use std::fs;
use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use lettergame::web::{Limits, Terms};
use program::{scratch, text};
use site::{Page, Site};

/// A server that keeps its games in this folder; another one with the same folder is the server after a
/// restart.
fn server(games: &Path) -> Site {
    limited(games, Limits::default())
}

fn limited(games: &Path, limits: Limits) -> Site {
    let games = Some(games.to_owned());
    Site::with(Terms { loopback: true, games, limits, ..Terms::default() })
}

/// Starts a game; returns where the browser is redirected.
#[track_caller]
fn begun(site: &Site, path: &str, form: &str) -> String {
    let pairs: Vec<(&str, &str)> =
        form.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let page = site.post(path, &pairs);
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    page.location().to_owned()
}

/// The links of the seats on a host's page.
fn seats(site: &Site, host: &str) -> Vec<String> {
    site.get(host).all("<li><a href=\"", "\"").into_iter().map(str::to_owned).collect()
}

/// The parts of a page that show the game.
fn shown(page: &Page) -> String {
    let board = page.text.split("<div class=\"board").nth(1).expect("a board");
    board.replace("presence away", "presence here").replace("away</span>", "here</span>")
}

/// Takes steps until the game waits for a person or is over.
fn commit(site: &Site, seat: &str) {
    for _ in 0..50 {
        site.post(&format!("{seat}/pause"), &[]);
        let before = site.get(seat).text;
        site.post(&format!("{seat}/step"), &[]);
        if site.get(seat).text == before {
            return;
        }
    }
}

/// The one file in a folder of games.
#[track_caller]
fn only_file(dir: &Path) -> PathBuf {
    let files = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().unwrap() == "jsonl").collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[test]
fn a_multiplayer_game_continues_at_the_same_addresses_after_a_restart() {
    let dir = scratch();
    let site = server(dir.path());
    let form = "players=person,person,letter-value&rounds=1&hidden=3";
    let host = begun(&site, "/auction", form);
    let links = seats(&site, &host);
    site.post(&format!("{}/pause", links[0]), &[]);
    for bid in ["7", "0", "3"] {
        for link in &links {
            assert_eq!(site.post(&format!("{link}/move"), &[("bid", bid)]).status, 303);
        }
    }
    // one of them has answered when the server is stopped
    site.post(&format!("{}/move", links[0]), &[("bid", "1")]);
    let before: Vec<String> = links.iter().map(|link| shown(&site.get(link))).collect();
    drop(site);
    let again = server(dir.path());
    for (link, before) in links.iter().zip(&before) {
        let page = again.get(link);
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert_eq!(shown(&page), *before);
    }
    assert_eq!(seats(&again, &host), links);
    let room = links[0].split("/seat/").next().unwrap();
    let watched = again.get(room);
    assert!(watched.text.contains("Its seed and address are shown when it is over"));
    assert_eq!(again.get(&format!("{}/file", links[0])).status, StatusCode::CONFLICT);
    // it is played to its end, and answers before the restart count
    again.post(&format!("{}/pause", links[0]), &[]);
    assert_eq!(again.post(&format!("{}/move", links[1]), &[("bid", "0")]).status, 303);
    assert!(again.get(room).text.contains("letter 5 of"), "{}", again.get(room).text);
    while !again.get(room).text.contains("Review the game") {
        for link in &links {
            again.post(&format!("{link}/move"), &again.get(link).auction_move());
        }
    }
    let file = again.get(&format!("{room}/file"));
    assert!(file.headers["content-disposition"].to_str().unwrap().ends_with(".jsonl\""));
    let kept = text(&only_file(dir.path()));
    let moves = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(moves(&file.text), moves(&kept));
    assert!(!file.text.contains("secret") && kept.contains("secret"));
    assert!(!file.text.contains("client") && kept.contains("\"client\":\"127.0.0.1\""));
    assert!(kept.lines().last().unwrap().starts_with("{\"over\":["));
    let end = shown(&again.get(room));
    drop(again);
    assert_eq!(shown(&server(dir.path()).get(room)), end, "a game that is over is kept too");
}

#[test]
fn games_of_every_section_are_resumed() {
    let dir = scratch();
    let games = [
        ("/marrakech", "players=person,greedy&seed=3"),
        ("/scrabble/game", "players=person,score&seed=5"),
    ];
    for (number, (path, form)) in games.into_iter().enumerate() {
        let dir = dir.path().join(number.to_string());
        let site = server(&dir);
        let seat = begun(&site, path, form);
        commit(&site, &seat);
        let asked = site.get(&seat);
        let first = asked.all("name=\"move\" value=\"", "\"").first().copied().unwrap_or("pass");
        let moved = site.post(&format!("{seat}/move"), &[("move", first)]);
        assert_eq!(moved.status, StatusCode::SEE_OTHER, "{}", moved.text);
        commit(&site, &seat);
        let before = shown(&site.get(&seat));
        drop(site);
        let again = server(&dir);
        let page = again.get(&seat);
        assert_eq!(shown(&page), before, "{path}");
        assert!(text(&only_file(&dir)).lines().count() > 2, "{path}");
        assert!(!page.text.contains("is damaged"), "{}", page.text);
    }
}

#[cfg(unix)]
#[test]
fn only_the_user_of_the_server_may_read_a_game() {
    use std::os::unix::fs::PermissionsExt as _;

    let dir = scratch();
    let games = dir.path().join("games");
    begun(&server(&games), "/marrakech", "players=person,greedy&seed=3");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&only_file(&games)), mode(&games)), (0o600, 0o700));
}

#[test]
fn the_intact_part_of_a_damaged_file_is_kept() {
    let dir = scratch();
    let site = server(dir.path());
    let seat = begun(&site, "/auction", "players=person,zero&rounds=1&seed=4");
    site.post(&format!("{seat}/pause"), &[]);
    for _ in 0..4 {
        site.post(&format!("{seat}/move"), &[("bid", "2")]);
    }
    assert!(site.get(&seat).text.contains("letter 5 of"), "{}", site.get(&seat).text);
    drop(site);
    let path = only_file(dir.path());
    let whole = text(&path);
    // the end of a line that was being written
    fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let torn = server(dir.path());
    let page = torn.get(&seat);
    assert!(page.text.contains("letter 4 of"), "the turn is taken again: {}", page.text);
    assert!(!page.text.contains("is damaged"), "{}", page.text);
    drop(torn);
    for (changed, why) in [
        (whole.replacen("{\"turn\":", "{\"torn\":", 1), "unknown variant"),
        (whole.replacen("bid 2", "bid 2000", 2), "by the rules"),
        (whole.replacen("\"seat\":1", "\"seat\":7", 1), "seat"),
    ] {
        fs::write(&path, &changed).unwrap();
        let site = server(dir.path());
        let page = site.get(&seat);
        assert_eq!(page.status, StatusCode::OK, "{why}");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(page.text.contains(&format!("{name} is damaged at line ")), "{why}: {}", page.text);
        assert!(page.text.contains(why), "{why}: {}", page.text);
        assert!(page.text.contains("letter 1 of"), "{why}");
        assert_eq!(text(&path.with_extension("damaged")), changed);
    }
    fs::write(&path, "nonsense\n").unwrap();
    let lost = server(dir.path()).get(&seat);
    assert_eq!(lost.status, StatusCode::CONFLICT);
    assert!(lost.text.contains("line 1"), "{}", lost.text);
}

#[test]
fn a_game_evicted_from_its_room_can_continue() {
    let dir = scratch();
    let site = server(dir.path());
    let seat = begun(&site, "/marrakech", "players=person,greedy&seed=3");
    commit(&site, &seat);
    let before = shown(&site.get(&seat));
    let later = std::time::Instant::now() + std::time::Duration::from_secs(7200);
    site.sweep(later);
    assert_eq!(shown(&site.get(&seat)), before);
}

#[test]
fn saved_files_are_limited_and_finished_games_are_removed_first() {
    let dir = scratch();
    let limits = Limits { games_kept: 3, ..Limits::default() };
    let site = limited(dir.path(), limits.clone());
    let over = begun(&site, "/auction", "players=person,zero&rounds=1&seed=4");
    while !site.get(&over).text.contains("Review the game") {
        site.post(&format!("{over}/move"), &[("bid", "1"), ("do", "none")]);
    }
    let under_way = begun(&site, "/auction", "players=person,zero&rounds=1&seed=4");
    site.post(&format!("{under_way}/move"), &[("bid", "1")]);
    // games in rooms are kept, so drop the rooms
    drop(site);
    let site = limited(dir.path(), limits);
    for seed in ["1", "2", "3", "4"] {
        begun(&site, "/auction", &format!("players=person,zero&rounds=1&seed={seed}"));
        assert_eq!(site.get(&under_way).status, StatusCode::OK, "{seed}");
    }
    assert_eq!(site.get(&over).status, StatusCode::NOT_FOUND);
}

#[test]
fn a_scrabble_game_can_be_downloaded_as_a_game_file() {
    let dir = scratch();
    let site = server(dir.path());
    let seat = begun(&site, "/scrabble/game", "players=person,person&seed=5");
    let links = seats(&site, &seat);
    let mut turns = 0;
    while !site.get(&links[0]).text.contains("The game is over") {
        let pass = [("do", "pass"), ("move", "")];
        let done = links.iter().any(|link| site.post(&format!("{link}/move"), &pass).status == 303);
        turns += usize::from(done);
        assert!(turns < 100, "{}", site.get(&links[0]).text);
    }
    let file = site.get(&format!("{}/file", links[1]));
    assert!(file.headers["content-disposition"].to_str().unwrap().ends_with(".gcg\""));
    assert!(file.text.starts_with("#character-encoding UTF-8\n#player1 Player-1 Player 1\n"));
    assert!(file.text.contains("#player2 Player-2"), "{}", file.text);
}
