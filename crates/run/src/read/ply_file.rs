//! The plies of a run, read from its `plies.csv` and checked row by row.

use std::ops::Range;
use std::path::PathBuf;

use crate::batch::columns::PLY_COLUMNS;
use crate::read::round_file::{check_rest, damaged};
use crate::read::row_stream::{Row, RowStream};
use crate::{RecoverError, RunRows};
use lettergame_game::{Column, FaultKind};
use lettergame_plan::{RecordLevel, Schedule};

const GAME: usize = Column::place(&PLY_COLUMNS, "game");
pub(crate) const PLY: usize = Column::place(&PLY_COLUMNS, "ply");
pub(crate) const SEAT: usize = Column::place(&PLY_COLUMNS, "seat");
pub(crate) const MOVE: usize = Column::place(&PLY_COLUMNS, "move");
pub(crate) const FAULT: usize = Column::place(&PLY_COLUMNS, "fault");

/// Reads the rows of whole games in order, in constant memory: each game turn by turn, each turn
/// with one or more seats.
pub(crate) struct PlyFile<'a> {
    rows: RowStream,
    schedule: &'a Schedule,
    games: Range<u64>,
}

impl<'a> PlyFile<'a> {
    /// Starts reading the rows of the games of a run before `end`, whose scores are known.
    pub(crate) fn open(run: &RunRows<'a>, end: u64) -> Result<PlyFile<'a>, RecoverError> {
        let rows = RowStream::open(run.dir, RecordLevel::Plies, run.shape)?;
        Ok(PlyFile { rows, schedule: run.schedule, games: run.games.start..end })
    }

    /// Reads all rows of these games, and checks that what follows is what a kill can leave: rows
    /// of games before `end`, in order. Returns the byte after the last of these games in each file.
    pub(crate) fn check_to(&mut self, end: u64) -> Result<Vec<(PathBuf, u64)>, RecoverError> {
        for game in self.games.clone() {
            self.check_game(game)?;
        }
        let ends = self.rows.ends()?;
        check_rest(&mut self.rows, self.games.end..end)?;
        self.rows.check_length().map(|()| ends)
    }

    fn check_game(&mut self, game: u64) -> Result<(), RecoverError> {
        let seats = self.schedule.job(game).lineup.len() as u64;
        let (mut last, mut is_first) = ((0, seats), true);
        while self.rows.has_row()?
            && let Some(row) = self.rows.row(0)
        {
            if !is_first && row.count(GAME) == Some(game + 1) {
                break;
            }
            let next = place(row, game, seats).filter(|next| follows(last, *next));
            last = next.ok_or_else(|| damaged(&self.rows))?;
            is_first = false;
            self.rows.advance(1);
        }
        match is_first {
            true => Err(RecoverError::Cut { path: self.rows.path().to_owned(), game }),
            false => Ok(()),
        }
    }
}

/// The turn and the seat of a row of that game, if it is valid.
fn place(row: Row<'_>, game: u64, seats: u64) -> Option<(u64, u64)> {
    let fault = row.cell(FAULT).text();
    let is_sound = row.count(GAME) == Some(game)
        && !row.cell(MOVE).text().is_empty()
        && (fault.is_empty() || FaultKind::from_name(fault).is_some());
    let (ply, seat) = (row.count(PLY)?, row.count(SEAT)?);
    (is_sound && seat < seats).then_some((ply, seat))
}

/// A higher seat of the same turn, or any seat of the next.
fn follows((ply, seat): (u64, u64), next: (u64, u64)) -> bool {
    next.0 == ply + 1 || (next.0 == ply && next.1 > seat)
}

#[cfg(test)]
mod tests {
    use super::PlyFile;
    use crate::{RecoverError, RunRows};
    use lettergame_base::Seed;
    use lettergame_plan::{RecordLevel, Schedule, ScheduleKind, Seating};

    const WHOLE: &str = "game,ply,seat,move,fault\n\
        0,1,0,bid 3,\n0,1,1,bid 4,late\n0,2,1,pass,\n1,1,0,pass,\n1,2,0,pass,\n";

    fn read(text: &str, games: u64, end: u64) -> Result<u64, RecoverError> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("plies.csv"), text).unwrap();
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let (record, dir) = (RecordLevel::Plies, dir.path());
        let run = RunRows {
            dir,
            schedule: &schedule,
            names: &[],
            shape: None,
            record,
            games: 0..4,
            checked: true,
            ended: false,
        };
        Ok(PlyFile::open(&run, games)?.check_to(end)?[0].1)
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
