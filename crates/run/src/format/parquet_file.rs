//! Reads the Parquet file of a part, row group by row group.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use parquet::basic::Type as Physical;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::RowBatch;
use crate::format::blocks::Blocks;
use crate::format::parquet_cells as cells;
use crate::format::parquet_groups::decoded;
use lettergame_game::{CellKind, Column};

/// The file, at a row group.
pub(crate) struct PartFile {
    path: PathBuf,
    file: File,
    reader: SerializedFileReader<File>,
    blocks: Option<Blocks>,
    group: usize,
}

impl PartFile {
    /// Opens the file of this path.
    pub(crate) fn open(path: &Path) -> io::Result<PartFile> {
        let (file, blocks) = (File::open(path)?, Blocks::of(path)?);
        let own = file.try_clone()?;
        let reader =
            decoded(|| SerializedFileReader::new(own)).map_err(|why| damaged(path, &why))?;
        if blocks
            .as_ref()
            .is_some_and(|blocks| blocks.blocks.len() != reader.num_row_groups().max(1))
        {
            return Err(damaged(path, "its row groups are not those that were written"));
        }
        Ok(PartFile { path: path.to_owned(), file, reader, blocks, group: 0 })
    }

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The names of its columns, and the kinds of their cells.
    pub(crate) fn columns(&self) -> Vec<(String, CellKind)> {
        let schema = self.reader.metadata().file_metadata().schema_descr();
        let kind = |physical| match physical {
            Physical::INT64 => CellKind::Long,
            Physical::INT32 => CellKind::Int,
            Physical::DOUBLE => CellKind::Real,
            _ => CellKind::Text,
        };
        let columns = schema.columns().iter();
        columns.map(|own| (own.name().to_owned(), kind(own.physical_type()))).collect()
    }

    /// Goes on with the row group that has a game, if it is known.
    pub(crate) fn seek(&mut self, game: u64) {
        let found = self.blocks.as_ref().map_or(0, |blocks| blocks.of_game(game));
        self.group = self.group.max(found);
    }

    /// The number of the first row of the next row group, from 0.
    pub(crate) fn first_row(&self) -> u64 {
        let groups = &self.reader.metadata().row_groups()[..self.group];
        groups.iter().map(|group| group.num_rows().max(0) as u64).sum()
    }

    /// The rows of the next row group, which must have these columns.
    pub(crate) fn next(&mut self, columns: &[Column]) -> io::Result<Option<RowBatch>> {
        if self.group == self.reader.num_row_groups() {
            return Ok(None);
        }
        if let Some(blocks) = &self.blocks {
            blocks.read(&self.file, self.group)?;
        }
        let values = decoded(|| {
            let reader = self.reader.get_row_group(self.group)?;
            (0..reader.num_columns()).map(|column| cells::read(&*reader, column)).collect()
        });
        let values = values.map_err(|why| damaged(&self.path, &why))?;
        self.group += 1;
        let rows = RowBatch::of_values(columns, values);
        rows.map(Some).ok_or_else(|| damaged(&self.path, "its columns do not fit together"))
    }

    /// Checks that a sealed file has as many bytes as were written.
    pub(crate) fn check_length(&self) -> io::Result<()> {
        self.blocks.as_ref().map_or(Ok(()), |blocks| blocks.check_length(&self.file))
    }
}

fn damaged(path: &Path, why: &str) -> io::Error {
    let text = format!("{} is damaged ({why})", path.display());
    io::Error::new(io::ErrorKind::InvalidData, text)
}
