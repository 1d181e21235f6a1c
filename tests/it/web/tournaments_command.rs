//! Tournaments of `lettergame serve` as a process: if it is interrupted in the middle, nothing is lost.

#![cfg(target_os = "linux")]

use crate::program;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use program::{done, program, scratch, text};

/// Games that take a few seconds, so that a signal arrives in the middle of them.
const FORM: &str =
    "game=auction&players=marginal,shadow,random&rounds=3&games=1500&seed=5&name=long&record=plies";
const LINE: &str = "tournament --game auction --players marginal,shadow,random --rounds 3 --games 1500 --seed 5 \
                    --name long --record plies --out whole";

/// A server that plays a tournament with some games finished.
fn playing(dir: &Path) -> (Child, String) {
    let mut command = program(dir, &["serve", "--addr", "127.0.0.1:0"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let begin = format!(
        "POST /tournaments HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{FORM}",
        FORM.len()
    );
    let mut stream = TcpStream::connect(&address).expect("it listens");
    stream.write_all(begin.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("location: /tournaments/long-5"), "{answer}");
    let scores = dir.join("tournaments/results/long-5/scores.csv");
    while fs::read(&scores)
        .is_ok_and(|rows| rows.iter().filter(|&&byte| byte == b'\n').count() < 10)
    {
        thread::sleep(Duration::from_millis(5));
    }
    (child, address)
}

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).expect("an id")), signal).expect("it is sent");
}

/// All files that must be equal have the same bytes.
fn same(one: &Path, other: &Path) {
    for name in ["config.toml", "scores.csv", "rounds.csv", "plies.csv", "standings.csv"] {
        assert!(fs::read(one.join(name)).unwrap() == fs::read(other.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn an_interrupted_server_keeps_its_tournament_and_says_how_to_resume() {
    let dir = scratch();
    done(dir.path(), LINE);
    for sent in [Signal::SIGINT, Signal::SIGTERM] {
        let (mut child, _) = playing(dir.path());
        signal(&child, sent);
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(child.wait().expect("an end").code(), Some(0), "{said}");
        assert!(said.contains("of 1500 games, all of them kept"), "{said}");
        let command = said.split("resume with: ").nth(1).expect("a command").trim();
        assert_eq!(command, "lettergame resume tournaments/results/long-5");
        let run = dir.path().join("tournaments/results/long-5");
        let rows = text(&run.join("scores.csv"));
        assert!(rows.ends_with('\n') && !run.join("standings.csv").exists());
        done(dir.path(), command.strip_prefix("lettergame ").expect("a command"));
        assert!(text(&run.join("scores.csv")).starts_with(&rows));
        same(&run, &dir.path().join("whole"));
        fs::remove_dir_all(&run).unwrap();
    }
}

#[test]
fn a_second_interrupt_stops_it_at_once() {
    let dir = scratch();
    let (mut child, _) = playing(dir.path());
    // the second signal may arrive before the first one is handled, and then counts as the first
    let code = loop {
        signal(&child, Signal::SIGINT);
        match child.try_wait().expect("a child") {
            Some(status) => break status.code(),
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    assert!(code == Some(130) || code == Some(0), "{code:?}");
    done(dir.path(), LINE);
    done(dir.path(), "resume tournaments/results/long-5");
    same(&dir.path().join("tournaments/results/long-5"), &dir.path().join("whole"));
}

#[test]
fn a_tournament_in_progress_has_its_metrics() {
    let dir = scratch();
    let (mut child, address) = playing(dir.path());
    let get = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let mut stream = TcpStream::connect(&address).expect("it listens");
    stream.write_all(get.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    child.kill().expect("it runs");
    child.wait().expect("an end");
    let run = "tournaments/results/long-5";
    assert!(answer.contains("\nlettergame_runs 1\n"), "{answer}");
    assert!(
        answer.contains(&format!("\nlettergame_run_games{{run=\"{run}\"}} 1500\n")),
        "{answer}"
    );
    let games = format!("\nlettergame_player_games_total{{player=\"shadow\",run=\"{run}\"}} ");
    let games = answer.split(&games).nth(1).and_then(|rest| rest.lines().next()).expect("a line");
    assert!(games.parse::<u64>().is_ok_and(|games| games > 0), "{games}");
}
