//! Turns a raw config into validated runs, and creates their folders.

use std::path::{Path, PathBuf};
use std::{fs, io, iter};

use crate::folder_name::folder_name;
use crate::part_sealer::PartSealer;
use crate::{RunError, Session, Words};
use lettergame_base::{Name, Seed};
use lettergame_plan::{RawConfig, Shard};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, PrepareError, Prepared, SharedSearches, games};
use lettergame_report::Tally;
use lettergame_run::{FolderError, PartOptions, RunFolder, RunInfo, RunLock, RunTiming};
use lettergame_tournament::TournamentError;

/// Reads a config file; a word list, the files of rules and the players in it are found relative to it.
///
/// # Errors
/// If it cannot be read, or is not a config, or a file of a rule cannot be read.
pub fn read_raw_config(path: &Path) -> Result<RawConfig, RunError> {
    let text = fs::read_to_string(path)
        .map_err(|error| RunError::Unreadable { path: path.to_owned(), error })?;
    let raw = RawConfig::from_toml(&text, &path.display().to_string())?.based_beside(path);
    Ok(raw.with_rule_files()?)
}

/// A path that does not depend on the current folder.
#[must_use]
pub fn absolute(path: &Path) -> String {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// A validated run that has no folder yet.
pub struct ReadyRun {
    /// Its label in a sweep.
    pub label: Option<Name>,
    /// Its config, with its game, players and schedule.
    pub prepared: Prepared,
    pub(super) words: String,
    pub(super) parts: Option<PartOptions>,
    pub(super) host_options: HostOptions,
}

/// Prepares all runs of a raw config: one, or one for each value of a sweep. A missing seed is
/// drawn, the same for all.
///
/// # Errors
/// If the raw config is invalid or does not fit its game; the error says where in the config file.
pub fn prepare(
    raw: &RawConfig,
    words: &Words,
    host_options: &HostOptions,
) -> Result<Vec<ReadyRun>, RunError> {
    prepare_sharing(raw, words, host_options, &SharedSearches::default())
}

/// Like [`prepare`], sharing word searches that were prepared for other raw configs.
///
/// # Errors
/// See [`prepare`].
pub fn prepare_sharing(
    raw: &RawConfig,
    words: &Words,
    host_options: &HostOptions,
    searches: &SharedSearches,
) -> Result<Vec<ReadyRun>, RunError> {
    let drawn = Seed::drawn();
    raw.runs()?
        .into_iter()
        .map(|(label, run)| {
            let config = run.validate(games()[0].info.name, drawn)?;
            let lexicon = words.lexicon.clone();
            let prepared =
                registry::prepare_sharing(&config, lexicon, host_options, searches).map_err(
                    |error| RunError::Prepare { place: place(raw, &error), error: Box::new(error) },
                )?;
            let words = words.fingerprint.to_string();
            Ok(ReadyRun { label, prepared, words, parts: None, host_options: host_options.clone() })
        })
        .collect()
}

/// The location of an error's cause in the config file, as `FILE:LINE:COLUMN: `; empty if it has
/// none.
#[must_use]
pub fn place(raw: &RawConfig, error: &PrepareError) -> String {
    match error {
        PrepareError::Game { .. } => raw.place_of("game"),
        PrepareError::Rules { error, .. } => raw.place_of(error.key().unwrap_or("rules")),
        PrepareError::Tournament(TournamentError::Player(error)) => {
            error.player().map_or_else(String::new, |player| raw.place_of(player))
        }
        PrepareError::Words { .. }
        | PrepareError::Tournament(_)
        | PrepareError::Batch(_)
        | PrepareError::PlayerFactory(_) => String::new(),
    }
}

impl ReadyRun {
    /// Divides its rows into parts, if that is given, instead of writing one file of each kind.
    #[must_use]
    pub fn in_parts(self, parts: Option<PartOptions>) -> ReadyRun {
        ReadyRun { parts, ..self }
    }

    /// The default name of the results folder: that of the run, or of the sweep that contains it.
    #[must_use]
    pub fn folder_name(&self, shard: Shard) -> String {
        folder_name(&self.prepared.config, self.label.is_some(), shard)
    }

    /// The first of `dir`, `dir-2`, `dir-3` and so on that is free for this run, or for the sweep
    /// that contains it; with `go_on` also one that holds this very run.
    #[must_use]
    pub fn numbered(&self, dir: &Path, shard: Shard, go_on: bool) -> PathBuf {
        let name = dir.file_name().unwrap_or_default().to_string_lossy();
        let dirs = (2u64..).map(|number| dir.with_file_name(format!("{name}-{number}")));
        let is_own = |dir: &Path| {
            let found = RunFolder::read_config(&self.dir_in(dir));
            found.is_ok_and(|(_, run)| run.fingerprint == self.fingerprint() && run.shard == shard)
        };
        let fits = |dir: &PathBuf| is_free(dir) || (go_on && is_own(dir));
        iter::once(dir.to_owned()).chain(dirs).find(fits).unwrap_or_else(|| dir.to_owned())
    }

    /// The run's own folder for results in `dir`: `dir` itself, or a subfolder for a run of a
    /// sweep.
    #[must_use]
    pub fn dir_in(&self, dir: &Path) -> PathBuf {
        self.label.as_ref().map_or(dir.to_owned(), |label| dir.join(label.as_str()))
    }

    /// Checks that this part can be played, and that its place in `dir` is free. A sweep is not put
    /// into the folder of a run. Changes nothing.
    ///
    /// # Errors
    /// If it cannot be played, or the place is taken.
    pub fn check_place(&self, dir: &Path, shard: Shard, force: bool) -> Result<(), RunError> {
        self.prepared.tournament.schedule().admit(shard)?;
        if self.label.is_some() && RunFolder::is_run(dir) {
            return Err(FolderError::Exists(dir.to_owned()).into());
        }
        Ok(RunFolder::check_free(&self.dir_in(dir), force)?)
    }

    /// Continues the existing run, which must be this very one, or creates its folder.
    ///
    /// # Errors
    /// If another run is there, it is damaged, or the folder cannot be used.
    pub fn open_or_go_on(self, dir: &Path, shard: Shard) -> Result<Session, RunError> {
        let place = self.dir_in(dir);
        if !RunFolder::is_run(&place) {
            return self.open(dir, shard, false);
        }
        // from here on, the run that is compared cannot change
        let lock = RunLock::take(&place)?;
        let (_, found) = RunFolder::read_config(&place)?;
        if found.fingerprint != self.fingerprint() || found.shard != shard {
            return Err(RunError::OtherRun(place));
        }
        self.prepared.tournament.schedule().admit(shard)?;
        // its words are already in memory, shared by all runs of a queue
        let session = Session::reopen_prepared(lock, self.prepared, &found)?;
        Ok(match self.label {
            Some(label) => session.labelled(label.to_string()),
            None => session,
        })
    }

    /// Creates the folder in `dir`, its config and the headers of its files. An earlier run is
    /// replaced only with `force`.
    ///
    /// # Errors
    /// If the folder exists or cannot be written.
    pub fn open(self, dir: &Path, shard: Shard, force: bool) -> Result<Session, RunError> {
        let (dir, fingerprint) = (self.dir_in(dir), self.fingerprint());
        let ReadyRun { label, prepared, words, parts, .. } = self;
        let config = &prepared.config;
        let info = RunInfo { shard, fingerprint, lexicon: words, checked: true, parts };
        let tournament = &*prepared.tournament;
        let (games, headers) = (tournament.schedule().part(shard), tournament.headers());
        let folder = RunFolder::create(&dir, config, &info, &games, headers, force)?;
        let tally = Tally::of(tournament.schedule(), tournament.names());
        let parts = parts.map(|parts| PartSealer::new(tournament, &games, parts));
        Ok(Session {
            prepared,
            folder,
            tally,
            parts,
            games,
            label: label.map(|label| label.to_string()),
            elsewhere: RunTiming::default(),
        })
    }
}

/// Whether the folder is missing or empty.
fn is_free(dir: &Path) -> bool {
    match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
