//! `lettergame serve` as a command: its output, its rejections, and how it ends.

use crate::program;
use crate::web::browser;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use browser::Served;

/// The answer to one request, after which the connection is closed.
fn asked(address: &str, request: &str) -> String {
    sent(address, request, false)
}

/// The answer to these bytes; `alone`: the sending side is closed afterwards.
fn sent(address: &str, request: &str, alone: bool) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("written");
    if alone {
        stream.shutdown(Shutdown::Write).expect("no more to come");
    }
    let mut answer = String::new();
    // a connection that is cut may still have sent an answer
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn it_prints_its_address_and_answers_there() {
    let served = Served::with(&[]);
    let address = served.url.strip_prefix("http://").expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let get = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let page = asked(address, &get);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("Letter Game"));
    for broken in
        ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"]
    {
        let answer = sent(address, broken, true);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{broken:?}: {answer}");
    }
    assert!(asked(address, &get).starts_with("HTTP/1.1 200"), "it goes on");
}

/// A local name resolves only to this machine, so others cannot point one to a server that they cannot reach.
#[cfg(target_os = "linux")]
#[test]
fn a_server_for_this_machine_does_not_answer_to_its_name_in_the_network() {
    let name = rustix::system::uname().nodename().to_str().expect("UTF-8").to_owned();
    for (more, status) in [(&[][..], "421"), (&["--addr", "0.0.0.0:0"][..], "200")] {
        let served = Served::with(more);
        let port = served.url.trim_end_matches('/').rsplit_once(':').expect("a port").1;
        for name in [name.clone(), format!("{name}.local")] {
            let get = format!("GET / HTTP/1.1\r\nhost: {name}:{port}\r\nconnection: close\r\n\r\n");
            let answer = asked(&format!("127.0.0.1:{port}"), &get);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{name}: {answer}");
        }
    }
}

/// Posts a form from a page of the server, optionally with more headers; returns the answer.
fn posted(address: &str, path: &str, form: &str, headers: &str) -> String {
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n{headers}\
         content-length: {}\r\nconnection: close\r\n\r\n{form}",
        form.len()
    );
    asked(address, &request)
}

/// The address to which an answer redirects.
#[track_caller]
fn location(answer: &str) -> &str {
    let found = answer.lines().find_map(|line| line.strip_prefix("location: "));
    found.unwrap_or_else(|| panic!("no way on: {answer}"))
}

#[test]
fn busy_players_in_many_rooms_do_not_block_pages() {
    let served = Served::with(&[]);
    let address = served.url.strip_prefix("http://").expect("an address");
    for seed in 0..120 {
        let player = "mcts:playouts=20000:turns=4";
        let form = format!("players={player},{player}&seed={seed}&do=begin");
        let begun = posted(address, "/marrakech", &form, "");
        let room = location(&begun);
        assert!(posted(address, &format!("{room}/play"), "", "").contains(" 303 "));
    }
    let begun = Instant::now();
    for path in ["/auction?players=random,zero&seed=1", "/scrabble", "/tournaments"] {
        let get = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        assert!(asked(address, &get).starts_with("HTTP/1.1 200"), "{path}");
    }
    // without their own share pages would wait until most of the players have finished thinking
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[test]
fn a_game_of_people_survives_a_killed_server() {
    let dir = program::scratch();
    let games = dir.path().to_str().expect("UTF-8");
    let mut seat = String::new();
    for (bid, letter) in [("5", "letter 2 of"), ("6", "letter 3 of")] {
        let mut served = Served::with(&["--games", games]);
        let address = served.url.strip_prefix("http://").expect("an address").to_owned();
        if seat.is_empty() {
            let begun = posted(&address, "/auction", "players=person,zero&rounds=1&seed=3", "");
            seat = location(&begun).to_owned();
        }
        let moved = posted(&address, &format!("{seat}/move"), &format!("bid={bid}"), "");
        assert!(moved.starts_with("HTTP/1.1 303"), "{moved}");
        let get = format!("GET {seat} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        let page = asked(&address, &get);
        assert!(page.contains(letter), "{page}");
        // no time to write anything more
        served.child().kill().expect("it runs");
    }
}

#[test]
fn a_server_that_can_start_programs_prints_a_key_and_warns() {
    let served = Served::with(&["--allow-programs"]);
    let (address, key) = served.url.split_once("/?key=").expect("a key");
    let address = address.strip_prefix("http://").expect("an address");
    assert_eq!(key.len(), 32);
    let get = |path: &str, more: &str| {
        asked(
            address,
            &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{more}connection: close\r\n\r\n"),
        )
    };
    assert!(get("/", "").starts_with("HTTP/1.1 403"));
    let program = "players=cmd:true,zero&rounds=1&seed=1";
    assert!(posted(address, "/auction", program, "").starts_with("HTTP/1.1 403"));
    // what scrapes metrics sends the key in a header
    assert!(get("/metrics", "").starts_with("HTTP/1.1 403"));
    for (sent, status) in [(key, "200"), ("0123", "403")] {
        let metrics = get("/metrics", &format!("authorization: Bearer {sent}\r\n"));
        assert!(metrics.starts_with(&format!("HTTP/1.1 {status}")), "{metrics}");
    }
    assert!(get("/", &format!("authorization: Bearer {key}\r\n")).starts_with("HTTP/1.1 403"));
    let admitted = get(&format!("/?key={key}"), "");
    assert_eq!(location(&admitted), "/");
    let cookie = admitted.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).expect("a cookie");
    assert!(get("/", &format!("cookie: {cookie}\r\n")).starts_with("HTTP/1.1 200"));
}

#[test]
fn programs_of_a_config_are_listed_and_play_by_their_names() {
    let dir = program::scratch();
    let config = dir.path().join("class.toml");
    let command = program::example("letter_value").display().to_string();
    let text =
        format!("players = [\"ada\"]\n[[player]]\nname = \"ada\"\ncommand = [\"{command}\"]\n");
    std::fs::write(&config, text).expect("written");
    let served = Served::with(&["--config", config.to_str().expect("UTF-8")]);
    let address = served.url.strip_prefix("http://").expect("an address");
    let get = |path: &str| {
        asked(
            address,
            &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        )
    };
    let form = get("/auction");
    assert!(form.contains("<option>ada</option>") && form.contains("value=\"ada\""), "{form}");
    // of this game alone
    assert!(!get("/marrakech").contains("ada"));
    let begun = posted(address, "/auction", "players=ada,zero&rounds=1&seed=4", "");
    let room = location(&begun);
    assert!(posted(address, &format!("{room}/step"), "", "").starts_with("HTTP/1.1 303"));
    let page = get(room);
    assert!(page.contains("ada") && !page.contains("--players"), "{page}");
    // no other program may be started
    let other = form_urlencoded::Serializer::new(String::new())
        .append_pair("players", &format!("cmd:{command},zero"))
        .finish();
    assert!(posted(address, "/auction", &other, "").contains("--allow-programs"));
    std::fs::write(&config, "players = [\"zero\"]\n").expect("written");
    program::refused(
        dir.path(),
        "serve --config class.toml",
        2,
        &["class.toml has no player programs"],
    );
}

#[test]
fn every_address_that_is_printed_can_be_opened() {
    let mut command = program::program(Path::new("."), &["serve", "--addr", "0.0.0.0:0"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    loop {
        let line = lines.next().expect("an address").expect("text");
        let address = line.strip_prefix("http://").expect("an address").trim_end_matches('/');
        assert!(!address.starts_with("0.0.0.0"), "{address}");
        let get = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        assert!(asked(address, &get).starts_with("HTTP/1.1 200"), "{address}");
        // its own address is the last
        if address.starts_with("127.0.0.1:") {
            let strange = get.replacen(address, "evil.example", 1);
            assert!(asked(address, &strange).starts_with("HTTP/1.1 421"));
            break;
        }
    }
    child.kill().expect("it runs");
    let said = child.wait_with_output().expect("its end").stderr;
    assert!(String::from_utf8_lossy(&said).contains("anyone who can reach this address"));
}

#[test]
fn an_unusable_address_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let here = Path::new(".");
    let says = [&*format!("cannot listen at {address}"), "--addr", "127.0.0.1:0"];
    program::refused(here, &format!("serve --addr {address}"), 4, &says);
    program::refused(here, "serve --addr 192.0.2.1:80", 4, &["cannot listen at 192.0.2.1:80"]);
    for bad in ["here", "127.0.0.1", "127.0.0.1:99999", ":80", "localhost:x"] {
        let line = format!("serve --addr {bad}");
        program::refused(here, &line, 2, &["expected an address and a port", "127.0.0.1:7878"]);
    }
    program::refused(here, "serve --lexicon /no/such/list", 4, &["/no/such/list"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_shuts_it_down_cleanly_while_games_are_watched() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut served = Served::with(&[]);
        let address = served.url.strip_prefix("http://").expect("an address").to_owned();
        let form = "players=zero,zero&rounds=1";
        let begin = format!(
            "POST /auction HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{form}",
            form.len()
        );
        let begun = asked(&address, &begin);
        let room = begun.lines().find_map(|line| line.strip_prefix("location: ")).expect("a room");
        let mut watching = TcpStream::connect(&address).expect("it listens");
        let events = format!("GET {room}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
        watching.write_all(events.as_bytes()).expect("written");
        let mut start = [0; 64];
        watching.read_exact(&mut start).expect("the stream begins");
        let child = served.child();
        let process = Pid::from_raw(i32::try_from(child.id()).expect("an id"));
        kill(process, signal).expect("the signal is sent");
        assert_eq!(child.wait().expect("an end").code(), Some(0));
        let mut rest = Vec::new();
        watching.read_to_end(&mut rest).expect("the stream ends");
    }
}
