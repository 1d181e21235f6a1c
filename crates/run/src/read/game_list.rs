//! Selected games of a run by number, without reading those before them.
//!
//! Rows begin with the number of their game, in ascending order, so a game is found by binary
//! search in the file: a page of a list costs the same in a run of ten games as in one of ten
//! million.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::RecoverError;
use crate::format::game_number::game_of_row;
use crate::layout::parts::games_of_folder;
use crate::read::row_file::files_of;
use crate::read::row_stream::{Row, RowStream};
use crate::read::score_file::{DEAL, GAME, PLACE, PLAYER, SCORE, SEED, STATUS};
use crate::run_files::row_file;
use lettergame_plan::RecordLevel;

/// A game as its rows in `scores.csv` describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its number.
    pub game: u64,
    /// The number of its deal.
    pub deal: u64,
    /// Its seed.
    pub seed: String,
    /// The seats, seat 0 first.
    pub seats: Vec<ListedSeat>,
}

/// A seat of a listed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSeat {
    /// The player's name in files.
    pub player: String,
    /// Points at the end.
    pub points: i64,
    /// The place; 1 is best.
    pub place: u8,
    /// `ok`, `banned` or the name of a fault.
    pub status: String,
}

/// The games with these numbers that are in the `scores.csv` of a run, in order. If `finished` is false, the
/// last game of the file is left out, as its rows may be incomplete. Logarithmic in the rows of the
/// file, linear in those returned.
///
/// # Errors
/// If the file cannot be read, or a row cannot be parsed.
pub fn listed_games(
    dir: &Path,
    games: Range<u64>,
    finished: bool,
) -> Result<Vec<ListedGame>, RecoverError> {
    let mut stream = RowStream::open_at(dir, RecordLevel::Games, None, games.start)?;
    let rows = stream.take_before(games.end)?;
    let mut listed: Vec<ListedGame> = Vec::new();
    for index in 0..rows.len() {
        let row = Row { rows: &rows, index };
        let number = |column: usize| row.cell(column).number().unwrap_or_default();
        let game = number(GAME) as u64;
        if listed.last().is_none_or(|last| last.game != game) {
            let (deal, seed) = (number(DEAL) as u64, row.cell(SEED).text().to_owned());
            listed.push(ListedGame { game, deal, seed, seats: Vec::new() });
        }
        let seat = ListedSeat {
            player: row.cell(PLAYER).text().to_owned(),
            points: number(SCORE),
            place: number(PLACE) as u8,
            status: row.cell(STATUS).text().to_owned(),
        };
        if let Some(game) = listed.last_mut() {
            game.seats.push(seat);
        }
    }
    if !finished && !stream.has_row()? {
        listed.pop();
    }
    Ok(listed)
}

/// The number of the last game of which there are rows in the `scores.csv` of a run, if it can be read. Constant in
/// the rows of CSV files.
#[must_use]
pub fn last_game(dir: &Path) -> Option<u64> {
    let path = files_of(dir, &row_file(dir, RecordLevel::Games)).ok()?.pop()?;
    if !path.exists() {
        return games_of_folder(path.parent()?)?.end.checked_sub(1);
    }
    // reading a pipe would never end
    let mut file = File::open(&path).ok().filter(|_| path.is_file())?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    let mut begins = memchr::memrchr_iter(b'\n', &tail).skip(1).map(|at| at + 1);
    game_of_row(&tail[begins.next()?..])
}

/// The bytes at the end of a file in which there is a whole line.
const TAIL: u64 = 1 << 13;

#[cfg(test)]
mod tests {
    use std::fs;

    use super::listed_games;
    use crate::batch::columns::{SCORE_COLUMNS, column_names};

    /// Games with one to three seats, whose rows differ in length.
    fn file(games: u64) -> (tempfile::TempDir, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("scores.csv");
        let mut text = column_names(&SCORE_COLUMNS).collect::<Vec<_>>().join(",") + ",own\n";
        for game in 0..games {
            for seat in 0..=game % 3 {
                let name = "x".repeat(1 + (game * 7 % 40) as usize);
                text += &format!("{game},{game},0,9,{seat},{name},-{game},1,1.0,ok,a\n");
            }
        }
        fs::write(&path, text).unwrap();
        (dir, path)
    }

    #[test]
    fn every_game_is_found_at_any_position() {
        for games in [0, 1, 2, 3, 50, 257] {
            let (_dir, path) = file(games);
            for start in 0..games + 2 {
                let listed = listed_games(path.parent().unwrap(), start..start + 3, true).unwrap();
                let numbers: Vec<u64> = listed.iter().map(|game| game.game).collect();
                let wanted: Vec<u64> = (start..(start + 3).min(games)).collect();
                assert_eq!(numbers, wanted, "{games} games from {start}");
                for game in listed {
                    assert_eq!(game.seats.len() as u64, 1 + game.game % 3);
                    assert_eq!(game.seats[0].points, -(game.game as i64));
                }
            }
        }
    }

    #[test]
    fn the_last_game_of_a_growing_run_is_left_out() {
        let (_dir, path) = file(5);
        let numbers = |range, finished| {
            let listed = listed_games(path.parent().unwrap(), range, finished).unwrap();
            listed.iter().map(|game| game.game).collect::<Vec<_>>()
        };
        assert_eq!(numbers(3..9, false), [3]);
        assert_eq!(numbers(2..4, false), [2, 3], "more rows follow");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "5,5,0,9,0,half").unwrap();
        assert_eq!(numbers(3..9, true), [3, 4]);
        fs::write(&path, "").unwrap();
        assert!(listed_games(path.parent().unwrap(), 0..9, true).is_err(), "no header");
    }
}
