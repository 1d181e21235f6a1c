//! The web server without a socket: answers and rejections.

use crate::program;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use futures_util::StreamExt as _;
use tower::ServiceExt as _;

use lettergame::protocol::HostOptions;
use lettergame::web::{App, Key, Limits, Terms, router};
use lettergame::words::Lexicon;

/// A server without a socket.
struct Site {
    app: Arc<App>,
    router: Router,
}

/// An answer.
struct Page {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Page {
    fn location(&self) -> &str {
        self.headers["location"].to_str().unwrap()
    }

    /// The text between two marks.
    #[track_caller]
    fn between(&self, start: &str, end: &str) -> &str {
        let rest =
            self.text.split_once(start).unwrap_or_else(|| panic!("{start}: {}", self.text)).1;
        rest.split_once(end).unwrap().0
    }
}

impl Site {
    fn new(terms: Terms) -> Site {
        let app = App::new(Arc::new(Lexicon::shipped()), Terms { loopback: true, ..terms });
        Site { router: router(&lettergame::web::Site::Simulator(Arc::clone(&app))), app }
    }

    /// A server that others can reach.
    fn open(terms: Terms) -> Site {
        let app = App::new(Arc::new(Lexicon::shipped()), Terms { loopback: false, ..terms });
        Site { router: router(&lettergame::web::Site::Simulator(Arc::clone(&app))), app }
    }

    fn limited(limits: Limits) -> Site {
        Site::new(Terms { limits, ..Terms::default() })
    }

    async fn send(&self, request: Request<Body>) -> Page {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 22).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let text = text.replace("<code>", "`").replace("</code>", "`");
        Page { status: parts.status, headers: parts.headers, text }
    }

    async fn get(&self, path: &str) -> Page {
        self.send(request(Method::GET, path, &[], "")).await
    }

    async fn post(&self, path: &str, form: &str) -> Page {
        self.send(request(Method::POST, path, &[("origin", "http://localhost")], form)).await
    }

    /// Starts a game and returns where the browser is redirected.
    async fn begin(&self, form: &str) -> String {
        let page = self.post("/auction", form).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
        page.location().to_owned()
    }

    /// Presses Step until the game is over.
    async fn step_to_the_end(&self, path: &str) {
        for _ in 0..10_000 {
            if self.get(path).await.text.contains("The game is over") {
                return;
            }
            assert_eq!(self.post(&format!("{path}/step"), "").await.status, StatusCode::SEE_OTHER);
        }
        panic!("the game does not end");
    }

    /// The events of a page until there has been none for a moment.
    async fn events(&self, path: &str) -> String {
        let asked = request(Method::GET, &format!("{path}/events"), &[], "");
        let response = self.router.clone().oneshot(asked).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let mut stream = response.into_body().into_data_stream();
        let mut text = String::new();
        while let Ok(Some(bytes)) =
            tokio::time::timeout(Duration::from_millis(400), stream.next()).await
        {
            text += std::str::from_utf8(&bytes.unwrap()).unwrap();
        }
        text
    }
}

fn request(method: Method, path: &str, headers: &[(&str, &str)], form: &str) -> Request<Body> {
    let mut builder = Request::builder().method(method).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        builder = builder.header("host", "localhost");
    }
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    if !form.is_empty() {
        builder = builder.header("content-type", "application/x-www-form-urlencoded");
    }
    builder.body(Body::from(form.to_owned())).unwrap()
}

const DUEL: &str = "players=letter-value,marginal&rounds=2&seed=7";

#[tokio::test]
async fn every_answer_has_the_strict_headers() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    for path in ["/", "/auction", "/nothing", room.as_str(), "/room/x", "/assets/x/style.css"] {
        let page = site.get(path).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"));
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
        assert_eq!(page.headers["referrer-policy"], "same-origin");
        assert_eq!(page.headers["cache-control"], "no-store", "{path}");
    }
}

/// The number of bytes sent to a browser that accepts compression.
async fn packed(site: &Site, path: &str) -> usize {
    let asked = request(Method::GET, path, &[("accept-encoding", "gzip, br")], "");
    let response = site.router.clone().oneshot(asked).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    assert_eq!(response.headers()["content-encoding"], "gzip", "{path}");
    axum::body::to_bytes(response.into_body(), 1 << 22).await.unwrap().len()
}

#[tokio::test]
async fn a_first_page_with_all_its_files_is_far_below_100_kb() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    let pages = ["/", "/auction", "/marrakech", "/scrabble", "/scrabble/game", "/wordgame"];
    let table = site.post("/scrabble/game", "players=person,score&seed=3").await;
    for path in pages.into_iter().chain([room.as_str(), table.location()]) {
        let page = site.get(path).await;
        let mut weight = packed(&site, path).await;
        let mut plain = page.text.len();
        for (at, _) in page.text.match_indices("\"/assets/") {
            let url = page.text[at + 1..].split('"').next().unwrap();
            plain += site.get(url).await.text.len();
            weight += packed(&site, url).await;
        }
        assert!(weight < 50_000, "{path} weighs {weight} bytes");
        assert!(plain < 180_000, "{path} weighs {plain} bytes unpacked");
    }
}

#[tokio::test]
async fn event_streams_are_not_compressed_so_nothing_is_held_back() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    let path = format!("{room}/events");
    let asked = request(Method::GET, &path, &[("accept-encoding", "gzip")], "");
    let response = site.router.clone().oneshot(asked).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert!(!response.headers().contains_key("content-encoding"));
}

#[tokio::test]
async fn pages_have_nothing_inline_and_load_files_that_are_kept_forever() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    for path in ["/", "/auction?players=person,zero", room.as_str()] {
        let page = site.get(path).await;
        assert_eq!(page.status, StatusCode::OK);
        for inline in [" style=", "<style", " onclick", "javascript:", "<script>", "http://"] {
            assert!(!page.text.contains(inline), "{path} has {inline}");
        }
        for (at, _) in page.text.match_indices("\"/assets/") {
            let url = page.text[at + 1..].split('"').next().unwrap();
            let file = site.get(url).await;
            assert_eq!(file.status, StatusCode::OK, "{url}");
            assert_eq!(file.headers["cache-control"], "public, max-age=31536000, immutable");
        }
    }
}

#[tokio::test]
async fn only_names_of_this_machine_are_answered_on_loopback() {
    let site = Site::new(Terms::default());
    for host in ["localhost", "localhost:7878", "127.0.0.1:80", "[::1]:7878", "LOCALHOST"] {
        let page = site.send(request(Method::GET, "/", &[("host", host)], "")).await;
        assert_eq!(page.status, StatusCode::OK, "{host}");
    }
    for host in
        ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:7878", "10.0.0.1"]
    {
        let page = site.send(request(Method::GET, "/", &[("host", host)], "")).await;
        assert_eq!(page.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        assert!(page.text.contains("only this machine"));
    }
    let nameless = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(site.send(nameless).await.status, StatusCode::BAD_REQUEST);
    for host in ["user@127.0.0.1", "localhost:99999", "localhost:", "local host"] {
        let page = site.send(request(Method::GET, "/", &[("host", host)], "")).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{host}");
    }
    let two = [("host", "localhost"), ("host", "evil.example")];
    assert_eq!(
        site.send(request(Method::GET, "/", &two, "")).await.status,
        StatusCode::BAD_REQUEST
    );
    let elsewhere = request(Method::GET, "http://evil.example/", &[("host", "localhost")], "");
    assert_eq!(site.send(elsewhere).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_server_for_others_answers_to_addresses_and_to_its_own_names_only() {
    let terms = Terms { hosts: vec!["games.example".to_owned()], ..Terms::default() };
    let site = Site::open(terms);
    for host in ["192.168.1.5:7878", "[2001:db8::1]", "localhost", "Games.Example:7878"] {
        let page = site.send(request(Method::GET, "/", &[("host", host)], "")).await;
        assert_eq!(page.status, StatusCode::OK, "{host}");
    }
    // a foreign host name that resolves to this server, with a page on it that posts a form
    let host = "evil.example:7878";
    let headers = [("host", host), ("origin", "http://evil.example:7878")];
    let page = site.send(request(Method::POST, "/auction", &headers, DUEL)).await;
    assert_eq!(page.status, StatusCode::MISDIRECTED_REQUEST);
    assert!(page.text.contains("--host evil.example"), "{}", page.text);
    assert_eq!(site.app.rooms(), 0);
}

/// A server with a key, and the key.
fn keyed() -> (Site, String) {
    let key = Key::drawn().unwrap();
    let text = key.to_string();
    (Site::open(Terms { key: Some(key), allow_programs: true, ..Terms::default() }), text)
}

#[tokio::test]
async fn if_programs_can_be_started_only_the_printed_address_gives_access() {
    let (site, key) = keyed();
    let own = ("host", "10.0.0.1:7878");
    let origin = ("origin", "http://10.0.0.1:7878");
    for path in ["/", "/auction", "/nothing", "/room/0123456789abcdef0123456789abcdef"] {
        for path in [path.to_owned(), format!("{path}?key={}", key.replace(&key[..1], "x"))] {
            let page = site.send(request(Method::GET, &path, &[own], "")).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{path}");
            assert!(page.text.contains("open the full address printed"), "{}", page.text);
        }
    }
    let blind = site.send(request(Method::POST, "/auction", &[own, origin], DUEL)).await;
    assert_eq!((blind.status, site.app.rooms()), (StatusCode::FORBIDDEN, 0));
    let address = format!("/auction?players=zero,random&key={key}&seed=3");
    let page = site.send(request(Method::GET, &address, &[own], "")).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert_eq!(page.location(), "/auction?players=zero,random&seed=3");
    let cookie = page.headers["set-cookie"].to_str().unwrap();
    assert_eq!(cookie, format!("lettergame-7878={key}; Path=/; HttpOnly; SameSite=Strict"));
    let cookie = ("cookie", cookie.split(';').next().unwrap());
    let page = site.send(request(Method::POST, "/auction", &[own, origin, cookie], DUEL)).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    // nor does the key stay in the address of a browser that has a cookie already
    let page = site.send(request(Method::GET, &address, &[own, cookie], "")).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    assert_eq!(page.location(), "/auction?players=zero,random&seed=3");
    let chat = [own, ("sec-fetch-site", "cross-site")];
    let page = site.send(request(Method::GET, &format!("/?key={key}"), &chat, "")).await;
    assert_eq!(
        (page.status, &page.headers["refresh"]),
        (StatusCode::OK, &"0; url=/".parse().unwrap())
    );
}

#[tokio::test]
async fn a_seat_link_gives_access_to_its_game_only_without_the_key() {
    let (site, key) = keyed();
    let cookie = format!("lettergame-80={key}");
    let headers = [("origin", "http://localhost"), ("cookie", cookie.as_str())];
    let form = "players=person,person&rounds=1";
    let begun = site.send(request(Method::POST, "/auction", &headers, form)).await;
    let host = begun.location().to_owned();
    let seats = site.get(&host).await;
    let seat = seats.between("<li><a href=\"", "\"").to_owned();
    let page = site.get(&seat).await;
    assert_eq!(page.status, StatusCode::OK);
    let style = page.between("<link rel=\"stylesheet\" href=\"", "\"").to_owned();
    assert_eq!(site.get(&style).await.status, StatusCode::OK);
    let moved = site.post(&format!("{seat}/move"), "bid=1").await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER);
    for path in ["/", "/auction", "/tournaments"] {
        assert_eq!(site.get(path).await.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn cross_site_forms_change_nothing() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    let before = site.get(&room).await.text;
    let step = format!("{room}/step");
    let strange: [&[(&str, &str)]; 7] = [
        &[],
        &[("origin", "http://evil.example")],
        &[("origin", "null")],
        &[("origin", "http://localhost"), ("origin", "http://evil.example")],
        &[("origin", "http://localhost:9")],
        &[("origin", "http://localhost"), ("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "cross-site")],
    ];
    for headers in strange {
        for path in ["/auction", step.as_str()] {
            let page = site.send(request(Method::POST, path, headers, DUEL)).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{headers:?}");
        }
    }
    assert_eq!((site.get(&room).await.text, site.app.rooms()), (before, 1));
    let own: [&[(&str, &str)]; 2] =
        [&[("origin", "http://localhost")], &[("sec-fetch-site", "same-origin")]];
    for headers in own {
        let page = site.send(request(Method::POST, &step, headers, "")).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{headers:?}");
    }
}

#[tokio::test]
async fn get_requests_change_nothing() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    for act in ["step", "play", "pause", "delay", "move"] {
        let page = site.get(&format!("{room}/{act}")).await;
        assert_eq!(page.status, StatusCode::METHOD_NOT_ALLOWED, "{act}");
    }
    site.get("/auction?players=person,random&seed=3&do=begin").await;
    assert_eq!(site.app.rooms(), 1);
}

#[tokio::test]
async fn overlong_bodies_and_addresses_are_refused() {
    let site = Site::new(Terms::default());
    let long = format!("players={}", "x".repeat(70_000));
    let page = site.post("/auction", &long).await;
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    let page = site.get(&format!("/auction?{}", &long[..9000])).await;
    assert_eq!(page.status, StatusCode::URI_TOO_LONG);
    let json = request(
        Method::POST,
        "/auction",
        &[("origin", "http://localhost"), ("content-type", "application/json")],
        "",
    );
    assert_eq!(site.send(json).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_flooding_client_has_to_wait() {
    let site = Site::limited(Limits { burst: 5, ..Limits::default() });
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(site.get("/nothing").await.status);
    }
    assert!(statuses[..5].iter().all(|&status| status == StatusCode::NOT_FOUND));
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS));
}

#[tokio::test]
async fn form_errors_use_the_wording_of_the_library() {
    let site = Site::new(Terms::default());
    let cases = [
        ("players=leter-value,zero", "unknown player `leter-value`; did you mean `letter-value`?"),
        ("players=marginal:sampels=3", "unknown setting `sampels`; did you mean `samples`?"),
        (
            "players=zero&hidden=9",
            "invalid value `9` for `hidden`: expected 0 to 7 with these rules",
        ),
        ("players=zero&rounds=0", "invalid value `0` for `rounds`: expected 1 to 1000"),
        (
            "players=zero&rounds=101",
            "invalid value `101` for `rounds`: expected 1 to 100 in the browser",
        ),
        ("players=zero&preset=word", "expected the name of a preset; did you mean `words`?"),
        ("players=zero&set=bonus", "invalid setting `bonus`: expected key=value"),
        ("players=zero&seed=x", "invalid seed `x`"),
        ("players=zero&seed=18446744073709551616", "invalid seed `18446744073709551616`"),
        (
            "players=zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero",
            "cannot seat 15 players",
        ),
        ("do=begin", "cannot seat 0 players"),
        (
            "players=<script>alert(1)</script>",
            "unknown player `&lt;script&gt;alert(1)&lt;/script&gt;`",
        ),
        ("%zz=%ff&&&=", "seed"),
        ("a=x", "seed"),
    ];
    for (form, said) in cases {
        let page = site.post("/auction", form).await;
        if form.starts_with(['%', 'a']) {
            assert!(page.text.contains("unknown field"), "{}", page.text);
            continue;
        }
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(page.text.contains(said), "{form}: {}", page.text);
        assert!(!page.text.contains("<script>alert"), "{form}");
        if form != "do=begin" {
            let page = site.get(&format!("/auction?{}", form.replace(['<', '>'], "_"))).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        }
    }
}

#[tokio::test]
async fn the_form_adds_and_removes_players() {
    let site = Site::new(Terms::default());
    let page = site.post("/auction", "player=zero&player=random&new=person&do=add&seed=5").await;
    assert_eq!(page.status, StatusCode::OK);
    let named = |page: &Page| page.text.matches("name=\"player\"").count();
    assert_eq!(named(&page), 3);
    assert!(page.text.contains("name=\"player\" value=\"person\""));
    let page = site.post("/auction", "player=zero&player=random&do=remove-0").await;
    assert_eq!(named(&page), 1);
    assert!(!page.text.contains("name=\"player\" value=\"zero\""));
    let page = site.post("/auction", "player=zero&do=remove-99").await;
    assert_eq!(named(&page), 1);
    let by_script = [("origin", "http://localhost"), ("hx-request", "true")];
    let form = "player=zero&new=random&do=add&seed=5";
    let part = site.send(request(Method::POST, "/auction", &by_script, form)).await;
    assert!(part.text.starts_with("<div class=\"setup\" id=\"setup\">"), "{}", part.text);
    let address = "/auction?players=zero,random&preset=words&rounds=10&hidden=3&seed=5";
    assert_eq!(part.headers["hx-replace-url"], address);
    assert_eq!(site.app.rooms(), 0);
}

/// Points by player on a page of a game, and those of the command that it shows.
#[tokio::test]
async fn a_game_matches_its_command_and_its_address() {
    let site = Site::new(Terms::default());
    for form in [
        DUEL,
        "players=shadow,random,crescendo&preset=seven&rounds=3&hidden=2&seed=11",
        "players=letter-value,truthful-5,marginal:samples=4&preset=simulator&set=start-points=50&rounds=1&seed=3",
    ] {
        let room = site.begin(form).await;
        site.step_to_the_end(&room).await;
        let page = site.get(&room).await;
        let command = page.between("`", "`").replace("&amp;", "&");
        let words: Vec<String> = shlex::split(&command).unwrap();
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let told = program::run(Path::new("."), &words).ended(0).out;
        let table = told.split("The game is over").nth(1).unwrap();
        for row in table.lines().skip(2).filter(|row| !row.trim().is_empty()) {
            let cells: Vec<&str> = row.split_whitespace().collect();
            let (place, name, points) = (cells[0], cells[2], cells[3]);
            let table = page.between("<tbody role=\"rowgroup\">", "</tbody>");
            let own = table.split("</tr>").find(|row| row.contains(&format!("title=\"{name}\"")));
            let own = own.unwrap_or_else(|| panic!("{name}: {table}"));
            assert!(own.contains(&format!(">{place}.</td>")), "{name} has place {place}: {own}");
            assert!(own.contains(&format!(">{points}</span>")), "{name} has {points}: {own}");
        }
        let address =
            page.between("The same game again</dt><dd><a href=\"", "\"").replace("&amp;", "&");
        let laid = site.get(&address).await;
        assert_eq!(laid.status, StatusCode::OK);
        assert!(laid.text.contains("not started"));
    }
}

#[tokio::test]
async fn without_scripts_plain_forms_start_and_step_a_game() {
    let site = Site::new(Terms::default());
    let room = site.begin("player=zero&player=letter-value&rounds=1&seed=2&do=begin").await;
    let page = site.get(&room).await;
    assert!(page.text.contains(&format!("<form method=\"post\" action=\"{room}/step\"")));
    assert!(page.text.contains("Round 1 of 1 · letter 1 of 10"));
    let stepped = site.post(&format!("{room}/step"), "").await;
    assert_eq!((stepped.status, stepped.location()), (StatusCode::SEE_OTHER, room.as_str()));
    assert!(site.get(&room).await.text.contains("letter 2 of 10"));
    let by_script = [("origin", "http://localhost"), ("hx-request", "true")];
    let page = site.send(request(Method::POST, &format!("{room}/step"), &by_script, "")).await;
    assert_eq!(page.status, StatusCode::NO_CONTENT);
    for bad in ["", "x", "-1", "2001", "99999999999999"] {
        let page = site.post(&format!("{room}/delay"), &format!("delay={bad}")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
    }
    assert_eq!(site.post(&format!("{room}/explode"), "").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn unknown_addresses_are_refused() {
    let site = Site::new(Terms::default());
    let room = site.begin("players=person,zero&seed=1").await;
    let (room, _) = room.split_once("/seat/").unwrap();
    let other = "0123456789abcdef0123456789abcdef";
    for path in [
        "/nothing".to_owned(),
        format!("/room/{other}"),
        format!("/room/{other}/events"),
        "/room/..%2F..%2Fetc%2Fpasswd".to_owned(),
        format!("{room}/seat/{other}"),
        format!("{room}/host/{other}"),
        "/assets/0000000000000000/style.css".to_owned(),
        "/assets/..%2F../style.css".to_owned(),
    ] {
        assert_eq!(site.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// The hidden letters of each seat on a page, `?` for those it hides.
fn hidden(page: &Page) -> Vec<String> {
    let rows = page.text.split("aria-label=\"letters of ").skip(1);
    rows.map(|row| {
        let row = row.split("</div>").next().unwrap();
        let tiles = row.split("class=\"tile hidden\"").skip(1);
        let letter = |tile: &str| tile.split_once('>').unwrap().1.chars().next().unwrap();
        tiles.map(letter).collect()
    })
    .collect()
}

/// The letters beside the bid of the person whose page it is; `None` for a spectator.
fn rack(page: &Page) -> Option<String> {
    let rack = page.text.split_once("<ul class=\"rack\"")?.1.split("</ul>").next().unwrap();
    let tiles = rack.split("class=\"tile").skip(1);
    Some(tiles.map(|tile| tile.split_once('>').unwrap().1.chars().next().unwrap()).collect())
}

#[tokio::test]
async fn a_person_sees_one_seats_letters_and_a_spectator_none() {
    let site = Site::new(Terms::default());
    let host = site.begin("players=person,letter-value,person&rounds=1&hidden=3&seed=9").await;
    let seats = site.get(&host).await;
    let links: Vec<&str> = seats.text.split("<li><a href=\"").skip(1).collect();
    let links: Vec<&str> = links.iter().map(|link| link.split('"').next().unwrap()).collect();
    let room = links[0].split("/seat/").next().unwrap();
    assert_eq!(links.len(), 2);
    let (one, two, watched) =
        (site.get(links[0]).await, site.get(links[1]).await, site.get(room).await);
    assert_eq!(hidden(&watched), ["???", "???", "???"]);
    let (own, other) = (hidden(&one), hidden(&two));
    assert!(!own[0].contains('?') && own[1] == "???" && own[2] == "???", "{own:?}");
    assert!(other[0] == "???" && !other[2].contains('?'), "{other:?}");
    assert_eq!((rack(&one).as_ref(), rack(&two).as_ref()), (Some(&own[0]), Some(&other[2])));
    assert!(rack(&watched).is_none() && !watched.text.contains("Best word"));
    for secret in [links[0], links[1]] {
        assert!(!watched.text.contains(secret), "a seat's address is shown to nobody else");
    }
    assert!(!one.text.contains(links[1]) && !one.text.contains("/host/"));
    for path in [room, links[0]] {
        let events = site.events(path).await;
        let page = Page { status: StatusCode::OK, headers: HeaderMap::new(), text: events };
        let expected =
            if path == room { vec!["???"; 3] } else { vec![own[0].as_str(), "???", "???"] };
        assert_eq!(hidden(&page), expected);
        assert_eq!(rack(&page).is_none(), path == room);
        assert_eq!(page.text.contains("Best word"), path != room);
    }
    // spectators have no buttons
    assert_eq!(site.post(&format!("{room}/pause"), "").await.status, StatusCode::FORBIDDEN);
    assert_eq!(site.post(&format!("{room}/move"), "bid=1").await.status, StatusCode::FORBIDDEN);
    play_persons(&site, &links).await;
    let over = site.get(room).await;
    assert!(over.text.contains("Review the game"));
    assert!(hidden(&over).iter().all(|letters| !letters.contains('?')), "now all may see all");
}

#[tokio::test]
async fn the_seed_of_a_multiplayer_game_is_secret_until_its_end() {
    let site = Site::new(Terms::default());
    // a seed that the form has drawn never deals a game of several persons
    let form = "player=person&player=zero&new=person&do=add&seed=987654321&drawn=987654321";
    let page = site.post("/auction", form).await;
    assert!(!page.text.contains("987654321"), "{}", page.text);
    assert!(page.text.contains("the seed is shown when the game is over"));
    assert_eq!(page.between("id=\"seed\" name=\"seed\" value=\"", "\""), "");
    assert!(!page.text.contains("class=\"tile hidden\""), "no table is laid before");
    let games = [
        ("/auction", "rounds=1&hidden=3&preset=words&"),
        ("/marrakech", ""),
        ("/scrabble/game", ""),
    ];
    for (path, more) in games {
        let seed = "seed=987654321&drawn=987654321";
        let form = format!("player=person&player=person&{more}{seed}");
        let host = site.post(path, &form).await.location().to_owned();
        let seats = site.get(&host).await.text;
        let seat = seats.split("<li><a href=\"").nth(1).unwrap().split('"').next().unwrap();
        let room = seat.split("/seat/").next().unwrap();
        let stream = site.events(seat).await;
        for text in [&site.get(seat).await.text, &site.get(room).await.text, &seats, &stream] {
            assert!(!text.contains("987654321"), "{path}: {text}");
        }
        assert!(stream.contains("Its seed and address are shown when it is over"), "{path}");
    }
    // with one person against computers there is no one to hide it from
    let room = site.begin("players=person,zero&seed=987654321").await;
    assert!(site.get(&room).await.text.contains("987654321"));
}

#[tokio::test]
async fn a_script_starts_a_game_without_leaving_the_form() {
    let site = Site::new(Terms::default());
    let by_script = [("origin", "http://localhost"), ("hx-request", "true")];
    for (path, good) in [
        ("/auction", "players=zero,random&seed=1"),
        ("/marrakech", "players=greedy,random&seed=1"),
        ("/scrabble/game", "players=score,score&seed=1"),
    ] {
        let begin =
            async |form: &str| site.send(request(Method::POST, path, &by_script, form)).await;
        let refused = begin("players=nobody,zero&seed=1").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert!(refused.text.starts_with("<div class=\"setup\" id=\"setup\">"), "{path}");
        let begun = begin(good).await;
        assert_eq!(begun.status, StatusCode::OK, "{path}");
        let room = begun.headers["hx-redirect"].to_str().unwrap().to_owned();
        assert_eq!(site.get(&room).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn without_scripts_a_waiting_page_reloads_itself() {
    let site = Site::new(Terms::default());
    let refreshes = async |path: &str| site.get(path).await.text.contains("http-equiv=\"refresh\"");
    let seat = site.begin("players=person,zero&seed=1").await;
    let room = seat.split("/seat/").next().unwrap();
    assert!(!refreshes(&seat).await, "a bid that is being typed is not lost");
    assert!(refreshes(room).await);
    let watched = site.begin(DUEL).await;
    assert!(!refreshes(&watched).await, "nothing happens before Play");
}

#[tokio::test]
async fn a_trailing_slash_redirects_to_the_page() {
    let site = Site::new(Terms::default());
    let page = site.get("/auction/?seed=3").await;
    assert_eq!((page.status, page.location()), (StatusCode::PERMANENT_REDIRECT, "/auction?seed=3"));
    for path in ["//auction/", "/nowhere"] {
        assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// Every person bids 1 and plays no word until the game is over.
async fn play_persons(site: &Site, links: &[&str]) {
    for _ in 0..400 {
        for link in links {
            let page = site.get(link).await;
            if page.text.contains("The game is over") {
                return;
            }
            let form = if page.text.contains("id=\"bid\"") { "bid=1" } else { "do=none" };
            if page.text.contains("class=\"ask\"") {
                let said = site.post(&format!("{link}/move"), form).await;
                assert_eq!(said.status, StatusCode::SEE_OTHER, "{}", said.text);
            }
        }
        site.post(&format!("{}/pause", links[0]), "").await;
        site.post(&format!("{}/step", links[0]), "").await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn a_persons_move_is_checked_and_refused_beside_its_form() {
    let site = Site::new(Terms::default());
    let seat = site.begin("players=person,zero&rounds=1&seed=1").await;
    site.post(&format!("{seat}/pause"), "").await;
    let act = format!("{seat}/move");
    for (form, said) in [
        ("bid=x", "invalid bid `x`: expected a whole number"),
        ("bid=-1", "expected a bid of 0 or more"),
        ("bid=101", "you have 100; bid 100 or less"),
        ("bid=", "expected a number, 0 to bid nothing"),
        ("", "expected a bid"),
        ("bid=1&due=9-9-0", "this answers an earlier question; check the page again"),
    ] {
        let page = site.post(&act, form).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(page.between("id=\"refusal\" role=\"alert\">", "</p>").contains(said), "{form}");
        let by_script = [("origin", "http://localhost"), ("hx-request", "true")];
        let page = site.send(request(Method::POST, &act, &by_script, form)).await;
        assert_eq!((page.status, page.text.as_str()), (StatusCode::UNPROCESSABLE_ENTITY, said));
    }
    let asked = site.get(&seat).await.between("name=\"due\" value=\"", "\"").to_owned();
    let bid = format!("bid=5&due={asked}");
    assert_eq!(site.post(&act, &bid).await.status, StatusCode::SEE_OTHER);
    let page = site.post(&act, &bid).await;
    assert!(page.text.contains("this answers an earlier question"), "one answer for each letter");
    // a person's move is applied immediately, though the game is paused
    assert_ne!(site.get(&seat).await.between("name=\"due\" value=\"", "\""), asked);
    // zero bids nothing, so the person gets all letters, and a word with other letters is rejected
    while !site.get(&seat).await.text.contains("id=\"word\"") {
        site.post(&format!("{seat}/step"), "").await;
        site.post(&act, "bid=1").await;
    }
    for (form, said) in
        [("word=zzzzz", "you have"), ("word=+", "type a word first"), ("", "type a")]
    {
        let page = site.post(&act, form).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(page.between("id=\"refusal\" role=\"alert\">", "</p>").contains(said), "{form}");
    }
    // to name no word is said on purpose
    let none = "<button id=\"no-word\" name=\"do\" value=\"none\" formnovalidate>";
    assert!(site.get(&seat).await.text.contains(none));
    assert_eq!(site.post(&act, "word=&do=none").await.status, StatusCode::SEE_OTHER);
    site.post(&format!("{seat}/step"), "").await;
    assert!(site.get(&seat).await.text.contains(" · best "), "what the letters were worth");
}

#[tokio::test]
async fn nothing_in_a_request_is_opened_or_run_without_permission() {
    let dir = program::scratch();
    let marker = dir.path().join("was-run");
    let command = format!("cmd:touch {}", marker.display());
    let site = Site::new(Terms::default());
    for player in [command.as_str(), "wasm:/etc/passwd", "wasm:x.wasm"] {
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("player", player)
            .append_pair("player", "zero")
            .finish();
        let page = site.post("/auction", &form).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text.contains("--allow-programs"), "{}", page.text);
        let page = site.get(&format!("/auction?{form}")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // even if programs are allowed, viewing runs nothing
    let allowed = Site::new(Terms { allow_programs: true, ..Terms::default() });
    let query =
        form_urlencoded::Serializer::new(String::new()).append_pair("player", &command).finish();
    assert_eq!(allowed.get(&format!("/auction?{query}")).await.status, StatusCode::OK);
    assert!(!marker.exists());
}

#[tokio::test]
async fn a_program_plays_if_allowed() {
    let host_options =
        HostOptions { launcher: Some(program::EXE.into()), ..HostOptions::default() };
    let site = Site::new(Terms { allow_programs: true, host_options, ..Terms::default() });
    let command = format!("cmd:{}", program::example("letter_value").display());
    let form = form_urlencoded::Serializer::new(String::new())
        .append_pair("players", &format!("{command},letter-value"))
        .append_pair("rounds", "1")
        .append_pair("seed", "4")
        .finish();
    let room = site.begin(&form).await;
    site.step_to_the_end(&room).await;
    let missing = site.post("/auction", "player=cmd:/no/such/program").await;
    assert_eq!(missing.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(missing.text.contains("/no/such/program"), "{}", missing.text);
}

#[tokio::test]
async fn a_program_that_sleeps_is_interrupted_like_one_that_computes() {
    let host_options =
        HostOptions { launcher: Some(program::EXE.into()), ..HostOptions::default() };
    let limits = Limits { step: Duration::from_millis(150), ..Limits::default() };
    let site = Site::new(Terms { allow_programs: true, host_options, limits, ..Terms::default() });
    let room = site.begin("player=cmd:sleep 1000&player=zero&rounds=1&seed=4").await;
    site.post(&format!("{room}/step"), "").await;
    let page = loop {
        let page = site.get(&room).await;
        if !page.text.contains("class=\"thinking on\"") {
            break page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(page.text.contains("thought for longer than this server allows"), "{}", page.text);
}

#[tokio::test]
async fn rooms_and_streams_are_limited() {
    let site = Site::limited(Limits { rooms: 2, streams: 1, ..Limits::default() });
    let first = site.begin(DUEL).await;
    site.begin(DUEL).await;
    let page = site.post("/auction", DUEL).await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.text.contains("already has 2 open games"));
    let events = || request(Method::GET, &format!("{first}/events"), &[], "");
    let open = site.router.clone().oneshot(events()).await.unwrap();
    let second = site.router.clone().oneshot(events()).await.unwrap();
    assert_eq!((open.status(), second.status()), (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE));
    drop(open);
    let third = site.router.clone().oneshot(events()).await.unwrap();
    assert_eq!(third.status(), StatusCode::OK, "a stream that is left is free again");
}

#[tokio::test]
async fn a_player_in_a_room_has_a_lower_effort_limit_than_on_the_cli() {
    let site = Site::new(Terms::default());
    for (path, player) in [
        ("/marrakech", "mcts:playouts=10000000"),
        ("/scrabble/game", "simulation:samples=100000:plays=100"),
        ("/auction", "marginal:samples=100000"),
        // neither exceeds the limits alone
        ("/auction", "marginal:samples=1500"),
    ] {
        let page = site.post(path, &format!("players={player},{player}&seed=1")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{player}");
        assert!(page.text.contains("in the browser; the command line takes more"), "{}", page.text);
    }
    assert_eq!(site.app.rooms(), 0);
}

#[tokio::test]
async fn games_of_people_are_not_evicted_by_rooms_of_others() {
    let site = Site::limited(Limits { rooms: 3, client_rooms: 3, ..Limits::default() });
    let under_way = site.begin("players=person,zero&rounds=1&seed=1").await;
    site.post(&format!("{under_way}/move"), "bid=1").await;
    // rooms without a viewer for ten seconds can be evicted
    tokio::time::sleep(Duration::from_secs(11)).await;
    for seed in 0..40 {
        site.post("/auction", &format!("players=person,zero&rounds=1&seed={seed}")).await;
    }
    tokio::time::sleep(Duration::from_secs(11)).await;
    site.begin("players=person,zero&rounds=1&seed=7").await;
    assert_eq!(site.get(&under_way).await.status, StatusCode::OK);
}

#[tokio::test]
async fn unwatched_games_are_halted_and_dropped() {
    let site = Site::new(Terms::default());
    let (left, watched) = (site.begin(DUEL).await, site.begin(DUEL).await);
    let events = request(Method::GET, &format!("{watched}/events"), &[], "");
    let stream = site.router.clone().oneshot(events).await.unwrap();
    site.post(&format!("{left}/delay"), "delay=2000").await;
    site.post(&format!("{left}/play"), "").await;
    let now = Instant::now();
    site.app.sweep(now + Duration::from_secs(61));
    assert!(site.get(&left).await.text.contains(">Play</button>"), "it is halted, not dropped");
    site.app.sweep(now + Duration::from_secs(30 * 60 + 60));
    assert_eq!(site.get(&left).await.status, StatusCode::NOT_FOUND);
    assert_eq!(site.get(&watched).await.status, StatusCode::OK);
    drop(stream);
    site.app.sweep(now + Duration::from_secs(2 * 3600));
    assert_eq!(site.app.rooms(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_delay_the_last_state_is_never_lost() {
    let site = Site::new(Terms::default());
    let room = site.begin("players=letter-value,random,zero&rounds=40&seed=6").await;
    site.post(&format!("{room}/delay"), "delay=0").await;
    let watching = site.events(&room);
    let play = format!("{room}/play");
    let playing = site.post(&play, "");
    let (events, _) = tokio::join!(watching, playing);
    let last = |name: &str| {
        let start = format!("event: {name}\ndata: ");
        events.rsplit(&start).next().unwrap().split('\n').next().unwrap().to_owned()
    };
    assert_eq!(last("headline"), "The game is over after 40 rounds");
    let frames = events.matches("event: seats").count();
    assert!(frames < 40 * 15, "{frames} frames: those that come too fast are skipped");
    let page = site.get(&room).await;
    assert!(page.text.contains(&last("seats")), "the stream ends with what the page shows");
    assert!(page.text.contains(&last("controls")));
    // another page of the same game, and one that reconnects, see the same
    let again = site.events(&room).await;
    assert!(again.contains(&format!("data: {}\n", last("seats"))));
}

#[tokio::test]
async fn the_server_closes_its_streams_on_shutdown() {
    let site = Site::new(Terms::default());
    let room = site.begin(DUEL).await;
    let events = request(Method::GET, &format!("{room}/events"), &[], "");
    let response = site.router.clone().oneshot(events).await.unwrap();
    site.app.close();
    let all = axum::body::to_bytes(response.into_body(), 1 << 20);
    assert!(tokio::time::timeout(Duration::from_secs(60), all).await.is_ok());
}
