//! The stages of a run that is played by parts.

use lettergame_arena::ReadyRun;
use lettergame_plan::StageResults;
use pyo3::prelude::*;

use crate::failure::{failed, refused};

/// Follows the stages of a run: with the last part of one, the games of the next are known.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Stages {
    run: ReadyRun,
}

impl Stages {
    pub(crate) fn of(run: ReadyRun) -> Stages {
        Stages { run }
    }
}

#[pymethods]
impl Stages {
    /// The first game of the stage of a game, and the one after its last.
    fn stage_of(&self, game: u64) -> (u64, u64) {
        let stage = self.run.prepared.tournament.schedule().stage_of(game);
        (stage.start, stage.end)
    }

    /// The number of games with known players.
    #[getter]
    fn known(&self) -> u64 {
        let schedule = self.run.prepared.tournament.schedule();
        schedule.known().min(schedule.total())
    }

    /// The results of the complete stages, as JSON; `None` for a schedule without stages.
    #[getter]
    fn results(&self) -> PyResult<Option<String>> {
        let results = self.run.prepared.tournament.schedule().results();
        results.map(|results| serde_json::to_string(&results).map_err(failed)).transpose()
    }

    /// Records the part that begins with game `first`, from its outcomes.
    fn note(&self, py: Python<'_>, first: u64, outcomes: &[u8]) -> PyResult<()> {
        py.detach(|| self.run.note_part(first, outcomes)).map_err(refused)
    }

    /// Continues after the stages with these results.
    fn continue_after(&self, results: &str) -> PyResult<()> {
        let results = stage_results(results)?;
        self.run.prepared.tournament.schedule().continue_after(&results).map_err(failed)
    }
}

/// Results of stages, as a worker receives them.
pub(crate) fn stage_results(text: &str) -> PyResult<StageResults> {
    serde_json::from_str(text)
        .map_err(|error| failed(format!("these are no results of stages: {error}")))
}
