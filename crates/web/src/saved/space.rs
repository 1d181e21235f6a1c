//! Frees space for one more file in the folder of games: if there are too many, some are removed, first those
//! of clients with more than their share.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use crate::saved::file::rank;

/// The maximum length of a file's first line; far more than any has.
const LONGEST_HEAD: u64 = 64 << 10;

/// The relevant facts about a game's file.
struct Kept {
    /// Files are removed in ascending order of this.
    rank: (u8, SystemTime),
    path: PathBuf,
    client: Option<String>,
}

/// The client named in the first line. Files of earlier versions name none; together they count as one
/// client.
#[derive(Default, Deserialize)]
struct Begun {
    client: Option<String>,
}

/// Frees space for a file of this client among at most `most`. If clients have more than an equal share of
/// the folder, including the new file, their files are removed until each is at its share; only then files of
/// all clients, and none for a client that exceeds its own share. Games in which no person has made a move go
/// first, then finished ones, then the oldest. A game that is in a room is kept.
///
/// # Errors
/// When a file cannot be removed, or only games of other clients, or in rooms, could be removed.
pub(super) fn make_space(dir: &Path, most: usize, client: &str) -> io::Result<()> {
    let files = fs::read_dir(dir)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let games: Vec<PathBuf> = games.collect();
    if games.len() < most {
        return Ok(());
    }
    let needed = games.len() + 1 - most;
    let mut files: Vec<Kept> = games.into_iter().map(Kept::at).collect();
    files.sort_by(|a, b| (a.rank, &a.path).cmp(&(b.rank, &b.path)));
    let mut counts: HashMap<Option<String>, usize> = HashMap::new();
    files.iter().for_each(|file| *counts.entry(file.client.clone()).or_default() += 1);
    let new = Some(client.to_owned());
    *counts.entry(new.clone()).or_default() += 1;
    let share = (most / counts.len()).max(1);
    counts.retain(|_, count| *count > share);
    let is_large = counts.contains_key(&new);
    // several at once, so that not every new game has to look through all files
    let (least, excess) = (share - share / 20, needed + most / 20);
    let mut removed = 0;
    let mut others = Vec::new();
    for file in files {
        match counts.get_mut(&file.client).filter(|count| **count > least) {
            Some(count) if removed < excess && !is_in_use(&file.path) => {
                fs::remove_file(&file.path)?;
                *count -= 1;
                removed += 1;
            }
            _ => others.push(file),
        }
    }
    if removed >= needed {
        return Ok(());
    }
    if is_large {
        let text = "all saved games of this address are open; there is no room for more";
        return Err(io::Error::other(text));
    }
    let unused = others.into_iter().filter(|file| !is_in_use(&file.path));
    unused.take(excess - removed).try_for_each(|file| fs::remove_file(file.path))
}

impl Kept {
    fn at(path: PathBuf) -> Kept {
        Kept { rank: rank(&path), client: begun(&path).unwrap_or_default().client, path }
    }
}

fn begun(path: &Path) -> Option<Begun> {
    let mut line = Vec::new();
    let file = File::open(path).ok()?;
    BufReader::new(file.take(LONGEST_HEAD)).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}

fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_err())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};

    use super::make_space;

    const MOVE: &str = r#"{"said":{"seat":0,"move":"rotate left"}}"#;

    /// A saved game of a client, with a move unless it is untouched.
    fn saved(dir: &Path, name: &str, client: Option<&str>, touched: bool) -> PathBuf {
        let path = dir.join(format!("{name}.jsonl"));
        let client = client.map_or(String::new(), |client| format!(r#","client":"{client}""#));
        let moved = if touched { format!("{MOVE}\n") } else { String::new() };
        fs::write(&path, format!("{{\"lettergame\":1{client}}}\n{moved}")).unwrap();
        path
    }

    fn count(dir: &Path) -> usize {
        fs::read_dir(dir).unwrap().count()
    }

    #[test]
    fn a_flood_from_one_client_only_displaces_its_own_games() {
        let dir = tempfile::tempdir().unwrap();
        let others = [
            saved(dir.path(), "under way", Some("10.0.0.1"), true),
            saved(dir.path(), "untouched", Some("10.0.0.1"), false),
            saved(dir.path(), "of an earlier version", None, true),
        ];
        for number in 0..100 {
            make_space(dir.path(), 30, "10.0.0.2").unwrap();
            saved(dir.path(), &number.to_string(), Some("10.0.0.2"), true);
            assert!(count(dir.path()) <= 30);
        }
        assert!(others.iter().all(|path| path.exists()));
        // there is space for later clients too
        for number in 0..10 {
            make_space(dir.path(), 30, "10.0.0.3").unwrap();
            saved(dir.path(), &format!("late-{number}"), Some("10.0.0.3"), true);
        }
        assert!(others.iter().all(|path| path.exists()));
        assert!((0..10).all(|number| dir.path().join(format!("late-{number}.jsonl")).exists()));
        assert!(count(dir.path()) <= 30);
    }

    #[test]
    fn within_their_shares_any_untouched_games_are_evicted_first() {
        let dir = tempfile::tempdir().unwrap();
        let untouched = saved(dir.path(), "untouched", Some("10.0.0.1"), false);
        let old = saved(dir.path(), "old", Some("10.0.0.2"), true);
        make_space(dir.path(), 2, "10.0.0.3").unwrap();
        assert!(!untouched.exists() && old.exists());
    }

    #[test]
    fn a_large_client_with_only_open_games_displaces_no_one() {
        let dir = tempfile::tempdir().unwrap();
        let other = saved(dir.path(), "other", Some("10.0.0.1"), true);
        let own = ["a", "b", "c"].map(|name| saved(dir.path(), name, Some("10.0.0.2"), true));
        let open = own.map(|path| File::open(path).unwrap());
        open.iter().for_each(|file| file.try_lock().unwrap());
        let refused = make_space(dir.path(), 4, "10.0.0.2").unwrap_err();
        assert!(refused.to_string().contains("no room"), "{refused}");
        assert!(other.exists() && count(dir.path()) == 4);
        drop(open);
        make_space(dir.path(), 4, "10.0.0.2").unwrap();
        assert!(other.exists() && count(dir.path()) == 3);
    }
}
