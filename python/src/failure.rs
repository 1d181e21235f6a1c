//! Errors of the crates as exceptions, with the texts of the command line except for its options.

use std::fmt::Display;

use lettergame_arena::phrases::{COMMAND_LINE, PYTHON};
use lettergame_base::Diagnosed;
use pyo3::exceptions::PyValueError;
use pyo3::types::PyAnyMethods as _;
use pyo3::{PyErr, Python, create_exception};

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

/// The exception for an error, with its remedy in Python. Its attribute `on_command_line` has the text with the remedy
/// for a command line.
pub(crate) fn refused(error: impl Diagnosed) -> PyErr {
    let raised = failed(PYTHON.text(&error));
    let text = COMMAND_LINE.text(&error);
    match Python::attach(|py| raised.value(py).setattr("on_command_line", text)) {
        Ok(()) => raised,
        Err(error) => error,
    }
}
