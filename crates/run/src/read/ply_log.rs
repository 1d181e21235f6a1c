//! The moves of one game from `plies.csv`: what is needed to replay it without asking any player.

use std::path::{Path, PathBuf};

use crate::batch::columns::PLY_COLUMNS;
use crate::read::game_lines::GameLines;
use crate::read::ply_file::{FAULT, MOVE, PLY, SEAT};
use crate::shown::shown;
use crate::{RecoverError, RunRows};
use lettergame_core::base::Seat;
use lettergame_core::game::{FaultKind, Game};

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
    /// Reads the moves of a game from the `plies.csv` of a run; empty if the game is not in it.
    ///
    /// # Errors
    /// If the file cannot be read, a row of the game cannot be parsed, or the rows are not those
    /// that were written.
    pub fn read(run: &RunRows<'_>, game: u64) -> Result<PlyLog, RecoverError> {
        let path = run.dir.join("plies.csv");
        let mut lines = GameLines::open(&path, u64::MAX)?;
        let mut rows = Vec::new();
        lines.skip_to(game)?;
        lines.take(game, &mut rows)?;
        PlyLog::of_rows(&path, game, &rows).map_err(RecoverError::in_its_part)
    }

    /// The moves of a game from its rows, without a header.
    ///
    /// # Errors
    /// If a row cannot be parsed.
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
        let (Ok(ply), Ok(seat), true) =
            (cell(PLY).parse(), cell(SEAT).parse(), row.len() == PLY_COLUMNS.len())
        else {
            return Err(RecoverError::Damaged {
                path: self.path.clone(),
                line: row.position().map_or(0, csv::Position::line),
                text: shown(row.iter().collect::<Vec<_>>().join(",").as_bytes()),
            });
        };
        let (choice, fault) = (cell(MOVE).to_owned(), cell(FAULT).to_owned());
        self.moves.push(Logged { ply, seat, choice, fault });
        Ok(())
    }

    /// The move of a seat in a turn, and the fault that it replaces.
    pub fn at<G: Game>(
        &self,
        rules: &G,
        ply: u32,
        seat: Seat,
    ) -> Option<(G::Move, Option<FaultKind>)> {
        let found =
            self.moves.iter().find(|logged| logged.ply == ply && logged.seat == seat.index())?;
        let fault = FaultKind::from_name(&found.fault);
        if fault.is_none() && !found.fault.is_empty() {
            return None;
        }
        Some((rules.read_move(&found.choice).ok()?, fault))
    }

    /// The error for a log in which a move is missing or cannot be parsed.
    pub fn lacks(&self, ply: u32, seat: Seat) -> RecoverError {
        RecoverError::Log { path: self.path.clone(), game: self.game, ply, seat }
    }
}
