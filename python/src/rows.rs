//! What was played: rows in memory or in a run's folder, and the standings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lettergame_arena as runs;
use lettergame_core::game::{Column, RowShape};
use lettergame_report::{Evaluation, Format, Standing, StandingsView, Table, Tally};
use lettergame_tournament::{PLY_COLUMNS, ROUND_COLUMNS, SCORE_COLUMNS};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::csv_table::{CsvTable, Source};
use crate::failure::failed;

/// The files of rows, in the order in which they are recorded.
const FILES: [&str; 3] = ["scores", "rounds", "plies"];

/// The rows of some games of a config.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Rows {
    kept: Kept,
    /// The number of the first game, and that behind the last.
    games: (u64, u64),
    /// The game's own columns.
    shape: RowShape,
    /// The config in full.
    config: String,
    /// The fingerprint of all that decides the rows.
    fingerprint: String,
    /// What the games say, of games without a folder.
    tally: Option<Tally>,
    /// The standings, once somebody wants them: ratings take long.
    told: OnceLock<Told>,
    ranking: Option<Arc<Vec<u8>>>,
    /// Players that failed again and again, and from which game on they were not asked any more.
    benched: Vec<(String, Option<u64>)>,
}

/// Standings as files and people want them.
#[derive(Clone)]
struct Told {
    csv: Arc<Vec<u8>>,
    shown: String,
}

enum Kept {
    Memory {
        /// Whole files, with their header lines, and how long these are.
        files: Vec<(Arc<Vec<u8>>, usize)>,
        faults: Vec<u8>,
    },
    Folder(PathBuf),
}

impl Rows {
    /// Of games that were played without a folder.
    pub(crate) fn in_memory(
        rows: runs::Rows,
        shape: RowShape,
        config: String,
        fingerprint: String,
        benched: Vec<(String, Option<u64>)>,
    ) -> PyResult<Rows> {
        let ranking = rows.ranking.as_ref().map(csv).transpose()?.map(Arc::new);
        let whole = |(mut header, rows): (Vec<u8>, Vec<u8>)| {
            let length = header.len();
            header.extend(rows);
            (Arc::new(header), length)
        };
        let files = rows.headers.into_iter().zip(rows.files).map(whole).collect();
        let (kept, games) = (Kept::Memory { files, faults: rows.faults }, rows.games);
        let games = (games.start, games.end);
        let (tally, told) = (Some(rows.tally), OnceLock::new());
        Ok(Rows { kept, games, shape, config, fingerprint, tally, told, ranking, benched })
    }

    /// Of a finished run, with what its games say.
    pub(crate) fn in_folder(
        dir: &Path,
        evaluation: &Evaluation,
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
        let told = Told { csv: Arc::new(read("standings.csv")?), shown: shown(evaluation)? };
        let ranking = dir.join("ranking.csv").exists().then(|| read("ranking.csv")).transpose()?;
        let kept = Kept::Folder(dir.to_owned());
        let ranking = ranking.map(Arc::new);
        let (tally, told) = (None, OnceLock::from(told));
        Ok(Rows { kept, games, shape, config, fingerprint, tally, told, ranking, benched })
    }

    fn told(&self) -> PyResult<&Told> {
        if let (None, Some(tally)) = (self.told.get(), &self.tally) {
            let evaluation = tally.evaluate();
            let standings = evaluation.standings(&StandingsView::default());
            let csv = Arc::new(csv(&Standing::table(&standings))?);
            let told = Told { csv, shown: shown(&evaluation)? };
            return Ok(self.told.get_or_init(|| told));
        }
        self.told.get().ok_or_else(|| failed("these rows have no standings"))
    }

    fn place(name: &str) -> PyResult<usize> {
        FILES
            .iter()
            .position(|file| *file == name)
            .ok_or_else(|| failed(format!("there are no rows `{name}`: scores, rounds or plies")))
    }
}

/// A table as a run's folder has it.
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
    /// The same where the folder is now.
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
            tally: None,
            told: self.told.clone(),
            ranking: self.ranking.clone(),
            benched: self.benched.clone(),
        })
    }

    /// The standings as the command line shows them.
    #[getter]
    fn shown(&self) -> PyResult<&str> {
        Ok(&self.told()?.shown)
    }

    /// The rows of this name, if they were recorded.
    fn table(&self, name: &str) -> PyResult<Option<CsvTable>> {
        match name {
            "standings" => return Ok(Some(CsvTable::of_summary(&self.told()?.csv))),
            "ranking" => return Ok(self.ranking.as_ref().map(CsvTable::of_summary)),
            _ => {}
        }
        let place = Rows::place(name)?;
        let source = match &self.kept {
            Kept::Memory { files, .. } => {
                files.get(place).map(|(file, _)| Source::Bytes(Arc::clone(file)))
            }
            Kept::Folder(dir) => {
                let path = dir.join(format!("{name}.csv"));
                path.exists().then_some(Source::File(path))
            }
        };
        let (common, own): (&[Column], &[Column]) = match place {
            0 => (&SCORE_COLUMNS, (self.shape.columns)()),
            1 => (&ROUND_COLUMNS, (self.shape.round_columns)()),
            _ => (&PLY_COLUMNS, &[]),
        };
        Ok(source.map(|source| CsvTable::of_rows(source, common, own)))
    }

    /// The rows of this name without their header line, for whoever joins parts.
    fn rows<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let place = Rows::place(name)?;
        match &self.kept {
            Kept::Memory { files, .. } => {
                Ok(files.get(place).map(|(file, header)| PyBytes::new(py, &file[*header..])))
            }
            Kept::Folder(dir) => {
                let path = dir.join(format!("{name}.csv"));
                let Ok(bytes) = fs::read(path) else { return Ok(None) };
                let header = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                Ok(Some(PyBytes::new(py, &bytes[header..])))
            }
        }
    }

    /// The lines of `faults.jsonl`.
    fn faults<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.kept {
            Kept::Memory { faults, .. } => PyBytes::new(py, faults),
            // no fault, no file
            Kept::Folder(dir) => {
                PyBytes::new(py, &fs::read(dir.join("faults.jsonl")).unwrap_or_default())
            }
        }
    }

    /// The folder of the run, if it has one.
    #[getter]
    fn folder(&self) -> Option<PathBuf> {
        match &self.kept {
            Kept::Memory { .. } => None,
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
