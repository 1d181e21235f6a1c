//! Runs in parts: instead of one large file of each kind of rows, a folder for each range of games.
//!
//! The folder of such a run has, besides `config.toml` and `standings.csv`, the folder `parts` with one
//! folder for each range of games, named after its first game and the one after its last. Each has row files
//! with header lines, as a run of these games alone would have them; `tally.json`, from which standings follow;
//! and `part.json`, the [seal](Seal) of a complete part. `manifest.json` lists the parts of the whole run. It is
//! written when all of them and the standings are complete: a run in parts without it is not finished.
//!
//! Rows are always written as CSV; the row files of a complete part may be [replaced](to_parquet) by Parquet
//! files. Faults stay as they are, and are read line by line.

mod format;
mod located;
mod lost;
mod manifest;
mod manifest_error;
mod seal;
mod sealing;
mod to_parquet;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::run_files::{MANIFEST, PARTS};

pub use format::{PartFormat, PartOptions};
pub use located::Mendable;
pub use lost::{LostPart, PartSurvey};
pub use manifest::Manifest;
pub use manifest_error::ManifestError;
pub(super) use seal::{Block, files_of_part, unlike};
pub use seal::{Seal, StoredPart};
pub use sealing::part_files;
pub(super) use to_parquet::to_parquet;

/// The name of the folder of these games. Names sort in the order of games.
#[must_use]
pub fn part_name(games: &Range<u64>) -> String {
    format!("{:012}-{:012}", games.start, games.end)
}

/// The games of the folder with this name.
#[must_use]
pub fn games_of_part(name: &str) -> Option<Range<u64>> {
    let (start, end) = name.split_once('-')?;
    let games = start.parse().ok()?..end.parse().ok()?;
    (part_name(&games) == name).then_some(games)
}

/// The games of the part that contains this game, in a run of `games` with up to `most` in a part: parts
/// begin at multiples of `most`.
#[must_use]
pub fn part_of(game: u64, most: u64, games: &Range<u64>) -> Range<u64> {
    let start = game / most * most;
    start.max(games.start)..start.saturating_add(most).min(games.end)
}

/// The folder of these games in the folder of a run.
#[must_use]
pub fn part_folder(dir: &Path, games: &Range<u64>) -> PathBuf {
    dir.join(PARTS).join(part_name(games))
}

/// The folders of the parts of a run, in the order of games; `None` if the run is not in parts. In a finished
/// run they are those of the manifest; otherwise those that are there, without a gap.
pub(super) fn part_folders(dir: &Path) -> io::Result<Option<Vec<PathBuf>>> {
    let parts = dir.join(PARTS);
    let ranges: Vec<Range<u64>> = if dir.join(MANIFEST).exists() {
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let manifest = Manifest::read(dir).map_err(invalid)?;
        manifest.parts.iter().map(StoredPart::games).collect()
    } else if parts.is_dir() {
        found_in(&parts)?
    } else {
        return Ok(None);
    };
    let missing = |folder: &Path| {
        let text = format!("{} is missing", folder.display());
        Err(io::Error::new(io::ErrorKind::NotFound, text))
    };
    if let Some(pair) = ranges.windows(2).find(|pair| pair[0].end < pair[1].start) {
        return missing(&part_folder(dir, &(pair[0].end..pair[1].start)));
    }
    let folders: Vec<PathBuf> = ranges.iter().map(|games| part_folder(dir, games)).collect();
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(folder) => missing(folder),
        None => Ok(Some(folders)),
    }
}

/// The complete parts of these games in the folder of a run, with the `tally.json` of each, in the order of
/// games. One tally at a time is read.
///
/// # Errors
/// If parts are missing, incomplete or overlap, or a tally is not the one that was written.
pub fn stored_tallies(
    dir: &Path,
    games: &Range<u64>,
) -> Result<impl Iterator<Item = StoredTally>, ManifestError> {
    let parts = Manifest::of_parts(dir, games, "")?.parts.into_iter();
    Ok(parts.map(|part| {
        let games = part.games();
        Ok((games.clone(), part.tally(&part_folder(dir, &games))?))
    }))
}

/// The games of a part, and its `tally.json`.
type StoredTally = Result<(Range<u64>, Vec<u8>), ManifestError>;

/// The games of the folders of parts, in order.
fn found_in(parts: &Path) -> io::Result<Vec<Range<u64>>> {
    let mut found: Vec<Range<u64>> = Vec::new();
    for entry in fs::read_dir(parts)? {
        found.extend(games_of_part(&entry?.file_name().to_string_lossy()));
    }
    found.sort_by_key(|games| (games.start, games.end));
    Ok(found)
}

/// Whether a folder contains only folders of parts.
pub(super) fn holds_parts(parts: &Path) -> bool {
    let is_part = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        games_of_part(&name).is_some() && entry.path().is_dir()
    };
    fs::read_dir(parts).is_ok_and(|entries| entries.flatten().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::{games_of_part, part_name, part_of};

    #[test]
    fn names_sort_in_the_order_of_games_and_read_back() {
        assert!(part_name(&(9..10)) < part_name(&(10..1_000_000_000)));
        assert_eq!(games_of_part(&part_name(&(7..1_000))), Some(7..1_000));
        for wrong in ["", "7-9", "000000000007-00000000000x", "000000000007"] {
            assert_eq!(games_of_part(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn parts_begin_at_multiples_and_end_with_the_run() {
        assert_eq!(part_of(0, 10, &(0..25)), 0..10);
        assert_eq!(part_of(24, 10, &(0..25)), 20..25);
        assert_eq!(part_of(7, 10, &(5..25)), 5..10, "of a shard");
        assert_eq!(part_of(3, u64::MAX, &(0..25)), 0..25);
    }
}
