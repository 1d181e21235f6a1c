//! The rounds of a run, read back row by row from its `rounds.csv`.

use std::ops::Range;
use std::path::PathBuf;

use crate::batch::columns::ROUND_COLUMNS;
use crate::read::row_stream::{Row, RowStream};
use crate::{Cell, RecoverError, RunRows};
use lettergame_base::Name;
use lettergame_game::Column;
use lettergame_plan::{Job, RecordLevel, Schedule};

const GAME: usize = Column::place(&ROUND_COLUMNS, "game");
const ROUND: usize = Column::place(&ROUND_COLUMNS, "round");
const SEAT: usize = Column::place(&ROUND_COLUMNS, "seat");
const PLAYER: usize = Column::place(&ROUND_COLUMNS, "player");

/// Reads the rows of whole games in order, in constant memory. Each must be the next one by the
/// schedule: each game round by round, each round seat by seat.
pub struct RoundFile<'a> {
    rows: RowStream,
    schedule: &'a Schedule,
    names: &'a [Name],
    games: Range<u64>,
    /// The previous row: its game, round (from 1) and seat.
    last: Option<(Job, u64, usize)>,
    /// Whether the previous row is still next in the stream.
    is_taken: bool,
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
    row: Row<'a>,
}

impl<'a> RoundFile<'a> {
    /// Starts reading the rows of the games of a run before `end`, whose scores are known.
    pub(crate) fn open(run: &RunRows<'a>, end: u64) -> Result<RoundFile<'a>, RecoverError> {
        Ok(RoundFile {
            rows: RowStream::open(run.dir, RecordLevel::Rounds, run.shape)?,
            schedule: run.schedule,
            names: run.names,
            games: run.games.start..end,
            last: None,
            is_taken: true,
        })
    }

    /// The game's own columns, in order; empty for a game without rounds.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        self.rows.own()
    }

    /// The rows, of which those that were returned are taken.
    pub(crate) fn taken(&mut self) -> &mut RowStream {
        self.rows.advance(usize::from(!self.is_taken));
        self.is_taken = true;
        &mut self.rows
    }

    /// The next row; `None` after the last of these games.
    ///
    /// # Errors
    /// A row that does not follow the previous one, and a file that ends before the last of these
    /// games.
    pub fn next_row(&mut self) -> Result<Option<RoundRow<'_>>, RecoverError> {
        let has_row = self.taken().has_row()?;
        if self.columns().is_empty() || self.games.is_empty() {
            return Ok(None);
        }
        let Some(row) = self.rows.row(0).filter(|_| has_row) else {
            return self.ends_here().map(|()| None);
        };
        if row.count(GAME).is_some_and(|game| game >= self.games.end) {
            return self.ends_here().map(|()| None);
        }
        let found = self.place(row).and_then(|found| Some((self.seated(row, &found)?, found)));
        let (player, (job, round, seat)) = found.ok_or_else(|| self.damaged())?;
        let (game, deal) = (job.game, job.deal);
        (self.last, self.is_taken) = (Some((job, round, seat)), false);
        let row = self.rows.row(0).ok_or_else(|| self.damaged())?;
        Ok(Some(RoundRow { game, deal, seat, round, player, row }))
    }

    /// Reads all rows of these games, and checks that what follows is what a kill can leave: rows
    /// of games before `end`, in order. Returns the byte after the last of these games in each file.
    pub(crate) fn check_to(&mut self, end: u64) -> Result<Vec<(PathBuf, u64)>, RecoverError> {
        while self.next_row()?.is_some() {}
        let ends = self.rows.ends()?;
        let may_follow = if self.columns().is_empty() { 0..0 } else { self.games.end..end };
        check_rest(&mut self.rows, may_follow).map(|()| ends)
    }

    /// The game, round and seat of the row, if it may follow the previous one.
    fn place(&self, row: Row<'_>) -> Option<(Job, u64, usize)> {
        let (game, round) = (row.count(GAME)?, row.count(ROUND)?);
        let seat = row.count(SEAT)? as usize;
        let Some((job, last_round, last_seat)) = &self.last else {
            let first = (game, round, seat) == (self.games.start, 1, 0);
            return first.then(|| (self.schedule.job(game), round, seat));
        };
        let follows = if last_seat + 1 < job.lineup.len() {
            (game, round, seat) == (job.game, *last_round, last_seat + 1)
        } else {
            let next = (job.game, last_round + 1);
            seat == 0 && ((game, round) == next || (game, round) == (job.game + 1, 1))
        };
        let same = game == job.game;
        follows.then(|| (if same { job.clone() } else { self.schedule.job(game) }, round, seat))
    }

    /// The player in that seat, if the row names it.
    fn seated(&self, row: Row<'_>, (job, _, seat): &(Job, u64, usize)) -> Option<usize> {
        let player = *job.lineup.values().nth(*seat)?;
        (row.cell(PLAYER).text() == self.names[player].as_str()).then_some(player)
    }

    /// Checks that all games have been read, to the last seat of a round.
    fn ends_here(&self) -> Result<(), RecoverError> {
        let game = self.games.end - 1;
        match &self.last {
            Some((job, _, seat)) if job.game == game && seat + 1 == job.lineup.len() => {
                self.rows.check_length()
            }
            _ => Err(RecoverError::Cut { path: self.rows.path().to_owned(), game }),
        }
    }

    fn damaged(&self) -> RecoverError {
        damaged(&self.rows)
    }
}

/// The error for the next row.
pub(crate) fn damaged(rows: &RowStream) -> RecoverError {
    let (path, line) = (rows.path().to_owned(), rows.line(0));
    RecoverError::Damaged { path, line, text: rows.row(0).map_or(String::new(), Row::text) }
}

/// Checks that what follows in a stream are rows of these games, in order.
pub(crate) fn check_rest(rows: &mut RowStream, mut games: Range<u64>) -> Result<(), RecoverError> {
    while rows.has_row()? {
        let game = rows.row(0).and_then(|row| row.count(0));
        games.start = game.filter(|game| games.contains(game)).ok_or_else(|| damaged(rows))?;
        rows.advance(1);
    }
    Ok(())
}

impl RoundRow<'_> {
    /// The cell in one of the game's own columns (from 0).
    #[must_use]
    pub fn own(&self, column: usize) -> Cell<'_> {
        self.row.cell(ROUND_COLUMNS.len() + column)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::RoundFile;
    use crate::{RecoverError, RunRows};
    use lettergame_base::{Name, Seed, unique_names};
    use lettergame_plan::{RecordLevel, Schedule, ScheduleKind, Seating};

    const WHOLE: &str = "game,round,seat,player,score\n\
        0,1,0,a,1\n0,1,1,b,2\n0,2,0,a,3\n0,2,1,b,4\n1,1,0,b,5\n1,1,1,a,6\n";

    fn run<'a>(dir: &'a Path, schedule: &'a Schedule, names: &'a [Name]) -> RunRows<'a> {
        let (record, games) = (RecordLevel::Rounds, 0..4);
        RunRows { dir, schedule, names, shape: None, record, games, checked: true, ended: false }
    }

    /// Rounds, players and scores from the rows of the first `games` games.
    fn read(text: &str, games: u64) -> Result<Vec<(u64, usize, String)>, RecoverError> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("rounds.csv"), text).unwrap();
        let names = unique_names(&["a", "b"]);
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let mut rounds = RoundFile::open(&run(dir.path(), &schedule, &names), games)?;
        let mut rows = Vec::new();
        while let Some(row) = rounds.next_row()? {
            rows.push((row.round, row.player, row.own(0).text().to_owned()));
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
        let missing = RoundFile::open(&run(Path::new("no-such-run"), &schedule, &[]), 1);
        let error = missing.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("no-such-run/rounds.csv"), "{error}");
    }
}
