//! The folders of the parts of a run.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::run_files::PARTS;

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

/// The games of this folder, by its name.
pub(crate) fn games_of_folder(folder: &Path) -> Option<Range<u64>> {
    games_of_part(&folder.file_name()?.to_string_lossy())
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

/// The games of the folders of parts, in order.
pub(crate) fn found_in(parts: &Path) -> io::Result<Vec<Range<u64>>> {
    let mut found: Vec<Range<u64>> = Vec::new();
    for entry in fs::read_dir(parts)? {
        found.extend(games_of_part(&entry?.file_name().to_string_lossy()));
    }
    found.sort_by_key(|games| (games.start, games.end));
    Ok(found)
}

/// Whether a folder contains only folders of parts.
pub(crate) fn holds_parts(parts: &Path) -> bool {
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
