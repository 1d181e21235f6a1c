//! Rows as columns for any reader of Arrow: pandas, polars, pyarrow, duckdb and others.
//!
//! Rows of games in memory are columns already; those of a run's directory are read in batches, so files of
//! any size need little memory. Standings, rankings and comparisons are CSV in memory.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchReader,
    StringArray,
};
use arrow_csv::ReaderBuilder;
use arrow_csv::reader::Format;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use lettergame_arena::Played;
use lettergame_game::{CellKind, Column, RowShape};
use lettergame_plan::RecordLevel;
use lettergame_run::{RowBatch, RowStream, Values, file_columns, header};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::failure::{failed, refused};
use crate::row_iterator::{RowIterator, failed_read};

/// Rows per batch.
const BATCH: usize = 1 << 16;
/// Rows inspected to infer the columns of a ranking.
const LOOKED_AT: usize = 1000;

/// Columns of standings, rankings and comparisons that are text even where it looks like a number.
const NAMES: [&str; 4] = ["player", "candidate", "baseline", "setting"];

/// Where rows come from.
pub(crate) enum Source {
    /// From memory.
    Played(Arc<Played>),
    /// From the directory of a run.
    Folder(PathBuf),
}

/// A table with named columns.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct RowTable {
    kind: Kind,
    /// The number of rows, counted on first use.
    len: OnceLock<usize>,
}

enum Kind {
    /// Rows of games: one of the files of a run.
    Rows { source: Source, file: RecordLevel, shape: RowShape },
    /// Standings, a ranking or a comparison, as CSV.
    Summary(Arc<Vec<u8>>),
}

/// The rows of a stream, batch by batch.
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

impl RowTable {
    pub(crate) fn of_rows(source: Source, file: RecordLevel, shape: RowShape) -> RowTable {
        RowTable { kind: Kind::Rows { source, file, shape }, len: OnceLock::new() }
    }

    /// Standings, a ranking or a comparison.
    pub(crate) fn of_summary(csv: &Arc<Vec<u8>>) -> RowTable {
        RowTable { kind: Kind::Summary(Arc::clone(csv)), len: OnceLock::new() }
    }

    fn schema(&self) -> PyResult<Schema> {
        match &self.kind {
            Kind::Rows { file, shape, .. } => Ok(schema(*file, *shape)),
            Kind::Summary(csv) => summary_schema(csv),
        }
    }

    fn reader(&self) -> PyResult<Box<dyn RecordBatchReader + Send>> {
        let schema = Arc::new(self.schema()?);
        let batches: Batches = match &self.kind {
            Kind::Rows { source: Source::Played(played), file, .. } => {
                let (played, file, schema) = (Arc::clone(played), *file as usize, schema.clone());
                let pieces = 0..played.files[file].len();
                let batch = move |piece: usize| arrow(&played.files[file][piece], &schema);
                Box::new(pieces.map(batch))
            }
            Kind::Rows { source: Source::Folder(dir), file, shape } => {
                let mut rows = RowStream::open(dir, *file, Some(*shape)).map_err(refused)?;
                let schema = Arc::clone(&schema);
                Box::new(std::iter::from_fn(move || match rows.next_batch(BATCH) {
                    Ok(batch) => Some(arrow(&batch?, &schema)),
                    Err(error) => Some(Err(ArrowError::ExternalError(Box::new(error)))),
                }))
            }
            Kind::Summary(csv) => {
                let reader = ReaderBuilder::new(schema).with_header(true);
                let text = Cursor::new(csv.as_ref().clone());
                return Ok(Box::new(reader.build(text).map_err(failed)?));
            }
        };
        Ok(Box::new(RecordBatchIterator::new(batches, schema)))
    }
}

/// The columns of a file of rows.
fn schema(file: RecordLevel, shape: RowShape) -> Schema {
    let columns = file_columns(file, shape).into_iter().flatten();
    let field = |column: &Column| Field::new(column.name, kind(column.kind), true);
    Schema::new(columns.map(field).collect::<Vec<_>>())
}

fn kind(kind: CellKind) -> DataType {
    match kind {
        CellKind::Long | CellKind::Int => DataType::Int64,
        CellKind::Real => DataType::Float64,
        CellKind::Text => DataType::Utf8,
    }
}

/// The same rows; empty text becomes null.
fn arrow(rows: &RowBatch, schema: &Arc<Schema>) -> Result<RecordBatch, ArrowError> {
    let column = |(_, values): (&Column, &Values)| -> ArrayRef {
        match values {
            Values::Long(cells) => Arc::new(Int64Array::from_iter_values(cells.iter().copied())),
            Values::Int(cells) => {
                Arc::new(Int64Array::from_iter_values(cells.iter().map(|&cell| cell.into())))
            }
            Values::Real(cells) => Arc::new(Float64Array::from_iter_values(cells.iter().copied())),
            Values::Text(texts) => {
                let cells = texts.iter().map(|text| (!text.is_empty()).then_some(text));
                Arc::new(cells.collect::<StringArray>())
            }
        }
    };
    RecordBatch::try_new(Arc::clone(schema), rows.columns().map(column).collect())
}

/// The columns of a summary, inferred from their first cells; one without any value is of numbers.
fn summary_schema(csv: &[u8]) -> PyResult<Schema> {
    let seen = Format::default().with_header(true).infer_schema(csv, Some(LOOKED_AT));
    let (seen, _) = seen.map_err(failed)?;
    let kept = |field: &Arc<Field>| {
        let kind = match field.data_type() {
            _ if NAMES.contains(&field.name().as_str()) => DataType::Utf8,
            DataType::Null => DataType::Float64,
            seen @ (DataType::Int64 | DataType::Float64) => seen.clone(),
            _ => DataType::Utf8,
        };
        Field::new(field.name(), kind, true)
    };
    Ok(Schema::new(seen.fields().iter().map(kept).collect::<Vec<_>>()))
}

#[pymethods]
impl RowTable {
    /// Exports a stream by the C interface of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // a request that the protocol allows producers to ignore
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(self.reader()?);
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The number of rows. The first call on rows of a directory reads their file.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        if let Some(len) = self.len.get() {
            return Ok(*len);
        }
        let reader = self.reader()?;
        let count = |sum, batch: Result<RecordBatch, ArrowError>| Ok(sum + batch?.num_rows());
        let len = py.detach(|| { reader }.try_fold(0, count)).map_err(failed_read)?;
        Ok(*self.len.get_or_init(|| len))
    }

    /// The rows from this one on, each as a tuple.
    fn rows(&self, first: usize) -> PyResult<RowIterator> {
        Ok(RowIterator::new(self.reader()?, first))
    }

    /// Names and types of the columns.
    fn column_types(&self) -> PyResult<Vec<(String, String)>> {
        let schema = self.schema()?;
        let row = |field: &Arc<Field>| {
            let kind = match field.data_type() {
                DataType::Int64 => "int64",
                DataType::Float64 => "float64",
                _ => "string",
            };
            (field.name().clone(), kind.to_owned())
        };
        Ok(schema.fields().iter().map(row).collect())
    }

    /// The rows as in a run's directory, with the header line.
    fn csv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        match &self.kind {
            Kind::Summary(csv) => Ok(PyBytes::new(py, csv)),
            Kind::Rows { source: Source::Folder(dir), file, shape } => {
                let rows = RowStream::open(dir, *file, Some(*shape));
                let lines = rows.and_then(|mut rows| rows.to_csv()).map_err(refused)?;
                let text = [header(file_columns(*file, *shape)), lines].concat();
                Ok(PyBytes::new(py, &text))
            }
            Kind::Rows { source: Source::Played(played), file, .. } => {
                let names: Vec<String> =
                    self.column_types()?.into_iter().map(|(name, _)| name).collect();
                let mut text = (names.join(",") + "\n").into_bytes();
                text.extend(played.csv(*file));
                Ok(PyBytes::new(py, &text))
            }
        }
    }
}
