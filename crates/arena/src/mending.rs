//! Plays lost parts of a run again.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::RunError;
use crate::part_sealer::PartSealer;
use crate::reopen::prepared_run;
use crate::replayed::{load_recorded, rows_of};
use lettergame_protocol::HostOptions;
use lettergame_registry::Prepared;
use lettergame_run::{
    Division, LostPart, Manifest, PartFormat, PartOptions, PartSurvey, RowForm, RunFolder, RunInfo,
    RunLock, RunRows, StoredPart, part_folder, scan_run,
};
use lettergame_tournament::{Batch, Ended, Selection, run_watched};

/// A run in parts, some of which are missing or not as they were written. Their games follow from the config
/// and from the parts before, so they can be played again.
pub struct Mending {
    lock: RunLock,
    prepared: Prepared,
    info: RunInfo,
    survey: PartSurvey,
    format: PartFormat,
    /// The number of parts whose games are known to the tournament, if they decide about later ones.
    read: usize,
}

impl Mending {
    /// Looks for lost parts in the folder of a run; `None` if there are none, or it is not in parts. If the
    /// manifest or the counts of the whole are not as they were written, they are removed, because reopening
    /// the run writes them again. Reads all files of complete parts.
    ///
    /// # Errors
    /// If it is not a run, was changed, cannot be read, or another process is playing it.
    pub fn of(dir: &Path, host_options: &HostOptions) -> Result<Option<Mending>, RunError> {
        if !RunFolder::is_run(dir) {
            return Err(RunError::NoRun(dir.to_owned()));
        }
        let (config, info) = RunFolder::read_config(dir)?;
        if info.parts.is_none() && !RunFolder::has_parts(dir) && !RunFolder::has_manifest(dir) {
            return Ok(None);
        }
        let lock = RunLock::take(dir)?;
        let games = config.schedule()?.part(info.shard);
        let mut manifest = Manifest::read(dir).ok();
        if RunFolder::lacks_manifest(dir)? || (RunFolder::has_manifest(dir) && manifest.is_none()) {
            RunFolder::forget_manifest(&lock)?;
            manifest = None;
        }
        let survey = PartSurvey::of(dir, &info, &games)?;
        if survey.lost.is_empty() {
            return Ok(None);
        }
        let listed = manifest.and_then(|manifest| manifest.format.parse().ok());
        let found = || {
            let folders = survey.parts.iter().map(|games| part_folder(dir, games));
            Some(folders.filter_map(|folder| StoredPart::read(&folder).ok()).next()?.format())
        };
        let of_config = info.parts.map(|parts| parts.format);
        let format = listed.or(of_config).or_else(found).unwrap_or_default();
        let (prepared, info) = prepared_run(dir, host_options)?;
        Ok(Some(Mending { lock, prepared, info, survey, format, read: 0 }))
    }

    /// The parts that are lost, in order.
    #[must_use]
    pub fn lost(&self) -> &[LostPart] {
        &self.survey.lost
    }

    /// The number of games that must be played again.
    #[must_use]
    pub fn games(&self) -> u64 {
        let again = self.lost().iter().filter(|part| !part.is_unlabelled);
        again.map(|part| part.games.end - part.games.start).sum()
    }

    /// Plays the games of lost parts again. Each part is replaced when its new files are complete, and are those
    /// that were written if these are known. `watch` sees the number of games that are played after each batch.
    /// When `stop` becomes true, the part in progress is left as it was.
    ///
    /// # Errors
    /// If files differ from those that were written or cannot be written, parts before cannot be read, or programs
    /// cannot be played.
    pub fn play(
        mut self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(u64),
    ) -> Result<Ended, RunError> {
        let mut done = 0;
        for lost in std::mem::take(&mut self.survey.lost) {
            if let Some(stored) = lost.stored.as_ref().filter(|_| lost.is_unlabelled) {
                stored.label(&part_folder(self.lock.dir(), &lost.games))?;
                continue;
            }
            let ended = self.play_part(&lost, threads, stop, |games| watch(done + games));
            let cleared = RunFolder::end_mending(&self.lock);
            if ended? == Ended::Stopped {
                return Ok(Ended::Stopped);
            }
            cleared?;
            done += lost.games.end - lost.games.start;
        }
        Ok(Ended::Complete)
    }

    fn play_part(
        &mut self,
        lost: &LostPart,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(u64),
    ) -> Result<Ended, RunError> {
        self.read_before(lost.games.start)?;
        let tournament = &*self.prepared.tournament;
        let whole = PartOptions { games: NonZeroU64::MAX, format: self.format };
        let mut parts = PartSealer::new(tournament, &lost.games, whole);
        let mending = RunFolder::mending(&self.lock)?;
        let dir = mending.dir().to_owned();
        let (games, headers) = (lost.games.clone(), tournament.headers());
        let division = Division::new(games.clone(), Some(whole));
        let mut folder = RunFolder::open(mending, &self.info, division, headers, games.start)?;
        let mut done = 0;
        let take = |batch: Option<Batch>| {
            if let Some(batch) = batch {
                folder.append(batch.first, &batch.rows, &batch.faults)?;
                batch.scores.iter().for_each(|game| parts.add(game));
                done += batch.scores.len() as u64;
            }
            watch(done);
            Ok::<(), RunError>(())
        };
        let selection = Selection::from(games);
        let ended = run_watched(tournament, &selection, RowForm::Csv, threads, stop, take)?;
        if let Some(why) = tournament.host_failure() {
            return Err(RunError::Unplayable(why));
        }
        if ended == Ended::Complete {
            parts.seal(&mut folder)?;
            // its files are closed before they are moved
            drop(folder);
            RunFolder::replace_part(&self.lock, lost, &dir)?;
            self.read += 1;
        }
        Ok(ended)
    }

    /// Reads the games before this one if they decide about those that follow.
    fn read_before(&mut self, game: u64) -> Result<(), RunError> {
        let tournament = &*self.prepared.tournament;
        let schedule = tournament.schedule();
        let parts = &self.survey.parts;
        let before = parts.partition_point(|games| games.end <= game);
        if tournament.has_external_players() || schedule.results().is_some() {
            for games in &parts[self.read.min(before)..before] {
                let folder = part_folder(self.lock.dir(), games);
                let rows = rows_of(&folder, &self.info, &self.prepared);
                let rows = RunRows { games: games.clone(), ended: true, ..rows };
                scan_run(&rows, |game| load_recorded(tournament, &folder, game))?;
            }
        }
        self.read = before;
        Ok(())
    }
}
