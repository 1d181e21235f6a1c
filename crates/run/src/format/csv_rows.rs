//! Lines of CSV as typed rows: comma-separated, unquoted, one row per line.

use memchr::{memchr, memchr_iter};

use crate::shown::shown;
use crate::{RowBatch, RowError};
use lettergame_game::Column;

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
pub(crate) fn read_lines(text: &[u8], byte: u64, mut rows: RowBatch) -> Result<CsvRows, WrongLine> {
    let (mut at, mut ends, mut commas) = (0, Vec::new(), Vec::new());
    let width = rows.columns().len();
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
        commas.clear();
        commas.extend(memchr_iter(b',', line));
        if commas.len() + 1 != width {
            return Err(refused(Wrong::Width(commas.len() + 1)));
        }
        let begins = [0].into_iter().chain(commas.iter().map(|comma| comma + 1));
        let cell_ends = commas.iter().copied().chain([line.len()]);
        let mut cells = begins.zip(cell_ends).map(|(begin, end)| &line[begin..end]);
        rows.read_row(cells.clone()).map_err(|(place, column)| {
            refused(Wrong::Cell(column, shown(cells.nth(place).unwrap_or_default())))
        })?;
        ends.push(byte + at as u64);
    }
    Ok(CsvRows { rows, ends })
}

/// The rows of whole lines with these columns.
pub(crate) fn read_text(text: &[u8], columns: [&[Column]; 2]) -> Result<RowBatch, RowError> {
    let read = read_lines(text, 0, RowBatch::new(columns));
    read.map(|read| read.rows).map_err(|wrong| {
        let before = memchr_iter(b'\n', &text[..wrong.begin as usize]).count();
        wrong.error(before as u64 + 1, columns.concat().len())
    })
}

/// The names in a header line.
pub(crate) fn names(line: &[u8]) -> Result<Vec<String>, RowError> {
    // read once per file, and quotes do no harm here
    let header = csv::Reader::from_reader(line).headers()?.clone();
    Ok(header.iter().map(str::to_owned).collect())
}
