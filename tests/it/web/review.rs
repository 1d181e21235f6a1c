//! The review of a finished game: its turns, what they cost, its files, and games that are played on from it.

use crate::program;
use crate::web::site;

use std::path::Path;

use axum::http::StatusCode;
use lettergame::web::{Limits, Terms};
use program::scratch;
use site::{Page, Site};

/// A finished game of computers; the address of its room.
#[track_caller]
fn finished(site: &Site, path: &str, form: &[(&str, &str)]) -> String {
    let begun = site.post(path, form);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let room = begun.location().to_owned();
    for _ in 0..2000 {
        if site.get(&room).text.contains("Review the game") {
            return room;
        }
        site.post(&format!("{room}/step"), &[]);
    }
    panic!("the game is not over");
}

fn marrakech(site: &Site) -> String {
    finished(site, "/marrakech", &[("players", "expectimax,random"), ("seed", "5")])
}

fn scrabble(site: &Site) -> String {
    finished(site, "/scrabble/game", &[("players", "equity,random"), ("seed", "5")])
}

fn auction(site: &Site) -> String {
    let form = [("players", "letter-value,flat,random"), ("rounds", "2"), ("seed", "5")];
    finished(site, "/auction", &form)
}

/// A server that answers as many requests as a test sends.
fn site() -> Site {
    Site::with(terms())
}

fn terms() -> Terms {
    let limits = Limits { burst: 1_000_000, ..Limits::default() };
    Terms { loopback: true, limits, ..Terms::default() }
}

/// The page after this many turns.
#[track_caller]
fn review(site: &Site, room: &str, plies: usize) -> Page {
    let page = site.get(&format!("{room}/review/{plies}"));
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    page
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1;
    rest.split_once(end).expect("an end").0
}

/// The number of turns of a game.
fn plies(site: &Site, room: &str) -> usize {
    let page = site.get(&format!("{room}/review"));
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    between(&page.text, " of ", "</strong>").parse().expect("a number of turns")
}

/// The row of a player in the table of all costs: points, cost, cost a move, mistakes by size.
fn total(page: &Page, player: &str) -> Vec<f64> {
    let table = between(&page.text, "<h2 id=\"totals\">", "</table>");
    let row = between(table, &format!("<th scope=\"row\">{player}</th>"), "</tr>");
    let cells = row.split("<td class=\"number\">").skip(1);
    cells.map(|cell| cell.split('<').next().unwrap().parse().expect("a number")).collect()
}

#[test]
fn a_game_is_gone_through_turn_by_turn() {
    let site = site();
    for room in [marrakech(&site), scrabble(&site), auction(&site)] {
        let last = plies(&site, &room);
        assert!(last > 20, "{room}");
        let first = review(&site, &room, 0);
        assert!(first.text.contains("Before the first turn"));
        let link = |page: &Page, id: &str| {
            let tag = between(&page.text, &format!("id=\"{id}\""), ">").to_owned();
            tag.contains("href=").then(|| between(&tag, "href=\"", "\"").to_owned())
        };
        assert_eq!((link(&first, "back"), link(&first, "first")), (None, None));
        // the links lead through every turn, and each shows another moment
        let (mut page, mut seen) = (first, vec![]);
        for plies in 1..=last {
            let next = link(&page, "next").expect("a next turn");
            assert_eq!(next, format!("{room}/review/{plies}"));
            assert_eq!(link(&page, "last"), Some(format!("{room}/review/{last}")));
            page = site.get(&next);
            assert!(page.text.contains(&format!("Move {plies} of {last}")), "{}", page.text);
            seen.push(between(&page.text, "<div class=\"board", "<section").to_owned());
        }
        assert_eq!((link(&page, "next"), link(&page, "last")), (None, None));
        assert!(!page.text.contains("Play on from here"));
        seen.sort();
        seen.dedup();
        assert!(seen.len() * 10 > last * 9, "{} of {last} boards differ", seen.len());
        let beyond = site.get(&format!("{room}/review/{}", last + 1));
        assert_eq!(beyond.status, StatusCode::NOT_FOUND);
        assert!(beyond.text.contains(&format!("this game has {last}")), "{}", beyond.text);
        assert_eq!(site.get(&format!("{room}/review/x")).status, StatusCode::NOT_FOUND);
    }
}

#[test]
fn the_last_page_shows_the_board_of_the_room() {
    let site = site();
    for (room, part, tag) in [
        (marrakech(&site), "rugs", "svg"),
        (scrabble(&site), "squares", "table"),
        (auction(&site), "bids", "ol"),
    ] {
        let shown = |page: &Page| {
            let part =
                page.text.split_once(&format!("class=\"part part-{part}\"")).expect("the part").1;
            between(part, &format!("<{tag}"), &format!("</{tag}>")).to_owned()
        };
        let end = review(&site, &room, plies(&site, &room));
        assert_eq!(shown(&site.get(&room)), shown(&end));
        assert_ne!(shown(&site.get(&room)), shown(&review(&site, &room, 2)));
    }
}

/// Players whose own judgement is that of the review make no mistakes, and a random player makes many. With an
/// empty bag the review judges by the endgame search, which `equity` does not do.
#[test]
fn the_player_that_judges_makes_no_mistakes() {
    let site = site();
    for (room, judge, most) in [
        (marrakech(&site), "expectimax", [0.0; 4]),
        (scrabble(&site), "equity", [1.0, 1.0, 1.0, 0.0]),
    ] {
        let page = review(&site, &room, 0);
        let own = total(&page, judge);
        assert!(own[1..].iter().zip(most).all(|(own, most)| *own <= most), "{judge}: {own:?}");
        let random = total(&page, "random");
        let mistakes: f64 = random[2..].iter().sum();
        assert!(random[1] > 1.0 && mistakes > 3.0, "{random:?}");
    }
}

#[test]
fn the_next_mistake_is_named_with_the_better_move() {
    let site = site();
    let room = scrabble(&site);
    let first = review(&site, &room, 0);
    let link = between(&first.text, "id=\"mistake\" href=\"", "\"").to_owned();
    let page = site.get(&link);
    assert!(page.text.contains("random: ") && page.text.contains(" was better, by <strong>"));
    // the better move is the best play of the position before it
    let better = between(&page.text, "<p class=\"verdict\">", " was better").to_owned();
    let better = better.rsplit_once("<strong>").unwrap().1.split_once("</strong>").unwrap().0;
    let square = better.split(' ').next().unwrap();
    let position = between(&page.text, "<p class=\"links\"><a href=\"", "\"").replace("&amp;", "&");
    let plays = site.get(&format!("{position}&rank=equity"));
    let table = between(&plays.text, "<table class=\"plays\">", "</table>");
    let row = between(table, "<tbody>", "</tr>");
    assert!(row.contains(&format!("<td>{square}</td>")), "{better}: {row}");
    // the rack is that from which the move was made, as in the position
    let letters = |text: &str, tile: &str| {
        let tiles = text.split(tile).skip(1);
        let mut all: Vec<String> =
            tiles.map(|rest| rest.split(['<', '"']).next().unwrap().to_owned()).collect();
        all.sort();
        all.concat()
    };
    let mover = between(&page.text, "<div class=\"holder moves\">", "<strong");
    let rack = letters(mover, "<span class=\"rt\">");
    assert!(position.contains(&rack), "{rack}: {position}");
    // and the better move is drawn
    let drawn = between(&page.text, "<div class=\"drawn\"", "</table>");
    assert!(drawn.matches(" fresh\"").count() > 1, "{drawn}");
}

/// The letter on sale and the hands of a turn are those for which it was decided, not those after it.
#[test]
fn a_review_shows_what_the_players_held_when_they_decided() {
    let site = site();
    let room = auction(&site);
    let part = |page: &Page, name: &str| {
        let part = format!("<div class=\"part part-{name}\">");
        between(&page.text, &part, "<div class=\"part ").to_owned()
    };
    let letters = |page: &Page| part(page, "seats").matches("class=\"tile").count();
    let ends = (1..=plies(&site, &room)).filter(|plies| {
        let page = review(&site, &room, *plies);
        let told = between(&page.text, "<h2 id=\"turn\">", "</section>").to_owned();
        if let Some((letter, _)) = told.split_once("<p>").unwrap().1.split_once(" to ")
            && letter.len() == 1
        {
            let sale = part(&page, "sale");
            assert!(sale.contains(&format!("<strong>{letter}</strong> is on sale")), "{sale}");
            return false;
        }
        // all letters of the round, and the words made of them
        assert!(told.contains(" ends"), "{told}");
        assert!(letters(&page) > letters(&review(&site, &room, plies - 1)), "{plies}");
        assert!(part(&page, "bids").contains("Words of round"), "{}", page.text);
        true
    });
    assert_eq!(ends.count(), 2);
}

/// The address of the first mistake of a seat, and the page that is shown there.
fn first_mistake(site: &Site, room: &str, seat: usize) -> (String, Page) {
    let page = site.get(&format!("{room}/review?seat={seat}"));
    let plies = between(&page.text, "role=\"status\">Move ", " of ").to_owned();
    let again = between(&page.text, "<form class=\"again\" method=\"post\" action=\"", "\"");
    assert_eq!(again, format!("{room}/review/{plies}/try"));
    (format!("{room}/review/{plies}"), page)
}

#[test]
fn a_review_opens_at_the_first_mistake_of_its_reader_who_does_not_see_the_answer() {
    let site = site();
    for room in [marrakech(&site), scrabble(&site)] {
        let (mistake, own) = first_mistake(&site, &room, 2);
        assert!(own.text.contains("This move cost <strong>"), "{}", own.text);
        let answer = between(&own.text, "<summary>Show the better move</summary>", "</details>");
        assert!(answer.contains(" was better, by <strong>"), "{answer}");
        // everyone else reads it at once
        let other = site.get(&format!("{mistake}?seat=1"));
        assert!(other.text.contains(" was better, by <strong>"), "{}", other.text);
        assert!(!other.text.contains("Show the better move") && !other.text.contains("/try"));
        // the seat stays in the links, and one plays on as oneself
        let next = between(&own.text, "id=\"next\" href=\"", "\"");
        assert!(next.ends_with("?seat=2"), "{next}");
        assert!(own.text.contains("<option value=\"2\" selected>"), "{}", own.text);
    }
    let page = site.get(&format!("{}/review?seat=3", marrakech(&site)));
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("expected a number from 1 to 2"), "{}", page.text);
}

#[test]
fn the_graph_shows_the_chances_of_winning_or_the_points_in_the_colours_of_the_seats() {
    let site = site();
    for (room, seats, title) in [
        (marrakech(&site), 2, "Chance of winning"),
        (scrabble(&site), 2, "Chance of winning"),
        (auction(&site), 3, "Points"),
    ] {
        let last = plies(&site, &room);
        let page = review(&site, &room, 1);
        let graph = between(&page.text, "<figure class=\"course\">", "</figure>");
        assert!(graph.contains(&format!("<strong>{title}</strong>")), "{graph}");
        for seat in 0..seats {
            let path = format!("<path class=\"seat-{seat}\" d=\"M0 ");
            assert_eq!(graph.matches(&path).count(), 1, "{graph}");
        }
        assert_eq!(graph.matches("tabindex=\"-1\"").count(), last + 1);
        assert!(graph.contains(&format!("href=\"{room}/review/{last}\"")), "{graph}");
    }
}

/// Tries a move at the mistake of seat 2; the review of it.
fn tried(site: &Site, mistake: &str, choice: &str) -> Page {
    let begun = site.post(&format!("{mistake}/try"), &[("seat", "2")]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let seat = begun.location().to_owned();
    let asked = site.get(&seat);
    assert!(asked.text.contains("Make a better move") && asked.text.contains(": this cost "));
    assert!(!asked.text.contains("was better"), "the answer is no part of the question");
    // a move that is refused is no try
    let refused = site.post(&format!("{seat}/move"), &[("move", "nonsense")]);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let done = site.post(&format!("{seat}/move"), &[("move", choice)]);
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(
        done.location().starts_with(&format!("{mistake}?seat=2&tried=")),
        "{}",
        done.location()
    );
    site.get(done.location())
}

#[test]
fn a_mistake_is_tried_again_and_judged() {
    let site = site();
    let room = scrabble(&site);
    let (mistake, own) = first_mistake(&site, &room, 2);
    let better = between(&own.text, "Show the better move</summary><p><strong>", "</strong>");
    let play = better.split(" for ").next().unwrap();
    let best = tried(&site, &mistake, play);
    let outcome =
        |page: &Page| between(&page.text, "<p class=\"verdict tried\"", "</p>").to_owned();
    assert!(
        outcome(&best).contains("<strong>The best move.") && outcome(&best).contains("data-solved")
    );
    assert!(best.text.contains(" was better, by <strong>"), "now the answer is told");
    let pass = tried(&site, &mistake, "pass");
    assert!(pass.text.contains("Show the better move"), "a wrong try does not tell the answer");
    assert!(
        !outcome(&pass).contains("<strong>The best move.")
            && !outcome(&pass).contains("data-solved")
    );
    assert!(outcome(&pass).contains("It costs <strong>"), "{}", outcome(&pass));
    // the board is that after the move that was tried
    let board = |page: &Page| {
        let squares = between(&page.text, "class=\"part part-squares\"", "</table>");
        squares.split('>').filter_map(|part| part.split('<').next()).collect::<String>()
    };
    let plies: usize = mistake.rsplit_once('/').unwrap().1.parse().unwrap();
    assert_eq!(board(&pass), board(&review(&site, &room, plies - 1)));
    assert_ne!(board(&best), board(&pass));
    for (choice, why) in [("zzz", "zzz"), ("play+8H+QQ", "not possible")] {
        let page = site.get(&format!("{mistake}?seat=2&tried={choice}"));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text.contains(why), "{}", page.text);
    }
    let page = site.post(&format!("{room}/review/0/try"), &[("seat", "2")]);
    assert!(page.text.contains("there is no turn before this one"), "{}", page.text);
}

/// The link of a turn leads to the position in which it was taken.
#[test]
fn a_position_is_opened_as_it_was_before_the_turn() {
    let site = site();
    let page = review(&site, &marrakech(&site), 1);
    let links = between(&page.text, "<p class=\"links\">", "</p>");
    // Assam still stands in the centre, and everybody has all coins and rugs
    assert!(links.contains("state=Pc03015iPy03015iA33"), "{links}");
}

/// What is tried is no game: it leaves no file, and the game it is taken from is as it was.
#[test]
fn a_try_is_not_kept() {
    let dir = scratch();
    let site = server(dir.path());
    let room = marrakech(&site);
    let (mistake, _) = first_mistake(&site, &room, 2);
    let before = site.get(&mistake).text;
    let begun = site.post(&format!("{mistake}/try"), &[("seat", "2")]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER);
    assert_eq!(std::fs::read_dir(dir.path()).map_or(0, Iterator::count), 0);
    assert_eq!(site.get(&mistake).text, before);
}

#[test]
fn a_letter_costs_what_was_paid_beyond_its_worth() {
    let site = site();
    let room = auction(&site);
    let last = plies(&site, &room);
    let mut seen = 0;
    for plies in 1..=last {
        let page = review(&site, &room, plies);
        let said = between(&page.text, "<section class=\"sheet said\"", "</section>");
        if !said.contains(" was bought for ") {
            continue;
        }
        seen += 1;
        let paid: i32 = between(said, " was bought for ", " and").parse().unwrap();
        let worth: i32 = between(said, " and worth ", " at").parse().unwrap();
        assert!(said.contains(&format!(" for {paid}</p>")), "{said}");
        if paid > worth {
            let cost = paid - worth;
            assert!(said.contains(&format!("by <strong>{cost} points</strong>")), "{said}");
        } else {
            assert!(said.contains("Nothing better was found."), "{said}");
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn a_game_in_progress_has_no_review() {
    let site = site();
    let begun = site.post("/marrakech", &[("players", "person,greedy")]);
    let seat = begun.location().to_owned();
    let room = seat.split("/seat/").next().unwrap();
    for path in ["/review", "/review/0"] {
        let page = site.get(&format!("{room}{path}"));
        assert_eq!(page.status, StatusCode::CONFLICT);
        assert!(page.text.contains("once it is over"), "{}", page.text);
    }
    assert_eq!(site.get("/room/0123456789abcdef0123456789abcdef/review").status, 404);
}

#[test]
fn a_finished_game_is_downloaded_in_its_notation_and_as_json_lines() {
    let site = site();
    for (room, extension, line) in [
        (marrakech(&site), "txt", "Pc03015iPy03015iA33"),
        (scrabble(&site), "gcg", "#player1 equity"),
        (auction(&site), "jsonl", "\"game\":\"/auction\""),
    ] {
        let page = review(&site, &room, 0);
        assert!(page.text.contains(&format!("href=\"{room}/file?as=jsonl\"")));
        let file = site.get(&format!("{room}/file"));
        let name = file.headers["content-disposition"].to_str().unwrap();
        assert!(name.ends_with(&format!(".{extension}\"")), "{name}");
        assert!(file.text.contains(line), "{}", file.text);
        let events = site.get(&format!("{room}/file?as=jsonl"));
        // a head, and a line for each turn
        let turns = events.text.lines().filter(|line| line.starts_with("{\"turn\":")).count();
        assert_eq!(turns, plies(&site, &room));
        if extension == "txt" {
            assert_eq!(file.text.lines().count(), turns + 1);
        }
    }
    let room = marrakech(&site);
    let page = site.get(&format!("{room}/file?as=pdf"));
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("unknown kind of file `pdf`"), "{}", page.text);
}

fn server(games: &Path) -> Site {
    Site::with(Terms { games: Some(games.to_owned()), ..terms() })
}

/// The part of the page that shows the game, without what only a player sees.
fn shown(page: &Page, part: &str) -> String {
    between(&page.text, &format!("<div id=\"part-{part}\""), "<div id=\"part-").to_owned()
}

#[test]
fn a_game_is_played_on_from_any_turn_and_survives_a_restart() {
    let dir = scratch();
    let before = {
        let site = server(dir.path());
        let room = marrakech(&site);
        let here = format!("{room}/review/7");
        let begun = site.post(&format!("{here}/on"), &[("seat", "2")]);
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
        let seat = begun.location().to_owned();
        site.post(&format!("{seat}/pause"), &[]);
        let page = site.get(&seat);
        // seven turns of the other game: the board is the same, and its players are a person and the computer
        let rugs = shown(&page, "rugs");
        let then = review(&site, &room, 7);
        let board = between(&rugs, "aria-label=\"", "\"");
        assert!(board.contains("shows on") && then.text.contains(board), "{board}");
        let players =
            ["<strong class=\"name\">You</strong>", "<span class=\"quiet\">expectimax</span>"];
        assert!(players.iter().all(|text| page.text.contains(text)), "{}", page.text);
        // the events before are those of the other game
        let events = site.get(&format!("{room}/file?as=jsonl")).text;
        let kept = program::text(&dir.path().join(format!("{}.jsonl", room_id(&seat))));
        let turns =
            |text: &str| text.lines().skip(1).take(7).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(turns(&events), turns(&kept));
        for (seat, why) in [("3", "invalid seat `3`"), ("", "invalid seat ``"), ("0", "1 to 2")] {
            let page = site.post(&format!("{here}/on"), &[("seat", seat)]);
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(page.text.contains(why), "{}", page.text);
        }
        let end = plies(&site, &room);
        let page = site.post(&format!("{room}/review/{end}/on"), &[("seat", "1")]);
        assert!(page.text.contains("the game is over at this point"), "{}", page.text);
        (seat, rugs)
    };
    let page = server(dir.path()).get(&before.0);
    assert_eq!((page.status, shown(&page, "rugs")), (StatusCode::OK, before.1));
}

fn room_id(seat: &str) -> &str {
    between(seat, "/room/", "/")
}

/// A person who plays on plays to the end, and that game has a review in turn.
#[test]
fn a_game_that_was_played_on_is_reviewed_too() {
    let site = site();
    let room = auction(&site);
    let last = plies(&site, &room);
    let begun = site.post(&format!("{room}/review/{}/on", last - 4), &[("seat", "1")]);
    let seat = begun.location().to_owned();
    for _ in 0..200 {
        let page = site.get(&seat);
        if page.text.contains("Review the game") {
            break;
        }
        site.post(&format!("{seat}/move"), &page.auction_move());
        site.post(&format!("{seat}/pause"), &[]);
        site.post(&format!("{seat}/step"), &[]);
    }
    let own = seat.split("/seat/").next().unwrap();
    assert_eq!(plies(&site, own), last);
    let page = review(&site, own, 0);
    assert!(page.text.contains("<th scope=\"row\">You"), "{}", page.text);
    // the only person reads it as the own review
    assert!(page.text.contains("<option value=\"1\" selected>"), "{}", page.text);
    // what others did before is what they had done
    let turn = |room: &str| {
        let page = review(&site, room, 3);
        let told = between(&page.text, "<section class=\"sheet said\"", "</section>").to_owned();
        told.split("<form").next().unwrap().to_owned()
    };
    // beside a person computers have names
    let named = turn(&room).replace("flat", "Ada").replace("random", "Ben");
    assert_eq!(turn(own), named.replace("letter-value", "You"));
}
