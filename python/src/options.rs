//! The options that the crates declare, for keywords and command lines in Python.

use lettergame_arena::{COMPARE_OPTIONS, CompareOptions};
use lettergame_plan::{CONFIG_KEYS, KeyKind};
use lettergame_registry::shortcuts;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure::failed;

/// Key, placeholder for the value, meaning, and whether the value is a whole number.
type Listed = (&'static str, &'static str, &'static str, bool);

/// The keys of a config that hold one value.
#[pyfunction]
pub(crate) fn config_keys() -> Vec<Listed> {
    let listed = |key: &'static lettergame_plan::ConfigKey| {
        (key.key, key.value_name, key.about, key.kind() == KeyKind::Number)
    };
    CONFIG_KEYS.iter().map(listed).collect()
}

/// The rules that have an option of their own; several values of one make a sweep.
#[pyfunction]
pub(crate) fn rule_keys() -> Vec<Listed> {
    shortcuts().map(|rule| (rule.key, "N", rule.about, false)).collect()
}

/// The keys of the options of a comparison.
#[pyfunction]
pub(crate) fn compare_keys() -> Vec<&'static str> {
    COMPARE_OPTIONS.iter().map(|option| option.key).collect()
}

/// Reads the options of a comparison by their keys; those that are None are not given.
pub(crate) fn compare_options(asked: &Bound<'_, PyDict>) -> PyResult<CompareOptions> {
    let mut options = CompareOptions::default();
    for option in COMPARE_OPTIONS {
        if let Some(value) = asked.get_item(option.key)?.filter(|value| !value.is_none()) {
            let text = match option.is_switch() {
                true => value.is_truthy()?.to_string(),
                false => value.str()?.to_string(),
            };
            option.set(&mut options, &text).map_err(|expected| {
                failed(format!("invalid value `{text}` for `{}`: expected {expected}", option.key))
            })?;
        }
    }
    Ok(options)
}
