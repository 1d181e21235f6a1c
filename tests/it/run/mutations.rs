//! Whatever byte of a run's files changes, it is detected, or no reported number changes; and resuming or
//! merging such a run is rejected, or gives the same rows.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lettergame::base::Points;
use lettergame::plan::{RawConfig, Shard};
use lettergame::protocol::{HostOptions, InProcessPlayer, InProcessPlayers, NewGame, Seated};
use lettergame::registry::row_shape;
use lettergame::report::{Format, Report};
use lettergame::run::LockedShard;
use lettergame::runs::{Session, Words, merge, prepare, prepared_run, verify};
use lettergame::words::Alphabet;
use lettergame_xtest::cases;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Mutations over all runs, of which `.ci/run --weekly` makes four times as many.
const MUTATIONS: u64 = 2_500;
/// Of this many mutated runs, one is also resumed and merged.
const SAMPLED: usize = 8;

/// A player whose answers are not valid moves, so that every decision is a fault.
struct Mumbler;

impl InProcessPlayer for Mumbler {
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

/// Runs of every game, with faults, of a schedule with stages, and of a program that fails and leaves a log.
const RUNS: [&str; 6] = [
    "game = 'auction'\nplayers = ['mine', 'letter-value', 'random']\ngames = 4\n[rules]\nrounds = 2\n",
    "game = 'marrakech'\nplayers = ['mine', 'random']\ngames = 3\n",
    "game = 'scrabble'\nplayers = ['mine', 'score']\ngames = 2\n",
    "game = 'wordgame'\nplayers = ['mine', 'seed']\ngames = 4\n[rules]\nhands = 2\n",
    "game = 'auction'\nplayers = ['zero', 'letter-value', 'random', 'flat']\nschedule = 'swiss'\n\
     group-size = 2\ngames = 2\n[rules]\nrounds = 1\n",
    "game = 'auction'\nplayers = ['zero', 'flat']\ngames = 3\n[rules]\nrounds = 2\n[[player]]\n\
     name = 'lost'\ncommand = ['sh', '-c', 'echo lost my way >&2; exit 3']\n",
];

/// The files of a run with their bytes.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn host_options() -> HostOptions {
    let mut residents = InProcessPlayers::default();
    residents.insert("mine", Arc::new(Mumbler));
    let launcher = Some(PathBuf::from(env!("CARGO_BIN_EXE_lettergame")));
    HostOptions { residents, launcher, ..HostOptions::default() }
}

/// A small word list, fast to read: every twentieth word of the shipped one.
fn few_words(path: &Path) -> Words {
    let all = Words::shipped();
    let few = all.lexicon.words().iter().step_by(20).flat_map(|word| [word, "\n"]);
    fs::write(path, few.collect::<String>()).unwrap();
    Words::load(Some(path), Alphabet::english()).unwrap()
}

/// All files in a folder, recursively.
fn files_in(dir: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(files_in(&path)),
            false => drop(files.insert(path.clone(), fs::read(path).unwrap())),
        }
    }
    files
}

/// Restores all files, and removes others.
fn restore(dir: &Path, files: &Files) {
    fs::remove_dir_all(dir).unwrap();
    for (path, bytes) in files {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The files that depend only on the config.
fn rows(dir: &Path) -> Vec<Vec<u8>> {
    let names = ["scores.csv", "rounds.csv", "plies.csv"];
    names.map(|name| fs::read(dir.join(name)).unwrap_or_default()).to_vec()
}

/// Plays the rest of a run; an error is why it is rejected.
fn resume(dir: &Path) -> Result<(), String> {
    let session = Session::reopen(dir, &host_options()).map_err(|error| error.to_string())?;
    let played = session.play(NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {});
    played.map(drop).map_err(|error| error.to_string())
}

/// Merges a run, as the only shard, into another folder; an error is why it is rejected.
fn merged(dir: &Path, out: &Path) -> Result<(), String> {
    let shard = LockedShard::take(dir).map_err(|error| error.to_string())?;
    let host_options = HostOptions { read_only: true, ..host_options() };
    let (prepared, _) = prepared_run(dir, &host_options).map_err(|error| error.to_string())?;
    let merged = merge(prepared, vec![shard], (out, false), None, |_| {});
    merged.map(drop).map_err(|error| error.to_string())
}

/// A finished run in `dir` with everything recorded.
fn played(dir: &Path, config: &str, words: &Words, list: &Path) -> Files {
    let mine = if config.contains("mine") {
        "[[player]]\nname = 'mine'\nclass = 'some.place:Mine'\n"
    } else {
        ""
    };
    let text =
        format!("seed = 3\nrecord = 'plies'\nlexicon = '{}'\n{config}{mine}", list.display());
    let raw = RawConfig::from_toml(&text, "t.toml").unwrap();
    let run =
        prepare(&raw, words, &host_options()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let run = run.into_iter().next().unwrap();
    let session: Session = run.open(dir, Shard::WHOLE, false).unwrap();
    session.play(NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {}).unwrap();
    files_in(dir)
}

/// A text different from `old`, derived from it in one of many ways.
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

/// The numbers of a report, without the version of the program.
fn reported(dir: &Path) -> Result<serde_json::Value, String> {
    let report =
        Report::read(&[dir.to_owned()], row_shape, |_| {}).map_err(|error| error.to_string())?;
    let text = report.render(Format::Json, &[]).map_err(|error| error.to_string())?;
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    // these are text rather than numbers; the command reports a changed `timing.json`
    for key in ["version", "cut", "times"] {
        json["runs"][0]["run"][key] = serde_json::Value::Null;
    }
    Ok(json)
}

fn shown(error: &str) -> bool {
    error.len() < 1000 && !error.chars().any(|char| char.is_control() && char != '\n')
}

fn damage(dir: &Path) -> Vec<String> {
    verify(dir).findings.iter().map(ToString::to_string).collect()
}

#[test]
fn every_mutation_is_detected_or_changes_no_number() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let list = tempfile::NamedTempFile::new().unwrap();
    let words = few_words(list.path());
    let (mut logs, mut outcomes) = (0, BTreeMap::new());
    for config in RUNS {
        let folder = tempfile::tempdir().unwrap();
        let (dir, out) = (folder.path().join("run"), folder.path().join("out"));
        let files = played(&dir, config, &words, list.path());
        logs += files.keys().filter(|path| path.starts_with(dir.join("logs"))).count();
        let original = rows(&dir);
        assert_eq!(damage(&dir), Vec::<String>::new(), "{config}");
        let whole = reported(&dir).unwrap();
        for number in 0..cases(MUTATIONS) as usize / RUNS.len() {
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
            let found = damage(&dir);
            assert!(!found.is_empty(), "not found: {}", case());
            assert!(found.iter().all(|text| shown(text)), "{}: {found:?}", case());
            match reported(&dir) {
                Ok(json) => {
                    assert!(json == whole, "reported: {}", case())
                }
                Err(error) => assert!(shown(&error), "{}: {error}", case()),
            }
            if !number.is_multiple_of(SAMPLED) {
                fs::write(path, old).unwrap();
                continue;
            }
            // the second command sees the run in its mutated state
            for (act, result) in [("merge", &out), ("resume", &dir)] {
                let done = catch_unwind(AssertUnwindSafe(|| match act {
                    "merge" => merged(&dir, &out),
                    _ => resume(&dir),
                }));
                let done = done.unwrap_or_else(|_| panic!("{act} panicked: {}", case()));
                *outcomes.entry((act, done.is_ok())).or_insert(0) += 1;
                match done {
                    Ok(()) => assert!(rows(result) == original, "{act}: {}", case()),
                    Err(error) => assert!(shown(&error), "{}: {error}", case()),
                }
                let _ = fs::remove_dir_all(&out);
            }
            restore(&dir, &files);
        }
        for (path, old) in &files {
            fs::remove_file(path).unwrap();
            assert!(!damage(&dir).is_empty(), "{} was removed", path.display());
            fs::write(path, old).unwrap();
        }
        assert_eq!(damage(&dir), Vec::<String>::new());
    }
    assert!(logs > 0, "a program has left a log");
    assert_eq!(outcomes.len(), 4, "both were refused and done: {outcomes:?}");
}

/// Where two texts start to differ.
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
