//! Marrakech in the simulator, without a socket: forms, moves, rejections, the viewer.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use lettergame::games::marrakech::rules::Position;
use lettergame::web::{App, Terms, router};
use lettergame::words::Lexicon;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

/// A server without a socket.
struct Site {
    runtime: Runtime,
    router: Router,
}

/// An answer: status, redirect, body.
struct Said {
    status: StatusCode,
    location: String,
    body: String,
}

impl Site {
    fn new() -> Site {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let terms = Terms { loopback: true, ..Terms::default() };
        let router = router(&lettergame::web::Site::Simulator(App::new(
            Arc::new(Lexicon::shipped()),
            terms,
        )));
        Site { runtime, router }
    }

    fn answer(&self, request: Request<Body>) -> Said {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let location = response.headers().get("location");
            let location = location.map_or("", |l| l.to_str().unwrap()).to_owned();
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), 1 << 22).await.unwrap();
            let body = String::from_utf8(body.to_vec()).unwrap();
            let body = body.replace("<code>", "`").replace("</code>", "`");
            Said { status, location, body }
        })
    }

    fn get(&self, path: &str) -> Said {
        let request = Request::get(path).header("host", "localhost");
        self.answer(request.body(Body::empty()).unwrap())
    }

    fn post(&self, path: &str, form: &str) -> Said {
        let request = Request::post(path)
            .header("host", "localhost")
            .header("origin", "http://localhost")
            .header("content-type", "application/x-www-form-urlencoded");
        self.answer(request.body(Body::from(form.to_owned())).unwrap())
    }

    /// The address of the seat in a game that was started.
    fn begin(&self, form: &str) -> String {
        let said = self.post("/marrakech", form);
        assert_eq!(said.status, StatusCode::SEE_OTHER, "{}", said.body);
        said.location
    }
}

const TWO: &str = "do=begin&player=person&player=greedy&seed=7";

/// The text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}")).1;
    rest.split_once(after).unwrap().0
}

fn due(page: &str) -> &str {
    between(page, r#"name="due" value=""#, "\"")
}

#[test]
fn the_form_shows_the_game_of_its_address() {
    let site = Site::new();
    let page = site.get("/marrakech?players=person,expectimax:depth=1,random&seed=7");
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains(r#"value="expectimax:depth=1""#));
    assert!(page.body.contains("/marrakech?players=person,expectimax:depth=1,random&amp;seed=7"));
    assert!(!page.body.contains("style=\""), "no style inline");
}

#[test]
fn errors_are_shown_beside_their_field() {
    let site = Site::new();
    let bad = [
        ("players=person&seed=7", "Marrakech is for 2 to 4"),
        ("players=random,random,random,random,random&seed=7", "Marrakech is for 2 to 4"),
        ("players=greedi,person&seed=7", "unknown player `greedi`"),
        ("players=expectimax:depth=9,person&seed=7", "depth"),
        ("players=greedy,person&seed=x", "invalid seed `x`"),
        ("players=greedy,cmd:true&seed=1", "--allow-programs"),
        ("players=greedy,&seed=1", "a player is missing"),
    ];
    for (query, text) in bad {
        let shown = site.get(&format!("/marrakech?{query}"));
        let begun = site.post("/marrakech", &format!("do=begin&{query}"));
        for said in [shown, begun] {
            assert_eq!(said.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
            assert!(between(&said.body, "refusal", "</p>").contains(text), "{query}");
        }
    }
}

#[test]
fn players_come_and_go_by_plain_buttons() {
    let site = Site::new();
    let more = site.post("/marrakech", "do=add&new=mcts&player=person&player=greedy&seed=7");
    assert!(more.body.contains(r#"value="mcts" list"#));
    let less =
        site.post("/marrakech", "do=remove-0&player=person&player=greedy&player=mcts&seed=7");
    assert!(!less.body.contains(r#"value="person" list"#));
    let full = "player=random&player=random&player=random&player=random";
    let full = site.post("/marrakech", &format!("do=add&new=greedy&{full}&seed=1"));
    assert!(!full.body.contains(r#"value="greedy" list"#));
}

#[test]
fn only_legal_moves_for_the_current_question_are_accepted() {
    let site = Site::new();
    let seat = site.begin(TWO);
    let page = site.get(&seat).body;
    let asked = due(&page).to_owned();
    assert_eq!(asked, "0-rotate");
    let move_to = format!("{seat}/move");
    let bad = [
        ("", "choose two squares for your rug first"),
        ("&move=rotate+180", "invalid move `rotate 180`"),
        ("&move=place+34+35", "expected a rotation, found a placement"),
        ("&move=%3Cb%3E", "invalid move `&lt;b&gt;`"),
    ];
    for (fields, text) in bad {
        let said = site.post(&move_to, &format!("due={asked}{fields}"));
        assert_eq!(said.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields}");
        assert!(said.body.contains(text), "{fields}");
    }
    let late = site.post(&move_to, "due=9-rotate&move=rotate+0");
    assert!(late.body.contains("this answers an earlier question"));
    let taken = site.post(&move_to, &format!("due={asked}&move=rotate+90"));
    assert_eq!((taken.status, taken.location), (StatusCode::SEE_OTHER, seat.clone()));
    let twice = site.post(&move_to, &format!("due={asked}&move=rotate+90"));
    assert!(twice.body.contains("this answers an earlier question"), "{}", twice.body);
}

#[test]
fn a_rug_can_only_be_placed_where_the_rules_allow() {
    let site = Site::new();
    let seat = site.begin("do=begin&player=person&player=person&seed=7");
    assert!(seat.contains("/host/"));
    let list = site.get(&seat).body;
    let seats: Vec<String> = list
        .split("href=\"")
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .filter(|address| address.contains("/seat/"))
        .collect();
    let [first, second] = &seats[..] else { panic!("{seats:?}") };
    // the other seat is not asked, and has nothing to choose from
    let other = site.post(&format!("{second}/move"), "move=rotate+0");
    assert!(other.body.contains("it is not your turn"));
    assert!(!site.get(second).body.contains(r#"class="spots""#));
    site.post(&format!("{first}/pause"), "");
    site.post(&format!("{first}/move"), "due=0-rotate&move=rotate+0");
    site.post(&format!("{first}/step"), "");
    let page = site.get(first).body;
    let asked = due(&page).to_owned();
    assert_eq!(asked, "1-place");
    let say = |squares: &str| {
        site.post(&format!("{first}/move"), &format!("due={asked}&move=place+{squares}"))
    };
    let position: Position =
        between(&page, r#"id="state" readonly value=""#, "\"").parse().unwrap();
    let assam = position.assam().square;
    let below = say(&format!("{assam}+{assam}"));
    assert_eq!(below.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(say("00+06").body.contains("00 and 06 do not share an edge"));
    assert!(say("00+01").body.contains("neither 00 nor 01 is next to Assam"));
    // the highlighted options are the legal ones
    let shown: Vec<&str> = page.split(r#"name="move""#).skip(1).collect();
    assert_eq!(shown.len(), position.placements().count());
    let [one, two] = position.placements().next().unwrap();
    assert!(page.contains(&format!(r#"data-square="{one}""#)));
    assert_eq!(say(&format!("{one}+{two}")).status, StatusCode::SEE_OTHER);
}

#[test]
fn expected_payments_are_shown_to_the_seat_that_requests_them() {
    let site = Site::new();
    let seat = site.begin(TWO);
    assert!(!site.get(&seat).body.contains("on average"));
    site.post(&format!("{seat}/move"), "hint=on");
    assert_eq!(site.get(&seat).body.matches("on average").count(), 3);
    site.post(&format!("{seat}/move"), "hint=off");
    assert!(!site.get(&seat).body.contains("on average"));
}

#[test]
fn spectators_decide_nothing() {
    let site = Site::new();
    let seat = site.begin(TWO);
    let room = seat.split("/seat/").next().unwrap();
    let page = site.get(room);
    assert!(!page.body.contains("name=\"move\""));
    let said = site.post(&format!("{room}/move"), "due=0-rotate&move=rotate+0");
    assert_eq!(said.status, StatusCode::FORBIDDEN);
}

#[test]
fn the_viewer_shows_the_board_of_a_state_string() {
    let site = Site::new();
    let empty = "n00".repeat(46);
    let state = format!("Pc02307iPy01908oA21EBc01c01y04{empty}");
    let page = site.get(&format!("/marrakech/view?state={state}"));
    assert_eq!(page.status, StatusCode::OK);
    for part in
        [r#"data-rug="c01" data-squares="00 01""#, "Assam on 21, facing east", "out", ">23<"]
    {
        assert!(page.body.contains(part), "{part}");
    }
    // an address that shows the same position
    let address = between(&page.body, r#"id="address" href=""#, "\"");
    assert_eq!(site.get(address).body, page.body);
    assert_eq!(site.get("/marrakech/view").status, StatusCode::OK);
}

#[test]
fn a_bad_state_string_gets_the_librarys_own_error() {
    let site = Site::new();
    let board = "n00".repeat(49);
    let bad = [
        "x".to_owned(),
        "Pc03015i".to_owned(),
        format!("Pc03015iA33NB{board}"),
        format!("Pc03015iPc03015iA33NB{board}"),
        format!("Pc03015iPy03015iA77NB{board}"),
        format!("Pc03015iPy03015iA33XB{board}"),
        format!("Pc03015iPy03015iA33NB{board}n"),
        format!("Pc03015iPy03015iA33NBz{}", &board[1..]),
        "é".repeat(84),
        "%3Cscript%3E".to_owned(),
    ];
    for text in bad {
        let said = site.get(&format!("/marrakech/view?state={}", text.replace('é', "%C3%A9")));
        assert_eq!(said.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        let typed = text.replace("%3Cscript%3E", "<script>");
        let error = typed.parse::<Position>().unwrap_err().to_string();
        let shown = between(&said.body, r#"id="wrong""#, "</p>").replace("&lt;", "<");
        assert!(shown.replace("&gt;", ">").ends_with(&error), "{text}: {shown} {error}");
        assert!(!said.body.contains("<script>"));
    }
}

/// Cyan has one rug on 22 and 32, the rest is as at the start of a game.
fn one_rug() -> String {
    let square = |index: usize| if matches!(index, 16 | 23) { "c00" } else { "n00" };
    let board: String = (0..49).map(square).collect();
    format!("Pc02514iPy03515iA44NB{board}")
}

#[test]
fn a_game_goes_on_from_the_viewer() {
    let site = Site::new();
    let state = one_rug();
    let page = site.get(&format!("/marrakech/view?state={state}")).body;
    let form = between(&page, "<form class=\"play-on\"", "</form>");
    for turn in ["Cyan turns Assam", "Yellow turns Assam", "Cyan lays a rug", "Yellow lays a rug"] {
        assert!(form.contains(turn), "{turn} in {form}");
    }
    assert!(
        form.contains("<button name=\"players\" value=\"greedy,person\">Play Yellow"),
        "{form}"
    );
    let turn = format!("{state}+y+place");
    let begun = site.post("/marrakech", &format!("players=greedy,person&state={turn}&seed=4"));
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.body);
    let seat = site.get(&begun.location).body;
    assert!(seat.contains("Lay your rug"), "{seat}");
    assert!(seat.contains(&format!("value=\"{state}\"")), "the state string of the game");
    // the command plays the same game
    let command = between(&seat, "`", "`");
    assert!(command.contains(&format!("--load '{state} y place'")), "{command}");
    // a state with the turn is viewed too, and offers only that turn
    let page = site.get(&format!("/marrakech/view?state={turn}")).body;
    let form = between(&page, "<form class=\"play-on\"", "</form>");
    assert!(form.contains("Yellow lays a rug") && !form.contains("turns Assam"), "{form}");
    let over = state.replace("14i", "00i").replace("15i", "00i");
    let page = site.get(&format!("/marrakech/view?state={over}"));
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.body.contains("play-on"), "a game that is over does not go on");
}

#[test]
fn a_state_that_no_game_continues_from_is_refused_in_the_form() {
    let site = Site::new();
    let state = one_rug();
    for (players, turn, why) in [
        ("person,greedy,random", " c rotate", "the state has 2 players, the game 3"),
        ("person,greedy", "", "expected a state string, the colour whose turn it is"),
        ("person,greedy", " p rotate", "purple is not one of the players"),
        ("person,greedy", " c sleep", "expected rotate or place, found `sleep`"),
    ] {
        let state = format!("{state}{turn}").replace(' ', "+");
        let page = site.post("/marrakech", &format!("players={players}&state={state}&do=begin"));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{players}{turn}");
        assert!(page.body.contains(why), "{why} in {}", page.body);
    }
    let over = state.replace("14i", "00i").replace("15i", "00i");
    let page = site.post("/marrakech", &format!("players=person,greedy&state={over}+c+rotate"));
    assert!(page.body.contains("this game is over"), "{}", page.body);
}
