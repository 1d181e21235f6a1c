//! Writes the Parquet file of a part.

use std::io::{self, Write};

use crate::RowBatch;
use crate::format::parquet_writer::ParquetWriter;
use lettergame_game::Column;

/// Rows per row group, but for those of the last game: what a reader of one game decodes.
const GROUP: usize = 1 << 16;

/// The Parquet file of a part, in row groups of the same whole games however the rows arrive.
pub(crate) struct PartWriter<W: Write + Send> {
    file: ParquetWriter<W>,
    /// The rows of the next group.
    rows: RowBatch,
}

impl<W: Write + Send> PartWriter<W> {
    /// With these columns: the common ones and the game's own.
    pub(crate) fn new(to: W, columns: [&[Column]; 2]) -> io::Result<PartWriter<W>> {
        let rows = RowBatch::new(columns);
        Ok(PartWriter { file: ParquetWriter::new(to, &columns.concat())?, rows })
    }

    /// Adds rows of whole games.
    pub(crate) fn write(&mut self, rows: &RowBatch) -> io::Result<()> {
        self.rows.append(rows);
        while self.rows.len() > GROUP {
            let last = self.rows.cell(0, GROUP - 1).number().unwrap_or_default();
            let end = self.rows.begin_of(last as u64 + 1);
            if end == self.rows.len() {
                // the last game may go on
                break;
            }
            let rest = self.rows.split_off(end);
            self.file.write_group(std::slice::from_ref(&self.rows))?;
            self.rows = rest;
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.rows.is_empty() {
            self.file.write_group(std::slice::from_ref(&self.rows))?;
        }
        self.file.finish()
    }
}

/// The Parquet file of a part with these columns and rows.
///
/// # Errors
/// If the rows cannot be encoded.
pub(crate) fn parquet_part(columns: [&[Column]; 2], rows: &[RowBatch]) -> io::Result<Vec<u8>> {
    let mut file = PartWriter::new(Vec::new(), columns)?;
    rows.iter().try_for_each(|rows| file.write(rows))?;
    file.finish()
}
