//! A Parquet file of rows, written row group by row group.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

use crate::RowBatch;
use crate::format::parquet_cells as cells;
use lettergame_game::{CellKind, Column};

/// Writes rows to a file with these columns.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(to: W, columns: &[Column]) -> io::Result<ParquetWriter<W>> {
        let fields = columns.iter().map(|column| cells::field(column.kind, column.name));
        let fields = fields.collect::<Result<_, _>>().map_err(io_error)?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build();
        let schema = Arc::new(schema.map_err(io_error)?);
        let file = SerializedFileWriter::new(to, schema, Arc::new(properties(columns)));
        Ok(ParquetWriter { file: file.map_err(io_error)? })
    }

    /// Adds a pair to the metadata of the file.
    pub fn describe(&mut self, key: String, value: String) {
        self.file.append_key_value_metadata(KeyValue::new(key, value));
    }

    /// Writes one row group of all these rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_group(&mut self, pieces: &[RowBatch]) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(io_error)?;
        let mut columns: Vec<_> = pieces.iter().map(RowBatch::columns).collect();
        while let Some(mut writer) = group.next_column().map_err(io_error)? {
            for (_, values) in columns.iter_mut().filter_map(Iterator::next) {
                cells::write(values, &mut writer).map_err(io_error)?;
            }
            writer.close().map_err(io_error)?;
        }
        group.close().map(drop).map_err(io_error)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.file.into_inner().map_err(io_error)
    }
}

/// Numbers that mostly count up are written as differences; other columns have dictionaries.
fn properties(columns: &[Column]) -> WriterProperties {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("lettergame ", env!("CARGO_PKG_VERSION")).to_owned());
    let counters = columns.iter().filter(|column| column.kind == CellKind::Long);
    let counting = counters.fold(properties, |properties, column| {
        let path = || ColumnPath::from(column.name);
        properties
            .set_column_dictionary_enabled(path(), false)
            .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED)
    });
    counting.build()
}

/// The system's error, where there is one.
pub(super) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
