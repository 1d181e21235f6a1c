//! The plies of a run, read from its `plies.csv` and checked row by row.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::RecoverError;
use crate::batch::columns::{PLY_COLUMNS, column_names};
use crate::read::cell_lines::{CellLine, CellLines};
use crate::read::recover_error::wrong_header;
use crate::shown::shown;
use lettergame_core::game::{Column, FaultKind};
use lettergame_plan::{RecordLevel, Schedule};

pub(crate) const GAME: usize = Column::place(&PLY_COLUMNS, "game");
pub(crate) const PLY: usize = Column::place(&PLY_COLUMNS, "ply");
pub(crate) const SEAT: usize = Column::place(&PLY_COLUMNS, "seat");
pub(crate) const MOVE: usize = Column::place(&PLY_COLUMNS, "move");
pub(crate) const FAULT: usize = Column::place(&PLY_COLUMNS, "fault");

/// Reads the rows of whole games in order, in constant memory: each game turn by turn, each turn
/// with one or more seats.
pub(crate) struct PlyFile<'a> {
    path: PathBuf,
    lines: CellLines,
    schedule: &'a Schedule,
    games: Range<u64>,
    line: CellLine,
    /// The line has been read, but is from a later game.
    ahead: bool,
    end: u64,
}

impl<'a> PlyFile<'a> {
    /// Starts reading the rows of these games, whose scores are known.
    pub(crate) fn open(
        path: &Path,
        schedule: &'a Schedule,
        games: Range<u64>,
    ) -> Result<PlyFile<'a>, RecoverError> {
        let (lines, header) = CellLines::open(path)?;
        if !header.iter().eq(column_names(&PLY_COLUMNS)) {
            return Err(wrong_header(path, lines.first(), RecordLevel::Plies));
        }
        let (path, end, line) = (path.to_owned(), lines.end(), CellLine::default());
        Ok(PlyFile { path, lines, schedule, games, line, ahead: false, end })
    }

    /// Reads all rows of these games, and checks that what follows is what a kill can leave: rows
    /// of games before `end`, in order. Returns the byte after the last of these games.
    pub(crate) fn check_to(&mut self, end: u64) -> Result<u64, RecoverError> {
        for game in self.games.clone() {
            self.check_game(game)?;
        }
        let mut game = self.games.end;
        while self.ahead || self.read()? {
            let found = self.line.number(GAME);
            if found.is_none_or(|found| found < game || found >= end) {
                return Err(self.damaged());
            }
            (game, self.ahead) = (found.unwrap_or(game), false);
        }
        Ok(self.end)
    }

    fn check_game(&mut self, game: u64) -> Result<(), RecoverError> {
        let seats = self.schedule.job(game).lineup.len() as u64;
        let (mut last, mut is_first) = ((0, seats), true);
        while self.ahead || self.read()? {
            self.ahead = self.line.number(GAME) == Some(game + 1) && !is_first;
            if self.ahead {
                break;
            }
            let next = self.place(game, seats).filter(|next| follows(last, *next));
            last = next.ok_or_else(|| self.damaged())?;
            (is_first, self.end) = (false, self.lines.end());
        }
        match is_first {
            true => Err(RecoverError::Cut { path: self.path.clone(), game }),
            false => Ok(()),
        }
    }

    /// The turn and the seat of a row of that game, if it is valid.
    fn place(&self, game: u64, seats: u64) -> Option<(u64, u64)> {
        let fault = self.line.text(FAULT);
        let is_sound = self.line.number(GAME) == Some(game)
            && !self.line.text(MOVE).is_empty()
            && (self.line.cell(FAULT).is_empty() || FaultKind::from_name(fault).is_some());
        let (ply, seat) = (self.line.number(PLY)?, self.line.number(SEAT)?);
        (is_sound && seat < seats).then_some((ply, seat))
    }

    fn read(&mut self) -> Result<bool, RecoverError> {
        let read = self.lines.read(&mut self.line);
        read.map_err(|error| RecoverError::row(&self.path, error))
    }

    fn damaged(&self) -> RecoverError {
        let (line, text) = (self.line.line(), shown(self.line.bytes()));
        RecoverError::Damaged { path: self.path.clone(), line, text }
    }
}

/// A higher seat of the same turn, or any seat of the next.
fn follows((ply, seat): (u64, u64), next: (u64, u64)) -> bool {
    next.0 == ply + 1 || (next.0 == ply && next.1 > seat)
}

#[cfg(test)]
mod tests {
    use super::PlyFile;
    use crate::RecoverError;
    use lettergame_core::base::Seed;
    use lettergame_plan::{Schedule, ScheduleKind, Seating};

    const WHOLE: &str = "game,ply,seat,move,fault\n\
        0,1,0,bid 3,\n0,1,1,bid 4,late\n0,2,1,pass,\n1,1,0,pass,\n1,2,0,pass,\n";

    fn read(text: &str, games: u64, end: u64) -> Result<u64, RecoverError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        PlyFile::open(file.path(), &schedule, 0..games)?.check_to(end)
    }

    #[test]
    fn rows_of_complete_games_are_read_and_later_ones_left() {
        assert_eq!(read(WHOLE, 2, 4).unwrap(), WHOLE.len() as u64);
        let first = WHOLE.find("\n1,").unwrap() as u64 + 1;
        assert_eq!(read(WHOLE, 1, 4).unwrap(), first);
        assert_eq!(read(&format!("{WHOLE}2,1,0"), 1, 4).unwrap(), first);
        assert_eq!(read(WHOLE, 0, 4).unwrap(), WHOLE.find('\n').unwrap() as u64 + 1);
        assert!(matches!(read(WHOLE, 1, 1), Err(RecoverError::Damaged { line: 5, .. })));
        assert!(matches!(read(WHOLE, 3, 4), Err(RecoverError::Cut { game: 2, .. })));
    }

    #[test]
    fn out_of_sequence_rows_are_refused() {
        for (from, to) in [
            ("0,1,1,", "0,1,0,"),
            ("0,2,1,", "0,3,1,"),
            ("0,2,1,", "0,2,2,"),
            ("0,1,0,", "0,2,0,"),
            ("0,2,1,", "0,q,1,"),
            (",late", ",lat"),
            ("bid 3", ""),
            ("0,2,1,pass,\n", "0,2,1,pass,\n0,2,1,pass,\n"),
            ("1,1,0,", "2,1,0,"),
            ("game,ply", "game,plx"),
            ("pass,\n", "pass\n"),
        ] {
            let error = read(&WHOLE.replacen(from, to, 1), 2, 4).unwrap_err();
            let found = matches!(error, RecoverError::Damaged { .. } | RecoverError::Row { .. });
            assert!(found, "{from} to {to}: {error}");
        }
    }
}
