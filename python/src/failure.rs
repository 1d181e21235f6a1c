//! Errors of the crates as exceptions: the texts that the command line shows, but for options.

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

/// The exception of an error that says all there is to say.
pub(crate) fn failed(error: impl Display) -> PyErr {
    LettergameError::new_err(error.to_string())
}

/// The exception of an error with what can be done about it from Python.
pub(crate) fn refused(error: impl Remedy) -> PyErr {
    failed(format!("{error}{}", error.remedy().unwrap_or_default()))
}
