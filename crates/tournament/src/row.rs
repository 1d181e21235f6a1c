//! Rows of files: how they are written, and what can be wrong with one.

use csv::ByteRecord;
use thiserror::Error;

use lettergame_core::game::Cells;

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

#[cfg(test)]
mod tests {
    use super::{Cells, RowWriter};

    #[test]
    fn rows_are_lines_of_cells() {
        let mut writer = RowWriter::new();
        ["a", "b c"].into_iter().for_each(|cell| writer.text(cell));
        writer.number(-7);
        writer.end_row();
        assert_eq!(writer.take(), b"a,b c,-7\n");
    }
}
