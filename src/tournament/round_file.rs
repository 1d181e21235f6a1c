//! The rounds of a run, read back row by row from its `rounds.csv`.

use std::fs::File;
use std::io::Take;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str;

use csv::ByteRecord;

use crate::base::Name;
use crate::tournament::folder::failed;
use crate::tournament::score_file::whole_lines;
use crate::tournament::{Job, RecoverError, RowError, Schedule};

/// The columns of `rounds.csv` that all games share, in order.
const ROUND_COLUMNS: [&str; 4] = ["game", "round", "seat", "player"];

/// Reads the rows of whole games in their order, in constant memory; each must be the one that follows
/// by the schedule: round after round of each game, seat after seat of each round.
pub struct RoundFile<'a> {
    path: PathBuf,
    reader: csv::Reader<Take<File>>,
    schedule: &'a Schedule,
    names: &'a [Name],
    games: Range<u64>,
    columns: Vec<String>,
    record: ByteRecord,
    /// The row before: its game, round (from 1) and seat.
    last: Option<(Job, u64, usize)>,
}

/// A seat in a round of a game.
#[derive(Clone, Debug)]
pub struct RoundRow<'a> {
    /// The deal's number.
    pub deal: u64,
    /// The round, from 1.
    pub round: u64,
    /// The player's number in the config.
    pub player: usize,
    record: &'a ByteRecord,
}

impl<'a> RoundFile<'a> {
    /// Starts to read the rows of these games, whose scores are known.
    ///
    /// # Errors
    /// When the file cannot be read, is empty or has another header.
    pub fn open(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
    ) -> Result<RoundFile<'a>, RecoverError> {
        let mut reader = csv::ReaderBuilder::new()
            .buffer_capacity(1 << 18)
            .flexible(true)
            .from_reader(whole_lines(path).map_err(failed("read", path))?);
        let path = path.to_owned();
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(RecoverError::Row { path, error: error.into() }),
        };
        if !header.iter().take(ROUND_COLUMNS.len()).eq(ROUND_COLUMNS) {
            let found = header.iter().collect::<Vec<_>>().join(",");
            return Err(RecoverError::Row { path, error: RowError::RoundsHeader(found) });
        }
        let columns = header.iter().skip(ROUND_COLUMNS.len()).map(str::to_owned).collect();
        let record = ByteRecord::new();
        Ok(RoundFile { path, reader, schedule, names, games, columns, record, last: None })
    }

    /// The game's own columns, in order; none for a game without rounds.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The next row; `None` behind the last of these games.
    ///
    /// # Errors
    /// A row that does not follow the row before, and an end before that of the games.
    pub fn next_row(&mut self) -> Result<Option<RoundRow<'_>>, RecoverError> {
        if self.columns.is_empty() || self.games.is_empty() {
            return Ok(None);
        }
        if !self.read_record()? || self.number(0).is_some_and(|game| game >= self.games.end) {
            return self.ends_here().map(|()| None);
        }
        let (job, round, seat) = self.place().ok_or_else(|| self.damaged())?;
        let player = self.seated(&job, seat).ok_or_else(|| self.damaged())?;
        let deal = job.deal;
        self.last = Some((job, round, seat));
        Ok(Some(RoundRow { deal, round, player, record: &self.record }))
    }

    fn read_record(&mut self) -> Result<bool, RecoverError> {
        let read = self.reader.read_byte_record(&mut self.record);
        read.map_err(|error| RecoverError::Row { path: self.path.clone(), error: error.into() })
    }

    /// Which game, round and seat the row is of, if it may follow the row before.
    fn place(&mut self) -> Option<(Job, u64, usize)> {
        let (game, round, seat) = (self.number(0)?, self.number(1)?, self.number(2)? as usize);
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

    /// The player in that seat, if the row names it and is whole.
    fn seated(&self, job: &Job, seat: usize) -> Option<usize> {
        let player = *job.lineup.values().nth(seat)?;
        let named = self.record.get(3) == Some(self.names[player].as_str().as_bytes());
        let whole = self.record.len() == ROUND_COLUMNS.len() + self.columns.len();
        (named && whole).then_some(player)
    }

    /// Have all games been told, to the last seat of a round?
    fn ends_here(&self) -> Result<(), RecoverError> {
        let game = self.games.end - 1;
        match &self.last {
            Some((job, _, seat)) if job.game == game && seat + 1 == job.lineup.len() => Ok(()),
            _ => Err(RecoverError::Cut { path: self.path.clone(), game }),
        }
    }

    fn number(&self, column: usize) -> Option<u64> {
        str::from_utf8(self.record.get(column)?).ok()?.parse().ok()
    }

    fn damaged(&self) -> RecoverError {
        let cells: Vec<_> = self.record.iter().map(String::from_utf8_lossy).collect();
        let line = self.record.position().map_or(0, csv::Position::line);
        RecoverError::Damaged { path: self.path.clone(), line, text: cells.join(",") }
    }
}

impl RoundRow<'_> {
    /// What stands in one of the game's own columns (from 0).
    #[must_use]
    pub fn own(&self, column: usize) -> &str {
        let cell = self.record.get(ROUND_COLUMNS.len() + column);
        str::from_utf8(cell.unwrap_or_default()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::RoundFile;
    use crate::base::{Seed, unique_names};
    use crate::tournament::{Format, RecoverError, Schedule, Seating};

    const WHOLE: &str = "game,round,seat,player,score\n\
        0,1,0,a,1\n0,1,1,b,2\n0,2,0,a,3\n0,2,1,b,4\n1,1,0,b,5\n1,1,1,a,6\n";

    /// Rounds, players and scores of the rows of the first `games` games.
    fn read(text: &str, games: u64) -> Result<Vec<(u64, usize, String)>, RecoverError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let names = unique_names(&["a", "b"]);
        let schedule = Schedule::new(Format::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let mut rounds = RoundFile::open(file.path(), &schedule, &names, 0..games)?;
        let mut rows = Vec::new();
        while let Some(row) = rounds.next_row()? {
            rows.push((row.round, row.player, row.own(0).to_owned()));
        }
        Ok(rows)
    }

    #[test]
    fn rows_are_told_with_their_players() {
        let rows = read(WHOLE, 2).unwrap();
        let players: Vec<usize> = rows.iter().map(|row| row.1).collect();
        assert_eq!(players, [0, 1, 0, 1, 1, 0]);
        assert_eq!(rows[3], (2, 1, "4".to_owned()));
    }

    #[test]
    fn later_games_and_half_a_row_are_left_out() {
        assert_eq!(read(WHOLE, 1).unwrap().len(), 4);
        assert_eq!(read(&format!("{WHOLE}2,1,0,a,9\n2,1"), 2).unwrap().len(), 6);
        assert_eq!(read(WHOLE, 0).unwrap().len(), 0);
    }

    #[test]
    fn rows_that_do_not_follow_are_refused() {
        for (from, to) in [
            ("0,1,1,b", "0,1,1,a"),
            ("0,2,0,a", "0,3,0,a"),
            ("0,2,0,a", "0,4000000000,0,a"),
            ("0,2,1,b,4\n", ""),
            ("1,1,0,b", "x,1,0,b"),
            ("0,1,1,b,2", "0,1,1,b"),
        ] {
            let error = read(&WHOLE.replacen(from, to, 1), 2).unwrap_err();
            assert!(matches!(error, RecoverError::Damaged { .. }), "{from}: {error}");
        }
        assert!(matches!(read(WHOLE, 3), Err(RecoverError::Cut { game: 2, .. })));
        assert!(matches!(read("", 1), Err(RecoverError::Row { .. })));
    }

    #[test]
    fn a_missing_file_is_named() {
        let schedule = Schedule::new(Format::FreeForAll, Seating::Rotate, 2, 4, Seed(1)).unwrap();
        let missing = RoundFile::open(Path::new("no-such-file"), &schedule, &[], 0..1);
        let error = missing.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("no-such-file"), "{error}");
    }
}
