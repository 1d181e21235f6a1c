//! Errors of the crates as exceptions, with the texts of the command line except for its options.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

use crate::remedies::Remedy;

create_exception!(
    lettergame,
    LettergameError,
    PyValueError,
    "A config, file or player that cannot be used; the text names it and the remedy."
);

/// The exception for an error that is complete as it is.
pub(crate) fn failed(error: impl Display) -> PyErr {
    LettergameError::new_err(error.to_string())
}

/// The exception for an error, with its remedy in Python.
pub(crate) fn refused(error: impl Remedy) -> PyErr {
    failed(format!("{error}{}", error.remedy().unwrap_or_default()))
}
