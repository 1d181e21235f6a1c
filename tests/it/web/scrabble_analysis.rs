//! The analysis of a game of Scrabble in the web server, without a socket.

use crate::program;
use crate::web::site;

use std::path::Path;
use std::time::Duration;

use axum::http::StatusCode;
use lettergame::web::{Limits, Terms};
use site::{Page, Site, query};

const GAME: &str = include_str!("../../../files/scrabble-game.gcg");

const PATH: &str = "/scrabble/analysis";

fn analysed(options: &[(&str, &str)]) -> Page {
    posted(&Site::new(None), GAME, options)
}

fn posted(site: &Site, game: &str, options: &[(&str, &str)]) -> Page {
    let pairs: Vec<(&str, &str)> = [("game", game)].iter().chain(options).copied().collect();
    site.post(PATH, &pairs)
}

fn refusals(page: &Page) -> String {
    page.all("<p class=\"refusal\" role=\"alert\">", "</p>").join("|").replace("&gt;", ">")
}

#[test]
fn the_form_is_filled_from_its_address_and_analyses_nothing() {
    let site = Site::with(Terms {
        limits: Limits { page: Duration::ZERO, ..Limits::default() },
        ..Terms::default()
    });
    let page = site.get(PATH);
    assert_eq!(page.status, StatusCode::OK);
    for label in ["game", "file", "candidates", "simulate", "draws", "mistakes", "seed"] {
        assert_eq!(page.all(&format!("<label for=\"{label}\">"), "</label>").len(), 1, "{label}");
    }
    let filled = site.get(&format!("{PATH}?{}", query(&[("game", GAME), ("draws", "7")])));
    assert_eq!(filled.status, StatusCode::OK);
    assert!(filled.text.contains("J7 A.RSHAFT +68 68"), "{}", filled.text);
    assert!(filled.text.contains("name=\"draws\" value=\"7\""));
    // the example is the game of the documentation
    let example = page.all("/scrabble/analysis?game=", "\"")[0];
    let form = format!("p={example}");
    let example = url::form_urlencoded::parse(form.as_bytes()).next().unwrap().1;
    assert_eq!(example, GAME.trim());
}

#[test]
fn each_move_is_shown_against_the_best() {
    let page = analysed(&[]);
    assert_eq!(page.status, StatusCode::OK, "{}", refusals(&page));
    let turns = GAME.lines().filter(|line| line.starts_with('>')).count() - 1;
    assert_eq!(page.text.matches("<article class=\"step\"").count(), turns + 1);
    assert!(page.text.contains("game 0: equity 376, score 490"));
    for section in ["players", "mistakes-by-size", "moves", "boards"] {
        assert!(page.text.contains(&format!("aria-labelledby=\"{section}\"")), "{section}");
    }
    for shown in ["data-head=\"Move\"><strong>O1 ANTA</strong>", "<span class=\"mistake large\""] {
        assert!(page.text.contains(shown), "{shown}");
    }
    assert!(!page.text.contains("Wins %"), "nothing is simulated unless asked for");
    assert_eq!(page.text.matches("<table class=\"flowing\"").count(), 3);
    for inline in [" style=", "<style", " onclick", "<script>", "http://"] {
        assert!(!page.text.contains(inline), "{inline}");
    }
    assert!(page.text.len() < 400_000, "{}", page.text.len());
}

#[test]
fn a_simulation_shows_chances_of_winning() {
    let page = analysed(&[("simulate", "3"), ("draws", "0"), ("candidates", "2")]);
    assert_eq!(page.status, StatusCode::OK, "{}", refusals(&page));
    assert!(page.text.contains("Wins %") && page.text.contains("by simulation; wins "));
    assert!(!page.text.contains("Drew "), "no draws, no luck");
    let command = "lettergame analyse scrabble game game.gcg --candidates 2 --simulate 3 --draws 0";
    assert!(page.text.contains(&format!("`{command}`")));
}

/// The files are those of the command line.
#[test]
fn files_are_those_of_the_command() {
    let dir = program::scratch();
    std::fs::write(dir.path().join("game.gcg"), GAME).unwrap();
    let options = [("simulate", "2"), ("draws", "5"), ("mistakes", "1,4, 9"), ("seed", "3")];
    let site = Site::new(None);
    let file = |kind| posted(&site, GAME, &[&options[..], &[("do", kind)]].concat());
    let line = "analyse scrabble game game.gcg --simulate 2 --draws 5 --mistakes 1,4,9 --seed 3 \
                --gcg notes.gcg --html page.html --format json";
    let json = program::done(dir.path(), line).out;
    let text = |name: &str| program::text(&dir.path().join(name));
    let decoded = |text: String| text.replace("&quot;", "\"").replace("&amp;", "&");
    for (kind, media, expected) in [
        ("gcg", "text/plain; charset=utf-8", text("notes.gcg")),
        ("json", "application/json; charset=utf-8", json),
        ("html", "text/html; charset=utf-8", decoded(text("page.html"))),
    ] {
        let page = file(kind);
        assert_eq!(page.status, StatusCode::OK, "{}", refusals(&page));
        assert_eq!(page.text, expected, "{kind}");
        assert_eq!(page.headers["content-type"], media);
        let name = format!("attachment; filename=\"scrabble-analysis.{kind}\"");
        assert_eq!(page.headers["content-disposition"], name.as_str());
        assert!(
            page.headers["content-security-policy"]
                .to_str()
                .unwrap()
                .starts_with("default-src 'none'")
        );
    }
    // the page has what the buttons of the files send
    let page = posted(&site, GAME, &options);
    for (name, value) in options {
        let field = format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">");
        assert!(page.text.contains(&field), "{field}");
    }
    assert_eq!(file("pdf").status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn what_is_no_game_is_refused_with_its_line_and_kept() {
    let site = Site::new(None);
    let illegal = GAME.replace("12H CL.NG", "12H CLING");
    let state = include_str!("../../../files/scrabble-example.txt");
    let long = ">a: ABCDEFG - +0 0\n>b: ABCDEFG - +0 0\n".repeat(60);
    for (game, said) in [
        ("", "the game is empty: paste the text of a GCG game, or choose its file"),
        (
            "hello",
            "line 1: invalid line `hello`: expected a GCG game, with lines as in `>nick: RACK",
        ),
        (
            &illegal,
            "line 7 `>equity: ACGLLNV 12H CLING +22 56`: illegal play: 12J holds A, not I; correct",
        ),
        ("#player1 a A\nwhat", "line 2: invalid line `what`"),
        (">a: CAT 8G CAT +x 10", "line 1 `>a: CAT 8G CAT +x 10`: invalid points `+x`"),
        ("#player1 a A\n#player2 b B", "the game has no turns: expected lines as in `>nick: RACK"),
        (state, "this is a state file: expected a GCG game; for a single position see Best plays"),
        (&long, "the game has 120 turns: expected at most 100"),
        (&format!("#note {}", "x".repeat(40_000)), "expected at most 32768; remove its notes"),
        ("<script>alert(1)</script>", "invalid line `"),
    ] {
        let page = posted(&site, game, &[("draws", "7")]);
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(refusals(&page).contains(said), "{said}: {}", refusals(&page));
        assert!(!page.text.contains("<script>alert"));
        let typed = page.all("<textarea", "</textarea>")[0];
        let typed = typed.split_once(">\n").unwrap().1.replace("&gt;", ">").replace("&lt;", "<");
        assert_eq!(typed.trim(), game.trim(), "what was typed is kept");
        assert!(page.text.contains("name=\"draws\" value=\"7\""));
    }
}

#[test]
fn invalid_options_are_refused_beside_their_fields() {
    let site = Site::new(None);
    for (name, value, said) in [
        ("candidates", "0", "invalid number of best moves `0`: expected 1 to 20"),
        ("candidates", "21", "invalid number of best moves `21`"),
        (
            "simulate",
            "301",
            "invalid number of simulated games `301`: expected 0 to 300; the command line takes more",
        ),
        ("simulate", "-1", "invalid number of simulated games `-1`"),
        ("draws", "1001", "invalid number of draws `1001`: expected 0 to 1000"),
        ("mistakes", "5,2,10", "invalid losses `5,2,10`: expected three ascending numbers"),
        ("seed", "x", "invalid seed `x`: expected a whole number"),
    ] {
        let page = posted(&site, GAME, &[(name, value)]);
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        let beside = page.all(&format!("<div id=\"wrong-{name}\">"), "</div>")[0];
        assert!(beside.contains(said), "{said}: {beside}");
    }
    let all = posted(&site, "", &[("simulate", "x"), ("seed", "y")]);
    assert_eq!(refusals(&all).split('|').count(), 3, "all errors at once");
    let unknown = posted(&site, GAME, &[("samples", "3")]);
    assert!(unknown.text.contains("unknown field `samples`"), "{}", unknown.text);
}

#[test]
fn what_takes_too_long_is_refused_on_the_form() {
    let limits = Limits { page: Duration::ZERO, ..Limits::default() };
    let site = Site::with(Terms { loopback: true, limits, ..Terms::default() });
    let page = posted(&site, GAME, &[("simulate", "300")]);
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(refusals(&page).contains("request fewer simulated games"), "{}", refusals(&page));
    assert!(page.text.contains("J7 A.RSHAFT"), "what was typed is kept");
    let huge = "x".repeat(70_000);
    let page = posted(&Site::new(None), &huge, &[]);
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(refusals(&page).contains("too long for this server"), "{}", refusals(&page));
}

#[test]
fn a_game_from_elsewhere_is_shown_with_its_oddities() {
    let game = "\u{feff}#character-encoding ISO-8859-1\r\n#player1 a René <b>\r\n#title <img>\r\n\
                >a: CATSXYE 8G CAT +11 11\r\n>b: QVVTOEE 9G QV +14 14\r\n";
    let site = Site::new(None);
    let page = posted(&site, game, &[("draws", "2")]);
    assert_eq!(page.status, StatusCode::OK, "{}", refusals(&page));
    assert!(page.text.contains("René &lt;b&gt;") && !page.text.contains("<img>"));
    let remarks = page.all("<ul class=\"remarks\"", "</ul>").join("");
    assert!(remarks.contains("line 4: the file gives +11 points, the rules +10"), "{remarks}");
    // what arrives is UTF-8, whatever the file was
    let notes = posted(&site, game, &[("draws", "2"), ("do", "gcg")]);
    assert!(notes.text.starts_with("#character-encoding UTF-8\n#player1 a René"), "{}", notes.text);
    let dir = program::scratch();
    std::fs::write(dir.path().join("n.gcg"), &notes.text).unwrap();
    program::run(Path::new(dir.path()), &program::words("analyse scrabble view n.gcg")).ended(0);
}

#[test]
fn a_form_of_another_site_is_refused() {
    let page = Site::new(None).post_from("http://elsewhere.example", PATH, &[("game", GAME)]);
    assert_eq!(page.status, StatusCode::FORBIDDEN);
}

#[test]
fn a_finished_game_leads_to_its_analysis() {
    let site = Site::new(None);
    let begun = site.post("/scrabble/game", &[("players", "score,score"), ("seed", "3")]);
    let room = begun.location().to_owned();
    let link = |page: &Page| {
        let hrefs = page.all("id=\"analyse-game\" href=\"", "\"");
        hrefs.first().map(|href| (*href).to_owned())
    };
    let mut page = site.get(&room);
    assert_eq!(link(&page), None, "the game is not over");
    while !page.text.contains("The game is over") {
        site.post(&format!("{room}/step"), &[]);
        page = site.get(&room);
    }
    let form = site.get(&link(&page).expect("a link"));
    assert_eq!(form.status, StatusCode::OK);
    let game = form.all("<textarea", "</textarea>")[0].split_once(">\n").unwrap().1;
    let analysed = posted(&site, &game.replace("&gt;", ">"), &[]);
    assert_eq!(analysed.status, StatusCode::OK, "{}", refusals(&analysed));
    assert!(!analysed.text.contains("class=\"remarks\""), "nothing is odd about it");
}
