//! Reads runs from their folders into a [`Report`].

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::digest::counter::Counter;
use crate::digest::labels::{Labelled, Labels, folder_name, sort_sweep};
use crate::digest::rounds::read_rounds;
use crate::digest::timing::Timing;
use crate::digest::{Digest, Report, RoundsDigest, RunTitle};
use crate::{NoAnchor, Placing, PopulationDigest, StandingsView};
use lettergame_base::{Cause, Diagnosed, Diagnosis, Name, Remedy};
use lettergame_game::{FindShape, RowShape};
use lettergame_plan::{Config, PlayerSpec, RecordLevel, Schedule, ScheduleError};
use lettergame_run::{
    FolderError, RecoverError, RowError, RunFolder, RunInfo, RunRows, ScoreFile, row_file,
};
use lettergame_stats::LEVEL;

/// Why a run cannot be reported.
#[derive(Debug, Error)]
pub enum DigestError {
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Its config has an invalid schedule.
    #[error("{0}/config.toml: {1}")]
    Schedule(PathBuf, ScheduleError),
    /// Its config was changed after the run was played.
    #[error("{0}/config.toml was changed since the run began; change it back, or start a new run")]
    Changed(PathBuf),
    /// Its rows cannot be used.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// Rounds were recorded, but their file is missing.
    #[error(
        "{0} is missing, although the run has `record = \"{1}\"`; restore it, or play the run again"
    )]
    NoRounds(PathBuf, RecordLevel),
    /// Rounds were not recorded.
    #[error("{0} has no rounds")]
    RoundsNotRecorded(PathBuf),
    /// The rounds of its game have no points.
    #[error("the rounds of {0} have no points; expected a run of the Letter Game")]
    NoPoints(PathBuf),
    /// No game is finished.
    #[error("{0} has no complete game yet")]
    NoGames(PathBuf),
    /// The anchor of the ratings is not a player of the run.
    #[error("{0}: {1}")]
    Anchor(PathBuf, NoAnchor),
    /// The same folder was given twice.
    #[error("{0} is named twice; name each run once")]
    Twice(PathBuf),
}

impl Diagnosed for DigestError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            DigestError::Folder(error) => error.diagnosis(),
            DigestError::Recover(error) => error.diagnosis(),
            DigestError::Schedule(_, error) => error.diagnosis(),
            DigestError::Changed(_) => Cause::Request.with(Remedy::Option("out")),
            DigestError::Anchor(..) | DigestError::Twice(_) => Cause::Request.into(),
            DigestError::RoundsNotRecorded(_) => Cause::Surroundings.with(Remedy::Record("rounds")),
            DigestError::NoGames(dir) => Cause::Surroundings.with(Remedy::Resume(dir.clone())),
            DigestError::NoRounds(..) | DigestError::NoPoints(_) => Cause::Surroundings.into(),
        }
    }
}

/// A run before its rows are read.
pub(crate) struct RunHeader {
    pub(super) dir: PathBuf,
    pub(crate) config: Config,
    info: RunInfo,
    pub(super) schedule: Schedule,
    pub(crate) names: Vec<Name>,
    /// What its game's own columns are, if the game is known.
    shape: Option<RowShape>,
}

impl Report {
    /// Reads the runs in these folders. Runs that differ only in rules are sorted by their values if these
    /// are numbers; others keep the given order. Of several runs, those that cannot be reported are skipped
    /// and passed to `left_out`. Time is linear in the rows.
    ///
    /// # Errors
    /// When no run can be reported: a folder contains no run, its config was changed, its rows are damaged or
    /// do not match its config, or no game is finished. When a folder is given twice.
    pub fn read(
        dirs: &[PathBuf],
        shapes: FindShape,
        left_out: impl FnMut(&DigestError),
    ) -> Result<Report, DigestError> {
        Report::read_as(dirs, shapes, &StandingsView::default(), left_out)
    }

    /// Like [`read`](Report::read), with standings in a view.
    ///
    /// # Errors
    /// As [`read`](Report::read); and if the view's anchor is not a player of a run, which is then skipped.
    pub fn read_as(
        dirs: &[PathBuf],
        shapes: FindShape,
        view: &StandingsView,
        left_out: impl FnMut(&DigestError),
    ) -> Result<Report, DigestError> {
        check_once(dirs)?;
        let (mut heads, mut failed) = parted(dirs.iter().map(|dir| RunHeader::read(dir, shapes)));
        sort_sweep(&mut heads);
        let labels = Labels::of(&heads);
        let digest = |(index, head): (usize, &RunHeader)| {
            head.digest(view, labels.label(index), labels.value(index))
        };
        let (runs, more) = parted(heads.iter().enumerate().map(digest));
        failed.extend(more);
        if runs.is_empty() && !failed.is_empty() {
            return Err(failed.swap_remove(0));
        }
        failed.iter().for_each(left_out);
        Ok(Report { setting: labels.setting(), runs })
    }
}

/// Splits results into the runs that were read and the errors of the others.
fn parted<T>(all: impl Iterator<Item = Result<T, DigestError>>) -> (Vec<T>, Vec<DigestError>) {
    let (mut read, mut failed) = (Vec::new(), Vec::new());
    for result in all {
        match result {
            Ok(one) => read.push(one),
            Err(error) => failed.push(error),
        }
    }
    (read, failed)
}

pub(super) fn check_once(dirs: &[PathBuf]) -> Result<(), DigestError> {
    let place = |dir: &PathBuf| fs::canonicalize(dir).unwrap_or_else(|_| dir.clone());
    let places: Vec<PathBuf> = dirs.iter().map(place).collect();
    let twice = (1..places.len()).find(|&index| places[..index].contains(&places[index]));
    twice.map_or(Ok(()), |index| Err(DigestError::Twice(dirs[index].clone())))
}

impl Labelled for RunHeader {
    fn config(&self) -> &Config {
        &self.config
    }

    fn dir(&self) -> &PathBuf {
        &self.dir
    }
}

impl RunHeader {
    pub(crate) fn read(dir: &Path, shapes: FindShape) -> Result<RunHeader, DigestError> {
        let (config, info) = RunFolder::read_config(dir)?;
        if config.fingerprint(&info.lexicon) != info.fingerprint {
            return Err(DigestError::Changed(dir.to_owned()));
        }
        let schedule =
            config.schedule().map_err(|error| DigestError::Schedule(dir.to_owned(), error))?;
        let names = config.player_names();
        let shape = shapes(&config.game);
        Ok(RunHeader { dir: dir.to_owned(), config, info, schedule, names, shape })
    }

    /// The numbers of its games, or of those of its shard.
    pub(super) fn games(&self) -> Range<u64> {
        self.schedule.part(self.info.shard)
    }

    /// Seats per game; the maximum if groups of a stage have different sizes.
    pub(super) fn most_seats(&self) -> usize {
        self.schedule.seats().into_iter().max().unwrap_or(0)
    }

    /// Reads all rows.
    fn digest(
        &self,
        view: &StandingsView,
        label: String,
        setting: Option<String>,
    ) -> Result<Digest, DigestError> {
        view.scale(&self.names).map_err(|error| DigestError::Anchor(self.dir.clone(), error))?;
        let mut file = self.scores()?;
        let mut counter = self.counter(file.columns());
        while let Some(rows) = file.next_game()? {
            counter.add(&rows);
        }
        if counter.tally.games() == 0 {
            return Err(DigestError::NoGames(self.dir.clone()));
        }
        let done = self.games().start..file.next();
        self.rows().check_plies(done.end)?;
        let cut = file.is_cut()?;
        let rounds = match self.has_rounds()? {
            true => read_rounds(&self.rows(), done.end)?,
            false => None,
        };
        if let Some(faults) = file.faults() {
            counter.faults.add_records(faults, done.end);
        }
        let title = |title| RunTitle { label, setting, cut, ..title };
        Ok(self.finish(counter, view, done, rounds, title))
    }

    /// The rows of its games.
    pub(super) fn scores(&self) -> Result<ScoreFile<'_>, DigestError> {
        match self.rows().scores() {
            // the process may have been killed before it wrote the first line
            Err(RecoverError::Row { error: RowError::Header(line), .. }) if line.is_empty() => {
                Err(DigestError::NoGames(self.dir.clone()))
            }
            opened => Ok(opened?),
        }
    }

    /// The fingerprint of its word list.
    pub(super) fn lexicon(&self) -> &str {
        &self.info.lexicon
    }

    /// An empty counter for rows with these own columns.
    pub(super) fn counter(&self, columns: &[String]) -> Counter {
        let related = self.shape.and_then(|shape| shape.related);
        Counter::new(&self.schedule, &self.names, self.most_seats(), columns, related)
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> RunRows<'_> {
        let players = (&self.schedule, &self.names[..]);
        RunRows::of(&self.dir, &self.info, self.config.record, players, self.shape)
    }

    /// Adds the title of the run.
    pub(super) fn finish(
        &self,
        mut counter: Counter,
        view: &StandingsView,
        done: Range<u64>,
        rounds: Option<RoundsDigest>,
        complete: impl FnOnce(RunTitle) -> RunTitle,
    ) -> Digest {
        let deals = counter.finish();
        let run = complete(self.title(done, deals));
        let evaluation = counter.tally.evaluate();
        let digest = Digest {
            population: None,
            standings: evaluation.standings(view),
            ratings: evaluation.rating_digest(view),
            ranking: self.schedule.ranking().map(|ranking| Placing::all(&ranking, &self.names)),
            players: counter.players(&self.names),
            pairs: counter.pairs.digest(&self.names),
            seats: counter.seats.digest(),
            ties: counter.notables.ties(),
            rounds,
            faults: counter.faults.digest(&self.names),
            notable: counter.notables.digest(&self.names, |game| run.replay_command(game)),
            run,
        };
        Digest { population: PopulationDigest::of(&digest), ..digest }
    }

    /// Whether rounds were recorded; then they must be there.
    fn has_rounds(&self) -> Result<bool, DigestError> {
        match self.config.record {
            RecordLevel::Games => Ok(false),
            _ if self.rows().has(RecordLevel::Rounds) => Ok(true),
            record => Err(DigestError::NoRounds(row_file(&self.dir, RecordLevel::Rounds), record)),
        }
    }

    pub(super) fn title(&self, done: Range<u64>, deals: u64) -> RunTitle {
        let (config, all) = (&self.config, self.games());
        let timing = Timing::of(&self.dir);
        RunTitle {
            label: folder_name(&self.dir),
            dir: self.dir.display().to_string(),
            name: config.name.to_string(),
            game: config.game.clone(),
            rules: config.rules_json().as_object().cloned().unwrap_or_default(),
            setting: None,
            players: self.names.iter().map(ToString::to_string).collect(),
            entrants: config.players.iter().map(PlayerSpec::listed).collect(),
            schedule: config.kind.to_string(),
            is_staged: self.schedule.results().is_some(),
            seating: config.seating.to_string(),
            pairings: self.schedule.pairings() as u64,
            seats: self.most_seats(),
            seed: config.seed.0,
            shard: self.info.shard.to_string(),
            games_done: done.end - done.start,
            games_total: all.end - all.start,
            first_game: all.start,
            deals,
            cut: false,
            record: config.record.to_string(),
            replayable: config.is_replayable(),
            fingerprint: self.info.fingerprint.clone(),
            lexicon: self.info.lexicon.clone(),
            version: timing.version,
            times: timing.times,
            level: LEVEL,
        }
    }
}
