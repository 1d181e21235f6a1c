//! Rows of `scores.csv`: a row for each seat and game, games in the order of their numbers.
//!
//! `game,deal,pairing,seed,seat,player,score,place,win,status`, then the game's own columns.

use csv::{ByteRecord, StringRecord};
use thiserror::Error;

use crate::shown::shown;
use lettergame_core::game::Cells;

/// The columns of `scores.csv` that all games share, in order.
pub const COMMON_COLUMNS: [&str; 10] =
    ["game", "deal", "pairing", "seed", "seat", "player", "score", "place", "win", "status"];

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
    /// The first line is not that of `rounds.csv`.
    #[error("line 1: `{0}` is not the header of rounds.csv; was the file edited or cut?")]
    RoundsHeader(String),
    /// The first line is not that of `plies.csv`.
    #[error("line 1: `{0}` is not the header of plies.csv; was the file edited or cut?")]
    PliesHeader(String),
    /// A row has a quote.
    #[error("line {line}: `{text}` holds a quote, as no row of a run does; was the file edited?")]
    Quote {
        /// The line of the file, from 1.
        line: u64,
        /// The line's text.
        text: String,
    },
    /// A row has more cells than the one before, or fewer. Told as of the files that are read as CSV.
    #[error(
        "CSV error: record {record} (line: {line}, byte: {byte}): \
         found record with {found} fields, but the previous record has {wanted} fields"
    )]
    Width {
        /// The row, from 1; the header is 0.
        record: u64,
        /// The line of the file, from 1.
        line: u64,
        /// The byte where the line begins.
        byte: u64,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// The cells of a row contradict each other, or those of the other rows of its game.
    #[error("line {line}: the cells of `{text}` contradict each other; was the file edited?")]
    Contradiction {
        /// The line of the file, from 1.
        line: u64,
        /// The line's text.
        text: String,
    },
    /// The file does not read as CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

/// Is this the first line of a `scores.csv`? It starts with [`COMMON_COLUMNS`].
pub(super) fn check_header(header: &StringRecord) -> Result<StringRecord, RowError> {
    if header.iter().take(COMMON_COLUMNS.len()).eq(COMMON_COLUMNS) {
        Ok(header.clone())
    } else {
        Err(RowError::Header(shown(header.iter().collect::<Vec<_>>().join(",").as_bytes())))
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
    use super::{COMMON_COLUMNS, Cells, RowWriter, check_header, header};

    #[test]
    fn rows_are_lines_of_cells() {
        let mut writer = RowWriter::new();
        ["a", "b c"].into_iter().for_each(|cell| writer.text(cell));
        writer.number(-7);
        writer.end_row();
        assert_eq!(writer.take(), b"a,b c,-7\n");
    }

    #[test]
    fn another_header_is_refused() {
        let of = |columns: &[&str]| check_header(&csv::StringRecord::from(columns));
        assert!(of(&COMMON_COLUMNS).is_ok());
        let error = of(&["a", "b"]).unwrap_err().to_string();
        assert!(error.starts_with("line 1: `a,b` is not the header"), "{error}");
        assert_eq!(header(["a", "b"]), b"a,b\n");
    }
}
