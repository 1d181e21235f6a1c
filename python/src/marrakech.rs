//! Marrakech: questions about state strings, pictures, and the die.

use lettergame_base::Seed;
use lettergame_marrakech::picture::{Style, svg, terminal};
use lettergame_marrakech::queries::{Answer, Arg, answer, answer_json};
use lettergame_marrakech::rules::{Die, Position};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use serde_json::json;

use crate::failure::failed;

/// Answers a query by name; its arguments are texts and numbers.
#[pyfunction]
#[pyo3(signature = (query, *args))]
pub(crate) fn marrakech_query(
    py: Python<'_>,
    query: &str,
    args: Vec<Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let args: Vec<Arg<'_>> = args.iter().map(argument).collect();
    native(py, &answer(query, &args).map_err(failed)?)
}

fn argument<'a>(value: &Bound<'_, PyAny>) -> Arg<'a> {
    if value.is_instance_of::<PyBool>() {
        return Arg::Other;
    }
    let text = value.extract::<String>().map(|text| Arg::Text(text.into()));
    text.or_else(|_| value.extract().map(Arg::Number)).unwrap_or(Arg::Other)
}

fn native(py: Python<'_>, answer: &Answer) -> PyResult<Py<PyAny>> {
    Ok(match answer {
        Answer::Truth(truth) => PyBool::new(py, *truth).to_owned().into_any().unbind(),
        Answer::Dirhams(dirhams) => dirhams.into_pyobject(py)?.into_any().unbind(),
        _ => answer.to_string().into_pyobject(py)?.into_any().unbind(),
    })
}

/// Answers lines of JSON, in order, as `lettergame analyse marrakech eval` does.
#[pyfunction]
pub(crate) fn marrakech_eval(py: Python<'_>, lines: &str) -> String {
    py.detach(|| {
        let answer = |line: &str| {
            let text = match answer_json(line.trim().as_bytes()) {
                Ok(answer) => serde_json::to_string(&answer).unwrap_or_default(),
                Err(error) => json!({"error": error.to_string()}).to_string(),
            };
            text + "\n"
        };
        lines.lines().map(answer).collect()
    })
}

fn position(state: &str) -> PyResult<Position> {
    state.parse().map_err(failed)
}

/// The board of a state string as text.
#[pyfunction]
#[pyo3(signature = (state, colour=false))]
pub(crate) fn marrakech_view(state: &str, colour: bool) -> PyResult<String> {
    Ok(terminal(&position(state)?, Style { colour, ..Style::default() }))
}

/// The board of a state string as SVG.
#[pyfunction]
pub(crate) fn marrakech_svg(state: &str) -> PyResult<String> {
    Ok(svg(&position(state)?))
}

/// Rolls of the die.
#[pyfunction]
#[pyo3(signature = (count, seed=None))]
pub(crate) fn marrakech_roll(count: usize, seed: Option<u64>) -> Vec<u8> {
    let mut dice = seed.map_or_else(Seed::drawn, Seed).rng();
    (0..count).map(|_| Die::roll(&mut dice).pips()).collect()
}
