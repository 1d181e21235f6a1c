//! The pages of tournaments, using only their handlers: the form, runs, files, games, and rejections.

use crate::program;
use crate::web::site;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use axum::http::StatusCode;
use lettergame::web::{Limits, Terms};
use program::{done, scratch, text};
use serde_json::Value;
use site::{Page, Site, query};

/// A small tournament as form fields.
const SMALL: [(&str, &str); 7] = [
    ("players", "letter-value,random,zero"),
    ("game", "auction"),
    ("schedule", "free-for-all"),
    ("games", "6"),
    ("rounds", "2"),
    ("seed", "7"),
    ("name", "small"),
];

fn terms(root: &Path) -> Terms {
    Terms { loopback: true, tournaments: Some(root.to_owned()), ..Terms::default() }
}

fn site(root: &Path) -> Site {
    Site::with(terms(root))
}

/// The same pairs with some replaced or added.
fn with<'a>(pairs: &[(&'a str, &'a str)], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let kept = pairs.iter().filter(|(key, _)| more.iter().all(|(other, _)| other != key));
    kept.chain(more).copied().collect()
}

/// Waits until the page of a run shows this state.
#[track_caller]
fn awaited(site: &Site, path: &str, state: &str) -> Page {
    for _ in 0..6000 {
        let page = site.get(path);
        if page.text.contains(state) {
            return page;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{path} never says {state}: {}", site.get(path).text);
}

/// Starts a tournament and waits for its end.
#[track_caller]
fn played(site: &Site, pairs: &[(&str, &str)]) -> String {
    let begun = site.post("/tournaments", pairs);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let path = begun.location().to_owned();
    awaited(site, &path, "All games are played");
    path
}

/// Every file in two folders of runs has the same bytes, except for times.
#[track_caller]
fn same_files(one: &Path, other: &Path) {
    let names = |dir: &Path| {
        let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(one), names(other));
    for name in names(one).iter().filter(|name| *name != "timing.json" && *name != "part.json") {
        let (a, b) = (fs::read(one.join(name)).unwrap(), fs::read(other.join(name)).unwrap());
        assert!(a == b, "{name:?} differs");
    }
}

#[test]
fn a_form_creates_exactly_the_files_of_its_command() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    let site = site(&root);
    let more: [&[(&str, &str)]; 4] = [
        &[],
        &[("record", "plies"), ("set", "letter-cap=7"), ("name", "with rules")],
        &[
            ("game", "scrabble"),
            ("players", "score,random"),
            ("schedule", "round-robin"),
            ("rounds", ""),
            ("games", "2"),
            ("name", ""),
        ],
        &[
            ("schedule", "swiss"),
            ("group-size", "2"),
            ("stages", "2"),
            ("name", "staged"),
            ("players", "letter-value,random,zero,truthful-3"),
        ],
    ];
    for more in more {
        let pairs = with(&SMALL, more);
        let form = site.get(&format!("/tournaments?{}", query(&pairs)));
        assert_eq!(form.status, StatusCode::OK, "{}", form.text);
        let command = form.all("<code id=\"command\">", "`")[0].to_owned();
        let out = command.split("--out ").nth(1).expect("a folder").trim_matches('\'').to_owned();
        let path = played(&site, &pairs);
        let made = Path::new(&out).to_owned();
        let elsewhere = dir.path().join("elsewhere");
        let line = command.replace(&out, &elsewhere.display().to_string());
        let words = shlex::split(&line).expect("a command");
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        program::run(dir.path(), &words).ended(0);
        same_files(&made, &elsewhere);
        assert!(path.ends_with(&*made.file_name().unwrap().to_string_lossy().replace(' ', "%20")));
        fs::remove_dir_all(elsewhere).unwrap();
    }
}

#[test]
fn a_config_is_shown_and_started_as_by_its_command() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    fs::create_dir(&root).unwrap();
    let config = "# Four hidden letters or none.\nplayers = [\"zero\", \"random\"]\ngames = 4\nseed = 3\n\n\
                  [rules]\nrounds = 1\nhidden = [0, 4]\n";
    fs::write(root.join("two.toml"), config).unwrap();
    fs::write(root.join("broken.toml"), "players = [\"nobody\"]\nseed = 1\n").unwrap();
    let site = site(&root);
    let first = site.get("/tournaments");
    assert!(first.text.contains("Four hidden letters or none."), "{}", first.text);
    let shown = site.get("/tournaments?config=two");
    assert!(shown.text.contains("A sweep of 2 runs; press Check"), "{}", shown.text);
    let checked = site.post("/tournaments", &[("config", "two"), ("do", "check")]);
    assert!(checked.text.contains("A sweep of 2 runs, 8 games in total."), "{}", checked.text);
    assert!(shown.text.contains("hidden = [0, 4]"));
    let broken = site.get("/tournaments?config=broken");
    assert_eq!(broken.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(broken.text.contains("unknown player `nobody`"), "{}", broken.text);
    assert_eq!(site.get("/tournaments?config=three").status, StatusCode::NOT_FOUND);
    let begun = site.post("/tournaments", &[("config", "two"), ("do", "begin"), ("name", "mine")]);
    assert_eq!(begun.location(), "/tournaments/mine-3-sweep", "{}", begun.text);
    awaited(&site, "/tournaments/mine-3-sweep:hidden-4", "All games are played");
    let group = site.get("/tournaments/mine-3-sweep");
    assert!(group.text.contains("hidden-0") && group.text.contains("finished"), "{}", group.text);
    done(&root, "tournament two.toml --name mine --out again");
    for label in ["hidden-0", "hidden-4"] {
        same_files(&root.join("results/mine-3-sweep").join(label), &root.join("again").join(label));
    }
    let report = site.get("/tournaments/mine-3-sweep/report");
    assert!(report.text.contains("Mean score over hidden"));
}

#[test]
fn a_run_shows_its_standings_files_games_and_report() {
    let dir = scratch();
    let root = dir.path();
    let site = site(root);
    let path = played(&site, &with(&SMALL, &[("record", "rounds"), ("games", "90")]));
    let run = root.join("results/small-7");
    let page = site.get(&path);
    assert!(page.text.contains(" won the tournament · 90 games played"), "{}", page.text);
    assert_eq!(page.all("role=\"progressbar\"", ">").len(), 1);
    for shown in ["letter-value", "Course of the means", "Rating", "Mean score", "95 % interval"] {
        assert!(page.text.contains(shown), "{shown}");
    }
    assert!(!page.text.contains("style="), "the policy forbids inline style");
    let standings = text(&run.join("standings.csv"));
    for (name, kind) in [
        ("scores.csv", "text/csv"),
        ("config.toml", "application/toml"),
        ("standings.csv", "text/csv"),
        ("timing.json", "application/json"),
    ] {
        let file = site.get(&format!("{path}/files/{name}"));
        assert!(file.headers["content-type"].to_str().unwrap().starts_with(kind));
        assert_eq!(
            file.headers["content-disposition"],
            *format!("attachment; filename=\"{name}\"")
        );
        let own = text(&run.join(name));
        assert_eq!(file.headers["content-length"], *own.len().to_string());
        assert_eq!(file.text, own.replace("&quot;", "\""));
        // browsers get it compressed, and complete
        let more = [("accept-encoding", "gzip"), ("sec-fetch-mode", "navigate")];
        let packed = site.script(&format!("{path}/files/{name}"), &more);
        assert_eq!(packed.status, StatusCode::OK, "{name}");
        assert_eq!(
            packed.headers.get("content-encoding").map(|kind| kind.as_bytes()),
            (own.len() > 32).then_some(&b"gzip"[..])
        );
    }
    assert!(standings.contains("zero"));
    for name in ["plies.csv", "ranking.csv", "faults.jsonl", "logs", "..", "config.toml.new"] {
        assert_eq!(
            site.get(&format!("{path}/files/{name}")).status,
            StatusCode::NOT_FOUND,
            "{name}"
        );
    }
    let games = site.get(&format!("{path}/games"));
    assert_eq!(games.all("/games/", "\"").len(), 50, "{}", games.text);
    // people count from 1, files from 0
    let rest = site.get(&format!("{path}/games?from=51"));
    assert_eq!(rest.all("/games/", "\"").len(), 40);
    assert!(rest.text.contains("/games/50\">51</a>"), "{}", rest.text);
    let game = site.get(&format!("{path}/games/50")).text;
    assert!(game.contains("<h1>Game 51: ") && game.contains("small-7 --game 50"), "{game}");
    let list = site.get("/tournaments").text;
    let winner = standings.lines().nth(1).and_then(|row| row.split(',').next()).expect("a winner");
    assert!(
        list.contains(&format!("<strong>{winner}</strong>")) && list.contains(">small</a>"),
        "{list}"
    );
    assert!(site.get(&format!("{path}/games?from=x")).text.contains("invalid game number `x`"));
    assert!(site.get(&format!("{path}/games?from=99999999999")).text.contains("There is no game"));
    let report = site.get(&format!("{path}/report"));
    let policy = report.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("style-src 'sha256-") && policy.contains("frame-ancestors 'none'"));
    assert!(report.text.contains("Who beats whom"));
    assert!(report.text.contains(&format!("<a href=\"{path}\">")), "a way back to the run");
    let strict = page.headers["content-security-policy"].to_str().unwrap();
    assert!(strict.contains("style-src 'self'") && !strict.contains("sha256"));
}

#[test]
fn games_are_replayed_in_rooms() {
    let dir = scratch();
    let site = site(dir.path());
    for (game, players, record, rounds) in [
        ("auction", "letter-value,random", "games", "1"),
        ("auction", "letter-value,random", "plies", "1"),
        ("marrakech", "greedy,random", "games", ""),
        ("scrabble", "score,random", "plies", ""),
    ] {
        let name = format!("{game}-{record}");
        let path = played(
            &site,
            &with(
                &SMALL,
                &[
                    ("game", game),
                    ("players", players),
                    ("record", record),
                    ("rounds", rounds),
                    ("games", "2"),
                    ("name", &name),
                    ("schedule", "round-robin"),
                ],
            ),
        );
        let game = site.get(&format!("{path}/games/1"));
        let cells = game.all("<span class=\"quiet\">", "<");
        let steps = replayed(&site, &format!("{path}/games/1/steps"));
        let last = steps.last().expect("a step");
        let mut points: Vec<String> = Vec::new();
        points.extend(last["points"].as_array().expect("points").iter().map(Value::to_string));
        assert!(points.iter().all(|own| cells.contains(&own.as_str())), "{points:?} {cells:?}");
        let opened = site.post(&format!("{path}/games/1"), &[]);
        assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
        let review = opened.location().to_owned();
        assert_eq!(site.get(&review).status, StatusCode::OK, "{review}");
        let page = site.get(review.split_once("/review").expect("a review").0);
        assert!(page.text.contains("Back to the run") && page.text.contains("game 2 again"));
        assert!(page.text.contains("he game is over"), "{}", page.text);
        for points in [cells[0], cells[1]] {
            assert!(page.text.contains(points), "{points} in {}", page.text);
        }
    }
    let path = played(
        &site,
        &with(
            &SMALL,
            &[
                ("game", "wordgame"),
                ("players", "seed,optimal"),
                ("rounds", ""),
                ("games", "2"),
                ("name", "words"),
            ],
        ),
    );
    // a game without a table of its own
    assert!(!site.get(&format!("{path}/games/0")).text.contains("Review it"));
    let refused = site.post(&format!("{path}/games/0"), &[]);
    assert!(refused.text.contains("has no table here"), "{}", refused.text);
    assert!(replayed(&site, &format!("{path}/games/0/steps")).len() > 1);
    let whole = site.get(&format!("{path}/games/0/whole"));
    assert!(whole.status == StatusCode::OK && whole.text.contains("hand 1: "), "{}", whole.text);
}

/// The steps of a game for the script that shows them.
fn replayed(site: &Site, address: &str) -> Vec<Value> {
    let answer = site.get(address);
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let game: Value = serde_json::from_str(&answer.text).expect("JSON");
    game["steps"].as_array().expect("steps").clone()
}

#[test]
fn errors_are_shown_beside_their_field_and_nothing_is_created() {
    let dir = scratch();
    let site = site(dir.path());
    let cases: [(&[(&str, &str)], &str); 13] = [
        (&[("hidden", "0..65535")], "the sweep has 65536 runs: expected at most 32 here"),
        (&[("players", "nobody,zero")], "unknown player `nobody`"),
        (&[("players", "")], "unknown player"),
        (&[("players", "cmd:/bin/true,zero")], "--allow-programs"),
        (&[("players", "wasm:/etc/passwd,zero")], "--allow-programs"),
        (&[("games", "0")], "invalid value `0` for `games`"),
        (&[("games", "many")], "invalid value `many`"),
        (&[("games", "999999999")], "games are too many here: expected at most 1000000"),
        (&[("rounds", "0")], "rounds"),
        (
            &[("hidden", "0..7"), ("rounds", "1..5")],
            "the sweep has 40 runs: expected at most 32 here",
        ),
        (&[("set", "lexicon=/etc/passwd")], "lexicon"),
        (&[("schedule", "swiss"), ("group-size", "77")], "invalid value `77` for `group-size`"),
        (&[("seed", "-1")], "invalid value `-1`"),
    ];
    for (more, said) in cases {
        let pairs = with(&SMALL, more);
        for page in [
            site.get(&format!("/tournaments?{}", query(&pairs))),
            site.post("/tournaments", &pairs),
        ] {
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{more:?}: {}", page.text);
            let told = page.all("<p class=\"refusal\" role=\"alert\">", "</p>").join(" ");
            assert!(told.contains(said), "{more:?}: {told}");
        }
    }
    let lexicon = with(&SMALL, &[("lexicon", "/etc/passwd"), ("out", "/tmp/x"), ("base", "/")]);
    let form = site.get(&format!("/tournaments?{}", query(&lexicon)));
    assert_eq!(form.status, StatusCode::OK, "what no form has is not looked at");
    assert!(!form.text.contains("/etc/passwd"));
    assert!(!dir.path().join("results").exists(), "nothing is made");
}

#[test]
fn a_sweep_is_only_scanned_on_request() {
    let dir = scratch();
    let site = site(dir.path());
    let sweep = with(&SMALL, &[("rounds", "1..32")]);
    let form = site.get(&format!("/tournaments?{}", query(&sweep)));
    assert_eq!(form.status, StatusCode::OK);
    assert!(
        form.text.contains("A sweep of 32 runs; press Check for the number of games."),
        "{}",
        form.text
    );
    assert!(form.text.contains("small-7-sweep"));
    let checked = site.post("/tournaments", &with(&sweep, &[("do", "check")]));
    assert!(checked.text.contains("A sweep of 32 runs, 192 games in total."), "{}", checked.text);
    assert!(checked.text.contains("small-7-sweep"));
}

#[test]
fn an_existing_folder_is_never_replaced() {
    let dir = scratch();
    let site = site(dir.path());
    played(&site, &SMALL);
    let run = dir.path().join("results/small-7");
    let before = text(&run.join("scores.csv"));
    let again = site.post("/tournaments", &with(&SMALL, &[("games", "9")]));
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("already exists") && again.text.contains("another name or seed"));
    assert_eq!(text(&run.join("scores.csv")), before);
    // a sweep does not replace a run either
    fs::rename(&run, dir.path().join("results/small-7-sweep")).unwrap();
    let sweep = site.post("/tournaments", &with(&SMALL, &[("hidden", "0,3")]));
    assert!(sweep.text.contains("already exists"), "{}", sweep.text);
}

#[test]
fn names_in_addresses_are_only_compared() {
    let dir = scratch();
    let root = dir.path().join("tournaments");
    let site = site(&root);
    played(&site, &SMALL);
    fs::write(dir.path().join("config.toml"), "players = [\"zero\"]\n").unwrap();
    fs::write(root.join("results/config.toml"), "secret").unwrap();
    let absolute = root.join("results/small-7").display().to_string().replace('/', "%2F");
    for name in [
        "..",
        "%2e%2e",
        "..%2f..",
        "%2e%2e%2fresults%2fsmall-7",
        "small-7%2f..%2fsmall-7",
        "small-7%00",
        "%2Fetc",
        "small-7%2f",
        ".",
        "",
        "small-7.",
        "SMALL-7",
        "results",
        &absolute,
    ] {
        for tail in
            ["", "/files/config.toml", "/report", "/games", "/games/0", "/games/0/steps", "/events"]
        {
            if name.is_empty() && tail.is_empty() {
                continue; // a trailing slash, which leads to the first page
            }
            let page = site.get(&format!("/tournaments/{name}{tail}"));
            assert!(
                page.status == StatusCode::NOT_FOUND || page.status == StatusCode::BAD_REQUEST,
                "{name}{tail}: {} {}",
                page.status,
                page.text
            );
        }
    }
    for file in
        ["..%2fsmall-7%2fconfig.toml", "%2e%2e%2fconfig.toml", "%2Fetc%2Fpasswd", "config.toml%00"]
    {
        let page = site.get(&format!("/tournaments/small-7/files/{file}"));
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{file}");
    }
    for game in ["-1", "18", "99999999999999999999", "x", "0%00"] {
        assert_eq!(
            site.get(&format!("/tournaments/small-7/games/{game}")).status,
            StatusCode::NOT_FOUND
        );
        assert_eq!(
            site.post(&format!("/tournaments/small-7/games/{game}"), &[]).status,
            StatusCode::NOT_FOUND
        );
    }
    let far = site.get("/tournaments?page=18446744073709551615");
    assert_eq!(far.status, StatusCode::OK);
    for config in ["../tournaments/x", "/etc/passwd", "..", "%00"] {
        let page = site.get(&format!("/tournaments?{}", query(&[("config", config)])));
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{config}");
    }
}

#[test]
fn remote_clients_may_view_but_not_control() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players zero,random --rounds 1 --games 3 --seed 1 --out results/own",
    );
    let far = Terms { loopback: false, ..terms(dir.path()) };
    let site = Site::with(far.clone());
    assert!(site.get("/tournaments/own").text.contains(" won the tournament · 3 games played"));
    for (path, pairs) in [
        ("/tournaments", &SMALL[..]),
        ("/tournaments/own/stop", &[]),
        ("/tournaments/own/resume", &[]),
    ] {
        let page = site.post(path, pairs);
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{path}");
        assert!(page.text.contains("--allow-tournaments"));
    }
    assert_eq!(site.post("/tournaments/own/games/0", &[]).status, StatusCode::SEE_OTHER, "looking");
    let allowed = Site::with(Terms { allow_tournaments: true, ..far });
    for path in ["/tournaments", "/tournaments/own/stop", "/tournaments/own/resume"] {
        let page = allowed.post_from("http://elsewhere.example", path, &SMALL);
        assert_eq!(page.status, StatusCode::FORBIDDEN, "a form of somebody else: {path}");
    }
    assert!(!dir.path().join("results/small-7").exists());
    played(&allowed, &SMALL);
}

#[test]
fn too_many_at_once_are_refused_and_a_stopped_one_resumes_identically() {
    let dir = scratch();
    let limits = Limits { tournaments: 1, ..Limits::default() };
    let site = Site::with(Terms { limits, ..terms(dir.path()) });
    let long = with(&SMALL, &[("games", "300000"), ("name", "long"), ("record", "rounds")]);
    let begun = site.post("/tournaments", &long);
    assert_eq!(begun.location(), "/tournaments/long-7", "{}", begun.text);
    let full = site.post("/tournaments", &SMALL);
    assert!(full.text.contains("1 tournaments are in progress"), "{}", full.text);
    assert!(!dir.path().join("results/small-7").exists());
    let again = site.post("/tournaments/long-7/resume", &[]);
    assert_eq!(again.status, StatusCode::CONFLICT);
    awaited(&site, "/tournaments/long-7", "a second");
    let stopped = site.post("/tournaments/long-7/stop", &[]);
    assert_eq!(stopped.location(), "/tournaments/long-7");
    let page = awaited(&site, "/tournaments/long-7", "Not finished");
    assert!(page.text.contains("lettergame resume"), "{}", page.text);
    let scores = site.get("/tournaments/long-7/files/scores.csv").text;
    assert!(scores.ends_with('\n'));
    // the same with fewer games, so that it finishes
    let config = dir.path().join("results/long-7/config.toml");
    assert!(text(&config).contains("games = 300000"));
    let begun = site.post("/tournaments/long-7/resume", &[]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    site.post("/tournaments/long-7/stop", &[]);
    awaited(&site, "/tournaments/long-7", "Not finished");
    let after = text(&dir.path().join("results/long-7/scores.csv"));
    assert!(after.starts_with(&scores), "nothing of what was played is lost");
    played(&site, &SMALL);
}

#[test]
fn runs_of_the_command_line_are_shown_and_can_be_resumed() {
    let dir = scratch();
    let line = "tournament --players zero,random --rounds 1 --games 40 --seed 2";
    done(dir.path(), &format!("{line} --out whole"));
    done(dir.path(), &format!("{line} --out results/cut"));
    let run = dir.path().join("results/cut");
    let scores = text(&run.join("scores.csv"));
    // after a kill: half a row after some games, no standings
    fs::write(run.join("scores.csv"), &scores[..scores.len() / 2]).unwrap();
    for name in ["standings.csv", "timing.json", "part.json"] {
        fs::remove_file(run.join(name)).unwrap();
    }
    let site = site(dir.path());
    assert!(site.get("/tournaments").text.contains("can be resumed"));
    let page = site.get("/tournaments/cut");
    assert!(page.text.contains("Not finished"), "{}", page.text);
    let file = site.get("/tournaments/cut/files/scores.csv").text;
    assert!(file.ends_with('\n') && scores.starts_with(&file), "whole rows only");
    let begun = site.post("/tournaments/cut/resume", &[]);
    assert_eq!(begun.location(), "/tournaments/cut", "{}", begun.text);
    awaited(&site, "/tournaments/cut", "All games are played");
    same_files(&run, &dir.path().join("whole"));
}

#[cfg(unix)]
#[test]
fn a_run_played_by_another_process_is_not_touched() {
    let dir = scratch();
    let line = "tournament --players zero,random --rounds 1 --games 4 --seed 2 --out results/own";
    done(dir.path(), line);
    let lock = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(dir.path().join("results/own/run.lock"))
        .expect("a lock");
    lock.try_lock().expect("nobody else plays");
    let site = site(dir.path());
    let page = site.post("/tournaments/own/resume", &[]);
    assert_eq!(page.status, StatusCode::CONFLICT);
    assert!(page.text.contains("another process is writing to this run"), "{}", page.text);
}

#[test]
fn runs_with_programs_are_shown_but_not_played() {
    let dir = scratch();
    let root = dir.path();
    let config = "players = [\"zero\"]\ngames = 3\nseed = 1\nrecord = \"games\"\n\n[rules]\nrounds = 1\n\n[[player]]\n\
                  name = \"guest\"\ncommand = \"fails\"\n";
    fs::write(root.join("guests.toml"), config).unwrap();
    // the program fails in every game, which has its own exit code
    let words = ["tournament", "guests.toml", "--sandbox", "off", "--out", "results/guests"];
    program::run(root, &words).ended(4);
    let site = site(root);
    let shown = site.get("/tournaments?config=guests");
    assert!(shown.text.contains("--allow-programs"), "{}", shown.text);
    let begun = site.post("/tournaments", &[("config", "guests")]);
    assert!(begun.text.contains("--allow-programs"), "{}", begun.text);
    let page = site.get("/tournaments/guests");
    assert!(page.text.contains("finished") && page.text.contains("Faults"), "{}", page.text);
    let resumed = site.post("/tournaments/guests/resume", &[]);
    assert!(resumed.status == StatusCode::CONFLICT && resumed.text.contains("--allow-programs"));
    let replayed = site.post("/tournaments/guests/games/0", &[]);
    assert!(replayed.text.contains("players are programs"), "{}", replayed.text);
    assert!(replayed.text.contains("with every move recorded"), "{}", replayed.text);
    let steps = site.get("/tournaments/guests/games/0/steps");
    assert_eq!(steps.status, StatusCode::CONFLICT, "{}", steps.text);
    assert!(steps.text.contains("players are programs"), "{}", steps.text);
}

/// The names in the rows of the standings, from the top.
fn ranked(page: &Page) -> Vec<&str> {
    let table = page.all("class=\"standings\"", "</table>");
    table[0].split("<th scope=\"row\">").skip(1).filter_map(|row| row.split('<').next()).collect()
}

#[test]
fn standings_are_sorted_by_the_links_of_their_columns() {
    let dir = scratch();
    let site = site(dir.path());
    let path = played(&site, &SMALL);
    let page = site.get(&path);
    assert_eq!(page.all("aria-sort=\"", "\""), ["descending"], "one column, by win share");
    let links: Vec<&str> = page.all("<th scope=\"col\"><a href=\"", "\"");
    assert_eq!(links.len(), 7, "and one that is sorted: {links:?}");
    let names = site.get(&format!("{path}?sort=name"));
    assert_eq!(ranked(&names), ["letter-value", "random", "zero"]);
    assert_eq!(names.all("aria-sort=\"", "\""), ["ascending"]);
    assert!(names.text.contains(&format!("{path}?sort=name-reversed#standings")), "{}", names.text);
    let reversed = site.get(&format!("{path}?sort=name-reversed"));
    assert_eq!(ranked(&reversed), ["zero", "random", "letter-value"]);
    assert_eq!(reversed.all("aria-sort=\"", "\""), ["descending"]);
    let refused = site.get(&format!("{path}?sort=beauty"));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused.text.contains("invalid order `beauty`: expected win-share,"),
        "{}",
        refused.text
    );
}

#[test]
fn a_run_shows_each_pair_with_count_and_interval() {
    let dir = scratch();
    let site = site(dir.path());
    let path = played(&site, &SMALL);
    let page = site.get(&path);
    let cells = page.all("title=\"letter-value against ", "\"");
    assert_eq!(cells.len(), 2, "{cells:?}");
    // six games in which both sat, which is two deals of three seatings
    assert!(cells.iter().all(|cell| cell.ends_with("of 6 meetings")), "{cells:?}");
    let report = site.get(&format!("{path}/report"));
    let share = cells[0].split_once("ahead in ").unwrap().1.split(" of ").next().unwrap();
    assert!(report.text.contains(share), "the report has the same {share}");
}

#[test]
fn ticked_runs_are_compared_and_paired_where_deals_are_the_same() {
    let dir = scratch();
    let site = site(dir.path());
    let more = [
        ("one", "letter-value,random,zero", "7"),
        ("two", "frequency,random,zero", "7"),
        ("three", "frequency,random,zero", "8"),
    ];
    for (name, players, seed) in more {
        played(&site, &with(&SMALL, &[("name", name), ("players", players), ("seed", seed)]));
    }
    let list = site.get("/tournaments");
    let ticks = list.all("type=\"checkbox\" name=\"run\" value=\"", "\"");
    assert_eq!(ticks.len(), 3, "{ticks:?}");
    let compared = |runs: &[&str]| {
        let pairs: Vec<(&str, &str)> =
            runs.iter().map(|run| ("run", *run)).chain([("do", "compare")]).collect();
        site.get(&format!("/tournaments?{}", query(&pairs)))
    };
    let page = compared(&["two-7", "one-7"]);
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("No setting differs") || page.text.contains(">players</th>"));
    assert!(page.text.contains("Both played the same deals"), "{}", page.text);
    let title =
        "frequency versus letter-value, in the same seats of the same deals, against random, zero";
    assert!(page.text.contains(title), "{}", page.text);
    // the paired difference is the one of the command line, with the minus sign of pages
    let line = "compare results/two-7 results/one-7 --format markdown --quiet";
    let command = done(dir.path(), line).out;
    let row = command.lines().filter(|line| line.starts_with('|')).nth(2).expect("a row");
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    assert!(cells.len() >= 6 && cells[2].contains(" to "), "{command}");
    for cell in cells.iter().filter(|cell| !cell.is_empty()) {
        let cell = cell.replace('-', "−");
        assert!(page.text.contains(&format!(">{cell}</td>")), "{cell}: {}", page.text);
    }
    let other = compared(&["three-8", "one-7"]);
    assert!(other.text.contains("No paired difference: ") && other.text.contains("the seed is"));
    assert!(other.text.contains("<th scope=\"row\">seed</th><td>"), "{}", other.text);
    let (common, rest) = other.text.split_once("Not in all runs").expect("players of one run");
    assert!(common.contains(">zero</th>") && rest.contains(">letter-value</th>"));
    let alone = compared(&["one-7"]);
    assert_eq!(alone.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(alone.text.contains("1 runs are ticked: expected 2 to 6"), "{}", alone.text);
    let gone = compared(&["one-7", "../secret"]);
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert!(gone.text.contains("there is no run `../secret`"), "{}", gone.text);
}

#[test]
fn every_seed_that_is_shown_is_accepted() {
    let dir = scratch();
    let site = site(dir.path());
    let path = played(&site, &SMALL);
    let rows = text(&dir.path().join("results/small-7/scores.csv"));
    let first = rows.lines().nth(1).expect("a row");
    let digits = first.split(',').nth(3).expect("a seed");
    let page = site.get(&format!("{path}/games/0"));
    let number = page.all("with seed ", ".")[0];
    assert_eq!(u64::from_str_radix(digits, 16).map(|seed| seed.to_string()).as_deref(), Ok(number));
    let form = "/auction?players=zero,random&rounds=1&seed=";
    for seed in [digits, number, "18446744073709551615"] {
        assert_eq!(site.get(&format!("{form}{seed}")).status, StatusCode::OK, "{seed}");
        let hand = site.get(&format!("/wordgame?seed={seed}"));
        assert_eq!(hand.status, StatusCode::OK, "{seed}");
    }
    let wrong = site.get(&format!("{form}18446744073709551616"));
    let said = "invalid seed `18446744073709551616`: expected a whole number from 0 to \
                18446744073709551615, or 16 hexadecimal digits";
    assert!(wrong.text.contains(said), "{}", wrong.text);
    let roll = |seed: &str| {
        done(dir.path(), &format!("analyse marrakech roll --count 20 --seed {seed}")).out
    };
    assert_eq!(roll(digits), roll(number));
}

#[test]
fn a_run_without_a_game_has_no_report_yet() {
    let dir = scratch();
    let line = "tournament --players zero,random --rounds 1 --games 3 --seed 1 --out results/d";
    done(dir.path(), line);
    fs::write(dir.path().join("results/d/scores.csv"), "").unwrap();
    fs::remove_file(dir.path().join("results/d/part.json")).unwrap();
    let report = site(dir.path()).get("/tournaments/d/report");
    assert_eq!(report.status, StatusCode::CONFLICT);
    assert!(report.text.contains("no complete game yet; resume it"), "{}", report.text);
    assert!(!report.text.contains("lettergame resume"), "{}", report.text);
}

#[test]
fn damaged_runs_are_reported_and_break_nothing() {
    let dir = scratch();
    let results = dir.path().join("results");
    for (name, file, content) in [
        ("a", "config.toml", "no config at all ["),
        ("b", "config.toml", "players = []\n"),
        ("c", "config.toml", "players = [\"zero\"]\nseed = 1\n\n[run]\nshard = \"9/3\"\n"),
    ] {
        fs::create_dir_all(results.join(name)).unwrap();
        fs::write(results.join(name).join(file), content).unwrap();
    }
    done(
        dir.path(),
        "tournament --players zero,random --rounds 1 --games 3 --seed 1 --out results/d",
    );
    let path = results.join("d/scores.csv");
    fs::write(&path, text(&path).replace(",zero,", ",nobody,")).unwrap();
    let site = site(dir.path());
    let first = site.get("/tournaments");
    assert_eq!(first.status, StatusCode::OK);
    for name in ["a", "b", "c", "d"] {
        assert!(first.text.contains(&format!("/tournaments/{name}")), "{name}");
        let page = site.get(&format!("/tournaments/{name}"));
        assert_eq!(page.status, StatusCode::OK, "{name}");
        assert!(page.text.contains("class=\"refusal\""), "{name}: {}", page.text);
        assert_eq!(site.get(&format!("/tournaments/{name}/report")).status, StatusCode::CONFLICT);
        let resumed = site.post(&format!("/tournaments/{name}/resume"), &[]);
        assert_eq!(resumed.status, StatusCode::CONFLICT, "{name}");
    }
}
