//! Whatever byte of a run's files changes, it is found, or no number that is reported changes.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lettergame::base::Points;
use lettergame::protocol::{Hosting, NewGame, Resident, Residents, Seated};
use lettergame::report::{Format, Report};
use lettergame::runs::{Session, Words, prepare, verify};
use lettergame::tournament::{Draft, Shard};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Mutations of all runs together.
const MUTATIONS: usize = 10_000;

/// A player whose answers are no moves, so that every decision is a fault.
struct Mumbler;

impl Resident for Mumbler {
    fn sit(&self, _: &NewGame<'_>) -> Result<Box<dyn Seated>, String> {
        Ok(Box::new(Mumbler))
    }
}

impl Seated for Mumbler {
    fn ask(&mut self, kind: &str, _: &str, _: &str) -> Result<String, String> {
        match kind {
            "bid" => Ok("{\"bid\":0}".to_owned()),
            _ => Ok("{".to_owned()),
        }
    }

    fn end(&mut self, _: &str, _: &[Points]) {}
}

/// Runs of every game, with faults, and of a schedule with stages.
const RUNS: [&str; 5] = [
    "game = 'auction'\nplayers = ['mine', 'letter-value', 'random']\ngames = 4\n[rules]\nrounds = 2\n",
    "game = 'marrakech'\nplayers = ['mine', 'random']\ngames = 3\n",
    "game = 'scrabble'\nplayers = ['mine', 'score']\ngames = 2\n",
    "game = 'wordgame'\nplayers = ['mine', 'seed']\ngames = 4\n[rules]\nhands = 2\n",
    "game = 'auction'\nplayers = ['zero', 'letter-value', 'random', 'flat']\nschedule = 'swiss'\n\
     group-size = 2\ngames = 2\n[rules]\nrounds = 1\n",
];

/// The files of a run with their bytes.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn hosting() -> Hosting {
    let mut residents = Residents::default();
    residents.insert("mine", Arc::new(Mumbler));
    Hosting { residents, ..Hosting::default() }
}

/// A finished run in `dir` with everything recorded.
fn played(dir: &Path, config: &str, words: &Words) -> Files {
    let mine = if config.contains("mine") {
        "[[player]]\nname = 'mine'\nclass = 'some.place:Mine'\n"
    } else {
        ""
    };
    let text = format!("seed = 3\nrecord = 'plies'\n{config}{mine}");
    let draft = Draft::from_toml(&text, "t.toml").unwrap();
    let run = prepare(&draft, words, &hosting()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let run = run.into_iter().next().unwrap();
    let session: Session = run.open(dir, Shard::WHOLE, false).unwrap();
    session.play(NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {}).unwrap();
    let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    names.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Another text than `old`, made of it in one of many ways.
fn mutated(old: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let mut new = old.to_vec();
    let place = rng.random_range(0..old.len());
    let lines: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
    let line = rng.random_range(0..lines.len());
    let mut other_lines = lines.clone();
    match rng.random_range(0..13) {
        0 => new[place] ^= 1 << rng.random_range(0..8),
        1 => new[place] = rng.random_range(0..=255),
        2 => new[place] = b"0123456789,\n"[rng.random_range(0..12)],
        3 => new.truncate(place),
        4 => drop(new.remove(place)),
        5 => new.insert(place, b"0123456789,\n \r\0\xff"[rng.random_range(0..16)]),
        6 => {
            let end = (place + rng.random_range(1..40)).min(new.len());
            new[place..end].fill(0);
        }
        7 => new.extend_from_slice(&vec![0; rng.random_range(1..5000)]),
        8 => new.extend_from_slice(lines[line]),
        9 => drop(other_lines.remove(line)),
        10 => other_lines.insert(line, lines[line]),
        11 => other_lines.swap(line, lines.len() - 1),
        _ => other_lines.truncate(line),
    }
    if other_lines == lines { new } else { other_lines.concat() }
}

/// What a report says in numbers, without the version of the program, and how many games are not there.
fn reported(dir: &Path) -> Result<(serde_json::Value, u64), String> {
    let report = Report::read(&[dir.to_owned()], |_| {}).map_err(|error| error.to_string())?;
    let text = report.render(Format::Json).map_err(|error| error.to_string())?;
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let run = &report.runs[0].run;
    let missing = run.games_total - run.games_done;
    // said in words, and no number
    for key in ["version", "cut"] {
        json["runs"][0]["run"][key] = serde_json::Value::Null;
    }
    Ok((json, missing))
}

fn shown(error: &str) -> bool {
    error.len() < 1000 && !error.chars().any(|char| char.is_control() && char != '\n')
}

#[test]
fn every_mutation_is_found_or_changes_no_number() {
    let (words, mut rng) = (Words::shipped(), ChaCha8Rng::seed_from_u64(5));
    for config in RUNS {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let files = played(&dir, config, &words);
        assert_eq!(verify(&dir).findings, Vec::<String>::new(), "{config}");
        let (whole, missing) = reported(&dir).unwrap();
        assert_eq!(missing, 0);
        for _ in 0..MUTATIONS / RUNS.len() {
            let (path, old) = files.iter().nth(rng.random_range(0..files.len())).unwrap();
            if old.is_empty() {
                continue;
            }
            let new = mutated(old, &mut rng);
            let case = || format!("{}: {}", path.display(), difference(old, &new));
            if new == *old {
                continue;
            }
            fs::write(path, &new).unwrap();
            let found = verify(&dir).findings;
            assert!(!found.is_empty(), "not found: {}", case());
            // a line of a config that does not read is shown as it is
            let is_config = path.ends_with("config.toml");
            assert!(is_config || found.iter().all(|text| shown(text)), "{}: {found:?}", case());
            match reported(&dir) {
                Ok((json, missing)) => {
                    assert!(missing > 0 || json == whole, "reported: {}", case())
                }
                Err(error) => assert!(is_config || shown(&error), "{}: {error}", case()),
            }
            fs::write(path, old).unwrap();
        }
        for (path, old) in &files {
            fs::remove_file(path).unwrap();
            assert!(!verify(&dir).findings.is_empty(), "{} was removed", path.display());
            fs::write(path, old).unwrap();
        }
        assert_eq!(verify(&dir).findings, Vec::<String>::new());
    }
}

/// Where two texts begin to differ.
fn difference(old: &[u8], new: &[u8]) -> String {
    let at = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let piece = |text: &[u8]| {
        String::from_utf8_lossy(&text[at.saturating_sub(30)..text.len().min(at + 30)]).into_owned()
    };
    format!(
        "{} and {} bytes, from {at}: {:?} and {:?}",
        old.len(),
        new.len(),
        piece(old),
        piece(new)
    )
}
