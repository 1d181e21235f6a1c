//! Selected games of a run by number, without reading those before them.
//!
//! Rows begin with the number of their game, in ascending order, so a game is found by binary
//! search in the file: a page of a list costs the same in a run of ten games as in one of ten
//! million.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::batch::columns::{SCORE_COLUMNS, check_header};
use crate::folder_error::io_error;
use crate::read::cell_lines::whole_lines;
use crate::read::game_number::game_of_row;
use crate::read::score_file::{DEAL, GAME, PLACE, PLAYER, SCORE, SEED, STATUS};
use crate::{RecoverError, RowBytes, RowError};

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

/// The games with these numbers that are in a `scores.csv`, in order. If `finished` is false, the
/// last game of the file is left out, as its rows may be incomplete. Logarithmic in the rows of the
/// file, linear in those returned.
///
/// # Errors
/// If the file cannot be read, or a row cannot be parsed.
pub fn listed_games(
    path: &Path,
    games: Range<u64>,
    finished: bool,
) -> Result<Vec<ListedGame>, RecoverError> {
    let row_failed = |error| RecoverError::Row { path: path.to_owned(), error };
    let lines = whole_lines(path).map_err(io_error("read", path))?;
    let end = lines.limit();
    let mut file = lines.into_inner();
    let header = line_at(&mut file, 0, end).map_err(io_error("read", path))?;
    let columns = String::from_utf8_lossy(&header.1);
    let columns: csv::StringRecord = columns.trim_end().split(',').collect();
    check_header(&columns).map_err(row_failed)?;
    let first = header.0;
    let start = first_row(&mut file, first..end, games.start).map_err(io_error("read", path))?;
    file.seek(SeekFrom::Start(start)).map_err(io_error("read", path))?;
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.take(end - start));
    let mut listed: Vec<ListedGame> = Vec::new();
    for row in reader.into_records() {
        let row = row.map_err(|error| row_failed(error.into()))?;
        let (game, seat) = read_row(&row).map_err(row_failed)?;
        match listed.last_mut().filter(|last| last.game == game.game) {
            Some(last) => last.seats.push(seat),
            None if game.game >= games.end => return Ok(listed),
            None => listed.push(ListedGame { seats: vec![seat], ..game }),
        }
    }
    if !finished {
        listed.pop();
    }
    Ok(listed)
}

/// The byte where the rows of games from `game` on begin; the end of the file if there are none.
fn first_row(file: &mut RowBytes, within: Range<u64>, game: u64) -> io::Result<u64> {
    let Range { start: mut low, end } = within;
    let mut high = end;
    // the rows before `low` are of earlier games, those from `high` on are not
    while low < high {
        let middle = low + (high - low) / 2;
        let row = if middle == low { low } else { line_at(file, middle - 1, end)?.0 };
        if row >= high {
            // the line that contains the middle begins at or before it: examine the first line
            let (behind, text) = line_at(file, low, end)?;
            if game_of_row(&text) >= Some(game) {
                return Ok(low);
            }
            low = behind;
            continue;
        }
        let (behind, text) = line_at(file, row, end)?;
        if game_of_row(&text) < Some(game) { low = behind } else { high = row }
    }
    Ok(low)
}

/// The rest of the line from a byte on, and the byte after it.
fn line_at(file: &mut RowBytes, byte: u64, end: u64) -> io::Result<(u64, Vec<u8>)> {
    file.seek(SeekFrom::Start(byte))?;
    let mut line = Vec::new();
    BufReader::with_capacity(512, file.take(end - byte)).read_until(b'\n', &mut line)?;
    Ok((byte + line.len() as u64, line))
}

fn read_row(row: &csv::StringRecord) -> Result<(ListedGame, ListedSeat), RowError> {
    let cell = |column: usize| row.get(column).unwrap_or_default();
    let wrong = |column: usize| RowError::Cell {
        line: row.position().map_or(0, csv::Position::line),
        column: SCORE_COLUMNS[column].name,
        value: cell(column).to_owned(),
    };
    let game = ListedGame {
        game: cell(GAME).parse().map_err(|_| wrong(GAME))?,
        deal: cell(DEAL).parse().map_err(|_| wrong(DEAL))?,
        seed: cell(SEED).to_owned(),
        seats: Vec::new(),
    };
    let seat = ListedSeat {
        player: cell(PLAYER).to_owned(),
        points: cell(SCORE).parse().map_err(|_| wrong(SCORE))?,
        place: cell(PLACE).parse().map_err(|_| wrong(PLACE))?,
        status: cell(STATUS).to_owned(),
    };
    Ok((game, seat))
}

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
                let listed = listed_games(&path, start..start + 3, true).unwrap();
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
            let listed = listed_games(&path, range, finished).unwrap();
            listed.iter().map(|game| game.game).collect::<Vec<_>>()
        };
        assert_eq!(numbers(3..9, false), [3]);
        assert_eq!(numbers(2..4, false), [2, 3], "more rows follow");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "5,5,0,9,0,half").unwrap();
        assert_eq!(numbers(3..9, true), [3, 4]);
        fs::write(&path, "").unwrap();
        assert!(listed_games(&path, 0..9, true).is_err(), "no header");
    }
}
