//! How programs learn of the end, for every command that can run one: for each announced game, that it is
//! over, banned or stopped, with the points and the events since its last ask; and finally to exit.

use crate::program;
use crate::web::site;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use lettergame::protocol::HostOptions;
use lettergame::protocol::sandbox::Mode;
use lettergame::web::Terms;
use program::{Background, EXE, example, scratch, words};
use serde_json::Value;
use site::Site;
use tempfile::TempDir;

/// The sandbox would prevent the player from writing.
const UNSHUT: [&str; 2] = ["--sandbox", "off"];

/// A player with this behaviour that records every message in a file.
struct Player {
    dir: TempDir,
    does: &'static str,
}

impl Player {
    fn new(does: &'static str) -> Player {
        Player { dir: scratch(), does }
    }

    fn file(&self) -> PathBuf {
        self.dir.path().join("heard")
    }

    fn text(&self) -> String {
        let (faulty, file) = (example("faulty"), self.file());
        format!("cmd:{} keep @{} {}", faulty.display(), file.display(), self.does)
    }

    /// Plays a command, in which `CMD` stands for the player, with this input.
    fn plays(&self, line: &str, input: &str) -> Heard {
        let text = self.text();
        let with_player = |word: &str| word.replace("CMD", &text);
        let args: Vec<String> = words(line).into_iter().map(with_player).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).chain(UNSHUT).collect();
        program::fed(self.dir.path(), &args, input).ended(0);
        self.heard()
    }

    /// The recorded messages, once every process has its `bye`.
    fn heard(&self) -> Heard {
        let begun = Instant::now();
        loop {
            let text = fs::read_to_string(self.file()).unwrap_or_default();
            let messages = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
            let heard = Heard(messages.unwrap_or_default());
            if !heard.0.is_empty() && heard.of("bye").len() == heard.of("hello").len() {
                return heard;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "no bye: {text}");
            sleep(Duration::from_millis(10));
        }
    }
}

/// All messages to the processes of a player.
struct Heard(Vec<Value>);

impl Heard {
    fn of(&self, kind: &str) -> Vec<&Value> {
        self.0.iter().filter(|message| message["t"] == kind).collect()
    }

    /// Asserts that all of these games ended like this, once each.
    #[track_caller]
    fn ended(&self, games: usize, why: &str) -> Vec<&Value> {
        let ends = self.of("end");
        // games are played in parallel, and end in any order
        let names = |of: &[&Value]| {
            let mut names: Vec<_> = of.iter().map(|message| message["g"].as_u64()).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(&ends), names(&self.of("new")), "{ends:?}");
        assert_eq!(ends.len(), games);
        for end in &ends {
            assert_eq!(end["why"], why, "{end}");
        }
        ends
    }

    /// Asserts that they ended like this after the last turn: with points, and with events that were in no
    /// ask.
    #[track_caller]
    fn played_out(&self, games: usize, why: &str) {
        for end in self.ended(games, why) {
            assert_eq!(end["scores"].as_array().map(Vec::len), Some(2), "{end}");
            let last = end["events"].as_array().and_then(|events| events.last());
            let last = last.unwrap_or_else(|| panic!("nothing was announced: {end}"));
            let told = |message: &&Value| {
                message["events"].as_array().is_some_and(|all| all.contains(last))
            };
            assert_eq!(self.0.iter().filter(told).count(), 1, "{last}");
        }
    }
}

#[test]
fn every_command_notifies_programs_of_the_end_of_the_game() {
    for (line, games) in [
        (
            "tournament --players CMD,random --games 4 --rounds 1 --seed 1 --threads 1 --quiet --out run",
            4,
        ),
        ("play auction --players CMD,random --rounds 1 --seed 1", 1),
        ("play marrakech --players CMD,random --seed 1", 1),
        ("play scrabble --players CMD,random --seed 1", 1),
        ("play scrabble --players CMD,random --seed 1 --format csv", 1),
    ] {
        let heard = Player::new("plain").plays(line, "");
        assert!(!heard.of("ask").is_empty(), "{line}");
        heard.played_out(games, "over");
    }
}

/// In another seat a program could know the letters of its rivals.
#[test]
fn no_process_is_shown_a_deal_twice() {
    let player = Player::new("plain");
    let line = "tournament --players CMD,random,zero --games 60 --rounds 1 --seed 1 --threads 1 --quiet --out run";
    let heard = player.plays(line, "");
    let mut shown = BTreeSet::new();
    for new in heard.of("new") {
        // three games a deal
        let deal = new["g"].as_u64().unwrap() / 3;
        assert!(shown.insert((new["process"].as_u64().unwrap(), deal)), "{new}");
    }
    let processes: BTreeSet<u64> = shown.iter().map(|(process, _)| *process).collect();
    assert_eq!((shown.len(), processes.len()), (60, 3));
}

#[test]
fn a_banned_program_is_notified() {
    for line in [
        "tournament --players CMD,random --games 1 --rounds 1 --seed 1 --threads 1 --quiet --out run",
        "play auction --players CMD,random --rounds 1 --seed 1",
    ] {
        Player::new("unknown-move").plays(line, "").played_out(1, "banned");
    }
}

#[test]
fn a_program_is_notified_when_a_person_leaves_the_game() {
    for (line, input) in [
        ("play auction --players person,CMD --rounds 1 --seed 1", "1\nq\n"),
        ("play auction --players person,CMD --rounds 1 --seed 1", "1\n"),
        ("play marrakech --players CMD,person --seed 1", "q\n"),
    ] {
        let heard = Player::new("plain").plays(line, input);
        assert!(!heard.of("ask").is_empty(), "{line}");
        heard.ended(1, "stopped");
    }
}

#[test]
fn an_interrupted_tournament_ends_the_games_of_its_programs() {
    let player = Player::new("plain");
    let players = format!("{},random", player.text());
    let args = ["tournament", "--players", &players, "--games", "1000000", "--seed", "1"];
    let args = [&args[..], &["--out", "run", "--quiet", "--threads", "1"], &UNSHUT].concat();
    let mut run = Background::start_with(player.dir.path(), &args);
    run.until(&player.dir.path().join("run/scores.csv"), 20_000);
    run.signal("INT").ended(130);
    let heard = player.heard();
    let whys: Vec<_> = heard.of("end").iter().map(|end| end["why"].as_str().unwrap()).collect();
    let stopped = whys.iter().filter(|why| **why == "stopped").count();
    assert_eq!(whys.len(), heard.of("new").len());
    assert!(0 < stopped && stopped < whys.len(), "{stopped} of {}", whys.len());
}

/// A server that allows programs, and a room with this player and a built-in one.
fn room(player: &Player, section: &str) -> (Site, String) {
    let host_options =
        HostOptions { launcher: Some(EXE.into()), sandbox: Mode::Off, ..HostOptions::default() };
    let site = Site::with(Terms { allow_programs: true, host_options, ..Terms::default() });
    let text = player.text();
    let pairs = [("player", text.as_str()), ("player", "random"), ("rounds", "1"), ("seed", "4")];
    let pairs = if section == "auction" { &pairs[..] } else { &[pairs[0], pairs[1], pairs[3]] };
    let page = site.post(&format!("/{section}"), pairs);
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    let room = page.location().to_owned();
    (site, room)
}

#[test]
fn pages_notify_programs_of_the_end_of_the_game() {
    for section in ["auction", "marrakech", "scrabble/game"] {
        let player = Player::new("plain");
        let (site, room) = room(&player, section);
        while !fs::read_to_string(player.file()).is_ok_and(|heard| heard.contains("bye")) {
            assert_eq!(site.post(&format!("{room}/step"), &[]).status, StatusCode::SEE_OTHER);
        }
        player.heard().played_out(1, "over");
    }
}

#[test]
fn a_program_is_notified_when_no_one_watches_the_page_any_more() {
    let player = Player::new("plain");
    let (site, room) = room(&player, "marrakech");
    site.post(&format!("{room}/step"), &[]);
    site.sweep(Instant::now() + Duration::from_secs(1_000_000));
    assert_eq!(site.get(&room).status, StatusCode::NOT_FOUND);
    player.heard().ended(1, "stopped");
}
