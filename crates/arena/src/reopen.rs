//! Finds runs in folders, and continues them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::part_sealer::PartSealer;
use crate::replayed::{check_last_game, load_recorded, rows_of};
use crate::{RunError, Session, Words};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, Prepared};
use lettergame_report::Tally;
use lettergame_run::{Division, RunFolder, RunInfo, RunLock, RunTiming, scan_run};

/// The folder itself if it is a run, otherwise the runs directly inside it, by name.
///
/// # Errors
/// If the folder cannot be read, or there is no run.
pub fn runs_in(dir: &Path) -> Result<Vec<PathBuf>, RunError> {
    if RunFolder::is_run(dir) {
        return Ok(vec![dir.to_owned()]);
    }
    let entries =
        fs::read_dir(dir).map_err(|error| RunError::NoFolder { path: dir.to_owned(), error })?;
    let mut runs: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| RunFolder::is_run(path))
        .collect();
    runs.sort();
    if runs.is_empty() {
        return Err(RunError::NoRun(dir.to_owned()));
    }
    Ok(runs)
}

/// Reads the config of a run, and checks that it and the word list are those the run began with.
///
/// # Errors
/// If they differ, cannot be read, or do not fit the game.
pub fn prepared_run(
    dir: &Path,
    host_options: &HostOptions,
) -> Result<(Prepared, RunInfo), RunError> {
    let (config, info) = RunFolder::read_config(dir)?;
    let words = Words::of_config(&config)?;
    let prepared = registry::prepare_hosted(&config, words.lexicon, host_options)
        .map_err(|error| RunError::Prepare { place: String::new(), error: Box::new(error) })?;
    if *words.fingerprint != info.lexicon {
        let list = config.lexicon.unwrap_or_else(|| "the shipped one".to_owned());
        return Err(RunError::OtherWords { dir: dir.to_owned(), list });
    }
    if prepared.config.fingerprint(&words.fingerprint) != info.fingerprint {
        return Err(RunError::Edited(dir.to_owned()));
    }
    prepared.tournament.schedule().admit(info.shard)?;
    Ok((prepared, info))
}

/// The counts of a finished run in parts, if they say all that there is to know: what players that can fail
/// did, and the pairings of later stages, follow only from the rows.
fn stored_tally(dir: &Path, prepared: &Prepared, info: &RunInfo) -> Option<Tally> {
    let tournament = &*prepared.tournament;
    let schedule = tournament.schedule();
    let is_staged = schedule.known() < schedule.total();
    if !RunFolder::has_manifest(dir) || is_staged || tournament.has_external_players() {
        return None;
    }
    let json = RunFolder::read_tally(dir, None).ok()?;
    let games = schedule.part(info.shard);
    let tally = Tally::read(schedule, tournament.names(), &json).ok()?;
    (tally.games() == games.end - games.start).then_some(tally)
}

impl Session {
    /// Continues the run in a folder, however it was stopped: finds out which games are done, and
    /// cuts off what is incomplete. A complete run is not written to. Linear in the existing rows, but for
    /// finished runs in parts: these are continued from their stored counts.
    ///
    /// # Errors
    /// If the run was changed or is damaged, or another process is playing it.
    pub fn reopen(dir: &Path, host_options: &HostOptions) -> Result<Session, RunError> {
        if !RunFolder::is_run(dir) {
            return Err(RunError::NoRun(dir.to_owned()));
        }
        Session::reopen_locked(RunLock::take(dir)?, host_options)
    }

    /// Does the same in a folder that is already locked.
    pub(super) fn reopen_locked(
        lock: RunLock,
        host_options: &HostOptions,
    ) -> Result<Session, RunError> {
        let (prepared, info) = prepared_run(lock.dir(), host_options)?;
        Session::reopen_prepared(lock, prepared, &info)
    }

    /// Does the same for a run that is already prepared from the config in the folder.
    pub(super) fn reopen_prepared(
        lock: RunLock,
        prepared: Prepared,
        info: &RunInfo,
    ) -> Result<Session, RunError> {
        let dir = lock.dir().to_owned();
        if let Some(tally) = stored_tally(&dir, &prepared, info) {
            let folder = RunFolder::complete(lock, info);
            return Ok(Session::complete(prepared, folder, tally, RunTiming::default()));
        }
        let tournament = &*prepared.tournament;
        let mut tally = Tally::of(tournament.schedule(), tournament.names());
        let rows = rows_of(&dir, info, &prepared);
        let (division, headers) =
            (Division::new(rows.games.clone(), info.parts), tournament.headers());
        if !rows.ended && (info.parts.is_some() || !RunFolder::has_parts(&dir)) {
            RunFolder::complete_headers(&lock, &division, &headers)?;
        }
        let parts = info.parts.filter(|_| !rows.ended);
        let mut parts = parts.map(|parts| PartSealer::new(tournament, &rows.games, parts));
        let progress = scan_run(&rows, |game| {
            tally.add(game);
            parts.iter_mut().for_each(|parts| parts.add_found(game, &dir));
            load_recorded(tournament, &dir, game)
        })?;
        check_last_game(&rows, tournament, &progress)?;
        progress.check_end(&rows)?;
        progress.cut(&dir)?;
        let games = progress.next..rows.games.end;
        let folder = match games.is_empty() {
            true => RunFolder::complete(lock, info),
            false => RunFolder::open(lock, info, division, headers, games.start)?,
        };
        let elsewhere = RunTiming::default();
        Ok(Session { games, prepared, folder, tally, parts, label: None, elsewhere })
    }

    /// Sets the label of the run in its sweep.
    #[must_use]
    pub fn labelled(mut self, label: String) -> Session {
        self.label = Some(label);
        self
    }
}
