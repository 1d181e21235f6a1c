//! Errors of the crate as exceptions, with the texts that the command line shows.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(
    lettergame,
    LettergameError,
    PyValueError,
    "A config, file or player that cannot be used; the text says which, and what to do instead."
);

/// The exception of an error.
pub(crate) fn failed(error: impl Display) -> PyErr {
    LettergameError::new_err(error.to_string())
}
