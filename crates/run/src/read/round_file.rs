//! The rounds of a run, read back row by row from its `rounds.csv`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::RecoverError;
use crate::batch::columns::{ROUND_COLUMNS, column_names};
use crate::read::cell_lines::{CellLine, CellLines};
use crate::read::recover_error::wrong_header;
use crate::shown::shown;
use lettergame_core::base::Name;
use lettergame_core::game::{CellKind, Column, RowShape};
use lettergame_plan::{Job, RecordLevel, Schedule};

const GAME: usize = Column::place(&ROUND_COLUMNS, "game");
const ROUND: usize = Column::place(&ROUND_COLUMNS, "round");
const SEAT: usize = Column::place(&ROUND_COLUMNS, "seat");
const PLAYER: usize = Column::place(&ROUND_COLUMNS, "player");

/// Reads the rows of whole games in order, in constant memory. Each must be the next one by the
/// schedule: each game round by round, each round seat by seat.
pub struct RoundFile<'a> {
    path: PathBuf,
    lines: CellLines,
    schedule: &'a Schedule,
    names: &'a [Name],
    games: Range<u64>,
    columns: Vec<String>,
    line: CellLine,
    /// The previous row: its game, round (from 1) and seat.
    last: Option<(Job, u64, usize)>,
    /// The byte after the previous row.
    end: u64,
    shape: Option<RowShape>,
}

/// A seat in a round of a game.
#[derive(Clone, Debug)]
pub struct RoundRow<'a> {
    /// The game's number.
    pub game: u64,
    /// The deal's number.
    pub deal: u64,
    /// The seat, from 0.
    pub seat: usize,
    /// The round, from 1.
    pub round: u64,
    /// The player's number in the config.
    pub player: usize,
    line: &'a CellLine,
}

impl<'a> RoundFile<'a> {
    /// Starts reading the rows of these games, whose scores are known.
    ///
    /// # Errors
    /// If the file cannot be read, is empty or has another header.
    pub(crate) fn open(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
    ) -> Result<RoundFile<'a>, RecoverError> {
        let (lines, header) = CellLines::open(path)?;
        if !header.iter().take(ROUND_COLUMNS.len()).eq(column_names(&ROUND_COLUMNS)) {
            return Err(wrong_header(path, lines.first(), RecordLevel::Rounds));
        }
        let columns = header.iter().skip(ROUND_COLUMNS.len()).map(str::to_owned).collect();
        let (path, end) = (path.to_owned(), lines.end());
        Ok(RoundFile {
            path,
            lines,
            schedule,
            names,
            games,
            columns,
            line: CellLine::default(),
            last: None,
            end,
            shape: None,
        })
    }

    /// Also checks the game's own columns.
    pub(crate) fn of_shape(self, shape: RowShape) -> Result<RoundFile<'a>, RecoverError> {
        if !self.columns.iter().eq(column_names((shape.round_columns)())) {
            return Err(wrong_header(&self.path, self.lines.first(), RecordLevel::Rounds));
        }
        Ok(RoundFile { shape: Some(shape), ..self })
    }

    /// The game's own columns, in order; empty for a game without rounds.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The next row; `None` after the last of these games.
    ///
    /// # Errors
    /// A row that does not follow the previous one, and a file that ends before the last of these
    /// games.
    pub fn next_row(&mut self) -> Result<Option<RoundRow<'_>>, RecoverError> {
        self.read_row().map_err(RecoverError::in_its_part)
    }

    fn read_row(&mut self) -> Result<Option<RoundRow<'_>>, RecoverError> {
        if self.columns.is_empty() || self.games.is_empty() {
            return Ok(None);
        }
        if !self.read_line()?
            || self.line.number(GAME).is_some_and(|game: u64| game >= self.games.end)
        {
            return self.ends_here().map(|()| None);
        }
        let (job, round, seat) = self.place().ok_or_else(|| self.damaged())?;
        let player = self.seated(&job, seat).ok_or_else(|| self.damaged())?;
        self.end = self.lines.end();
        let (game, deal) = (job.game, job.deal);
        self.last = Some((job, round, seat));
        Ok(Some(RoundRow { game, deal, seat, round, player, line: &self.line }))
    }

    fn read_line(&mut self) -> Result<bool, RecoverError> {
        let read = self.lines.read(&mut self.line);
        read.map_err(|error| RecoverError::row(&self.path, error))
    }

    /// Reads all rows of these games, and checks that what follows is what a kill can leave: rows
    /// of games before `end`, in order. Returns the byte after the last of these games.
    pub(crate) fn check_to(&mut self, end: u64) -> Result<u64, RecoverError> {
        while self.next_row()?.is_some() {}
        if self.columns.is_empty() || self.games.is_empty() {
            self.read_line()?;
        }
        let mut game = self.games.end;
        while !self.line.bytes().is_empty() {
            let found = self.line.number(GAME);
            if self.columns.is_empty() || found.is_none_or(|found| found < game || found >= end) {
                return Err(self.damaged());
            }
            game = found.unwrap_or(game);
            self.read_line()?;
        }
        Ok(self.end)
    }

    /// The game, round and seat of the row, if it may follow the previous one.
    fn place(&mut self) -> Option<(Job, u64, usize)> {
        let (game, round) = (self.line.number(GAME)?, self.line.number(ROUND)?);
        let seat = self.line.number::<u64>(SEAT)? as usize;
        let Some((job, last_round, last_seat)) = self.last.take() else {
            let first = (game, round, seat) == (self.games.start, 1, 0);
            return first.then(|| (self.schedule.job(game), round, seat));
        };
        let follows = if last_seat + 1 < job.lineup.len() {
            (game, round, seat) == (job.game, last_round, last_seat + 1)
        } else {
            let next = (job.game, last_round + 1);
            seat == 0 && ((game, round) == next || (game, round) == (job.game + 1, 1))
        };
        let same = game == job.game;
        follows.then(|| (if same { job } else { self.schedule.job(game) }, round, seat))
    }

    /// The player in that seat, if the row names it and is complete.
    fn seated(&self, job: &Job, seat: usize) -> Option<usize> {
        let player = *job.lineup.values().nth(seat)?;
        let named = self.line.cell(PLAYER) == self.names[player].as_str().as_bytes();
        (named && self.is_sound()).then_some(player)
    }

    /// Whether the game's own cells are numbers, or text in columns that allow it.
    fn is_sound(&self) -> bool {
        let Some(shape) = &self.shape else { return true };
        let own = (shape.round_columns)().iter().zip(ROUND_COLUMNS.len()..);
        own.into_iter().all(|(column, place)| match column.kind {
            CellKind::Text => std::str::from_utf8(self.line.cell(place)).is_ok(),
            CellKind::Long | CellKind::Int => self.line.number::<i64>(place).is_some(),
            CellKind::Real => self.line.text(place).parse::<f64>().is_ok_and(f64::is_finite),
        })
    }

    /// Checks that all games have been read, to the last seat of a round.
    fn ends_here(&self) -> Result<(), RecoverError> {
        let game = self.games.end - 1;
        match &self.last {
            Some((job, _, seat)) if job.game == game && seat + 1 == job.lineup.len() => Ok(()),
            _ => Err(RecoverError::Cut { path: self.path.clone(), game }),
        }
    }

    fn damaged(&self) -> RecoverError {
        let (line, text) = (self.line.line(), shown(self.line.bytes()));
        RecoverError::Damaged { path: self.path.clone(), line, text }
    }
}

impl RoundRow<'_> {
    /// The cell in one of the game's own columns (from 0).
    #[must_use]
    pub fn own(&self, column: usize) -> &str {
        self.line.text(ROUND_COLUMNS.len() + column)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::RoundFile;
    use crate::RecoverError;
    use lettergame_core::base::{Seed, unique_names};
    use lettergame_plan::{Schedule, ScheduleKind, Seating};

    const WHOLE: &str = "game,round,seat,player,score\n\
        0,1,0,a,1\n0,1,1,b,2\n0,2,0,a,3\n0,2,1,b,4\n1,1,0,b,5\n1,1,1,a,6\n";

    /// Rounds, players and scores from the rows of the first `games` games.
    fn read(text: &str, games: u64) -> Result<Vec<(u64, usize, String)>, RecoverError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let names = unique_names(&["a", "b"]);
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let mut rounds = RoundFile::open(file.path(), &schedule, &names, 0..games)?;
        let mut rows = Vec::new();
        while let Some(row) = rounds.next_row()? {
            rows.push((row.round, row.player, row.own(0).to_owned()));
        }
        Ok(rows)
    }

    #[test]
    fn rows_are_returned_with_their_players() {
        let rows = read(WHOLE, 2).unwrap();
        let players: Vec<usize> = rows.iter().map(|row| row.1).collect();
        assert_eq!(players, [0, 1, 0, 1, 1, 0]);
        assert_eq!(rows[3], (2, 1, "4".to_owned()));
    }

    #[test]
    fn later_games_and_a_partial_row_are_left_out() {
        assert_eq!(read(WHOLE, 1).unwrap().len(), 4);
        assert_eq!(read(&format!("{WHOLE}2,1,0,a,9\n2,1"), 2).unwrap().len(), 6);
        assert_eq!(read(WHOLE, 0).unwrap().len(), 0);
    }

    #[test]
    fn out_of_sequence_rows_are_refused() {
        for (from, to) in [
            ("0,1,1,b", "0,1,1,a"),
            ("0,2,0,a", "0,3,0,a"),
            ("0,2,0,a", "0,4000000000,0,a"),
            ("0,2,1,b,4\n", ""),
            ("1,1,0,b", "x,1,0,b"),
            ("0,1,1,b,2", "0,1,1,b"),
        ] {
            let error = read(&WHOLE.replacen(from, to, 1), 2).unwrap_err();
            let found = matches!(error, RecoverError::Damaged { .. } | RecoverError::Row { .. });
            assert!(found, "{from}: {error}");
        }
        assert!(matches!(read(WHOLE, 3), Err(RecoverError::Cut { game: 2, .. })));
        assert!(matches!(read("", 1), Err(RecoverError::Row { .. })));
    }

    #[test]
    fn a_missing_file_is_named() {
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let missing = RoundFile::open(Path::new("no-such-file"), &schedule, &[], 0..1);
        let error = missing.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("no-such-file"), "{error}");
    }
}
