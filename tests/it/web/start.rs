//! The start page, using only its handlers: its forms begin games, and it lists what is being played.

use crate::program;
use crate::web::site;

use std::thread;
use std::time::Duration;

use axum::http::StatusCode;
use lettergame::web::Terms;
use program::scratch;
use site::{Page, Site, query};

/// A form of the page: its method and action, and its fields.
struct Form {
    method: String,
    action: String,
    fields: Vec<(String, String)>,
}

fn forms(page: &Page) -> Vec<Form> {
    let all = page.all("<form ", "</form>").into_iter().map(|form| {
        let attribute = |text: &str, name: &str| {
            let rest = text.split_once(&format!("{name}=\"")).expect("an attribute").1;
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let inputs = form.split("<input ").skip(1);
        Form {
            method: attribute(form, "method"),
            action: attribute(form, "action"),
            fields: inputs.map(|one| (attribute(one, "name"), attribute(one, "value"))).collect(),
        }
    });
    all.collect()
}

fn sent(site: &Site, form: &Form) -> Page {
    let pairs: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    match form.method.as_str() {
        "post" => site.post(&form.action, &pairs),
        _ => site.get(&format!("{}?{}", form.action, query(&pairs))),
    }
}

#[track_caller]
fn awaited(site: &Site, path: &str, fits: impl Fn(&Page) -> bool) -> Page {
    for _ in 0..3000 {
        let page = site.get(path);
        if fits(&page) {
            return page;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{path} never fits: {}", site.get(path).text);
}

/// Plays the game of a seat to its end, always with the same moves; the page of its end.
fn played(site: &Site, seat: &str) -> Page {
    site.post(&format!("{seat}/pause"), &[]);
    for _ in 0..400 {
        let page = site.get(seat);
        if page.text.contains("Review the game") {
            return page;
        }
        site.post(&format!("{seat}/move"), &page.auction_move());
        site.post(&format!("{seat}/step"), &[]);
    }
    panic!("the game is not over");
}

/// Begins a deal of the day; the address of the own seat.
fn dealt(site: &Site, address: &str, name: &str) -> String {
    let begun = site.post(address, &[("name", name)]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    begun.location().to_owned()
}

#[test]
fn a_deal_of_the_day_is_the_same_everywhere_and_its_results_are_sent_in_a_link() {
    let dir = scratch();
    let games = |name: &str| Terms {
        games: Some(dir.path().join(name)),
        loopback: true,
        ..Terms::default()
    };
    let deal = "/daily/auction/2026-11-29";
    let (ann, result) = {
        let site = Site::with(games("ann"));
        let page = site.get(deal);
        assert!(page.text.contains("Letter Game: the deal of 29 November 2026"), "{}", page.text);
        let seat = dealt(&site, deal, "Ann");
        let asked = site.get(&seat);
        let end = played(&site, &seat);
        (asked, end.all("id=\"result\" href=\"", "\"")[0].to_owned())
    };
    assert!(result.starts_with(&format!("{deal}?result=")) && result.ends_with(":Ann"), "{result}");
    // another server, and another person, who made the same bids
    let site = Site::with(games("bob"));
    let page = site.get(&result);
    assert!(page.text.contains("<th scope=\"row\">Ann</th>"), "{}", page.text);
    let seat = dealt(&site, &result, "");
    let letters = |page: &Page| page.all("data-letter=\"", "\"").join("");
    assert_eq!(letters(&site.get(&seat)), letters(&ann));
    let end = played(&site, &seat);
    let rows = |text: &str| {
        let table = text.split("<table class=\"results\">").nth(1).expect("results");
        let table = table.split("</table>").next().unwrap();
        let rows = table.split("<tr").skip(2).map(|row| row.split_once("<td").unwrap());
        rows.map(|(name, row)| (name.to_owned(), row.replace("</tbody>", ""))).collect::<Vec<_>>()
    };
    let both = rows(&end.text);
    assert_eq!(both.len(), 2, "{}", end.text);
    assert!(both.iter().any(|(name, _)| name.contains("You")), "{both:?}");
    assert!(both.iter().any(|(name, _)| name.contains("Ann")), "{both:?}");
    assert_eq!(both[0].1, both[1].1, "the same bids, the same result");
    // the result outlives the server
    let other = site.get(end.all("id=\"result\" href=\"", "\"")[0]);
    assert_eq!(rows(&other.text).len(), 2);
    drop(site);
    let again = Site::with(games("bob")).get(&seat);
    assert_eq!(rows(&again.text), both);
}

#[test]
fn the_first_page_offers_the_deals_of_today() {
    let site = Site::new(None);
    let page = site.get("/");
    let deals = page.all("href=\"/daily/", "\"");
    let games: Vec<&str> = deals.iter().filter_map(|deal| deal.split('/').next()).collect();
    assert_eq!(games, ["auction", "marrakech", "scrabble", "wordgame"]);
    for deal in deals {
        let path = format!("/daily/{deal}");
        assert_eq!(site.get(&path).status, StatusCode::OK);
        let seat = dealt(&site, &path, "");
        let begun = site.get(&seat).text;
        let table =
            if path.contains("wordgame") { "id=\"letters\"" } else { "class=\"player-cards\"" };
        assert!(begun.contains(table), "{path}");
    }
    for (path, status) in [("/daily/chess/2026-11-29", 404), ("/daily/auction/2026-11-31", 404)] {
        assert_eq!(site.get(path).status, status, "{path}");
    }
    let refused = site.post("/daily/auction/2026-11-29", &[("name", "<b>")]);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("aria-invalid"), "{}", refused.text);
}

#[test]
fn each_game_begins_by_one_form_for_a_person_and_one_for_a_spectator() {
    let site = Site::new(None);
    let forms = forms(&site.get("/"));
    assert_eq!(forms.len(), 8);
    for pair in forms.chunks(2) {
        let [play, watch] = pair else { panic!("two forms for each game") };
        if play.action == "/wordgame" {
            assert!(sent(&site, play).text.contains("Which words do you see?"));
            let watched = sent(&site, watch).location().to_owned();
            assert!(site.get(&watched).text.contains("The computer made"));
            continue;
        }
        let places = [play, watch].map(|form| {
            let answer = sent(&site, form);
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}: {}", form.action, answer.text);
            answer.location().to_owned()
        });
        assert!(places[0].contains("/seat/") && !places[1].contains("/seat/"), "{places:?}");
        assert!(site.get(&places[0]).text.contains("name=\"due\""), "{}", play.action);
        // a game to watch needs no further button
        let first = site.get(&places[1]);
        assert!(first.text.contains("Pause"), "{}", first.text);
    }
}

#[test]
fn games_to_watch_move_by_themselves() {
    let site = Site::new(None);
    let begun =
        site.post("/auction", &[("players", "zero,random"), ("seed", "7"), ("do", "watch")]);
    awaited(&site, begun.location(), |page| page.text.contains("letter 3 of"));
}

#[test]
fn games_under_way_are_listed_without_any_secret() {
    let site = Site::new(None);
    assert!(site.get("/").text.contains("No one is playing right now"));
    let begin = |path: &str, players: &str| {
        let begun = site.post(path, &[("players", players), ("do", "begin")]);
        let place = begun.location().to_owned();
        let room = place.split('/').nth(2).expect("a room").to_owned();
        (place, format!("/room/{room}"))
    };
    let (alone, first) = begin("/auction", "person,zero");
    let (host, second) = begin("/marrakech", "person,person");
    let page = site.get("/");
    let listed = page.all("<a href=\"/room/", "\"");
    let listed: Vec<String> = listed.into_iter().map(|id| format!("/room/{id}")).collect();
    assert_eq!(listed, [second.as_str(), &first], "newest first");
    for place in [&alone, &host] {
        let secret = place.rsplit('/').next().expect("a secret");
        assert!(!page.text.contains(secret), "{place}");
    }
    assert!(!page.text.contains("seed="), "{}", page.text);
    let part = site.get("/now");
    assert!(page.text.contains(&part.text), "the same part alone: {}", part.text);
    for room in listed {
        assert!(site.get(&room).text.contains("You are watching this game."));
    }
}

#[test]
fn a_game_that_is_over_is_not_listed() {
    let site = Site::new(None);
    let begun = site.post(
        "/auction",
        &[("players", "zero,random"), ("rounds", "1"), ("hidden", "7"), ("do", "begin")],
    );
    let room = begun.location().to_owned();
    assert!(site.get("/").text.contains(&room));
    for _ in 0..12 {
        site.post(&format!("{room}/step"), &[]);
    }
    assert!(site.get(&room).text.contains("The game is over"));
    assert!(!site.get("/").text.contains(&room));
}

#[test]
fn running_tournaments_are_listed_until_they_end() {
    let dir = scratch();
    let tournaments = Some(dir.path().to_owned());
    let terms = Terms { loopback: true, tournaments, ..Terms::default() };
    let site = Site::with(terms);
    assert!(site.get("/").text.contains("No tournament is running"));
    let begun = site.post(
        "/tournaments",
        &[
            ("players", "letter-value,random,zero"),
            ("game", "auction"),
            ("schedule", "free-for-all"),
            ("games", "500000"),
            ("name", "long"),
        ],
    );
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let path = begun.location().to_owned();
    let page = site.get("/");
    assert!(page.text.contains(&format!("<a href=\"{path}\">")), "{}", page.text);
    // digits are grouped by a narrow space
    assert!(page.text.contains(" of 500"), "{}", page.text);
    site.post(&format!("{path}/stop"), &[]);
    awaited(&site, "/", |page| page.text.contains("No tournament is running"));
}

#[test]
fn the_scheme_is_applied_before_anything_is_shown() {
    let site = Site::new(None);
    for path in ["/", "/marrakech", "/tournaments", "/nothing"] {
        let page = site.get(path);
        let head = page.text.split("<body>").next().expect("a head");
        let tags =
            head.split("<script ").skip(1).map(|tag| tag.split('>').next().unwrap_or_default());
        for (tag, name) in tags.take(2).zip(["/kept.js", "/scheme.js"]) {
            assert!(tag.contains(name) && !tag.contains("defer"), "{path}: {tag}");
        }
        let before = head.split("/scheme.js").next().expect("a start");
        assert!(!before.contains("stylesheet"), "{path}: {before}");
    }
}

#[test]
fn open_games_are_counted_as_metrics() {
    let site = Site::new(None);
    let rooms = |count: u32| {
        let page = site.get("/metrics");
        assert_eq!(page.headers["content-type"], "text/plain; version=0.0.4");
        let lines = format!("# TYPE lettergame_rooms gauge\nlettergame_rooms {count}\n");
        assert!(page.text.contains(&lines), "{}", page.text);
    };
    rooms(0);
    sent(&site, &forms(&site.get("/"))[0]);
    rooms(1);
}
