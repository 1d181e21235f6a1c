//! Rows of a run as columns, for whatever reads Arrow: pandas, polars, pyarrow, duckdb and others.
//!
//! The rows stay the CSV that a run's folder has; a stream parses it batch by batch, so that a file of
//! any size is read in little memory. Columns that all games share have fixed types; those of a game are
//! numbers if their first cells are.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_csv::ReaderBuilder;
use arrow_csv::reader::Format;
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::failure::failed;

/// Rows that are parsed at once.
const BATCH: usize = 1 << 16;
/// Rows that decide what the columns of a game are.
const LOOKED_AT: usize = 1000;

/// The columns whose cells are texts whatever they look like, and those that are numbers.
const TEXTS: [&str; 8] = ["seed", "player", "status", "move", "fault", "word", "dealt", "play"];
const LONGS: [&str; 8] = ["game", "deal", "pairing", "seat", "score", "place", "round", "ply"];
/// Ends of intervals among them, which may all be missing.
const DOUBLES: [&str; 7] = [
    "win",
    "win_share_low",
    "win_share_high",
    "score_low",
    "score_high",
    "rating_low",
    "rating_high",
];
/// Texts in a table of rounds, which has the column [`ROUND`]; elsewhere they are counts.
const TEXTS_OF_ROUNDS: [&str; 2] = ["words", "letters"];
const ROUND: &str = "round";

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
}

impl CsvTable {
    pub(crate) fn new(source: Source) -> CsvTable {
        CsvTable { source }
    }

    fn schema(&self) -> PyResult<Schema> {
        let file = self.source.open().map_err(|error| self.source.cannot(&error))?;
        let seen = Format::default().with_header(true).infer_schema(file, Some(LOOKED_AT));
        let (seen, _) = seen.map_err(|error| self.source.cannot(&error))?;
        let fields = seen.fields().iter();
        let of_rounds = seen.column_with_name(ROUND).is_some();
        let kept = |field: &Arc<Field>| {
            let text = of_rounds && TEXTS_OF_ROUNDS.contains(&field.name().as_str());
            let kind = if text { DataType::Utf8 } else { kind(field.name(), field.data_type()) };
            Field::new(field.name(), kind, true)
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

/// What a column is: fixed, or what its first cells are.
fn kind(name: &str, seen: &DataType) -> DataType {
    let is = |names: &[&str]| names.contains(&name);
    match seen {
        _ if is(&TEXTS) => DataType::Utf8,
        _ if is(&DOUBLES) => DataType::Float64,
        // the score of standings is a mean
        DataType::Int64 | DataType::Float64 => seen.clone(),
        _ if is(&LONGS) => DataType::Int64,
        _ => DataType::Utf8,
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
