//! Rows of a table one by one, for users without a library of data frames.

use std::sync::Mutex;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failure::failed;

/// An iterator over the rows of a table: tuples of numbers, texts and None.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct RowIterator(Mutex<Place>);

/// The batch in which the next row is, and that row's number in it.
struct Place {
    reader: Box<dyn RecordBatchReader + Send>,
    batch: Option<RecordBatch>,
    row: usize,
}

impl RowIterator {
    /// The rows of a reader, without the first ones.
    pub(crate) fn new(reader: Box<dyn RecordBatchReader + Send>, skipped: usize) -> RowIterator {
        RowIterator(Mutex::new(Place { reader, batch: None, row: skipped }))
    }
}

impl Place {
    /// Makes the batch of the next row the current one; `None` after the last row.
    fn batch(&mut self) -> Result<Option<&RecordBatch>, ArrowError> {
        while self.batch.as_ref().is_none_or(|batch| self.row >= batch.num_rows()) {
            self.row -= self.batch.as_ref().map_or(0, RecordBatch::num_rows);
            self.batch = self.reader.next().transpose()?;
            if self.batch.is_none() {
                return Ok(None);
            }
        }
        Ok(self.batch.as_ref())
    }
}

/// A file that cannot be read to its end.
pub(crate) fn failed_read(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => failed(error),
        error => failed(error),
    }
}

fn cell(py: Python<'_>, column: &ArrayRef, row: usize) -> PyResult<Py<PyAny>> {
    if column.is_null(row) {
        return Ok(py.None());
    }
    match column.data_type() {
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_py_any(py),
        _ => column.as_string::<i32>().value(row).into_py_any(py),
    }
}

#[pymethods]
impl RowIterator {
    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut place = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let row = match place.batch().map_err(failed_read)? {
            None => return Ok(None),
            Some(_) => place.row,
        };
        place.row += 1;
        let columns = place.batch.iter().flat_map(RecordBatch::columns);
        let cells = columns.map(|column| cell(py, column, row)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, cells).map(Some)
    }
}
