//! The games of a run, read back one by one from its `scores.csv`.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str;

use csv::ByteRecord;

use crate::base::{BySeat, Name, Points, Seat};
use crate::game::FaultKind;
use crate::tournament::folder::failed;
use crate::tournament::row::check_header;
use crate::tournament::{
    COMMON_COLUMNS, GameScore, Job, RecoverError, RowError, Schedule, SeatScore,
};

/// Reads whole games in the order of their numbers, in constant memory; each must be the one that the
/// schedule leads to, and is noted there, so that stages are drawn as they are read. What a kill may have left of a last game is not told.
pub struct ScoreFile<'a> {
    path: PathBuf,
    reader: csv::Reader<Take<File>>,
    /// The byte from which on it reads.
    start: u64,
    schedule: &'a Schedule,
    names: &'a [Name],
    /// The games that are still to come.
    games: Range<u64>,
    /// Names of the game's own columns.
    columns: Vec<String>,
    /// The rows of the last game, a seat each; the rest where an earlier one had more seats.
    records: Vec<ByteRecord>,
    /// The byte behind the last game.
    end: u64,
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct GameRows<'a> {
    /// The game's number, deal, pairing, seed and lineup.
    pub job: Job,
    /// How it ended. Which programs failed is not in this file: `failed` is false.
    pub score: GameScore,
    records: &'a [ByteRecord],
}

/// Where columns stand in a row.
const SCORE: usize = 6;
const PLACE: usize = 7;
const STATUS: usize = 9;

impl<'a> ScoreFile<'a> {
    /// Starts to read the games of these numbers from a folder of a run: the shard's, as its config says.
    ///
    /// # Errors
    /// When the file cannot be read, is empty or has another header.
    pub fn open(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
    ) -> Result<ScoreFile<'a>, RecoverError> {
        let mut reader = csv::ReaderBuilder::new()
            .buffer_capacity(1 << 18)
            .from_reader(whole_lines(path).map_err(failed("read", path))?);
        let header = reader.headers().map_err(RowError::from).and_then(check_header);
        let header = header.map_err(|error| RecoverError::Row { path: path.to_owned(), error })?;
        let columns = header.iter().skip(COMMON_COLUMNS.len()).map(str::to_owned).collect();
        let end = line_length(path).map_err(failed("read", path))?;
        let path = path.to_owned();
        Ok(ScoreFile {
            path,
            reader,
            start: 0,
            schedule,
            names,
            games,
            columns,
            records: vec![],
            end,
        })
    }

    /// Goes on with the games of these numbers behind a byte: where an earlier reader of the same file came
    /// to its [`end`](ScoreFile::end). The names of the game's own columns are not read.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open_behind(
        path: &Path,
        schedule: &'a Schedule,
        names: &'a [Name],
        games: Range<u64>,
        byte: u64,
    ) -> Result<ScoreFile<'a>, RecoverError> {
        let mut lines = whole_lines(path).map_err(failed("read", path))?;
        lines.set_limit(lines.limit().saturating_sub(byte));
        lines.get_mut().seek(SeekFrom::Start(byte)).map_err(failed("read", path))?;
        let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(lines);
        let path = path.to_owned();
        let (columns, records) = (Vec::new(), Vec::new());
        Ok(ScoreFile {
            path,
            reader,
            start: byte,
            schedule,
            names,
            games,
            columns,
            records,
            end: byte,
        })
    }

    /// The game's own columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The number of the next game.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.games.start
    }

    /// The byte behind the last game that was told, where the rows of the next one would start.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The next whole game; `None` behind the last one.
    ///
    /// # Errors
    /// A row that does not read or is not that of the schedule, and rows behind the last game.
    pub fn next_game(&mut self) -> Result<Option<GameRows<'_>>, RecoverError> {
        let game = self.games.start;
        if self.games.is_empty() {
            return match self.read_row(0)? {
                true => Err(self.other_config(game)),
                false => Ok(None),
            };
        }
        if game >= self.schedule.known() {
            return Err(self.other_config(game));
        }
        let job = self.schedule.job(game);
        let mut seats = BySeat::default();
        for (seat, &player) in job.lineup.iter() {
            if !self.read_row(seat.index())? {
                return Ok(None);
            }
            seats.push(self.seat_score(&job, seat, player)?);
        }
        self.games.start += 1;
        self.end = self.start + self.reader.position().byte();
        let records = &self.records[..seats.len()];
        let score = GameScore { game, deal: job.deal, seats };
        self.schedule.note(&score);
        Ok(Some(GameRows { job, score, records }))
    }

    /// How a seat ended by its row, which must be that of the job.
    fn seat_score(&self, job: &Job, seat: Seat, player: usize) -> Result<SeatScore, RecoverError> {
        let row = Row { path: &self.path, record: &self.records[seat.index()] };
        let expected = [job.game, job.deal, job.pairing, seat.index() as u64];
        let found: [u64; 4] = [row.number(0)?, row.number(1)?, row.number(2)?, row.number(4)?];
        let name = self.names[player].as_str();
        if expected != found || row.parse(3) != Ok(job.seed) || row.text(5) != name {
            return Err(self.other_config(job.game));
        }
        Ok(SeatScore {
            player,
            points: Points(row.number(SCORE)?),
            place: row.number(PLACE)?,
            faulty: row.is_faulty()?,
            failed: false,
        })
    }

    /// Reads a row into the place of a seat; false at the end.
    fn read_row(&mut self, seat: usize) -> Result<bool, RecoverError> {
        if self.records.len() == seat {
            self.records.push(ByteRecord::new());
        }
        let read = self.reader.read_byte_record(&mut self.records[seat]);
        read.map_err(|error| RecoverError::Row { path: self.path.clone(), error: error.into() })
    }

    fn other_config(&self, game: u64) -> RecoverError {
        RecoverError::OtherConfig { path: self.path.clone(), game }
    }
}

impl GameRows<'_> {
    /// What stands in one of the game's own columns (from 0) for a seat (from 0).
    #[must_use]
    pub fn own(&self, seat: usize, column: usize) -> &str {
        let cell = self.records.get(seat).and_then(|row| row.get(COMMON_COLUMNS.len() + column));
        str::from_utf8(cell.unwrap_or_default()).unwrap_or_default()
    }

    /// `ok`, `banned` or the name of a fault, for a seat (from 0).
    #[must_use]
    pub fn status(&self, seat: usize) -> &str {
        let cell = self.records.get(seat).and_then(|row| row.get(STATUS));
        str::from_utf8(cell.unwrap_or_default()).unwrap_or_default()
    }
}

/// A row with the file that it is from.
struct Row<'a> {
    path: &'a Path,
    record: &'a ByteRecord,
}

impl Row<'_> {
    fn text(&self, column: usize) -> &str {
        str::from_utf8(self.record.get(column).unwrap_or_default()).unwrap_or_default()
    }

    fn parse<T: str::FromStr>(&self, column: usize) -> Result<T, T::Err> {
        self.text(column).parse()
    }

    fn number<T: str::FromStr>(&self, column: usize) -> Result<T, RecoverError> {
        self.parse(column).map_err(|_| self.impossible(column))
    }

    /// Was the seat banned, or did it make a fault?
    fn is_faulty(&self) -> Result<bool, RecoverError> {
        match self.text(STATUS) {
            "ok" => Ok(false),
            status if status == "banned" || FaultKind::from_name(status).is_some() => Ok(true),
            _ => Err(self.impossible(STATUS)),
        }
    }

    fn impossible(&self, column: usize) -> RecoverError {
        RecoverError::Row {
            path: self.path.to_owned(),
            error: RowError::Cell {
                line: self.record.position().map_or(0, csv::Position::line),
                column: COMMON_COLUMNS[column],
                value: String::from_utf8_lossy(self.record.get(column).unwrap_or_default()).into(),
            },
        }
    }
}

/// A file without what stands behind its last line break.
pub(super) fn whole_lines(path: &Path) -> io::Result<Take<File>> {
    let mut file = File::open(path)?;
    let mut end = file.metadata()?.len();
    let mut piece = Vec::new();
    loop {
        let start = end.saturating_sub(1 << 12);
        piece.clear();
        file.seek(SeekFrom::Start(start))?;
        (&file).take(end - start).read_to_end(&mut piece)?;
        let last = piece.iter().rposition(|&byte| byte == b'\n');
        if last.is_some() || start == 0 {
            file.rewind()?;
            return Ok(file.take(last.map_or(0, |last| start + last as u64 + 1)));
        }
        end = start;
    }
}

/// The length of the first line with its break.
fn line_length(path: &Path) -> io::Result<u64> {
    let mut line = Vec::new();
    io::BufRead::read_until(&mut io::BufReader::new(File::open(path)?), b'\n', &mut line)?;
    Ok(line.len() as u64)
}
