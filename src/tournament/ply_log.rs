//! The moves of one game as `plies.csv` has them: what is needed to show it again without asking
//! anybody.

use std::path::{Path, PathBuf};

use crate::base::Seat;
use crate::game::{FaultKind, Game};
use crate::tournament::RecoverError;
use crate::tournament::folder::failed;

/// The logged moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyLog {
    path: PathBuf,
    game: u64,
    moves: Vec<Logged>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Logged {
    ply: u32,
    seat: usize,
    choice: String,
    fault: String,
}

impl PlyLog {
    /// Reads the moves of a game from the `plies.csv` of a run; none if it is not in it.
    ///
    /// # Errors
    /// When the file cannot be read or a row of the game does not read.
    pub fn read(dir: &Path, game: u64) -> Result<PlyLog, RecoverError> {
        let path = dir.join("plies.csv");
        let file = std::fs::File::open(&path).map_err(failed("read", &path))?;
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let mut log = PlyLog { path: path.clone(), game, moves: Vec::new() };
        let mut row = csv::StringRecord::new();
        let row_failed =
            |error: csv::Error| RecoverError::Row { path: path.clone(), error: error.into() };
        while reader.read_record(&mut row).map_err(row_failed)? {
            let number = row.get(0).and_then(|cell| cell.parse::<u64>().ok());
            if number.is_some_and(|number| number > game) {
                break;
            }
            if number == Some(game) {
                log.take(&row)?;
            }
        }
        Ok(log)
    }

    /// The moves of a game from the rows of one, without a header.
    ///
    /// # Errors
    /// When a row does not read.
    pub fn of_rows(path: &Path, game: u64, rows: &[u8]) -> Result<PlyLog, RecoverError> {
        let mut log = PlyLog { path: path.to_owned(), game, moves: Vec::new() };
        let reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(rows);
        for row in reader.into_records() {
            let row = row.map_err(|error| RecoverError::Row {
                path: path.to_owned(),
                error: error.into(),
            })?;
            log.take(&row)?;
        }
        Ok(log)
    }

    fn take(&mut self, row: &csv::StringRecord) -> Result<(), RecoverError> {
        let cell = |column: usize| row.get(column).unwrap_or("");
        let (Ok(ply), Ok(seat), 5) = (cell(1).parse(), cell(2).parse(), row.len()) else {
            return Err(RecoverError::Damaged {
                path: self.path.clone(),
                line: row.position().map_or(0, csv::Position::line),
                text: row.iter().collect::<Vec<_>>().join(","),
            });
        };
        let (choice, fault) = (cell(3).to_owned(), cell(4).to_owned());
        self.moves.push(Logged { ply, seat, choice, fault });
        Ok(())
    }

    /// What a seat did in a turn, and the fault for which it stands in.
    pub(super) fn at<G: Game>(&self, ply: u32, seat: Seat) -> Option<(G::Move, Option<FaultKind>)> {
        let found =
            self.moves.iter().find(|logged| logged.ply == ply && logged.seat == seat.index())?;
        let fault = FaultKind::from_name(&found.fault);
        if fault.is_none() && !found.fault.is_empty() {
            return None;
        }
        Some((found.choice.parse().ok()?, fault))
    }

    /// The error of a log in which a move is missing or does not read.
    pub(super) fn lacks(&self, ply: u32, seat: Seat) -> RecoverError {
        RecoverError::Log { path: self.path.clone(), game: self.game, ply, seat }
    }
}
