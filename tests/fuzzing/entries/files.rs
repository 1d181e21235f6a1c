//! The files of a run, and the history of runs.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};

use lettergame::history::{Filter, History};
use lettergame::plan::Shard;
use lettergame::protocol::HostOptions;
use lettergame::registry::row_shape;
use lettergame::report::Report;
use lettergame::run::ReplayOptions;
use lettergame::runs::{Replay, Session, Words, prepare, read_raw_config};
use lettergame::words::Alphabet;
use tempfile::TempDir;

use super::read;

/// A small run with everything recorded, and the bytes of its files.
struct Played {
    folder: TempDir,
    files: Vec<(&'static str, Vec<u8>)>,
}

/// Only one at a time: a run has one folder.
static PLAYED: LazyLock<Mutex<Played>> = LazyLock::new(|| Mutex::new(played()));

const CONFIG: &str = "players = [\"random\", \"letter-value\"]\ngames = 4\nseed = 5\nrecord = \
                      \"plies\"\nlexicon = \"words.txt\"\n[rules]\nrounds = 2\n";
const FILES: [&str; 5] = ["config.toml", "scores.csv", "rounds.csv", "plies.csv", "standings.csv"];

fn played() -> Played {
    let folder = tempfile::tempdir().expect("a folder");
    let (config, words) = (folder.path().join("game.toml"), folder.path().join("words.txt"));
    fs::write(&config, CONFIG).expect("a config");
    fs::write(&words, "AA\nAT\nCAT\nEAT\nNOTE\nSEAT\nSENORITA\nTEN\n").expect("words");
    let words = Words::load(Some(&words), Alphabet::english()).expect("words");
    let draft = read_raw_config(&config).expect("a draft");
    let run = prepare(&draft, &words, &HostOptions::default()).expect("a run").remove(0);
    let session = run.open(&folder.path().join("run"), Shard::WHOLE, false).expect("a folder");
    session.play(NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {}).expect("the games");
    let dir = folder.path().join("run");
    let files = FILES.map(|name| (name, fs::read(dir.join(name)).expect("a file"))).to_vec();
    Played { folder, files }
}

/// The first line names a file of a run, whose content is replaced by the rest.
pub(super) fn run_files(data: &[u8]) {
    let Some(end) = data.iter().position(|&byte| byte == b'\n') else { return };
    let (name, content) = (&data[..end], &data[end + 1..]);
    let played = PLAYED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let Some(&(name, _)) = played.files.iter().find(|(file, _)| file.as_bytes() == name) else {
        return;
    };
    let dir = played.folder.path().join("run");
    for (file, bytes) in &played.files {
        let bytes = if *file == name { content } else { bytes };
        fs::write(dir.join(file), bytes).expect("a file");
    }
    look_at(&dir);
}

/// Everything that reads a run without changing it, then what resumes it.
fn look_at(dir: &Path) {
    read(Report::read(&[dir.to_owned()], row_shape, |_| {}));
    if let Some(replay) = read(Replay::of_run(dir))
        && let Some(score) = read(replay.play(1, ReplayOptions::default(), &mut |_| {}))
    {
        read(replay.check(&score));
    }
    read(Session::reopen(dir, &HostOptions::default()));
}

/// Arbitrary bytes as a history of runs.
pub(super) fn history(data: &[u8]) {
    static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));
    let path = FOLDER.path().join("history.sqlite");
    fs::write(&path, data).expect("a file");
    read(History::read(&path).and_then(|history| {
        history.players()?;
        history.games()?;
        history.verdicts(&Filter::default())?;
        history.runs(&Filter::default())
    }));
}
