//! A player program with switches for every way to fail, for the tests of the arena.
//!
//! `faulty WHAT [GAME [AT [OBJECT]]]`: bids 3 and names no word, but does WHAT at its AT-th ask (from 0) of the
//! game GAME; without GAME in every game, without AT at the third ask. `faulty plain` fails nowhere, `faulty single
//! ...` does not take many games at once, `faulty keep FILE ...` appends every message to a file, `faulty drawn
//! SEED` does what is drawn for each game, `faulty deaf` does not answer pings, `faulty greedy` bids 140 for every
//! letter and `faulty all-in` all its points, `faulty float-when-poor` 2.5 once it has 10 or fewer, `faulty talk`
//! and `faulty talk-marked` write a line to standard error at each ask. Some of what it does is done to OBJECT,
//! which may begin with an @, as FILE may: a path as such would be shown to it; what came of it is said on standard
//! error.

#[expect(dead_code, reason = "for the tests that know what to expect")]
mod mischief;

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, Write};
use std::net::{TcpStream, UdpSocket};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use mischief::Deed;
use serde_json::{Value, json};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let single = args.first().is_some_and(|arg| arg == "single");
    if single {
        args.remove(0);
    }
    let kept = args.first().is_some_and(|arg| arg == "keep").then(|| {
        args.remove(0);
        args.remove(0)
    });
    let what = args.first().map_or("plain", String::as_str);
    let game = args.get(1).and_then(|game| game.parse::<u64>().ok());
    let at = args.get(2).and_then(|at| at.parse::<u64>().ok()).unwrap_or(2);
    let object = args.get(3).map_or("", String::as_str);
    let mut asked: HashMap<u64, u64> = HashMap::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let all = message.as_array().cloned().unwrap_or_else(|| vec![message]);
        for message in all {
            if let Some(file) = &kept {
                keep(file.trim_start_matches('@'), &message);
            }
            match message["t"].as_str() {
                Some("hello") => hello(what, single, object.trim_start_matches('@')),
                Some("ping") if what != "deaf" => say("{\"t\":\"pong\"}"),
                Some("new") if what == "exit-at-new" => exit(7),
                Some("new") if what == "drawn" => {
                    let own = message["g"].as_u64().unwrap_or_default();
                    match mischief::deed(game.unwrap_or_default(), own) {
                        Some((Deed::ExitAtNew, _)) => exit(7),
                        Some((Deed::NoiseAtNew, _)) => say("a new game"),
                        _ => {}
                    }
                }
                Some("ask") if what == "drawn" => {
                    let own = message["g"].as_u64().unwrap_or_default();
                    let count = asked.entry(own).or_default();
                    let deed = mischief::deed(game.unwrap_or_default(), own);
                    do_at(deed.filter(|(_, at)| at == count).map(|(deed, _)| deed), &message);
                    *count += 1;
                }
                Some("ask") => {
                    let own = message["g"].as_u64().unwrap_or_default();
                    let count = asked.entry(own).or_default();
                    *count += 1;
                    let now = *count == at + 1 && game.is_none_or(|game| game == own);
                    let always = ["greedy", "all-in", "float-when-poor"].contains(&what);
                    let now = if now || always { what } else { "plain" };
                    match what {
                        "talk" => eprintln!("ask {count} about {own}"),
                        "talk-marked" => eprintln!("[game {own}] ask {count} about {own}"),
                        _ => {}
                    }
                    attack(now, object.trim_start_matches('@'));
                    answer(&message, now);
                }
                Some("end") => {
                    let own = message["g"].as_u64().unwrap_or_default();
                    asked.remove(&own);
                    let is_over = message["why"] != "stopped";
                    if what == "drawn" && is_over {
                        match mischief::deed(game.unwrap_or_default(), own) {
                            Some((Deed::ExitAtEnd, _)) => exit(0),
                            Some((Deed::NoiseAtEnd, _)) => say("good game"),
                            _ => {}
                        }
                    }
                }
                Some("bye") if what != "stay" => return,
                _ => {}
            }
        }
    }
    if what == "stay" {
        sleep(Duration::from_secs(3600));
    }
}

/// Answers a question, and does what was drawn.
fn do_at(deed: Option<Deed>, ask: &Value) {
    match deed {
        Some(Deed::ExitInsteadOfAnswer) => {
            eprintln!("this is the end of game {}", ask["g"]);
            exit(5);
        }
        Some(Deed::ExitAfterAnswer) => {
            answer(ask, "plain");
            exit(0);
        }
        Some(Deed::NoiseBeforeAnswer) => answer(ask, "noise"),
        Some(Deed::NoiseAfterAnswer) => {
            answer(ask, "plain");
            say("that was hard");
            say("very hard");
        }
        Some(Deed::AnswerTwice) => answer(ask, "twice"),
        Some(Deed::OtherQuestion) => answer(ask, "wrong-q"),
        Some(Deed::Fail) => answer(ask, "fail"),
        Some(Deed::IllegalMove) => answer(ask, "other-kind"),
        Some(Deed::UnreadableMove) => answer(ask, "unknown-move"),
        Some(Deed::LongLine) => answer(ask, "long-line"),
        Some(Deed::ManyProcesses) => {
            attack("many-processes", "");
            answer(ask, "plain");
        }
        Some(Deed::Late) => answer(ask, "late"),
        Some(Deed::Stall) => answer(ask, "stall"),
        None | Some(Deed::ExitAtEnd | Deed::ExitAtNew | Deed::NoiseAtEnd | Deed::NoiseAtNew) => {
            answer(ask, "plain");
        }
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush())
        .is_err()
    {
        exit(0);
    }
}

/// Appends a message to a file, with the number of this process.
fn keep(path: &str, message: &Value) {
    let mut message = message.clone();
    message["process"] = std::process::id().into();
    let file = fs::File::options().append(true).create(true).open(path);
    let kept = file.and_then(|mut file| file.write_all(format!("{message}\n").as_bytes()));
    kept.unwrap_or_else(|error| panic!("{path}: {error}"));
}

fn hello(what: &str, single: bool, object: &str) {
    let caps = if single { vec![] } else { vec!["batch"] };
    if what == "slow-start" {
        sleep(Duration::from_millis(object.parse().unwrap_or(0)));
    }
    match what {
        "silent-start" => sleep(Duration::from_secs(3600)),
        "exit-at-start" => {
            eprintln!("no such file: strategy.dat");
            exit(3);
        }
        "other-version" => say(&json!({"t": "hello", "lgp": 2}).to_string()),
        "act-before-hello" => say(&json!({"t": "act", "q": 1, "move": {"bid": 1}}).to_string()),
        "noise-at-start" => say("Loading the word list..."),
        _ => say(&json!({"t": "hello", "lgp": 1, "name": "faulty", "caps": caps}).to_string()),
    }
}

/// What a player has no business to do; it plays on if it can.
fn attack(what: &str, object: &str) {
    let came_of_it = match what {
        "read" => fs::read_to_string(object),
        "write" => fs::write(object, "hostile").map(|()| String::new()),
        "connect" => TcpStream::connect(object).map(|_| String::new()),
        "send" => UdpSocket::bind("127.0.0.1:0")
            .and_then(|socket| socket.send_to(b"hostile", object))
            .map(|count| count.to_string()),
        "kill" => shell("kill -KILL \"$1\"", object),
        "environment" => shell("env; cat /proc/$PPID/environ /proc/1/environ", object),
        "escape" => shell("{ setsid sh -c 'sleep 60' \"$1\" & } >&- 2>&- <&-; sleep 0.1", object),
        "many-processes" => {
            shell("for i in $(seq 100); do sleep 60 & done >&- 2>&-; sleep 1", object)
        }
        "exit-with" => {
            eprintln!("this is the end");
            exit(object.parse().unwrap_or(1));
        }
        "slow" => {
            sleep(Duration::from_millis(object.parse().unwrap_or(0)));
            return;
        }
        "busy" => {
            be_busy(Duration::from_millis(object.parse().unwrap_or(0)));
            return;
        }
        "stop" => shell("kill -STOP $PPID; sleep 0.1", object),
        "fill" => fill(),
        _ => return,
    };
    match came_of_it {
        Ok(text) => eprintln!("done: {text}"),
        Err(error) => eprintln!("refused: {error}"),
    }
}

/// Uses a processor for so long, by the system's account of this process.
fn be_busy(time: Duration) {
    let used = || {
        let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_SELF);
        usage.map_or(i64::MAX, |usage| {
            let (user, system) = (usage.user_time(), usage.system_time());
            (user.tv_sec() + system.tv_sec()) * 1_000_000 + user.tv_usec() + system.tv_usec()
        })
    };
    let end = used() + time.as_micros() as i64;
    while used() < end {
        std::hint::spin_loop();
    }
}

/// What a shell says to a script with an argument; an error if it fails.
fn shell(script: &str, argument: &str) -> io::Result<String> {
    let output = Command::new("sh").args(["-c", script, "sh", argument]).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(io::Error::other(text(&output.stdout) + &text(&output.stderr)))
    }
}

/// Writes files until that is refused, or a GiB is there; then it ends.
fn fill() -> io::Result<String> {
    for number in 0..1024 {
        if let Err(error) = fs::write(format!("file{number}"), vec![1; 1 << 20]) {
            eprintln!("refused: {error}");
            exit(6);
        }
    }
    Ok(String::new())
}

fn answer(ask: &Value, what: &str) {
    let q = ask["q"].as_u64().unwrap_or_default();
    let choice = match ask["kind"].as_str() {
        Some("bid") if what == "greedy" => json!({"bid": 140}),
        Some("bid") if what == "all-in" => json!({"bid": ask["view"]["points"]}),
        Some("bid") if what == "float-when-poor" => match ask["view"]["points"].as_u64() {
            Some(..=10) => json!({"bid": 2.5}),
            _ => json!({"bid": 0}),
        },
        Some("bid") => json!({"bid": 3}),
        Some("rotate") => json!({"rotate": 0}),
        Some("place") => json!({"place": ask["view"]["placements"][0]}),
        _ => json!({"word": ""}),
    };
    let act = |q: u64, choice: &Value| json!({"t": "act", "q": q, "move": choice}).to_string();
    let good = act(q, &choice);
    match what {
        "noise" => say(&format!("thinking hard\n{good}")),
        "twice" => say(&format!("{good}\n{good}")),
        "wrong-q" => say(&act(q + 1_000_000, &choice)),
        "other-kind" => say(&act(q, &json!({"word": "CAT"}))),
        "unknown-move" => say(&act(q, &json!({"bet": 3}))),
        "float" => say(&act(q, &json!({"bid": 2.5}))),
        "beyond-64-bits" => say(&good.replace("\"bid\":3", "\"bid\":99999999999999999999")),
        "deep" => {
            let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
            say(&format!("{{\"t\":\"act\",\"q\":{q},\"move\":{open}{close}}}"));
        }
        "not-utf8" => {
            let _ = io::stdout().write_all(b"\xff\xfe{}\n");
            let _ = io::stdout().flush();
        }
        "long-line" => say(&"x".repeat((1 << 20) + 1)),
        "endless-line" => loop {
            if io::stdout().write_all(&[b'x'; 65536]).is_err() {
                exit(0);
            }
        },
        "endless-lines" => loop {
            say(&good);
        },
        "endless-pings" => loop {
            say(["{\"t\":\"ping\"}"; 1000].join("\n").as_str());
        },
        "endless-log" => loop {
            let _ = io::stderr().write_all(&[b'x'; 65536]);
        },
        "fail" => {
            say(&json!({"t": "fail", "q": q, "why": "ZeroDivisionError: in bid"}).to_string())
        }
        "late" => {
            sleep(Duration::from_millis(700));
            say(&good);
        }
        "stall" => sleep(Duration::from_secs(3600)),
        "exit" => {
            eprintln!("this is the end");
            exit(5);
        }
        "panic" => panic!("index out of bounds"),
        "memory" => {
            let mut hog: Vec<Vec<u8>> = Vec::new();
            loop {
                hog.push(vec![1; 16 << 20]);
            }
        }
        _ => say(&good),
    }
}
