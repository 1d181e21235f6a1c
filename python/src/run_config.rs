//! A checked config, and the runs it describes.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;

use lettergame_arena::phrases::PYTHON;
use lettergame_arena::{
    self as runs, Mending, Outcome, Part, ReadyRun, RunError, Session, Words, hear_hellos,
    hear_unplayed,
};
use lettergame_plan::{PlayerSource, PlayerSpec, RawConfig, Shard};
use lettergame_protocol::HostOptions;
use lettergame_run::{PartOptions, RunFolder, RunLock};
use lettergame_tournament::{AnyTournament, Ended};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyIterator;

use crate::attended::{Attended, attended};
use crate::failure::{failed, refused};
use crate::raw_config::{Given, Players, host_options};
use crate::rows::Rows;
use crate::stages::{Stages, stage_results};

/// A checked config: one run, or one for each value of a sweep.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Config {
    /// With the seed drawn if none was given.
    raw: RawConfig,
    words: Words,
    host_options: HostOptions,
    runs: Vec<ReadyRun>,
    seed_drawn: bool,
}

/// What names the file; its path; and for a command, the command itself and the files it reads.
type NamedFile = (String, PathBuf, Option<(String, Vec<PathBuf>)>);

#[pymethods]
impl Config {
    #[new]
    #[pyo3(signature = (path, text, options, players))]
    fn new(
        py: Python<'_>,
        path: Option<PathBuf>,
        text: Option<&str>,
        options: &str,
        players: Players,
    ) -> PyResult<Config> {
        let Given { mut raw, words, host_options } =
            Given::read(py, path.as_deref(), text, options, &players)?;
        let runs = py.detach(|| runs::prepare(&raw, &words, &host_options)).map_err(refused)?;
        let seed_drawn = raw.seed.is_none();
        raw.seed = runs.first().map(|run| run.prepared.config.seed.0);
        Ok(Config { raw, words, host_options, runs, seed_drawn })
    }

    /// The labels of the runs of a sweep; a single `None` without a sweep.
    #[getter]
    fn labels(&self) -> Vec<Option<String>> {
        self.runs.iter().map(|run| run.label.as_ref().map(ToString::to_string)).collect()
    }

    /// The config of a run in full.
    fn toml(&self, run: usize) -> PyResult<String> {
        Ok(self.run(run)?.prepared.config.to_toml())
    }

    fn fingerprint(&self, run: usize) -> PyResult<String> {
        Ok(self.run(run)?.fingerprint())
    }

    /// The number of games of a run.
    fn total(&self, run: usize) -> PyResult<u64> {
        Ok(self.run(run)?.total())
    }

    /// Games per block of benching; 1 if no player can fail.
    fn block(&self, run: usize) -> PyResult<u64> {
        let tournament = &self.run(run)?.prepared.tournament;
        Ok(if tournament.has_external_players() { tournament.schedule().bench_block() } else { 1 })
    }

    fn seed(&self, run: usize) -> PyResult<u64> {
        Ok(self.run(run)?.prepared.config.seed.0)
    }

    /// Whether the seed was drawn because none was given.
    #[getter]
    fn seed_drawn(&self) -> bool {
        self.seed_drawn
    }

    /// Whether its later games depend on the results of earlier ones.
    fn staged(&self, run: usize) -> PyResult<bool> {
        Ok(self.run(run)?.prepared.tournament.schedule().results().is_some())
    }

    /// The local files that a run needs: what names each of them, its path as written in the config, and for
    /// a command, the command itself and the files it reads.
    fn local_files(&self, run: usize) -> PyResult<Vec<NamedFile>> {
        let files = self.run(run)?.prepared.config.local_files();
        let files = files
            .map_err(|(player, error)| failed(format!("player `{player}`: {error}")))?
            .into_iter();
        Ok(files.map(|file| (file.named_by, file.path, file.command)).collect())
    }

    /// The classes among the players, as `package.module:Name`.
    fn residents(&self, run: usize) -> PyResult<Vec<String>> {
        let class = |player: &PlayerSpec| match &player.source {
            PlayerSource::Class(class) => Some(class.clone()),
            _ => None,
        };
        Ok(self.run(run)?.prepared.config.external_players().filter_map(class).collect())
    }

    /// The config of a run in full, with files at other paths.
    fn toml_with(&self, run: usize, places: BTreeMap<PathBuf, PathBuf>) -> PyResult<String> {
        Ok(self.run(run)?.prepared.config.moved(&places).to_toml())
    }

    /// The game and the names of the players in rows.
    fn players(&self, run: usize) -> PyResult<(String, Vec<String>)> {
        let prepared = &self.run(run)?.prepared;
        let names = prepared.tournament.names().iter().map(ToString::to_string).collect();
        Ok((prepared.config.game.clone(), names))
    }

    /// Checks that the whole run can be played and its directory is free. Changes nothing.
    fn check_place(&self, run: usize, out: PathBuf, force: bool) -> PyResult<()> {
        self.run(run)?.check_place(&out, Shard::WHOLE, force).map_err(refused)
    }

    /// Moves a complete run to its directory, replacing an earlier one if `force` is set.
    #[staticmethod]
    fn move_in(made: PathBuf, out: PathBuf, force: bool) -> PyResult<()> {
        RunFolder::move_in(&made, &out, force).map_err(refused)
    }

    /// The stages of a run whose games are played by parts.
    fn stages(&self, py: Python<'_>, run: usize) -> PyResult<Stages> {
        Ok(Stages::of(self.prepared_again(py)?.swap_remove(run)))
    }

    /// Plays games `first..end` without a directory. `after` has the results of the stages before theirs.
    fn play_games(
        &self,
        py: Python<'_>,
        run: usize,
        games: (u64, u64),
        after: Option<&str>,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Rows> {
        // concurrent calls must not share their benched players
        let fresh = self.fresh(py, run)?;
        let ready = fresh.as_ref().unwrap_or(self.run(run)?);
        let (first, end) = games;
        let after = after.map(stage_results).transpose()?;
        let played = attended(py, progress, end.saturating_sub(first), |course| {
            ready.play_games(first..end, after.as_ref(), cores(threads), &course.stop, |tally| {
                course.done.store(tally.games(), Ordering::Relaxed);
            })
        })?;
        let games = played.value.map_err(refused)?;
        if let Some(trouble) = played.trouble.filter(|_| games.ended == Ended::Stopped) {
            return Err(trouble);
        }
        let (config, fingerprint) = (ready.prepared.config.to_toml(), ready.fingerprint());
        let tournament = &*ready.prepared.tournament;
        Rows::in_memory(games, tournament.row_shape(), config, fingerprint, benched(tournament))
    }

    /// Plays a run, or a shard of it, into its directory, replacing an earlier one if `place` says so.
    fn play_into(
        &self,
        py: Python<'_>,
        run: usize,
        place: (PathBuf, String, bool, Option<Division>),
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Rows> {
        let (out, shard, force, division) = place;
        let shard: Shard = shard.parse().map_err(failed)?;
        let division = division.map(part_options).transpose()?;
        let ready = self.prepared_again(py)?.swap_remove(run).in_parts(division);
        ready.check_place(&out, shard, force).map_err(refused)?;
        py.detach(|| hear_hellos([&ready.prepared])).map_err(refused)?;
        let session = ready.open(&out, shard, force).map_err(refused)?;
        play(py, session, threads, progress)
    }

    /// Creates the directory of a complete run from parts: for each, the texts of its rows, the text of its
    /// faults, and the endings of its games.
    fn assemble(
        &self,
        py: Python<'_>,
        run: usize,
        place: (PathBuf, bool, Option<Division>),
        parts: &Bound<'_, PyAny>,
    ) -> PyResult<Rows> {
        let (out, force, division) = place;
        let division = division.map(part_options).transpose()?;
        let ready = self.prepared_again(py)?.swap_remove(run).in_parts(division);
        ready.check_place(&out, Shard::WHOLE, force).map_err(refused)?;
        let mut trouble = None;
        let parts = Parts { parts: parts.try_iter()?, trouble: &mut trouble };
        let assembled = ready.assemble(&out, force, parts);
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        play(py, assembled.map_err(refused)?, 1, None)
    }

    /// Completes the directory of a run whose complete parts are in its directory `parts`.
    fn keep_parts(&self, py: Python<'_>, run: usize, out: PathBuf) -> PyResult<Rows> {
        let ready = self.prepared_again(py)?.swap_remove(run);
        let kept = py.detach(|| ready.keep_parts(&out)).map_err(refused)?;
        play(py, kept, 1, None)
    }
}

/// The most games in a part, and the format of parts.
type Division = (NonZeroU64, String);

fn part_options((games, format): Division) -> PyResult<PartOptions> {
    Ok(PartOptions { games, format: format.parse().map_err(failed)? })
}

impl Config {
    fn run(&self, run: usize) -> PyResult<&ReadyRun> {
        self.runs.get(run).ok_or_else(|| failed(format!("there is no run {run} of this config")))
    }

    fn prepared_again(&self, py: Python<'_>) -> PyResult<Vec<ReadyRun>> {
        py.detach(|| runs::prepare(&self.raw, &self.words, &self.host_options)).map_err(refused)
    }

    /// A fresh copy of the run if it keeps state between games: its stages, or its benched players.
    fn fresh(&self, py: Python<'_>, run: usize) -> PyResult<Option<ReadyRun>> {
        let tournament = &self.run(run)?.prepared.tournament;
        let has_state =
            tournament.has_external_players() || tournament.schedule().results().is_some();
        has_state.then(|| Ok(self.prepared_again(py)?.swap_remove(run))).transpose()
    }
}

/// The parts of a run as Python produces them.
struct Parts<'a, 'py> {
    parts: Bound<'py, PyIterator>,
    /// The error that ended the iteration in Python.
    trouble: &'a mut Option<PyErr>,
}

impl Iterator for Parts<'_, '_> {
    type Item = Result<Part, RunError>;
    fn next(&mut self) -> Option<Result<Part, RunError>> {
        let part = self.parts.next()?;
        let read = part
            .and_then(|part| part.extract::<(Vec<PyBackedBytes>, PyBackedBytes, PyBackedBytes)>());
        match read {
            Ok((files, faults, outcomes)) => {
                let files = files.iter().map(|rows| rows.to_vec()).collect();
                let (faults, outcomes) = (faults.to_vec(), outcomes.to_vec());
                Some(Ok(Part { files, faults, outcomes }))
            }
            Err(error) => {
                *self.trouble = Some(error);
                None
            }
        }
    }
}

/// Writes a file of a finished run in a directory, and its checksum into the list of its files.
#[pyfunction]
pub(crate) fn write_sealed(dir: PathBuf, name: &str, text: &[u8]) -> PyResult<()> {
    let (_, info) = RunFolder::read_config(&dir).map_err(refused)?;
    let lock = RunLock::take(&dir).map_err(refused)?;
    RunFolder::complete(lock, &info).write_sealed(name, text).map_err(failed)
}

/// Resumes the run in a directory; with `mend` lost parts are played again first, for which all files of parts
/// are read.
#[pyfunction]
pub(crate) fn resume(
    py: Python<'_>,
    dir: PathBuf,
    players: Players,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    mend: bool,
) -> PyResult<Rows> {
    let (raw, _) = RunFolder::read_raw_config(&dir).map_err(refused)?;
    let words = Words::of(&raw).map_err(refused)?;
    let host_options = host_options(py, &raw, &players, &words)?;
    if mend {
        play_lost(py, &dir, &host_options, threads, progress)?;
    }
    let reopen = || {
        let session = Session::reopen(&dir, &host_options)?;
        hear_unplayed(std::slice::from_ref(&session))?;
        Ok::<Session, RunError>(session)
    };
    let session = py.detach(reopen).map_err(refused)?;
    play(py, session, threads, progress)
}

/// Plays the games of lost parts again.
fn play_lost(
    py: Python<'_>,
    dir: &Path,
    host_options: &HostOptions,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let Some(mending) = py.detach(|| Mending::of(dir, host_options)).map_err(refused)? else {
        return Ok(());
    };
    let total = mending.games();
    let Attended { value, trouble } = attended(py, progress, total, |course| {
        mending.play(cores(threads), &course.stop, |done| {
            course.done.store(done, Ordering::Relaxed);
        })
    })?;
    match value.map_err(refused)? {
        Ended::Complete => Ok(()),
        Ended::Stopped => Err(trouble.unwrap_or_else(|| {
            PyKeyboardInterrupt::new_err("interrupted while lost parts were played again")
        })),
    }
}

/// Plays a session to its end.
fn play(
    py: Python<'_>,
    session: Session,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Rows> {
    let (total, shape) = (session.total(), session.prepared().tournament.row_shape());
    let Attended { value, trouble } = attended(py, progress, total, |course| {
        course.done.store(session.tally().games(), Ordering::Relaxed);
        session.play(cores(threads), &course.stop, |tally, _| {
            course.done.store(tally.games(), Ordering::Relaxed);
        })
    })?;
    match value.map_err(refused)? {
        Outcome::Finished(finished) => {
            let dir = finished.folder.dir().to_owned();
            let (_, info) = RunFolder::read_config(&dir).map_err(refused)?;
            let benched = finished.benched.iter();
            let benched = benched.map(|one| (one.name.to_string(), one.first)).collect();
            let first = finished.config.schedule().map_err(refused)?.part(info.shard).start;
            let games = (first, first + finished.games);
            let config = finished.config.to_toml();
            let fingerprint = info.fingerprint;
            Rows::in_folder(&dir, finished.evaluation, games, shape, config, fingerprint, benched)
        }
        Outcome::Stopped { done, total, run } => {
            Err(stopped(py, trouble, done, total, &PYTHON.resume(&run)))
        }
    }
}

/// Why a run stopped: for an interrupt, with what is kept.
fn stopped(py: Python<'_>, trouble: Option<PyErr>, done: u64, total: u64, resume: &str) -> PyErr {
    match trouble {
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => error,
        _ => PyKeyboardInterrupt::new_err(format!(
            "interrupted after {done} of {total} games, all of them kept; resume with: {resume}"
        )),
    }
}

/// The number of threads; 0 means one per core.
pub(crate) fn cores(threads: usize) -> NonZeroUsize {
    let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(threads).unwrap_or_else(all)
}

fn benched(tournament: &dyn AnyTournament) -> Vec<(String, Option<u64>)> {
    tournament.benched().iter().map(|one| (one.name.to_string(), one.first)).collect()
}
