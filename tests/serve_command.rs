//! `lettergame serve` as a command: what it prints, what it refuses, and how it ends.

mod browser;
mod program;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;

use browser::Served;

/// The answer to one request, after which the connection is closed.
fn asked(address: &str, request: &str) -> String {
    sent(address, request, false)
}

/// What comes back for these bytes; `alone` says that no more will come.
fn sent(address: &str, request: &str, alone: bool) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("written");
    if alone {
        stream.shutdown(Shutdown::Write).expect("no more to come");
    }
    let mut answer = String::new();
    // a connection that is cut has said what it said
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

#[test]
fn an_address_that_cannot_be_used_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let here = Path::new(".");
    let says = [&*format!("cannot listen at {address}"), "--addr", "127.0.0.1:0"];
    program::refused(here, &format!("serve --addr {address}"), 4, &says);
    program::refused(here, "serve --addr 192.0.2.1:80", 4, &["cannot listen at 192.0.2.1:80"]);
    for bad in ["here", "127.0.0.1", "127.0.0.1:99999", ":80", "localhost:x"] {
        let line = format!("serve --addr {bad}");
        program::refused(here, &line, 2, &["an address and a port are wanted", "127.0.0.1:7878"]);
    }
    program::refused(here, "serve --lexicon /no/such/list", 4, &["/no/such/list"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_ends_it_in_good_order_even_while_games_are_watched() {
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
