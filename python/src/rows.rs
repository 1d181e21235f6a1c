//! Results: rows in memory or in a run's directory, and the standings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lettergame_arena::{Part, Played};
use lettergame_game::RowShape;
use lettergame_plan::RecordLevel;
use lettergame_report::{Evaluation, Format, Standing, StandingsView, Table, notebook_standings};
use lettergame_run::{PartFormat, RowStream, fault_lines, has_rows, part_files, row_file_name};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::failed;
use crate::row_table::{RowTable, Source};

/// The rows of some games of a config.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Rows {
    kept: Kept,
    /// The numbers of the first game and of the one after the last.
    games: (u64, u64),
    /// The game's own columns.
    shape: RowShape,
    /// The config in full.
    config: String,
    /// The fingerprint of everything that determines the rows.
    fingerprint: String,
    /// The standings, computed on first use: ratings take long.
    summary: OnceLock<Summary>,
    ranking: Option<Arc<Vec<u8>>>,
    /// Players that failed repeatedly, and the game from which on they were benched.
    benched: Vec<(String, Option<u64>)>,
}

/// Standings, and the same as CSV.
#[derive(Clone)]
struct Summary {
    csv: Arc<Vec<u8>>,
    evaluation: Arc<Evaluation>,
}

/// Rows of files, faults, and endings of games.
type PyPart<'py> = (Vec<Bound<'py, PyBytes>>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

enum Kept {
    Memory(Arc<Played>),
    Folder(PathBuf),
}

impl Rows {
    /// Rows of games played without a directory.
    pub(crate) fn in_memory(
        played: Played,
        shape: RowShape,
        config: String,
        fingerprint: String,
        benched: Vec<(String, Option<u64>)>,
    ) -> PyResult<Rows> {
        let ranking = played.ranking.as_ref().map(csv).transpose()?.map(Arc::new);
        let games = (played.games.start, played.games.end);
        let (kept, summary) = (Kept::Memory(Arc::new(played)), OnceLock::new());
        Ok(Rows { kept, games, shape, config, fingerprint, summary, ranking, benched })
    }

    /// Rows of a finished run, with the endings of its games.
    pub(crate) fn in_folder(
        dir: &Path,
        evaluation: Evaluation,
        games: (u64, u64),
        shape: RowShape,
        config: String,
        fingerprint: String,
        benched: Vec<(String, Option<u64>)>,
    ) -> PyResult<Rows> {
        let read = |name: &str| {
            let path = dir.join(name);
            fs::read(&path)
                .map_err(|error| failed(format!("cannot read {}: {error}", path.display())))
        };
        let evaluation = Arc::new(evaluation);
        let summary = Summary { csv: Arc::new(read("standings.csv")?), evaluation };
        let ranking = dir.join("ranking.csv").exists().then(|| read("ranking.csv")).transpose()?;
        let kept = Kept::Folder(dir.to_owned());
        let ranking = ranking.map(Arc::new);
        let summary = OnceLock::from(summary);
        Ok(Rows { kept, games, shape, config, fingerprint, summary, ranking, benched })
    }

    fn summary(&self) -> PyResult<&Summary> {
        if let (None, Kept::Memory(played)) = (self.summary.get(), &self.kept) {
            let evaluation = played.tally.evaluate();
            let standings = evaluation.standings(&StandingsView::default());
            let csv = Arc::new(csv(&Standing::table(&standings))?);
            let summary = Summary { csv, evaluation: Arc::new(evaluation) };
            return Ok(self.summary.get_or_init(|| summary));
        }
        self.summary.get().ok_or_else(|| failed("these rows have no standings"))
    }

    /// The file of this name, if it was recorded.
    fn file(&self, name: &str) -> PyResult<Option<RecordLevel>> {
        let is_named = |file: &RecordLevel| row_file_name(*file).strip_suffix(".csv") == Some(name);
        let file = RecordLevel::FILES.into_iter().find(is_named);
        let file = file.ok_or_else(|| {
            failed(format!("unknown rows `{name}`: expected scores, rounds or plies"))
        })?;
        let is_there = match &self.kept {
            Kept::Memory(played) => played.files.len() > file as usize,
            Kept::Folder(dir) => has_rows(dir, file),
        };
        Ok(is_there.then_some(file))
    }

    fn rows_in(&self, dir: &Path, file: RecordLevel) -> PyResult<Vec<u8>> {
        let rows = RowStream::open(dir, file, Some(self.shape)).and_then(|mut rows| rows.to_csv());
        rows.map_err(failed)
    }
}

/// A table in the format of a run's directory.
fn csv(table: &Table) -> PyResult<Vec<u8>> {
    table.render(Format::Csv).map(String::into_bytes).map_err(failed)
}

/// The standings as the command line shows them.
fn shown(evaluation: &Evaluation) -> PyResult<String> {
    let view = StandingsView::default();
    let table = Standing::summary(&evaluation.standings(&view)).render(Format::Table);
    Ok(table.map_err(failed)? + &evaluation.legend(&view) + "\n")
}

#[pymethods]
impl Rows {
    /// The same results after the directory has moved.
    fn moved(&self, dir: PathBuf) -> PyResult<Rows> {
        if !matches!(self.kept, Kept::Folder(_)) {
            return Err(failed("these rows are in no folder"));
        }
        Ok(Rows {
            kept: Kept::Folder(dir),
            games: self.games,
            shape: self.shape,
            config: self.config.clone(),
            fingerprint: self.fingerprint.clone(),
            summary: self.summary.clone(),
            ranking: self.ranking.clone(),
            benched: self.benched.clone(),
        })
    }

    /// The standings as the command line shows them.
    #[getter]
    fn shown(&self) -> PyResult<String> {
        shown(&self.summary()?.evaluation)
    }

    /// The standings with their plots, for a notebook.
    #[getter]
    fn html(&self) -> PyResult<String> {
        Ok(notebook_standings(&self.summary()?.evaluation))
    }

    /// The rows of this name, if they were recorded.
    fn table(&self, name: &str) -> PyResult<Option<RowTable>> {
        match name {
            "standings" => return Ok(Some(RowTable::of_summary(&self.summary()?.csv))),
            "ranking" => return Ok(self.ranking.as_ref().map(RowTable::of_summary)),
            _ => {}
        }
        let file = self.file(name)?;
        let source = match &self.kept {
            Kept::Memory(played) => Source::Played(Arc::clone(played)),
            Kept::Folder(dir) => Source::Folder(dir.clone()),
        };
        Ok(file.map(|file| RowTable::of_rows(source, file, self.shape)))
    }

    /// The rows of this name without their header line.
    fn rows<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let Some(file) = self.file(name)? else { return Ok(None) };
        let rows = match &self.kept {
            Kept::Memory(played) => played.csv(file),
            Kept::Folder(dir) => self.rows_in(dir, file)?,
        };
        Ok(Some(PyBytes::new(py, &rows)))
    }

    /// For joining parts: the rows of each file, the faults, and the endings of the games, if known.
    fn part<'py>(&self, py: Python<'py>) -> PyResult<PyPart<'py>> {
        let part = match &self.kept {
            Kept::Memory(played) => played.part(&self.fingerprint),
            Kept::Folder(dir) => {
                let files = RecordLevel::FILES.into_iter();
                let files = files.filter(|file| has_rows(dir, *file));
                let files = files.map(|file| self.rows_in(dir, file)).collect::<PyResult<_>>()?;
                let faults = fault_lines(dir).unwrap_or_default();
                Part { files, faults, outcomes: Vec::new() }
            }
        };
        let bytes = |bytes: &Vec<u8>| PyBytes::new(py, bytes);
        let files = part.files.iter().map(bytes).collect();
        Ok((files, bytes(&part.faults), bytes(&part.outcomes)))
    }

    /// The files of these games as a part of a run, with rows in a format and `part.json`: for each its name and
    /// content.
    /// `faults` replaces the lines of `faults.jsonl`.
    fn part_files<'py>(
        &self,
        py: Python<'py>,
        faults: &[u8],
        format: &str,
    ) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let Kept::Memory(played) = &self.kept else {
            return Err(failed("only games in memory have the files of a part"));
        };
        let format: PartFormat = format.parse().map_err(failed)?;
        let part = played.part(&self.fingerprint);
        let others = vec![
            ("outcomes.bin".to_owned(), part.outcomes),
            ("tally.json".to_owned(), played.tally.to_json()),
        ];
        let rows = (&played.files[..], &part.files[..]);
        let files = part_files(&played.games, self.shape, rows, faults, others, format);
        let files = files.map_err(failed)?;
        Ok(files.into_iter().map(|(name, text)| (name, PyBytes::new(py, &text))).collect())
    }

    /// The lines of `faults.jsonl`.
    fn faults<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.kept {
            Kept::Memory(played) => PyBytes::new(py, &played.faults),
            // without faults there is no file
            Kept::Folder(dir) => PyBytes::new(py, &fault_lines(dir).unwrap_or_default()),
        }
    }

    /// The directory of the run, if it has one.
    #[getter]
    fn folder(&self) -> Option<PathBuf> {
        match &self.kept {
            Kept::Memory(_) => None,
            Kept::Folder(dir) => Some(dir.clone()),
        }
    }

    #[getter]
    fn games(&self) -> (u64, u64) {
        self.games
    }

    #[getter]
    fn config(&self) -> &str {
        &self.config
    }

    #[getter]
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    #[getter]
    fn benched(&self) -> Vec<(String, Option<u64>)> {
        self.benched.clone()
    }
}
