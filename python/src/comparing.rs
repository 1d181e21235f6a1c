//! Compares players as the command line does, with the report as JSON.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use lettergame_arena::{self as runs, CompareOptions, Compared, MatchUp, ReadyMatch};
use lettergame_plan::RawConfig;
use lettergame_report::{Format, notebook_comparison};
use lettergame_tournament::Ended;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::attended::{Attended, attended};
use crate::failure::{failed, refused};
use crate::options::compare_options;
use crate::raw_config::{Given, Players};
use crate::row_table::RowTable;
use crate::run_config::cores;

/// The report of a comparison.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Comparison {
    /// Whether the candidates pass; `None` if that is open.
    #[pyo3(get)]
    passes: Option<bool>,
    #[pyo3(get)]
    text: String,
    #[pyo3(get)]
    markdown: String,
    #[pyo3(get)]
    json: String,
    /// For a notebook.
    #[pyo3(get)]
    html: String,
    csv: Arc<Vec<u8>>,
}

/// Compares candidates with the last of the contestants, within a field or head to head.
#[pyfunction]
#[pyo3(signature = (contestants, field, config, options, players, asked, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "keywords of the function that users call")]
pub(crate) fn compare(
    py: Python<'_>,
    contestants: Vec<String>,
    field: Option<Vec<String>>,
    config: Option<PathBuf>,
    options: &str,
    players: Players,
    asked: &Bound<'_, PyDict>,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Comparison> {
    let given = Given::read(py, config.as_deref(), None, options, &players)?;
    let ready = ready(py, given, contestants, field, compare_options(asked)?)?;
    let Attended { value, trouble } = attended(py, progress, ready.most_blocks(), |course| {
        ready.play(cores(threads), &course.stop, |ledger, _| {
            course.done.store(ledger.blocks(), Ordering::Relaxed);
        })
    })?;
    let compared = value.map_err(refused)?;
    match trouble.filter(|_| compared.ended == Ended::Stopped) {
        Some(trouble) => Err(trouble),
        None => report(compared),
    }
}

fn ready(
    py: Python<'_>,
    given: Given,
    contestants: Vec<String>,
    field: Option<Vec<String>>,
    asked: CompareOptions,
) -> PyResult<ReadyMatch> {
    let Given { raw, words, host_options } = given;
    let raws = (raw, RawConfig::default());
    let match_up = MatchUp::new(contestants, field, raws, asked);
    let match_up = match_up.map_err(refused)?;
    py.detach(|| match_up.prepare(&words, &host_options)).map_err(refused)
}

/// Compares two finished runs of the same deals, or two sweeps.
#[pyfunction]
pub(crate) fn compare_runs(
    py: Python<'_>,
    a: PathBuf,
    b: PathBuf,
    player: Option<&str>,
    asked: &Bound<'_, PyDict>,
) -> PyResult<Comparison> {
    let (a, b): (&Path, &Path) = (&a, &b);
    let asked = compare_options(asked)?;
    let compared = py.detach(|| runs::compare_finished(a, b, player, &asked)).map_err(refused)?;
    report(compared)
}

fn report(compared: Compared) -> PyResult<Comparison> {
    let report = compared.without_unsound_verdicts().report;
    let document = report.document();
    let render = |format| document.render(format).map_err(failed);
    Ok(Comparison {
        passes: report.trouble.is_none().then(|| report.comparison.passes()).flatten(),
        text: render(Format::Table)?,
        markdown: render(Format::Markdown)?,
        json: render(Format::Json)?,
        html: notebook_comparison(&report),
        csv: Arc::new(render(Format::Csv)?.into_bytes()),
    })
}

#[pymethods]
impl Comparison {
    /// A row for each candidate and setting.
    fn table(&self) -> RowTable {
        RowTable::of_summary(&self.csv)
    }
}
