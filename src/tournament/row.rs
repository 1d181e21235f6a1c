//! Rows of `scores.csv`: a row for each seat and game, games in the order of their numbers.
//!
//! `game,deal,pairing,seed,seat,player,score,place,win,status`, then the game's own columns.

use std::io;

use csv::{ByteRecord, StringRecord};
use thiserror::Error;

use crate::base::{Points, Seed};
use crate::game::Cells;

/// The columns of `scores.csv` that all games share, in order.
pub const COMMON_COLUMNS: [&str; 10] =
    ["game", "deal", "pairing", "seed", "seat", "player", "score", "place", "win", "status"];

/// One row of `scores.csv`, without the game's own columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The game's number, from 0.
    pub game: u64,
    /// The deal's number, from 0.
    pub deal: u64,
    /// The pairing's number, from 0.
    pub pairing: u64,
    /// The deal's seed.
    pub seed: Seed,
    /// The seat, from 0.
    pub seat: usize,
    /// The player's name.
    pub player: String,
    /// Points at the end.
    pub score: Points,
    /// 1 is best; equal scores share the better place.
    pub place: u8,
    /// `ok`, `banned` or the name of a fault.
    pub status: String,
}

/// What is wrong with a row.
#[derive(Debug, Error)]
pub enum RowError {
    /// A cell does not read.
    #[error(
        "line {line}, column `{column}`: `{value}` is not possible; was the file edited or cut?"
    )]
    Cell {
        /// The line of the file, from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// The cell as it stands.
        value: String,
    },
    /// The first line is not that of `scores.csv`.
    #[error("line 1: `{0}` is not the header of scores.csv")]
    Header(String),
    /// The file does not read as CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

/// Reads the rows of a `scores.csv` one by one, in constant memory.
pub struct Rows<R> {
    reader: csv::Reader<R>,
    record: StringRecord,
}

impl<R: io::Read> Rows<R> {
    /// Starts to read; the header is read and checked.
    ///
    /// # Errors
    /// A header that does not start with [`COMMON_COLUMNS`], or a failure to read.
    pub fn new(source: R) -> Result<Rows<R>, RowError> {
        let mut reader = csv::Reader::from_reader(source);
        let header = reader.headers()?;
        if !header.iter().take(COMMON_COLUMNS.len()).eq(COMMON_COLUMNS) {
            return Err(RowError::Header(header.iter().collect::<Vec<_>>().join(",")));
        }
        Ok(Rows { reader, record: StringRecord::new() })
    }

    /// The byte behind the row that was read last.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.reader.position().byte()
    }

    /// The next row; `None` at the end.
    ///
    /// # Errors
    /// A row with too few cells or one that does not read, with its line.
    pub fn next_row(&mut self) -> Result<Option<Row>, RowError> {
        if !self.reader.read_record(&mut self.record)? {
            return Ok(None);
        }
        let cells = Record(&self.record);
        Ok(Some(Row {
            game: cells.parse(0)?,
            deal: cells.parse(1)?,
            pairing: cells.parse(2)?,
            seed: cells.parse(3)?,
            seat: cells.parse(4)?,
            player: cells.text(5).to_owned(),
            score: Points(cells.parse(6)?),
            place: cells.parse(7)?,
            status: cells.text(9).to_owned(),
        }))
    }
}

struct Record<'a>(&'a StringRecord);

impl Record<'_> {
    fn text(&self, column: usize) -> &str {
        self.0.get(column).unwrap_or("")
    }

    fn parse<T: std::str::FromStr>(&self, column: usize) -> Result<T, RowError> {
        let value = self.text(column);
        value.parse().map_err(|_| RowError::Cell {
            line: self.0.position().map_or(0, csv::Position::line),
            column: COMMON_COLUMNS[column],
            value: value.to_owned(),
        })
    }
}

/// Builds rows cell by cell and writes them to memory.
pub(super) struct RowWriter {
    record: ByteRecord,
    writer: csv::Writer<Vec<u8>>,
    digits: String,
}

impl RowWriter {
    pub(super) fn new() -> RowWriter {
        RowWriter {
            record: ByteRecord::new(),
            writer: csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()),
            digits: String::new(),
        }
    }

    /// A cell of anything that can be shown.
    pub(super) fn show(&mut self, value: impl std::fmt::Display) {
        use std::fmt::Write as _;
        self.digits.clear();
        // writing to a String cannot fail
        let _ = write!(self.digits, "{value}");
        self.record.push_field(self.digits.as_bytes());
    }

    pub(super) fn end_row(&mut self) {
        // writing to memory cannot fail
        let _ = self.writer.write_byte_record(&self.record);
        self.record.clear();
    }

    /// The rows so far; the writer starts anew.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let fresh = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let full = std::mem::replace(&mut self.writer, fresh);
        full.into_inner().unwrap_or_default()
    }
}

impl Cells for RowWriter {
    fn text(&mut self, text: &str) {
        self.record.push_field(text.as_bytes());
    }

    fn number(&mut self, number: i64) {
        self.show(number);
    }
}

/// One line of column names.
pub(super) fn header<'a>(columns: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut writer = RowWriter::new();
    columns.into_iter().for_each(|column| writer.text(column));
    writer.end_row();
    writer.take()
}

#[cfg(test)]
mod tests {
    use super::{COMMON_COLUMNS, Cells, RowWriter, Rows, header};

    #[test]
    fn rows_read_back() {
        let mut writer = RowWriter::new();
        for cell in ["7", "3", "0", "00000000000000ff", "1", "a", "-12", "2", "0.5", "ok", "own"] {
            writer.text(cell);
        }
        writer.end_row();
        let mut bytes = header(COMMON_COLUMNS.into_iter().chain(["mine"]));
        bytes.extend(writer.take());
        let mut rows = Rows::new(bytes.as_slice()).unwrap();
        let row = rows.next_row().unwrap().unwrap();
        assert_eq!((row.game, row.seed.0, row.score.0, row.place), (7, 255, -12, 2));
        assert_eq!(rows.position(), bytes.len() as u64);
        assert!(rows.next_row().unwrap().is_none());
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(Rows::new("a,b\n1,2\n".as_bytes()).is_err());
        let mut text = header(COMMON_COLUMNS);
        text.extend(b"1,1,1,00000000000000ff,x,a,1,1,1,ok\n");
        let error = Rows::new(text.as_slice()).unwrap().next_row().unwrap_err().to_string();
        assert!(error.starts_with("line 2, column `seat`: `x`"), "{error}");
    }
}
