//! Scrabble in the web server, without a socket.

use crate::web::site;

use axum::http::StatusCode;
use lettergame::words::{Lexicon, WordList};
use site::{Page, Site, query};

const EXAMPLE: &str = include_str!("../../../files/scrabble-example.txt");

fn position(text: &str) -> String {
    format!("/scrabble?{}", query(&[("position", text)]))
}

#[test]
fn every_square_carries_its_premium_as_text() {
    let page = Site::new(None).get("/scrabble/game?seed=1");
    assert_eq!(page.status, StatusCode::OK);
    // eight triple words, seventeen double words (one of them the star), and so on, as on the standard board
    let count = |class: &str, text: &str| {
        page.all(&format!("<td class=\"{class}\">"), "<")
            .into_iter()
            .filter(|found| *found == text)
            .count()
    };
    assert_eq!(
        [count("p3W", "3W"), count("p2W", "2W"), count("p3L", "3L"), count("p2L", "2L")],
        [8, 16, 12, 24]
    );
    let centre = "<td class=\"p2W\"><span class=\"star\" aria-hidden=\"true\">★</span>";
    assert_eq!(page.text.matches(centre).count(), 1);
    assert!(page.text.contains("<span class=\"hear\">2W centre</span>"));
    assert!(!page.text.contains("style="));
    assert!(page.text.len() < 60_000, "{}", page.text.len());
}

#[test]
fn invalid_positions_are_refused_beside_their_field_with_library_errors() {
    let site = Site::new(None);
    let short = EXAMPLE.replacen("...............", "..............", 1);
    let many = EXAMPLE.replacen("PEDGIJK", "QQEDGIJ", 1);
    for (text, said) in [
        ("hello", "line 1, column 6: the board line has 5 squares: expected 15"),
        ("", "line 1, column 1: the file is empty"),
        (&short, "line 1, column 15: the board line has 14 squares: expected 15"),
        (&many, "the board and racks hold Q 2 times, and the set has 1: remove 1"),
        ("15/15 / 0/0 0", "expected 15 rows separated by /, found 2"),
        ("#player1 a A\n>a: AB 8H XX +1 1\n", "line "),
        ("<script>alert(1)<script>", "invalid square"),
    ] {
        let page = site.get(&position(text));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        let told = page.all("<p class=\"refusal\" role=\"alert\">", "</p>").join("|");
        assert!(told.contains(said), "{text}: {told}");
        assert!(!page.text.contains("<script>alert"), "{text}");
        let posted = site.post("/scrabble", &[("position", text), ("do", "find")]);
        assert_eq!(posted.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
    }
}

#[test]
fn an_impossible_letter_is_not_placed_and_the_board_is_unchanged() {
    let site = Site::new(None);
    let many = EXAMPLE.replacen("PEDGIJK", "QQEDGIJ", 1);
    let typed = [("position", many.as_str()), ("was", EXAMPLE), ("do", "type")];
    let page = site.post("/scrabble", &typed);
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let told = page.all("<p class=\"refusal\" role=\"alert\">", "</p>").join("|");
    assert!(told.contains("Q 2 times"), "{told}");
    let shown = |page: &site::Page| page.all("id=\"sq-", "</button>").join("|");
    assert_eq!(shown(&page), shown(&site.get(&position(EXAMPLE))), "the board is as before");
    assert!(page.text.contains("legal plays"));
    // pasted text stays in its field, beside the previous board
    let pasted = [("position", "hello"), ("was", EXAMPLE), ("do", "find")];
    let page = site.post("/scrabble", &pasted);
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(shown(&page), shown(&site.get(&position(EXAMPLE))));
    assert!(page.text.contains(">\nhello</textarea>"));
}

#[test]
fn lower_case_words_are_plain_letters_if_the_rack_has_no_blanks() {
    let site = Site::new(None);
    let found = site.get(&position(EXAMPLE));
    let play = found.all("play=", "\"")[0].replace('+', " ");
    let tried = |text: &str| {
        site.get(&format!("/scrabble?{}", query(&[("position", EXAMPLE), ("play", text)])))
    };
    let earned = |text: &str| tried(text).all("id=\"earned\">", "<").join("|");
    assert!(!earned(&play).is_empty(), "{play}");
    assert_eq!(earned(&play.to_lowercase()), earned(&play));
    let seat = site.post("/scrabble/game", &[("players", "person,score"), ("seed", "5")]);
    let seat = seat.location().to_owned();
    let refused = site.post(&format!("{seat}/move"), &[("move", "8d zzzzz")]);
    assert!(refused.text.contains("ZZZZZ"), "{}", refused.text);
}

#[test]
fn invalid_values_of_other_fields_are_refused_too() {
    let site = Site::new(None);
    for (key, value, said) in [
        ("rank", "beauty", "invalid rank `beauty`"),
        ("top", "0", "invalid number of plays `0`"),
        ("top", "1000000", "invalid number of plays `1000000`"),
        ("play", "8D", "invalid play"),
        ("play", "8H ZZZ", "8H holds C, not Z"),
        ("play", "1A JIG", "the play does not touch a tile"),
        ("play", "8F Z......", "8F"),
    ] {
        let page = site.get(&format!("/scrabble?{}", query(&[(key, value)])));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{value}");
        assert!(page.text.contains(said), "{value}: {:?}", page.all("role=\"alert\">", "<"));
    }
    for (at, tile, said) in [
        ("16A", "A", "16A is not on the board"),
        ("rack3:", "A", "unknown rack"),
        ("8H", "AB", "invalid tile"),
        ("rack1:", "A", "the rack of player 1 has 8 tiles"),
        ("1A", "J", "hold J 2 times"),
    ] {
        let pairs = [("position", EXAMPLE), ("at", at), ("tile", tile)];
        let page = site.post("/scrabble", &pairs);
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{at}");
        assert!(page.text.contains(said), "{at}: {:?}", page.all("role=\"alert\">", "<"));
    }
}

#[test]
fn a_click_leads_to_the_address_of_the_changed_position() {
    let site = Site::new(None);
    let click = |text: &str, at: &str, tile: &str, blank: bool| {
        let mut pairs = vec![("position", text), ("at", at), ("tile", tile)];
        pairs.extend(blank.then_some(("blank", "1")));
        let page = site.post("/scrabble", &pairs);
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{at}");
        let to = page.location().split_once("position=").unwrap().1;
        let form = format!("p={to}");
        let to = url::form_urlencoded::parse(form.as_bytes()).next().unwrap().1;
        assert_eq!(site.get(page.location()).status, StatusCode::OK);
        to.into_owned()
    };
    let placed = click(EXAMPLE, "1A", "q", false);
    assert!(placed.starts_with("Q.............."), "{placed}");
    assert!(click(EXAMPLE, "1O", "e", true).starts_with("..............e"));
    assert!(click(&placed, "1A", ".", false).starts_with("..............."));
    assert!(click(EXAMPLE, "rack2:K", ".", false).ends_with("\nDEGIJP\n"));
    assert_eq!(click(&placed, "1A", "", false), placed, "with no tile chosen nothing is deleted");
    assert!(click(EXAMPLE, "rack2:K", "E", true).ends_with("\nDEGIJP?\n"));
    let turned = site.post("/scrabble", &[("position", EXAMPLE), ("do", "turn")]);
    assert!(turned.location().contains("%0A0%0A35%0A72"), "{}", turned.location());
    // CGP stays CGP, including its scoreless turns
    let line = format!("{}15 AB/CD 5/7 3", "15/".repeat(14));
    assert_eq!(
        click(&line, "8H", "Z", false),
        line.replacen("15/15/15/15/15/15/15/15/", "15/15/15/15/15/15/15/7Z7/", 1)
    );
}

#[test]
fn a_tried_play_scores_what_the_table_says() {
    let site = Site::new(None);
    let page = site
        .get(&format!("{}&play=8H+cat", position(&format!("{}15 CA?/ 0/0 0", "15/".repeat(14)))));
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "two blanks are wanted");
    let page = site
        .get(&format!("{}&play=8H+CAt", position(&format!("{}15 CA?/ 0/0 0", "15/".repeat(14)))));
    assert_eq!(page.status, StatusCode::OK);
    // C 3, A 1, blank 0, doubled by the centre square
    assert_eq!(page.all("id=\"earned\">", "<"), ["8"]);
    assert!(page.text.contains("fresh"));
}

#[test]
fn a_position_without_a_play_says_what_to_do() {
    let site = Site::new(None);
    let board = "15/".repeat(14) + "15";
    let page = site.get(&position(&format!("{board} VVCCWWX/ 0/0 0")));
    assert!(page.text.contains("The player equity would: exchange"), "{}", page.text);
    let page = site.get(&position(&format!("{board} / 0/0 0")));
    assert!(page.text.contains("Player 1, who is to move, has no tiles"), "{}", page.text);
}

#[test]
fn scripts_get_a_fragment_and_its_address_while_history_gets_pages() {
    let site = Site::new(None);
    let part = site.script("/scrabble", &[]);
    assert!(
        part.text.starts_with("<form class=\"position\" id=\"position\""),
        "{}",
        &part.text[..40]
    );
    let address = part.headers["hx-push-url"].to_str().unwrap();
    assert!(address.starts_with("/scrabble?position="), "{address}");
    let back = site.script(address, &[("hx-history-restore-request", "true")]);
    assert!(back.text.starts_with("<!DOCTYPE html>"));
}

#[test]
fn impossible_games_are_refused() {
    let site = Site::new(None);
    for (form, said) in [
        ("players=score", "cannot seat 1 players"),
        ("players=score,score,score", "cannot seat 3 players"),
        ("players=score,scoer", "scoer"),
        ("players=score,cmd:ls", "--allow-programs"),
        ("players=score,wasm:x", "--allow-programs"),
        ("seed=-1", "invalid seed `-1`"),
        ("seed=18446744073709551616", "invalid seed `18446744073709551616`"),
        ("position=hello", "line 1, column 6"),
    ] {
        let page = site.get(&format!("/scrabble/game?{form}"));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(page.text.contains(said), "{form}: {:?}", page.all("role=\"alert\">", "<"));
        let pairs: Vec<(&str, &str)> = form.split_once('=').into_iter().collect();
        assert_eq!(site.post("/scrabble/game", &pairs).status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[test]
fn only_the_person_sees_their_own_tiles() {
    let site = Site::new(None);
    let begun = site.post("/scrabble/game", &[("players", "person,person"), ("seed", "7")]);
    let host = site.get(begun.location());
    let seats = host.all("<a href=\"/room/", "\"");
    let own = site.get(&format!("/room/{}", seats[0]));
    let racks = |text: &str| text.matches("class=\"rt").count();
    // to be laid by the person who is asked, or arranged by the one who waits
    let other = site.get(&format!("/room/{}", seats[1]));
    for page in [&own, &other] {
        assert_eq!((racks(&page.text), page.all("data-tile=\"", "\"").len()), (7, 7));
    }
    let tiles = |page: &Page| {
        let mut tiles: Vec<String> =
            page.all("data-tile=\"", "\"").into_iter().map(str::to_owned).collect();
        tiles.sort();
        tiles
    };
    assert_ne!(tiles(&own), tiles(&other), "each has the tiles of one rack");
    for page in [own, other] {
        assert_eq!(page.all("7 tiles", "<").len(), 1);
    }
    let watched = seats.iter().find(|path| !path.contains("seat")).expect("the room");
    assert_eq!(racks(&site.get(&format!("/room/{watched}")).text), 0);
    let form = site.get("/scrabble/game?players=person,score&seed=7");
    assert_eq!(racks(&form.text), 0);
}

#[test]
fn between_persons_an_invalid_play_stands_until_it_is_challenged() {
    let site = Site::new(None);
    let form = [("players", "person,person"), ("seed", "7"), ("challenge", "five")];
    let begun = site.post("/scrabble/game", &form);
    let host = site.get(begun.location());
    let seats = host.all("<a href=\"/room/", "\"");
    let [first, second] = [0, 1].map(|index| format!("/room/{}", seats[index]));
    let says = |seat: &str, name: &str, value: &str| {
        site.post(&format!("{seat}/move"), &[(name, value)]);
        site.get(seat).text
    };
    assert!(!site.get(&first).text.contains("id=\"challenge\""), "nothing was played yet");
    // its tiles are AHIKNTV
    says(&first, "move", "8G NIHKAT");
    let page = site.get(&second).text;
    assert!(page.contains("challenges: five"), "{page}");
    assert!(page.contains("Challenge NIHKAT") && page.contains("it earns 5 points more"), "{page}");
    let page = says(&second, "do", "challenge");
    assert!(page.contains("challenged off: NIHKAT"), "{page}");
    assert!(!page.contains("id=\"challenge\""), "one challenge a play");
    says(&second, "do", "pass");
    let own = site.get(&first);
    assert_eq!(own.all("data-tile=\"", "\"").concat(), "AHIKNTV", "the tiles are back");
    let unknown = site.get("/scrabble/game?players=person,score&challenge=quintuple");
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(unknown.text.contains("is no rule on challenges"), "{}", unknown.text);
}

#[test]
fn a_list_without_short_words_is_refused_with_the_reason() {
    let words = WordList::parse(b"CAT\nDOG\n", "test").unwrap().words;
    let site = Site::new(Some(Lexicon::new(words).unwrap()));
    for path in ["/scrabble", "/scrabble/game"] {
        let page = site.get(path);
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text.contains("has no words of two letters"), "{}", page.text);
    }
}
