//! Rows of a run as columns, for whatever reads Arrow: pandas, polars, pyarrow, duckdb and others.
//!
//! The rows stay the CSV that a run's folder has; a stream parses it batch by batch, so that a file of
//! any size is read in little memory. Columns have the types that they are declared with; others are numbers if
//! their first cells are.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_csv::ReaderBuilder;
use arrow_csv::reader::Format;
use arrow_schema::{DataType, Field, Schema};
use lettergame_core::game::{CellKind, Column};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::failure::failed;

/// Rows that are parsed at once.
const BATCH: usize = 1 << 16;
/// Rows that decide what the columns of a game are.
const LOOKED_AT: usize = 1000;

/// Columns of standings and rankings that their first cells may not show: names look like anything, and ends of
/// intervals may all be missing.
const SUMMARY: [Column; 7] = [
    Column::text("player", "the player"),
    Column::real("win_share_low", "the lower end of the interval"),
    Column::real("win_share_high", "the upper end of the interval"),
    Column::real("score_low", "the lower end of the interval"),
    Column::real("score_high", "the upper end of the interval"),
    Column::real("rating_low", "the lower end of the interval"),
    Column::real("rating_high", "the upper end of the interval"),
];

/// Where the rows are.
#[derive(Clone)]
pub(crate) enum Source {
    /// In memory.
    Bytes(Arc<Vec<u8>>),
    /// In a file.
    File(PathBuf),
}

impl Source {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Source::Bytes(bytes) => Box::new(Cursor::new(SharedBytes(Arc::clone(bytes)))),
            Source::File(path) => Box::new(File::open(path)?),
        })
    }

    fn cannot(&self, error: &dyn std::fmt::Display) -> PyErr {
        match self {
            Source::Bytes(_) => failed(error),
            Source::File(path) => failed(format!("cannot read {}: {error}", path.display())),
        }
    }
}

struct SharedBytes(Arc<Vec<u8>>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A table of rows with a header line.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct CsvTable {
    source: Source,
    /// What is known of its columns.
    columns: Vec<Column>,
}

impl CsvTable {
    /// Of a file of rows: the columns that all games share, then the game's own.
    pub(crate) fn of_rows(source: Source, common: &[Column], own: &[Column]) -> CsvTable {
        CsvTable { source, columns: [common, own].concat() }
    }

    /// Standings, or a ranking.
    pub(crate) fn of_summary(bytes: &Arc<Vec<u8>>) -> CsvTable {
        CsvTable { source: Source::Bytes(Arc::clone(bytes)), columns: SUMMARY.to_vec() }
    }

    /// What a column is: as declared, or what its first cells are.
    fn kind(&self, name: &str, seen: &DataType) -> DataType {
        let declared = self.columns.iter().find(|column| column.name == name);
        match declared.map(|column| column.kind) {
            Some(CellKind::Long | CellKind::Int) => DataType::Int64,
            Some(CellKind::Real) => DataType::Float64,
            Some(CellKind::Text) => DataType::Utf8,
            None if matches!(seen, DataType::Int64 | DataType::Float64) => seen.clone(),
            None => DataType::Utf8,
        }
    }

    fn schema(&self) -> PyResult<Schema> {
        let file = self.source.open().map_err(|error| self.source.cannot(&error))?;
        let seen = Format::default().with_header(true).infer_schema(file, Some(LOOKED_AT));
        let (seen, _) = seen.map_err(|error| self.source.cannot(&error))?;
        let fields = seen.fields().iter();
        let kept = |field: &Arc<Field>| {
            Field::new(field.name(), self.kind(field.name(), field.data_type()), true)
        };
        Ok(Schema::new(fields.map(kept).collect::<Vec<_>>()))
    }

    fn stream(&self) -> PyResult<FFI_ArrowArrayStream> {
        let schema = Arc::new(self.schema()?);
        let file = self.source.open().map_err(|error| self.source.cannot(&error))?;
        let reader = ReaderBuilder::new(schema).with_header(true).with_batch_size(BATCH);
        let reader = reader.build(file).map_err(|error| self.source.cannot(&error))?;
        let reader: Box<dyn RecordBatchReader + Send> = Box::new(reader);
        Ok(FFI_ArrowArrayStream::new(reader))
    }
}

#[pymethods]
impl CsvTable {
    /// A stream by the C interface of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // a wish that the protocol lets a producer pass over
        drop(requested_schema);
        PyCapsule::new_with_value(py, self.stream()?, c"arrow_array_stream")
    }

    /// Names and types of the columns.
    fn column_types(&self) -> PyResult<Vec<(String, String)>> {
        let schema = self.schema()?;
        let told = |field: &Arc<Field>| {
            let kind = match field.data_type() {
                DataType::Int64 => "int64",
                DataType::Float64 => "float64",
                _ => "string",
            };
            (field.name().clone(), kind.to_owned())
        };
        Ok(schema.fields().iter().map(told).collect())
    }

    /// The rows as they are in a run's folder, with the header line.
    fn csv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        match &self.source {
            Source::Bytes(bytes) => Ok(PyBytes::new(py, bytes)),
            Source::File(path) => {
                let bytes = std::fs::read(path).map_err(|error| self.source.cannot(&error))?;
                Ok(PyBytes::new(py, &bytes))
            }
        }
    }
}
