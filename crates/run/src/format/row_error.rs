//! Errors in a row of a file.

use thiserror::Error;

use crate::Altered;

/// An error in a row.
#[derive(Debug, Error)]
pub enum RowError {
    /// A cell cannot be parsed.
    #[error("line {line}, column `{column}`: invalid value `{value}`; was the file edited or cut?")]
    Cell {
        /// The line of the file, from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// The cell verbatim.
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
    /// A row contains a quote.
    #[error("line {line}: `{text}` contains a quote, which runs never write; was the file edited?")]
    Quote {
        /// The line of the file, from 1.
        line: u64,
        /// The line's text.
        text: String,
    },
    /// A row has more or fewer cells than the one before. The message is the same as for files that
    /// are read as CSV.
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
        /// The number of cells it has.
        found: usize,
        /// The number of cells it should have.
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
    /// The file is sealed, and not as it was written.
    #[error(transparent)]
    Altered(#[from] Altered),
    /// The file cannot be parsed as CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}
