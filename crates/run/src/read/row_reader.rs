//! A file of rows as typed columns, without interpreting them.

use std::path::{Path, PathBuf};

use crate::batch::columns::{column_names, file_columns};
use crate::folder_error::io_error;
use crate::read::cell_lines::{CellLine, CellLines};
use crate::read::recover_error::wrong_header;
use crate::run_files::row_file;
use crate::shown::shown;
use crate::{RecoverError, RowBatch, RowBytes, RowError};
use lettergame_core::game::{Column, RowShape};
use lettergame_plan::RecordLevel;

/// Reads the rows of `scores.csv`, `rounds.csv` or `plies.csv`, batch by batch, in little memory. A
/// last row that was cut off by a kill is ignored.
pub struct RowReader {
    path: PathBuf,
    lines: CellLines,
    line: CellLine,
    columns: [&'static [Column]; 2],
}

impl RowReader {
    /// Opens that file of a run, whose game has rows of this shape.
    ///
    /// # Errors
    /// If the file cannot be read or has other columns.
    pub fn open(dir: &Path, file: RecordLevel, shape: RowShape) -> Result<RowReader, RecoverError> {
        let columns = file_columns(file, shape);
        let path = row_file(dir, file);
        RowBytes::check_length(&path).map_err(io_error("read", &path))?;
        let (lines, header) = CellLines::open(&path)?;
        if !header.iter().eq(columns.into_iter().flat_map(column_names)) {
            return Err(wrong_header(&path, lines.first(), file));
        }
        Ok(RowReader { path, lines, line: CellLine::default(), columns })
    }

    /// Whether the last row was cut off, and is ignored.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.lines.is_cut()
    }

    /// The next rows, at most `most`; `None` at the end.
    ///
    /// # Errors
    /// If a row cannot be parsed, or a cell is not of its column's kind.
    pub fn next_batch(&mut self, most: usize) -> Result<Option<RowBatch>, RecoverError> {
        let mut batch = RowBatch::new(self.columns);
        let of_file = |error| RecoverError::row(&self.path, error);
        while batch.len() < most && self.lines.read(&mut self.line).map_err(of_file)? {
            let line = &self.line;
            let cells = (0..line.width()).map(|place| line.cell(place));
            batch.read_row(cells).map_err(|(place, column)| {
                let value = shown(line.cell(place));
                of_file(RowError::Cell { line: line.line(), column, value })
            })?;
        }
        Ok((!batch.is_empty()).then_some(batch))
    }
}

#[cfg(test)]
mod tests {
    use super::RowReader;
    use lettergame_core::game::{Column, RowShape};
    use lettergame_plan::RecordLevel;

    const SHAPE: RowShape = RowShape {
        columns: || const { &[Column::int("own", "")] },
        round_columns: || &[],
        place_key: |_| [0; 4],
        check_cells: |_| None,
        related: None,
    };
    const HEADER: &str = "game,round,seat,player\n";

    fn folder(text: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("rounds.csv"), text).unwrap();
        dir
    }

    fn open(text: &str) -> Result<RowReader, String> {
        let dir = folder(text);
        RowReader::open(dir.path(), RecordLevel::Rounds, SHAPE).map_err(|error| error.to_string())
    }

    #[test]
    fn batches_contain_all_complete_rows() {
        let rows: String = (0..5).map(|game| format!("{game},1,0,a\n")).collect();
        let mut reader = open(&format!("{HEADER}{rows}5,1,")).unwrap();
        assert!(reader.is_cut());
        let mut text = Vec::new();
        let mut sizes = Vec::new();
        while let Some(batch) = reader.next_batch(2).unwrap() {
            sizes.push(batch.len());
            text.extend(batch.to_csv());
        }
        assert_eq!((sizes, text), (vec![2, 2, 1], rows.into_bytes()));
        assert!(!open(HEADER).unwrap().is_cut());
    }

    #[test]
    fn wrong_columns_and_wrong_cells_are_refused() {
        assert!(open("game,round,seat\n").is_err());
        let error = open(&format!("{HEADER}0,1,0,a\n0,1,x,b\n")).unwrap().next_batch(9);
        let error = error.unwrap_err().to_string();
        for part in ["rounds.csv", "line 3", "`seat`", "`x`"] {
            assert!(error.contains(part), "`{part}` is not in: {error}");
        }
    }
}
