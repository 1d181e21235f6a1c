//! Persons at a table: their names, who is there, and computers that play for those who leave.

use crate::program;
use crate::web::site;

use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use lettergame::web::Terms;
use program::scratch;
use site::{Page, Site};

/// A server that keeps its games in this folder; another one with the same folder is the server after a restart.
fn server(games: &Path) -> Site {
    Site::with(Terms { loopback: true, games: Some(games.to_owned()), ..Terms::default() })
}

/// A game of persons.
struct Table {
    host: String,
    /// The addresses of the seats.
    seats: Vec<String>,
    /// The address for spectators.
    room: String,
}

#[track_caller]
fn begun(site: &Site, path: &str, pairs: &[(&str, &str)]) -> Table {
    let page = site.post(path, pairs);
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    let host = page.location().to_owned();
    let list = site.get(&host);
    let seats = list.all("<li><a href=\"", "\"").into_iter().map(str::to_owned).collect();
    let room = host.split("/host/").next().unwrap().to_owned();
    Table { host, seats, room }
}

/// The form of a game of these players.
fn players<'a>(players: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    players.iter().flat_map(|&(player, name)| [("player", player), ("name", name)]).collect()
}

/// The parts of a page that show the game, without who is there at the moment.
fn shown(page: &Page) -> String {
    let board = page.text.split("<div class=\"board").nth(1).expect("a board");
    board.replace("presence away", "presence here").replace("away</span>", "here</span>")
}

/// What the list of seats says of a player.
fn state(site: &Site, table: &Table, part: &str) -> String {
    let page = site.get(&table.host).text;
    let state = page.split(&format!("sse-swap=\"{part}\">")).nth(1).expect("its part");
    state.split("</li>").next().unwrap().to_owned()
}

/// The one file in a folder of games.
fn file(dir: &Path) -> String {
    let path = fs::read_dir(dir).unwrap().next().unwrap().unwrap().path();
    fs::read_to_string(path).unwrap()
}

#[test]
fn names_are_shown_to_all_and_survive_a_restart() {
    let dir = scratch();
    let site = server(dir.path());
    let form = players(&[("person", " Zoë  O'Neil "), ("person", ""), ("zero", "ignored")]);
    let table = begun(&site, "/auction", &[&form[..], &[("rounds", "1")]].concat());
    for page in [&table.host, &table.seats[1], &table.room] {
        let text = site.get(page).text;
        assert!(text.contains("Zoë O'Neil") && !text.contains("person#2"), "{text}");
        assert!(!text.contains("ignored"), "{text}");
    }
    // the first visit of a seat without a name asks for one
    assert!(site.get(&table.seats[1]).text.contains("<label for=\"name\">Your name</label>"));
    let name =
        |site: &Site, name: &str| site.post(&format!("{}/name", table.seats[1]), &[("name", name)]);
    for (bad, why) in [
        ("zoë o'neil", "is at this table already"),
        ("Ada", "is at this table already"),
        ("<img src=x>", "invalid name"),
        ("Bob (computer)", "invalid name"),
        ("abcdefghijklmnopqrstuvwxyz", "expected at most 20"),
        ("  ", "expected a name"),
    ] {
        let page = name(&site, bad);
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        assert!(page.text.contains(why) && !page.text.contains("<img"), "{bad}: {}", page.text);
    }
    assert_eq!(name(&site, "Bob").status, StatusCode::SEE_OTHER);
    site.post(&format!("{}/move", table.seats[0]), &[("bid", "3")]);
    let pages = [&table.host, &table.seats[0], &table.room];
    let names = |site: &Site| {
        for page in pages {
            let text = site.get(page).text;
            assert!(text.contains("Bob") && !text.contains("person#2"), "{text}");
        }
        let own = site.get(&table.seats[0]).text;
        assert!(own.contains("Bob is thinking") && own.contains("Wait for Bob."), "{own}");
        shown(&site.get(&table.room))
    };
    let before = names(&site);
    drop(site);
    assert_eq!(names(&server(dir.path())), before);
    let file = file(dir.path());
    assert!(file.contains(r#""players":["person","person","zero"]"#), "{file}");
    assert!(file.contains(r#"{"named":{"seat":1,"name":"Bob"}}"#), "{file}");
}

#[test]
fn a_form_refuses_names_that_would_be_mistaken() {
    let site = Site::with(Terms { loopback: true, ..Terms::default() });
    for path in ["/auction", "/marrakech", "/scrabble/game"] {
        let refused = site.post(path, &players(&[("person", "Ann"), ("person", "ANN")]));
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert!(refused.text.contains("`ANN` is at this table already"), "{}", refused.text);
        assert!(refused.text.contains("value=\"Ann\""), "what was typed is kept");
    }
    // a name stays beside its player when another one is removed
    let form = players(&[("zero", ""), ("person", "Ann"), ("random", "")]);
    let page = site.post("/auction", &[&form[..], &[("do", "remove-0")]].concat());
    assert!(page.text.contains("id=\"name-0\" name=\"name\" value=\"Ann\""), "{}", page.text);
}

#[test]
fn the_list_of_seats_says_who_is_there_and_whose_turn_it_is() {
    let site = Site::with(Terms { loopback: true, ..Terms::default() });
    let table = begun(&site, "/marrakech", &players(&[("person", "Ann"), ("person", "Bob")]));
    assert!(state(&site, &table, "stateA").contains("away</span>"));
    site.get(&table.seats[0]);
    let [ann, bob] = ["stateA", "stateB"].map(|part| state(&site, &table, part));
    assert!(ann.contains("here</span>") && ann.contains("to move"), "{ann}");
    assert!(bob.contains("away</span>") && !bob.contains("to move"), "{bob}");
    let seat = site.get(&table.seats[1]).text;
    let people =
        seat.split("class=\"player-cards\"").nth(1).unwrap().split("</ol>").next().unwrap();
    assert_eq!(people.matches("here</span>").count(), 1, "that of the other one: {people}");
    assert!(!people.contains(&table.seats[0]) && !seat.contains("/host/"), "no one else's address");
}

#[test]
fn seats_have_qr_codes_where_others_can_reach_the_server() {
    let site = Site::with(Terms { loopback: false, ..Terms::default() });
    let table = begun(&site, "/marrakech", &players(&[("person", ""), ("person", "")]));
    let codes = |host: &str| {
        let page = site.get_at(host, &table.host);
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        let codes = page.all("<path class=\"ink\" d=\"", "\"");
        codes.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let own = codes("192.168.1.5:7878");
    assert!(own.len() == 2 && own[0] != own[1]);
    assert_ne!(codes("192.168.1.6:7878")[0], own[0], "the address of the request is in it");
    for local in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878"] {
        assert!(codes(local).is_empty(), "{local}");
    }
    assert!(site.get(&table.host).text.contains("work on this machine only"));
}

/// Plays to the end, the persons with the first thing that is offered.
fn finish(site: &Site, table: &Table) {
    for _ in 0..500 {
        if site.get(&table.room).text.contains("As a file") {
            return;
        }
        for seat in &table.seats {
            let page = site.get(seat).text;
            let mut legal = page.split(" name=\"move\"").skip(1);
            let legal = legal.find_map(|rest| rest.split('>').next()?.split("value=\"").nth(1));
            let pair = match legal.and_then(|rest| rest.split('"').next()) {
                Some(legal) => ("move", legal),
                None if page.contains("id=\"move\"") => ("do", "pass"),
                None if page.contains("id=\"word\"") => ("do", "none"),
                None => ("bid", "1"),
            };
            site.post(&format!("{seat}/pause"), &[]);
            site.post(&format!("{seat}/move"), &[pair]);
            site.post(&format!("{seat}/step"), &[]);
        }
    }
    panic!("no end: {}", site.get(&table.room).text);
}

#[test]
fn a_computer_plays_for_a_person_who_leaves_and_the_game_is_repeated_exactly() {
    for (path, own) in [
        ("/auction", &[("rounds", "1"), ("hidden", "3")][..]),
        ("/marrakech", &[]),
        ("/scrabble/game", &[]),
    ] {
        let dir = scratch();
        let site = server(dir.path());
        let form = players(&[("person", "Ann"), ("person", "Bob")]);
        let table = begun(&site, path, &[&form[..], own].concat());
        site.post(&format!("{}/pause", table.seats[0]), &[]);
        let leave = |site: &Site| site.post(&format!("{}/leave", table.seats[1]), &[]).status;
        assert_eq!(leave(&site), StatusCode::SEE_OTHER, "{path}");
        assert_eq!(leave(&site), StatusCode::UNPROCESSABLE_ENTITY, "only once");
        let left = site.get(&table.seats[1]).text;
        assert!(left.contains("Bob (computer)") && left.contains("A computer plays your seat."));
        assert!(!left.contains("Bob is thinking"), "{left}");
        let moved = site.post(&format!("{}/move", table.seats[1]), &[("bid", "1")]);
        assert_eq!(moved.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        // another server goes on in the middle of the game
        drop(site);
        let site = server(dir.path());
        assert!(site.get(&table.room).text.contains("Bob (computer)"), "{path}");
        finish(&site, &table);
        let end = shown(&site.get(&table.room));
        assert!(end.contains("Bob (computer)"), "{path}: {end}");
        let file = file(dir.path());
        assert!(file.contains(r#"{"replaced":{"seat":1,"player":""#), "{file}");
        assert!(!file.contains(r#"{"said":{"seat":1"#), "the computer is no person: {file}");
        drop(site);
        assert_eq!(shown(&server(dir.path()).get(&table.room)), end, "{path}");
    }
}

#[test]
fn a_person_takes_the_seat_back() {
    let dir = scratch();
    let site = server(dir.path());
    let form = players(&[("person", "Ann"), ("person", "Bob")]);
    let table = begun(&site, "/auction", &[&form[..], &[("rounds", "1")]].concat());
    site.post(&format!("{}/pause", table.seats[0]), &[]);
    let back = |site: &Site| site.post(&format!("{}/return", table.seats[1]), &[]).status;
    assert_eq!(back(&site), StatusCode::UNPROCESSABLE_ENTITY, "it was not left");
    site.post(&format!("{}/leave", table.seats[1]), &[]);
    site.post(&format!("{}/move", table.seats[0]), &[("bid", "1")]);
    assert!(site.get(&table.room).text.contains("letter 2 of"), "the computer has bid");
    assert_eq!(back(&site), StatusCode::SEE_OTHER);
    site.post(&format!("{}/move", table.seats[0]), &[("bid", "1")]);
    assert!(site.get(&table.room).text.contains("Bob is thinking"));
    drop(site);
    let site = server(dir.path());
    assert!(site.get(&table.room).text.contains("Bob is thinking"));
    site.post(&format!("{}/move", table.seats[1]), &[("bid", "1")]);
    site.post(&format!("{}/step", table.seats[1]), &[]);
    assert!(site.get(&table.room).text.contains("letter 3 of"), "{}", site.get(&table.room).text);
}

#[test]
fn the_host_gives_only_the_seats_of_absent_persons_to_computers() {
    let site = Site::with(Terms { loopback: true, ..Terms::default() });
    let form = players(&[("person", "Ann"), ("person", "Bob"), ("zero", "")]);
    let table = begun(&site, "/auction", &form);
    site.get(&table.seats[0]);
    let replace = |path: &str, seat: &str| site.post(&format!("{path}/replace"), &[("seat", seat)]);
    let present = replace(&table.host, "0");
    assert_eq!(present.status, StatusCode::CONFLICT);
    assert!(present.text.contains("Ann is here"), "{}", present.text);
    for bad in ["2", "3", "x", "200", ""] {
        assert_eq!(replace(&table.host, bad).status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
    }
    for other in [&table.room, &table.seats[0], &format!("{}/host/{}", table.room, "0".repeat(32))]
    {
        assert_ne!(replace(other, "1").status, StatusCode::SEE_OTHER, "{other}");
    }
    assert_eq!(replace(&table.host, "1").status, StatusCode::SEE_OTHER);
    assert!(state(&site, &table, "stateB").contains("played by a computer"));
    for act in ["name", "leave", "return"] {
        let watched = site.post(&format!("{}/{act}", table.room), &[("name", "Eve")]);
        assert_eq!(watched.status, StatusCode::FORBIDDEN, "{act}");
    }
}

#[test]
fn persons_play_with_clocks_if_they_want() {
    let dir = scratch();
    let site = server(dir.path());
    let form = players(&[("person", "Ann"), ("person", "Bob")]);
    for bad in ["4", "x", "300+", "1e3", "99999999999999999999"] {
        let page = site.post("/auction", &[&form[..], &[("clock", bad)]].concat());
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        assert!(page.text.contains(&format!("invalid clock `{bad}`")), "{}", page.text);
    }
    let without = begun(&site, "/auction", &form);
    assert!(!site.get(&without.seats[0]).text.contains("data-left"));
    for (clock, start, title) in [
        ("3600", "60:00", "60 min per move"),
        ("3600+5", "60:00", "60 min per game, and 5 s for each"),
    ] {
        let table = begun(&site, "/auction", &[&form[..], &[("clock", clock)]].concat());
        let people = |site: &Site| {
            let page = site.get(&table.seats[0]).text;
            page.split("class=\"player-cards\"")
                .nth(1)
                .unwrap()
                .split("</ol>")
                .next()
                .unwrap()
                .to_owned()
        };
        // no clock runs before all have come
        let before = people(&site);
        assert_eq!(before.matches(&format!(">{start}<")).count(), 2, "{before}");
        assert!(before.contains(title) && !before.contains("running"), "{before}");
        site.get(&table.seats[1]);
        assert_eq!(people(&site).matches("time running").count(), 2, "both are asked");
        site.post(&format!("{}/move", table.seats[0]), &[("bid", "1")]);
        assert_eq!(people(&site).matches("time running").count(), 1, "one has answered");
    }
    drop(site);
    let site = server(dir.path());
    let files = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let with = files.filter(|path| fs::read_to_string(path).unwrap().contains("clock=3600"));
    let ids: Vec<String> =
        with.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(ids.len(), 2);
    for id in ids {
        assert!(site.get(&format!("/room/{id}")).text.contains("data-left"), "after a restart");
    }
}

#[test]
fn a_rematch_leads_each_to_the_own_new_seat() {
    let site = Site::with(Terms { loopback: true, ..Terms::default() });
    let form = players(&[("person", "Ann"), ("zero", ""), ("person", "Bob")]);
    let own = [("rounds", "1"), ("hidden", "2"), ("clock", "3600"), ("seed", "5")];
    let table = begun(&site, "/auction", &[&form[..], &own].concat());
    let rematch = |seat: &str| site.post(&format!("{seat}/rematch"), &[]);
    assert_eq!(rematch(&table.seats[0]).status, StatusCode::CONFLICT, "the game is not over");
    finish(&site, &table);
    let review = site.get(&format!("{}/review", table.room)).text;
    assert!(review.contains("Ann") && review.contains("Bob") && !review.contains("person#2"));
    assert_eq!(rematch(&table.room).status, StatusCode::FORBIDDEN, "spectators cannot begin one");
    assert!(site.get(&table.seats[1]).text.contains("Rematch with seats changed"));
    let page = rematch(&table.seats[1]);
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    let bob = page.location().to_owned();
    let ann = rematch(&table.seats[0]).location().to_owned();
    let room = |seat: &str| seat.split("/seat/").next().unwrap().to_owned();
    assert!(room(&ann) == room(&bob) && ann != bob && room(&ann) != table.room);
    let [one, two, watched] =
        [&table.seats[0], &table.seats[1], &table.room].map(|path| site.get(path).text);
    assert!(one.contains(&ann) && !one.contains(&bob), "{one}");
    assert!(two.contains(&bob) && !two.contains(&ann), "{two}");
    assert!(watched.contains(&room(&ann)) && !watched.contains("/seat/"), "{watched}");
    let host = site.get(&table.host);
    let host = host.all("<a href=\"", "\"").into_iter().find(|link| link.contains(&room(&ann)));
    let list = site.get(host.expect("the new list of seats")).text;
    // zero, Bob, Ann
    assert!(list.contains("Player 2: Bob") && list.contains("Player 3: Ann"), "{list}");
    let new = site.get(&ann).text;
    assert!(new.contains("data-left") && !new.contains("seed 5"), "same clock, other seed: {new}");
}

/// Begins a game with a friend by its form.
fn with_friend(site: &Site, form: &str, name: &str) -> Page {
    let players = ("players", "person,person");
    site.post(form, &[players, ("name", name), ("clock", "300+5"), ("do", "friend")])
}

/// Who has the link of a game with a friend sits down, once; the seat of each stays secret from the other.
#[test]
fn a_friend_sits_down_by_the_link_of_the_game() {
    let dir = scratch();
    for (game, form) in
        [("auction", "/auction"), ("marrakech", "/marrakech"), ("scrabble", "/scrabble/game")]
    {
        let games = dir.path().join(game);
        let site = server(&games);
        let path = format!("/friend/{game}");
        assert!(site.get(&path).text.contains(&format!("action=\"{form}\"")));
        assert!(site.get(&path).text.contains("lettergame serve --addr 0.0.0.0:7878"));
        let begun = with_friend(&site, form, "Ann");
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
        let ann = begun.location().to_owned();
        let room = ann.split("/seat/").next().expect("a seat").to_owned();
        let waiting = site.get(&ann).text;
        let link = format!("<a id=\"invite\" href=\"http://localhost{room}\">");
        assert!(
            waiting.contains("Waiting for your friend") && waiting.contains(&link),
            "{waiting}"
        );
        assert_eq!(waiting.matches("/seat/").count(), waiting.matches(ann.as_str()).count());
        assert!(!site.get("/now").text.contains(&room), "strangers do not find it");
        // a restart forgets nothing
        drop(site);
        let site = server(&games);
        let guest = site.get(&room).text;
        assert!(guest.contains("Ann invites you") && guest.contains("5 min per game"), "{guest}");
        let sit = format!("{room}/sit");
        let taken = site.post(&sit, &[("name", "Ann")]);
        assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", taken.text);
        let seated = site.post(&sit, &[("name", "Ben")]);
        let ben = seated.location().to_owned();
        assert!(ben.starts_with(&format!("{room}/seat/")) && ben != ann, "{ben}");
        assert_eq!(site.post(&sit, &[("name", "Cy")]).location(), room, "too late: one watches");
        let watched = site.get(&room).text;
        assert!(
            watched.contains("You are watching this game.") && watched.contains("Ben"),
            "{watched}"
        );
        assert!(!site.get(&ann).text.contains("Waiting for your friend"));
        site.get(&ben);
        let replaced = site.post(&format!("{ann}/replace"), &[]);
        assert!(replaced.text.contains("no one is away"), "{}", replaced.text);
        assert!(!site.get(&ann).text.contains(&ben), "no one else's address");
    }
    let site = server(dir.path());
    assert!(site.get("/friend/scrabble").text.contains("a wrong challenge costs the turn"));
    assert_eq!(site.get("/friend/wordgame").status, StatusCode::NOT_FOUND);
}

#[test]
fn the_link_for_a_friend_has_a_qr_code_where_others_can_reach_the_server() {
    let dir = scratch();
    let site = Site::with(Terms { games: Some(dir.path().to_owned()), ..Terms::default() });
    let seat = with_friend(&site, "/scrabble/game", "Ann").location().to_owned();
    let codes = |host: &str| site.get_at(host, &seat).all("<svg class=\"code\"", "</svg>").len();
    assert_eq!((codes("192.168.1.5:7878"), codes("localhost:7878")), (1, 0));
    assert!(site.get("/friend/scrabble").text.contains("Open one of the other addresses"));
    let there = site.get_at("192.168.1.5:7878", "/friend/scrabble");
    assert!(!there.text.contains("class=\"caution\""), "{}", there.text);
}
