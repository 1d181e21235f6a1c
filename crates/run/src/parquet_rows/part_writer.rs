//! Writes the Parquet file of a part.

use std::io::{self, Write};
use std::ops::Range;

use crate::RowBatch;
use crate::batch::columns::header;
use crate::parquet_rows::ParquetWriter;
use crate::parquet_rows::label::{KEY, Label, Lines};
use crate::parts::part_name;
use lettergame_core::game::Column;

/// Rows per row group: what a reader of one game decodes.
const GROUP: usize = 1 << 16;

/// The Parquet file of a part, in row groups of the same size however the rows arrive.
pub(crate) struct PartWriter<W: Write + Send> {
    file: ParquetWriter<W>,
    label: Label,
    /// The rows of the next group.
    rows: RowBatch,
}

impl<W: Write + Send> PartWriter<W> {
    /// For the part of these games, with these columns: the common ones and the game's own.
    pub(crate) fn new(
        to: W,
        games: &Range<u64>,
        columns: [&[Column]; 2],
    ) -> io::Result<PartWriter<W>> {
        let all = columns.concat();
        let label = Label {
            part: part_name(games),
            header: String::from_utf8_lossy(&header(columns)).into_owned(),
            decimals: all.iter().map(|column| column.decimals).collect(),
            groups: Vec::new(),
        };
        let rows = RowBatch::new(columns);
        Ok(PartWriter { file: ParquetWriter::new(to, &all)?, label, rows })
    }

    /// Adds rows.
    pub(crate) fn write(&mut self, rows: &RowBatch) -> io::Result<()> {
        self.rows.append(rows);
        while self.rows.len() >= GROUP {
            let rest = self.rows.split_off(GROUP);
            self.write_group()?;
            self.rows = rest;
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.describe(KEY.to_owned(), self.label.to_text()?);
        self.file.finish()
    }

    fn write_group(&mut self) -> io::Result<()> {
        self.label.groups.push(Lines::of(&self.rows.to_csv()));
        self.file.write_group(std::slice::from_ref(&self.rows))
    }
}

/// The Parquet file of a part of these games, with these columns and rows.
///
/// # Errors
/// If the rows cannot be encoded.
pub(crate) fn parquet_part(
    games: &Range<u64>,
    columns: [&[Column]; 2],
    rows: &[RowBatch],
) -> io::Result<Vec<u8>> {
    let mut file = PartWriter::new(Vec::new(), games, columns)?;
    rows.iter().try_for_each(|rows| file.write(rows))?;
    file.finish()
}
