//! The rows of a `scores.csv`, cell by cell, with no look at what they mean.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use csv::ByteRecord;

use crate::parquet_file::ParquetError;
use lettergame_tournament::SCORE_COLUMNS;

/// A file of scores, open.
pub(super) struct ScoreRows {
    path: PathBuf,
    reader: csv::Reader<File>,
    record: ByteRecord,
    own: Vec<String>,
}

impl ScoreRows {
    /// Opens the scores of a run, which must end with a whole line.
    pub(super) fn open(dir: &Path) -> Result<ScoreRows, ParquetError> {
        let path = dir.join("scores.csv");
        let failed = |error| ParquetError::Io { act: "read", path: path.clone(), error };
        let mut file = File::open(&path).map_err(failed)?;
        if !ends_whole(&mut file).map_err(failed)? {
            return Err(ParquetError::Unfinished(path));
        }
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
        let header = reader.headers().map_err(|error| row_error(&path, &error))?;
        let columns: Vec<String> = header.iter().map(str::to_owned).collect();
        let common = || SCORE_COLUMNS.iter().map(|column| column.name);
        if !columns.iter().take(SCORE_COLUMNS.len()).map(String::as_str).eq(common()) {
            return Err(ParquetError::Header { path, found: columns.join(",") });
        }
        let own = columns[SCORE_COLUMNS.len()..].to_vec();
        Ok(ScoreRows { path, reader, record: ByteRecord::new(), own })
    }

    /// The game's own columns.
    pub(super) fn own(&self) -> &[String] {
        &self.own
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The next row; `None` behind the last one.
    pub(super) fn next_row(&mut self) -> Result<Option<&ByteRecord>, ParquetError> {
        let read = self.reader.read_byte_record(&mut self.record);
        let more = read.map_err(|error| row_error(&self.path, &error))?;
        Ok(more.then_some(&self.record))
    }

    /// What is wrong with a cell of the last row.
    pub(super) fn bad_cell(&self, column: usize) -> ParquetError {
        let common = SCORE_COLUMNS.iter().map(|column| column.name.to_owned());
        let name = common.chain(self.own.iter().cloned()).nth(column);
        ParquetError::Cell {
            path: self.path.clone(),
            line: self.record.position().map_or(0, csv::Position::line),
            column: name.unwrap_or_default(),
            value: String::from_utf8_lossy(self.record.get(column).unwrap_or_default()).into(),
        }
    }
}

/// Is the last byte a line break? The file is at its start again.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    let mut last = [0];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    file.rewind()?;
    Ok(last == *b"\n")
}

fn row_error(path: &Path, error: &csv::Error) -> ParquetError {
    ParquetError::Row { path: path.to_owned(), error: error.to_string() }
}
