//! What is known of a game by its name.

use lettergame_registry as registry;
use pyo3::prelude::*;
use serde_json::json;

use crate::failure::failed;

/// The roster of a game as JSON: name, description and parameters of each player.
#[pyfunction]
pub(crate) fn players(game: &str) -> PyResult<String> {
    let entry = registry::find(game).map_err(failed)?;
    Ok(json!(entry.roster()).to_string())
}

/// The JSON Schema of a game's views, moves and events.
#[pyfunction]
pub(crate) fn schema(game: &str) -> PyResult<&'static str> {
    Ok(registry::find(game).map_err(failed)?.info.schema)
}
