//! Lines of CSV as typed rows: comma-separated, unquoted, one row per line.

use memchr::{memchr, memchr_iter};

use crate::shown::shown;
use crate::{RowBatch, RowError};

/// The rows of whole lines, and the byte after each of them.
pub(crate) struct CsvRows {
    pub(crate) rows: RowBatch,
    pub(crate) ends: Vec<u64>,
}

/// What is wrong with a line that begins at a byte.
pub(crate) struct WrongLine {
    pub(crate) begin: u64,
    pub(crate) wrong: Wrong,
}

/// What is wrong with a line.
pub(crate) enum Wrong {
    Quote(String),
    Width(usize),
    Cell(&'static str, String),
}

impl WrongLine {
    /// The error for a line of this number, in a file with so many columns.
    pub(crate) fn error(self, line: u64, wanted: usize) -> RowError {
        match self.wrong {
            Wrong::Quote(text) => RowError::Quote { line, text },
            Wrong::Cell(column, value) => RowError::Cell { line, column, value },
            Wrong::Width(found) => {
                RowError::Width { record: line - 1, line, byte: self.begin, found, wanted }
            }
        }
    }
}

/// Adds whole lines, the first of which begins at this byte of its file, to an empty batch. Empty lines are skipped.
pub(crate) fn read_lines(
    text: &[u8],
    byte: u64,
    width: usize,
    mut rows: RowBatch,
) -> Result<CsvRows, WrongLine> {
    let (mut at, mut ends) = (0, Vec::new());
    let has_quote = memchr(b'"', text).is_some();
    while at < text.len() {
        let length = memchr(b'\n', &text[at..]).unwrap_or(text.len() - at);
        let (begin, line) = (byte + at as u64, &text[at..at + length]);
        at += length + 1;
        // an editor may have written CR LF
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let refused = |wrong| WrongLine { begin, wrong };
        if has_quote && memchr(b'"', line).is_some() {
            return Err(refused(Wrong::Quote(shown(line))));
        }
        let found = memchr_iter(b',', line).count() + 1;
        if found != width {
            return Err(refused(Wrong::Width(found)));
        }
        let mut cell_begin = 0;
        let ends_of_cells = memchr_iter(b',', line).chain([line.len()]);
        let cells = ends_of_cells.map(|end| {
            let cell = &line[cell_begin..end];
            cell_begin = end + 1;
            cell
        });
        rows.read_row(cells).map_err(|(place, column)| {
            let cell = line.split(|byte| *byte == b',').nth(place).unwrap_or_default();
            refused(Wrong::Cell(column, shown(cell)))
        })?;
        ends.push(byte + at as u64);
    }
    Ok(CsvRows { rows, ends })
}

/// The names in a header line.
pub(crate) fn names(line: &[u8]) -> Result<Vec<String>, RowError> {
    // read once per file, and quotes do no harm here
    let header = csv::Reader::from_reader(line).headers()?.clone();
    Ok(header.iter().map(str::to_owned).collect())
}
