//! A season that is served: hand-ins by the teams themselves, what each may see, the teacher's page.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use crate::program::python::python;
use crate::program::{Background, done, edit, run, scratch, text, words};
use crate::web::browser::{Browser, Served};

/// A program without a library that answers nothing but the protocol's greetings, and says so on its log. It
/// loses, but it does nothing wrong in the check of a format with no decision before the end.
const LAST: &str = "
import sys
sys.stderr.write('seen by nobody else\\n')
";

/// A season of two teams with built-in players, and the keys of both.
pub(crate) fn season() -> (tempfile::TempDir, String, String) {
    let dir = scratch();
    let at = dir.path();
    done(at, "season init s --seed 3 --confidence 0.999999999 --format duel:rounds=1");
    edit(&at.join("s/season.toml"), "match-seconds = 10", "match-seconds = 1");
    done(at, "season add s owls saver --quiet");
    done(at, "season add s foxes random --quiet");
    done(at, "season play s --matches 2 --quiet");
    let keys = done(at, "season key s owls foxes --format csv").out;
    let key = |line: usize| keys.lines().nth(line).unwrap().split(',').nth(1).unwrap().to_owned();
    let (owls, foxes) = (key(1), key(2));
    (dir, owls, foxes)
}

fn served(dir: &Path) -> Served {
    Served::with(&["--season", dir.join("s").to_str().unwrap()])
}

/// An answer: its status and everything after it.
struct Said {
    status: u16,
    text: String,
}

/// Sends a request with more headers and a body, and reads the answer.
fn asked(served: &Served, head: &str, more: &str, body: &[u8]) -> Said {
    let address = served.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!(
        "{head} HTTP/1.1\r\nhost: {address}\r\n{more}content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // a server that has heard enough may close
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    Said { status: status.unwrap_or_else(|| panic!("no answer: {text}")), text }
}

fn bearer(key: &str) -> String {
    format!("authorization: Bearer {key}\r\n")
}

fn get(served: &Served, path: &str, key: Option<&str>) -> Said {
    asked(served, &format!("GET {path}"), &key.map_or_else(String::new, bearer), b"")
}

/// A form with files, each with its field, its name and its content.
fn form(parts: &[(&str, Option<&str>, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, name, content) in parts {
        let mut head = format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"");
        if let Some(name) = name {
            write!(head, "; filename=\"{name}\"").unwrap();
        }
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(b"\r\n\r\n");
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    body
}

fn sent(served: &Served, headers: &str, body: &[u8]) -> Said {
    let headers = format!("{headers}content-type: multipart/form-data; boundary=edge\r\n");
    asked(served, "POST /own/hand-in", &headers, body)
}

fn handed_in(served: &Served, key: &str, name: &str, content: &[u8]) -> Said {
    sent(served, &bearer(key), &form(&[("player", Some(name), content)]))
}

/// What became of a hand-in, as its team reads it.
fn decided(served: &Served, key: &str, id: u32) -> String {
    for _ in 0..1200 {
        let said = get(served, &format!("/own/hand-ins/{id}"), Some(key));
        assert_eq!(said.status, 200, "{}", said.text);
        let body = said.text.split_once("\r\n\r\n").unwrap().1;
        if !body.contains("waiting") && !body.contains("checking") {
            return body.to_owned();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("hand-in {id} is never decided");
}

#[test]
fn the_pages_are_those_of_the_site_as_it_stands_now() {
    let (dir, ..) = season();
    let served = served(dir.path());
    let board = get(&served, "/", None).text;
    assert!(board.contains("owls") && board.contains("href=\"teams/foxes.html\""), "{board}");
    assert!(get(&served, "/teams/owls.html", None).text.contains("saver"));
    assert!(get(&served, "/games/1-0.js", None).text.contains("lettergame(\"1-0\""));
    for missing in ["/teams/bees.html", "/games/1-99999.js", "/games/77-0.js", "/games/x.js", "/x"]
    {
        assert_eq!(get(&served, missing, None).status, 404, "{missing}");
    }
    done(dir.path(), "season add s bees frequency --quiet");
    let shows = || get(&served, "/", None).text.contains("bees");
    assert!((0..300).any(|_| shows() || {
        std::thread::sleep(Duration::from_millis(100));
        false
    }));
    assert_eq!(get(&served, "/teams/bees.html", None).status, 200);
}

#[test]
fn a_team_hands_in_with_its_key_and_alone_reads_its_logs() {
    if python().is_none() {
        return;
    }
    let (dir, owls, foxes) = season();
    let at = dir.path();
    done(at, "new-player mine --lang python");
    let library = fs::read(at.join("mine/lettergame_player.py")).unwrap();
    let player = text(&at.join("mine/player.py"))
        .replacen("import", "import sys\nimport", 1)
        .replace("view):\n", "view):\n        print('a secret of the owls', file=sys.stderr)\n");
    let mut tar = tar::Builder::new(Vec::new());
    for (name, content) in
        [("player.py", player.as_bytes()), ("lettergame_player.py", library.as_slice())]
    {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, content).unwrap();
    }
    let archive = tar.into_inner().unwrap();
    let served = served(at);
    let refused = sent(&served, "", &form(&[("player", Some("p.tar"), &archive)]));
    assert_eq!(refused.status, 403, "without a key: {}", refused.text);
    let wrong = "0".repeat(32);
    assert_eq!(handed_in(&served, &wrong, "p.tar", &archive).status, 403);
    let said = handed_in(&served, &owls, "p.tar", &archive);
    assert_eq!(said.status, 202, "{}", said.text);
    assert!(said.text.contains("hand-in 3 waits"), "{}", said.text);
    let again = handed_in(&served, &owls, "p.tar", &archive);
    assert_eq!(again.status, 409, "{}", again.text);
    assert!(again.text.contains("hand-in 3 of your team is not decided yet"), "{}", again.text);
    let log = decided(&served, &owls, 3);
    assert!(log.starts_with("accepted, version 2\n"), "{log}");
    for (key, status) in [(None, 403), (Some(foxes.as_str()), 404), (Some(owls.as_str()), 200)] {
        assert_eq!(get(&served, "/own/hand-ins/3", key).status, status, "{key:?}");
    }
    done(at, "season play s --matches 1 --quiet");
    let shown = || get(&served, "/own/log?match=3&game=0", Some(&owls));
    let seen = (0..300).any(|_| {
        shown().status == 200 || {
            std::thread::sleep(Duration::from_millis(100));
            false
        }
    });
    assert!(seen && shown().text.contains("a secret of the owls"), "{}", shown().text);
    let whole = get(&served, "/own/log?match=3", Some(&owls)).text;
    assert!(whole.contains("a secret of the owls"), "{whole}");
    for path in ["/own/log?match=3&game=0", "/own/log?match=3"] {
        let other = get(&served, path, Some(&foxes)).text;
        assert!(other.contains("There is no log") && !other.contains("secret"), "{other}");
    }
    for (path, status) in [("match=3&game=999", 404), ("match=99", 404), ("match=x", 422)] {
        let said = get(&served, &format!("/own/log?{path}"), Some(&owls));
        assert_eq!(said.status, status, "{path}: {}", said.text);
    }
    assert_eq!(get(&served, "/own/log?match=3&game=0", None).status, 403);
    for path in ["/", "/teams/owls.html", "/games/3-0.js"] {
        assert!(!get(&served, path, None).text.contains("a secret"), "{path}");
    }
    // what is broken is refused with its log, which the team sees alone; the version before it plays on
    assert_eq!(handed_in(&served, &owls, "last.py", LAST.as_bytes()).status, 202);
    let log = decided(&served, &owls, 4);
    assert!(log.starts_with("refused\n") && log.contains("seen by nobody else"), "{log}");
    assert!(done(at, "season standings s --format json").out.contains("\"version\": 2"));
    assert!(fs::read_dir(at.join("s/incoming")).unwrap().next().is_none(), "nothing is left");
    let log = done(at, "season log s --format csv").out;
    assert!(log.contains(",team owls,handed in p.tar for owls"), "{log}");
}

#[test]
fn what_arrives_is_hostile_until_shown_otherwise() {
    let (dir, owls, _) = season();
    let at = dir.path();
    let served = served(at);
    let own = |body: &[u8]| sent(&served, &bearer(&owls), body);
    let file = |name: &str| form(&[("player", Some(name), b"x")]);
    for (body, status, said) in [
        (form(&[("player", None, b"x")]), 422, "no file has arrived"),
        (form(&[]), 422, "no file has arrived"),
        (form(&[("other", Some("x"), b"x")]), 422, "unknown field `other`"),
        (form(&[("command", None, &[b'x'; 9000]), ("player", Some("x"), b"")]), 422, "too long"),
        (form(&[("player", Some("a"), b"x"), ("player", Some("b"), b"x")]), 422, "one file"),
        (file(&"n".repeat(200)), 409, "more than 100 characters"),
        (b"--edge\r\nnonsense".to_vec(), 400, "cannot be read"),
        (vec![b'x'; 12 << 20], 413, "larger than 10 MiB"),
    ] {
        let answer = own(&body);
        assert_eq!(answer.status, status, "{said}: {}", answer.text);
        assert!(answer.text.contains(said), "{said}: {}", answer.text);
    }
    // without a length in its head, and too long
    let address = served.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /own/hand-in HTTP/1.1\r\nhost: {address}\r\n{}transfer-encoding: chunked\r\n\
         connection: close\r\ncontent-type: multipart/form-data; boundary=edge\r\n\r\n",
        bearer(&owls)
    );
    stream.write_all(head.as_bytes()).unwrap();
    let start = "--edge\r\ncontent-disposition: form-data; name=\"player\"; filename=\"x\"\r\n\r\n";
    let mut chunk = |bytes: &[u8]| {
        let head = format!("{:x}\r\n", bytes.len());
        [head.as_bytes(), bytes, b"\r\n"].iter().all(|part| stream.write_all(part).is_ok())
    };
    assert!(chunk(start.as_bytes()));
    let block = vec![b'x'; 1 << 20];
    let _ = (0..11).all(|_| chunk(&block)) && chunk(b"");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(fs::read_dir(at.join("s/incoming")).unwrap().next().is_none(), "nothing is kept");
    // what is queued is checked like any hand-in
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "player.py", "/etc/passwd").unwrap();
    let link = tar.into_inner().unwrap();
    let answer = handed_in(&served, &owls, "p.tar", &link);
    assert_eq!(answer.status, 202, "{}", answer.text);
    let log = decided(&served, &owls, 3);
    assert!(log.starts_with("refused\n") && log.contains("player.py"), "{log}");
    for (id, name) in [(4, "../../x.zip"), (5, "con.zip")] {
        assert_eq!(handed_in(&served, &owls, name, b"PK").status, 202);
        assert!(decided(&served, &owls, id).starts_with("refused\n"), "{name}");
    }
    // another site makes a browser send its cookie, but not from a page of this server
    let cookie =
        format!("cookie: lettergame-team-{}={owls}\r\n", address.rsplit(':').next().unwrap());
    for origin in ["origin: http://evil.example\r\n", ""] {
        assert_eq!(sent(&served, &format!("{cookie}{origin}"), &file("x.py")).status, 403);
    }
    let here = sent(&served, &format!("{cookie}origin: {}\r\n", served.url), &file("x.py"));
    assert_eq!(here.status, 303, "{}", here.text);
    decided(&served, &owls, 6);
    let played = done(at, "season standings s --format json").out;
    assert!(played.contains("\"version\": 1") && !played.contains("\"version\": 2"), "{played}");
}

#[test]
fn a_thousand_uploads_are_no_more_than_a_teams_share() {
    let (dir, owls, foxes) = season();
    let at = dir.path();
    edit(&at.join("s/season.toml"), "hand-ins = 20", "hand-ins = 3");
    let served =
        Served::with(&["--season", at.join("s").to_str().unwrap(), "--people-per-address", "1000"]);
    let counts = std::thread::scope(|scope| {
        let storm = || {
            (0..250)
                .map(|_| handed_in(&served, &owls, "x.py", b"nonsense").status)
                .collect::<Vec<_>>()
        };
        let storms: Vec<_> = (0..4).map(|_| scope.spawn(storm)).collect();
        // meanwhile others are served
        assert_eq!(get(&served, "/", None).status, 200);
        assert_eq!(handed_in(&served, &foxes, "x.py", b"nonsense").status, 202);
        storms.into_iter().flat_map(|storm| storm.join().unwrap()).collect::<Vec<u16>>()
    });
    let taken = counts.iter().filter(|&&status| status == 202).count();
    assert!((1..=3).contains(&taken), "{taken} were taken");
    assert!(counts.iter().all(|status| [202, 409, 429].contains(status)), "{counts:?}");
    let said = handed_in(&served, &foxes, "x.py", b"other");
    assert!([202, 409].contains(&said.status), "{}", said.text);
    let log = done(at, "season log s --lines 5000 --format csv").out;
    assert_eq!(log.matches("handed in x.py for owls").count(), taken);
}

/// What was taken is checked, even if the server is killed while it waits or is being checked.
#[test]
fn a_killed_server_loses_no_hand_in() {
    if python().is_none() {
        return;
    }
    let (dir, owls, _) = season();
    let at = dir.path();
    let mut first = served(at);
    let slow = "import time\ntime.sleep(60)\n";
    assert_eq!(handed_in(&first, &owls, "slow.py", slow.as_bytes()).status, 202);
    let state = |served: &Served| get(served, "/own/hand-ins/3", Some(&owls)).text;
    let is_checking = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        state(&first).contains("checking")
    });
    assert!(is_checking);
    first.child().kill().unwrap();
    drop(first);
    assert!(at.join("s/incoming/3/upload").is_file());
    let second = served(at);
    let log = decided(&second, &owls, 3);
    assert!(log.starts_with("refused\n") && log.contains("duel: hello: FAIL"), "{log}");
    assert!(!at.join("s/incoming/3").exists());
}

/// A hand-in at the command line that was killed is not taken for one that waits.
#[test]
fn a_killed_add_is_refused_by_whoever_comes_next() {
    if python().is_none() {
        return;
    }
    let (dir, owls, _) = season();
    let at = dir.path();
    fs::write(at.join("slow.py"), "import time\ntime.sleep(60)\n").unwrap();
    let adding = Background::start(at, "season add s owls slow.py");
    let place = at.join("s/incoming/3");
    let is_there = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        place.join("files").is_dir()
    });
    assert!(is_there);
    adding.kill();
    let served = served(at);
    let log = decided(&served, &owls, 3);
    assert_eq!(log, "refused\nits check was interrupted; hand it in again");
    assert!(!place.exists());
}

#[test]
fn the_teacher_runs_the_season_in_a_browser() {
    let Some(browser) = Browser::start() else { return };
    let (dir, owls, _) = season();
    let at = dir.path();
    let served = served(at);
    assert_eq!(get(&served, "/teacher", Some(&owls)).status, 403, "a team is no teacher");
    browser.window(1280, 900, false);
    browser.open(&served.teacher);
    browser.wait_for("h1", "s: teacher");
    assert!(!browser.url().contains("key="), "the key is not left in the address");
    browser.fill("#team", "bees");
    browser.click("form[action='/teacher/team'] button");
    browser.wait_for("main", "bees");
    browser.click("tr:nth-child(1) form[action='/teacher/key'] button");
    browser.wait_for("h1", "The key of bees");
    let key = browser.text("main pre").unwrap();
    assert_eq!(get(&served, "/own", Some(&key)).status, 200);
    browser.pictures("season-key");
    browser.click("main p:last-child a");
    // what cannot be taken back acts at the second click
    browser.click("tr:nth-child(1) td:nth-child(4) summary");
    browser.wait_for("tr:nth-child(1) td:nth-child(4)", "no longer valid");
    assert_eq!(get(&served, "/own", Some(&key)).status, 200, "the key still opens its page");
    browser.fill("#deadline", "nonsense");
    browser.click("form[action='/teacher/deadline'] button");
    browser.wait_for(".refusal", "invalid deadline nonsense: expected a time in UTC");
    browser.wait_for("h1", "s: teacher");
    browser.fill("#deadline", "2001-01-01 12:00");
    browser.click("form[action='/teacher/deadline'] button");
    browser.wait_for(".lead", "the deadline was 2001-01-01");
    assert!(text(&at.join("s/season.toml")).contains("deadline = \"2001-01-01T12:00:00Z\""));
    assert!(get(&served, "/own", Some(&owls)).text.contains("the deadline was"));
    browser.fill("#deadline", " ");
    browser.click("form[action='/teacher/deadline'] button");
    browser.wait_for(".lead", "Teams can hand in");
    browser.click("button[name=freeze]");
    browser.wait_for(".lead", "frozen");
    let said = handed_in(&served, &owls, "x.py", b"x");
    assert!(said.status == 409 && said.text.contains("frozen"), "{}", said.text);
    browser.click("button[name=freeze]");
    browser.wait_for(".lead", "Teams can hand in");
    browser.click("tr:nth-child(2) td:nth-child(5) summary");
    browser.click("tr:nth-child(2) form[action='/teacher/withdraw'] button");
    browser.wait_for("tr:nth-child(2)", "withdrawn");
    browser.click("tr:nth-child(2) form[action='/teacher/restore'] button");
    browser.wait_for("tr:nth-child(2)", "version 1");
    browser.pictures("season-teacher");
    let log = done(at, "season log s --format csv").out;
    for what in [
        "added team bees",
        "made a key for bees",
        "set the deadline to 2001-01-01T12:00:00Z",
        "removed the deadline",
        "froze hand-ins",
        "allowed hand-ins",
        "withdrew foxes",
        "restored foxes.1",
    ] {
        assert!(log.contains(what), "{what}: {log}");
    }
    // its key is not one of the season's secrets on the disk
    let base = String::from_utf8_lossy(&fs::read(at.join("s/season.sqlite")).unwrap()).into_owned();
    assert!(!base.contains(&key) && !base.contains(&owls));
}

#[test]
fn a_team_hands_in_with_its_browser() {
    if python().is_none() {
        return;
    }
    let Some(browser) = Browser::start() else { return };
    let (dir, owls, _) = season();
    let at = dir.path();
    fs::write(at.join("last.py"), LAST).unwrap();
    let served = served(at);
    browser.window(1280, 900, false);
    browser.open(&format!("{}/own", served.url));
    browser.fill("#key", "wrong");
    browser.click("main form button");
    browser.wait_for(".refusal", "belongs to no team");
    browser.fill("#key", &owls);
    browser.click("main form button");
    browser.wait_for("h1", "owls");
    browser.fill("#player", at.join("last.py").to_str().unwrap());
    browser.pictures("season-own");
    browser.click("form.fields button");
    browser.wait_for("h1", "owls, hand-in 3");
    browser.wait_for("pre.log", "seen by nobody else");
    browser.pictures("season-hand-in");
    browser.click("main p:last-child a");
    browser.wait_for("main", "refused");
    // each step of a game, from the leaderboard
    browser.open(&served.url);
    browser.click("tbody th a");
    browser.wait_for("h1", "");
    browser.click("[aria-label='Latest matches'] td a");
    browser.wait_for("#title", "Match");
    browser.wait_for("#of", "1 of ");
    browser.wait_for("#said", "Format duel");
    browser.click("#ends a");
    browser.wait_for("h2", "Versions");
    browser.open(&format!("{}/own", served.url));
    browser.click("form[action='/own/leave'] button");
    browser.wait_for(".lead", "games in");
    browser.open(&format!("{}/own", served.url));
    browser.wait_for("main", "Your teacher has the key");
}

/// A link with a key, which may come from anywhere, signs nobody in by itself.
#[test]
fn a_link_with_a_key_opens_a_form_only() {
    let (dir, owls, _) = season();
    let served = served(dir.path());
    let said = get(&served, &format!("/own?key={owls}"), None);
    assert_eq!(said.status, 200, "{}", said.text);
    assert!(!said.text.to_lowercase().contains("set-cookie"), "{}", said.text);
    assert!(said.text.contains(&format!("value=\"{owls}\"")), "{}", said.text);
    let quoted = get(&served, "/own?key=%22%3E%3Cscript%3E", None).text;
    assert!(!quoted.contains("<script>"), "{quoted}");
}

#[test]
fn the_teacher_sees_why_settings_do_not_count() {
    let (dir, owls, _) = season();
    let at = dir.path();
    let served = served(at);
    let (url, key) = served.teacher.split_once("?key=").unwrap();
    let port = url.trim_end_matches("/teacher").rsplit_once(':').unwrap().1;
    let cookie = format!("cookie: lettergame-teacher-{port}={key}\r\n");
    let page = || asked(&served, "GET /teacher", &cookie, b"").text;
    assert!(page().contains("Teams can hand in") && !page().contains("role=\"alert\""));
    let settings = text(&at.join("s/season.toml"));
    fs::write(at.join("s/season.toml"), format!("{settings}\ngarbage [[[\n")).unwrap();
    assert!(page().contains("role=\"alert\"") && page().contains("season.toml"), "{}", page());
    assert!(!page().contains(at.to_str().unwrap()), "{}", page());
    assert_eq!(get(&served, "/own", Some(&owls)).status, 200, "the settings from before count");
    fs::write(at.join("s/season.toml"), settings).unwrap();
    assert!(!page().contains("role=\"alert\""));
}

#[test]
fn what_cannot_be_served_is_said() {
    let (dir, owls, _) = season();
    let at = dir.path();
    // one wrong name changes no key
    run(at, &words("season key s owls ../x")).ended(2);
    assert_eq!(get(&served(at), "/own", Some(&owls)).status, 200);
    let ran = run(at, &words("serve --season nix")).ended(2);
    assert!(ran.err.contains("nix is not a season"), "{}", ran.err);
    run(at, &words("serve --season s --allow-programs")).ended(2);
    let ran = done(at, "season key s");
    assert!(ran.err.contains("every team has a key"), "{}", ran.err);
}

#[test]
fn the_extent_of_a_season_is_in_its_metrics() {
    let (dir, _, _) = season();
    let served = served(dir.path());
    let said = asked(&served, "GET /metrics", "", b"");
    assert_eq!(said.status, 200);
    for line in ["lettergame_season_teams 2", "lettergame_season_matches 2"] {
        assert!(said.text.contains(&format!("\n{line}\n")), "{line}: {}", said.text);
    }
}
