//! The moves of one game from `plies.csv`: what is needed to replay it without asking any player.

use std::path::{Path, PathBuf};

use crate::read::ply_file::{FAULT, MOVE, PLY, SEAT};
use crate::read::row_stream::{Row, RowStream};
use crate::{RecoverError, RowBatch, RunRows};
use lettergame_base::Seat;
use lettergame_game::{FaultKind, Game};
use lettergame_plan::RecordLevel;

/// The logged moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyLog {
    path: PathBuf,
    game: u64,
    moves: Vec<Logged>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Logged {
    ply: u64,
    seat: u64,
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
        let mut rows = RowStream::open_at(run.dir, RecordLevel::Plies, run.shape, game)?;
        let path = rows.path().to_owned();
        Ok(PlyLog::of_rows(&path, game, &rows.take_before(game + 1)?))
    }

    /// The moves of a game from its rows in a file.
    #[must_use]
    pub fn of_rows(path: &Path, game: u64, rows: &RowBatch) -> PlyLog {
        let logged = |index| {
            let row = Row { rows, index };
            Logged {
                ply: row.count(PLY).unwrap_or_default(),
                seat: row.count(SEAT).unwrap_or_default(),
                choice: row.cell(MOVE).text().to_owned(),
                fault: row.cell(FAULT).text().to_owned(),
            }
        };
        PlyLog { path: path.to_owned(), game, moves: (0..rows.len()).map(logged).collect() }
    }

    /// The move of a seat in a turn, and the fault that it replaces.
    pub fn at<G: Game>(
        &self,
        rules: &G,
        ply: u32,
        seat: Seat,
    ) -> Option<(G::Move, Option<FaultKind>)> {
        let found = self
            .moves
            .iter()
            .find(|logged| (logged.ply, logged.seat) == (ply.into(), seat.index() as u64))?;
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
