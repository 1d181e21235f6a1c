//! Players in this process that are asked by messages, and rows that are played without a folder.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use lettergame::base::Points;
use lettergame::plan::{RawConfig, RecordLevel, Shard};
use lettergame::protocol::{HostOptions, InProcessPlayer, InProcessPlayers, NewGame, Seated};
use lettergame::run::{RecoverError, ReplayOptions};
use lettergame::runs::{Part, Played, ReadyRun, Replay, RunError, Words, prepare};
use lettergame::tournament::Ended;
use serde_json::Value;

/// Bids like `zero`; fails on request, and records what it receives.
struct Quiet {
    fails: &'static str,
    heard: Arc<Mutex<Vec<String>>>,
}

struct Seat {
    fails: &'static str,
    heard: Arc<Mutex<Vec<String>>>,
}

impl InProcessPlayer for Quiet {
    fn sit(&self, new: &NewGame<'_>) -> Result<Box<dyn Seated>, String> {
        if self.fails == "sit" {
            return Err("no chair".to_owned());
        }
        let note = format!("{} {} {} {}", new.game, new.rules["rounds"], new.seat, new.seed);
        self.heard.lock().unwrap().push(note);
        Ok(Box::new(Seat { fails: self.fails, heard: Arc::clone(&self.heard) }))
    }
}

impl Seated for Seat {
    fn ask(&mut self, kind: &str, events: &str, view: &str) -> Result<String, String> {
        let events: Value = serde_json::from_str(events).unwrap();
        let view: Value = serde_json::from_str(view).unwrap();
        assert!(events.is_array() && view.is_object());
        match (kind, self.fails) {
            ("bid", "bid") => Err("lost my head".to_owned()),
            ("bid", "garbage") => Ok("{".to_owned()),
            ("bid", _) => Ok(r#"{"bid":0}"#.to_owned()),
            _ => Ok(r#"{"word":""}"#.to_owned()),
        }
    }

    fn end(&mut self, events: &str, scores: &[Points]) {
        self.heard.lock().unwrap().push(format!("end {} {}", events.len() > 2, scores.len()));
    }
}

const CONFIG: &str = "players = ['mine', 'random']\ngames = 6\nseed = 3\n[rules]\nrounds = 1\n\
                      [[player]]\nname = 'mine'\nclass = 'some.place:Mine'\n";

fn host_options(fails: &'static str) -> (HostOptions, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut residents = InProcessPlayers::default();
    residents.insert("mine", Arc::new(Quiet { fails, heard: Arc::clone(&heard) }));
    (HostOptions { residents, ..HostOptions::default() }, heard)
}

fn ready(text: &str, host_options: &HostOptions) -> Result<ReadyRun, RunError> {
    let raw = RawConfig::from_toml(text, "t.toml")?;
    prepare(&raw, &Words::shipped(), host_options).map(|mut runs| runs.remove(0))
}

fn played(run: &ReadyRun, games: std::ops::Range<u64>) -> Result<Played, RunError> {
    run.play_games(games, None, NonZeroUsize::MIN, &AtomicBool::new(false), |_| {})
}

/// A part from which a folder is joined: with the endings of its games, or with rows only.
fn part(run: &ReadyRun, games: &Played, is_known: bool) -> Result<Part, RunError> {
    let part = games.part(&run.fingerprint());
    let outcomes = if is_known { part.outcomes.clone() } else { Vec::new() };
    Ok(Part { outcomes, ..part })
}

fn scores(games: &Played) -> String {
    String::from_utf8(games.csv(RecordLevel::Games)).unwrap()
}

#[test]
fn an_in_process_player_is_informed_of_the_game_and_plays_it() {
    let (host_options, heard) = host_options("");
    let run = ready(CONFIG, &host_options).unwrap();
    let rows = played(&run, 0..6).unwrap();
    assert_eq!((rows.ended, rows.games.clone()), (Ended::Complete, 0..6));
    assert_eq!(scores(&rows).lines().count(), 12);
    assert!(rows.faults.is_empty());
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.iter().filter(|note| *note == "end true 2").count(), 6);
    let told: Vec<&String> = heard.iter().filter(|note| note.starts_with("auction 1 ")).collect();
    assert_eq!(told.len(), 6);
    assert_ne!(told[0], told[2], "each deal has a seed of its own");
}

#[test]
fn a_failing_in_process_player_is_at_fault_with_its_message() {
    for (fails, fault, said) in [
        ("sit", "gone", "the player failed: no chair"),
        ("bid", "gone", "the player failed: lost my head"),
        ("garbage", "unreadable", "invalid move `{`"),
    ] {
        let run = ready(CONFIG, &host_options(fails).0).unwrap();
        let rows = played(&run, 0..2).unwrap();
        let faults = String::from_utf8(rows.faults.clone()).unwrap();
        let line: Value = serde_json::from_str(faults.lines().next().unwrap()).unwrap();
        assert_eq!((line["fault"].as_str(), line["player"].as_str()), (Some(fault), Some("mine")));
        assert!(line["said"].as_str().unwrap().starts_with(said), "{line}");
        assert!(scores(&rows).contains("banned"), "as the rules of the game have it");
    }
}

#[test]
fn a_missing_class_is_refused_by_name() {
    let error = ready(CONFIG, &HostOptions::default()).err().unwrap().to_string();
    assert!(error.contains("player `mine`: it is the class some.place:Mine"), "{error}");
}

#[test]
fn parts_give_the_rows_of_the_whole() {
    let text = "players = ['letter-value', 'random', 'zero']\nschedule = 'round-robin'\ngames = 8\n\
                seed = 4\nrecord = 'plies'\n[rules]\nrounds = 1\n";
    let run = ready(text, &HostOptions::default()).unwrap();
    let whole = played(&run, 0..run.total()).unwrap();
    let cuts = [0, 1, 7, run.total()];
    for file in RecordLevel::FILES {
        let parts = cuts.windows(2).map(|cut| played(&run, cut[0]..cut[1]).unwrap());
        let joined: Vec<u8> = parts.flat_map(|part| part.csv(file)).collect();
        assert_eq!(joined, whole.csv(file), "{file}");
    }
    assert!(matches!(played(&run, 3..run.total() + 1), Err(RunError::NoGames { .. })));
    let (start, end) = (5, 4);
    assert!(matches!(played(&run, start..end), Err(RunError::NoGames { .. })));
}

#[test]
fn games_that_depend_on_results_are_not_played_in_isolation() {
    let text = "players = ['zero', 'random', 'flat', 'letter-value']\nschedule = 'knockout'\n\
                group-size = 2\ngames = 4\nseed = 4\n[rules]\nrounds = 1\n";
    let run = ready(text, &HostOptions::default()).unwrap();
    let total = run.total();
    assert!(matches!(played(&run, total - 1..total), Err(RunError::Staged { .. })));
    let run = ready(text, &HostOptions::default()).unwrap();
    assert!(played(&run, 0..total).unwrap().ranking.is_some());
}

#[test]
fn parts_give_the_folder_of_the_whole() {
    let text = "players = ['letter-value', 'random']\ngames = 8\nseed = 4\n[rules]\nrounds = 1\n";
    let host_options = HostOptions::default();
    let place = tempfile::tempdir().unwrap();
    let (one, other) = (place.path().join("one"), place.path().join("other"));
    let stop = AtomicBool::new(false);
    let session = ready(text, &host_options).unwrap().open(&one, Shard::WHOLE, false).unwrap();
    session.play(NonZeroUsize::MIN, &stop, |_, _| {}).unwrap();
    let run = ready(text, &host_options).unwrap();
    let part = |games: std::ops::Range<u64>| part(&run, &played(&run, games)?, true);
    let parts = [0..3, 3..8].map(part).into_iter();
    let session = ready(text, &host_options).unwrap().assemble(&other, false, parts).unwrap();
    session.play(NonZeroUsize::MIN, &stop, |_, _| {}).unwrap();
    for name in ["config.toml", "scores.csv", "standings.csv"] {
        let read = |dir: &std::path::Path| std::fs::read(dir.join(name)).unwrap();
        assert_eq!(read(&one), read(&other), "{name}");
    }
    let gap = [part(0..3), part(5..8)].into_iter();
    let refused =
        ready(text, &host_options).unwrap().assemble(&place.path().join("gap"), false, gap);
    assert!(matches!(refused, Err(RunError::Part { game: 5, .. })));
    let short = [part(0..3)].into_iter();
    let refused =
        ready(text, &host_options).unwrap().assemble(&place.path().join("end"), false, short);
    assert!(matches!(refused, Err(RunError::Parts { done: 3, total: 8, .. })));
}

#[test]
fn inauthentic_parts_are_refused_and_leave_nothing() {
    let text = |seed: u32| format!("{CONFIG}\n").replace("seed = 3", &format!("seed = {seed}"));
    let host_options = host_options("").0;
    let [run, other] = [3, 4].map(|seed| ready(&text(seed), &host_options).unwrap());
    assert_ne!(run.fingerprint(), other.fingerprint());
    let sound = part(&run, &played(&run, 0..6).unwrap(), true).unwrap();
    let mut changed = sound.clone();
    *changed.files[0].last_mut().unwrap() = b' ';
    let mut cut = sound.clone();
    cut.outcomes.truncate(cut.outcomes.len() - 3);
    let fewer = Part { files: Vec::new(), ..sound.clone() };
    let foreign = part(&other, &played(&other, 0..6).unwrap(), true).unwrap();
    let twice = vec![sound.clone(), sound.clone()];
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("run");
    for (parts, why) in [
        (vec![changed], "the part from game 0 on has other rows than were written: play it again"),
        (vec![cut], "the part from game 0 on is damaged: play it again"),
        (vec![fewer], "the part from game 0 on has other rows than were written: play it again"),
        (vec![foreign], "the part from game 0 on is of another config or word list"),
        (twice, "the part from game 0 on has game 0, where game 6 is the next"),
    ] {
        let run = ready(&text(3), &host_options).unwrap();
        let refused = run.assemble(&dir, false, parts.into_iter().map(Ok)).err();
        assert_eq!(refused.map(|error| error.to_string()), Some(why.to_owned()));
        assert!(!dir.exists(), "{why}");
    }
    assert!(
        ready(&text(3), &host_options)
            .unwrap()
            .assemble(&dir, false, [Ok(sound)].into_iter())
            .is_ok()
    );
}

#[test]
fn parts_with_a_failing_player_match_the_whole() {
    for (record, files) in [("plies", 3), ("rounds", 2), ("games", 1)] {
        parts_of_one_that_fails(record, files);
    }
}

/// Cuts a run with a player that always fails at several places, with this number of row files.
fn parts_of_one_that_fails(record: &str, files: usize) {
    let text = CONFIG.replace("games = 6", &format!("games = 109\nrecord = '{record}'"));
    let host_options = host_options("bid").0;
    let run = ready(&text, &host_options).unwrap();
    let whole = played(&run, 0..109).unwrap();
    let benched = run.prepared.tournament.benched();
    assert_eq!((benched[0].first, benched[0].benched), (Some(5), 95 + 4));
    let place = tempfile::tempdir().unwrap();
    for cut in [1, 4, 5, 6, 99, 100, 103, 107] {
        let (first, second) = (played(&run, 0..cut).unwrap(), played(&run, cut..109).unwrap());
        assert_eq!(first.files.len(), files);
        for file in RecordLevel::FILES {
            let joined = [first.csv(file), second.csv(file)].concat();
            assert_eq!(joined, whole.csv(file), "cut at {cut}");
        }
        assert_eq!([&first.faults[..], &second.faults].concat(), whole.faults, "cut at {cut}");
        let dir = place.path().join(cut.to_string());
        for known in [[true, true], [true, false], [false, true]] {
            let parts = [part(&run, &first, known[0]), part(&run, &second, known[1])].into_iter();
            let joined = ready(&text, &host_options).unwrap().assemble(&dir, true, parts).unwrap();
            assert_eq!((joined.tally().games(), joined.total()), (109, 109), "{known:?}");
        }
    }
}

#[test]
fn benching_that_contradicts_earlier_games_is_detected() {
    let text = CONFIG.replace("games = 6", "games = 7");
    let [well, ill] = ["", "bid"].map(|fails| ready(&text, &host_options(fails).0).unwrap());
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("run");
    let cases = [(&well, &ill, "was benched"), (&ill, &well, "was asked")];
    for ((first, second, found), is_known) in
        cases.into_iter().flat_map(|case| [(case, true), (case, false)])
    {
        let [first, second] = [(first, 0..5), (second, 5..7)]
            .map(|(run, games)| part(run, &played(run, games).unwrap(), is_known));
        let parts = [first, second];
        let run = ready(&text, &host_options("").0).unwrap();
        match run.assemble(&dir, false, parts.into_iter()) {
            Err(RunError::Recover(RecoverError::Bench { error, .. })) => {
                let expected =
                    format!("game 5: player `mine` {found}, against the games of its block");
                assert!(error.to_string().starts_with(&expected), "{error}");
            }
            _ => panic!("{found}"),
        }
        assert!(!dir.exists(), "no folder of other rows is left");
    }
}

#[test]
fn a_class_is_not_asked_again() {
    let (host_options, _) = host_options("");
    let place = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let dirs = [("games", ""), ("plies", "record = 'plies'\n")];
    for (name, record) in dirs {
        let run = ready(&format!("{record}{CONFIG}"), &host_options).unwrap();
        let session = run.open(&place.path().join(name), Shard::WHOLE, false).unwrap();
        session.play(NonZeroUsize::MIN, &stop, |_, _| {}).unwrap();
    }
    let told = |name: &str| {
        Replay::of_run(&place.path().join(name)).unwrap().play(
            1,
            ReplayOptions::default(),
            &mut |_| {},
        )
    };
    assert!(matches!(told("games"), Err(RunError::NotRecorded(_))));
    assert_eq!(told("plies").unwrap().seats.len(), 2);
}
