//! From a draft to runs that are checked, and to their folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{RunError, Session, Words};
use lettergame_core::base::{Name, Seed};
use lettergame_protocol::Hosting;
use lettergame_registry::{self as registry, PrepareError, Prepared, SharedSearches, games};
use lettergame_report::Tally;
use lettergame_tournament::{
    Config, Draft, FolderError, PlanError, RunFolder, RunInfo, RunLock, RunTiming, Shard,
};

/// Reads a config file; a word list and the players in it are found relative to it.
///
/// # Errors
/// When it cannot be read, or is no config.
pub fn read_draft(path: &Path) -> Result<Draft, RunError> {
    let text = fs::read_to_string(path)
        .map_err(|error| RunError::Unreadable { path: path.to_owned(), error })?;
    let mut draft = Draft::from_toml(&text, &path.display().to_string())?;
    let beside = path.parent().unwrap_or(Path::new(""));
    draft.lexicon = draft.lexicon.map(|file| absolute(&beside.join(file)));
    Ok(draft.based(Path::new(&absolute(beside))))
}

/// A path that does not depend on the current folder.
#[must_use]
pub fn absolute(path: &Path) -> String {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// A run that is checked, but has no folder yet.
pub struct ReadyRun {
    /// What it is called in a sweep.
    pub label: Option<Name>,
    /// Its config, with its game, players and schedule.
    pub prepared: Prepared,
    pub(super) words: String,
    pub(super) hosting: Hosting,
}

/// Every run of a draft: one, or one for each value of a sweep. A seed that is missing is drawn, one for
/// all.
///
/// # Errors
/// When the draft is no config, or does not fit its game; the error says where in the config file.
pub fn prepare(draft: &Draft, words: &Words, hosting: &Hosting) -> Result<Vec<ReadyRun>, RunError> {
    prepare_sharing(draft, words, hosting, &SharedSearches::default())
}

/// As [`prepare`], where searches for words that were prepared for other drafts are shared.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_sharing(
    draft: &Draft,
    words: &Words,
    hosting: &Hosting,
    searches: &SharedSearches,
) -> Result<Vec<ReadyRun>, RunError> {
    let drawn = Seed::drawn();
    draft
        .runs()?
        .into_iter()
        .map(|(label, run)| {
            let config = run.check(games()[0].info.name, drawn)?;
            let lexicon = words.lexicon.clone();
            let prepared = registry::prepare_sharing(&config, lexicon, hosting, searches).map_err(
                |error| RunError::Prepare { place: place(draft, &error), error: Box::new(error) },
            )?;
            let words = words.fingerprint.clone();
            Ok(ReadyRun { label, prepared, words, hosting: hosting.clone() })
        })
        .collect()
}

/// Where in the config file the cause of an error stands, as `FILE:LINE:COLUMN: `; empty if nowhere.
#[must_use]
pub fn place(draft: &Draft, error: &PrepareError) -> String {
    match error {
        PrepareError::Game { .. } => draft.place_of("game"),
        PrepareError::Rules { error, .. } => draft.place_of(error.key().unwrap_or("rules")),
        PrepareError::Plan(PlanError::Player(error)) => {
            error.player().map_or_else(String::new, |player| draft.place_of(player))
        }
        PrepareError::Words { .. } | PrepareError::Plan(_) | PrepareError::Venue(_) => {
            String::new()
        }
    }
}

/// The name of the folder of results of a config, or of the sweep that it is a run of.
#[must_use]
pub fn folder_name(config: &Config, is_sweep: bool, shard: Shard) -> String {
    let part = match shard.count() {
        1 => String::new(),
        count => format!("-{}-of-{count}", shard.index()),
    };
    let sweep = if is_sweep { "-sweep" } else { "" };
    format!("{}-{}{sweep}{part}", config.name, config.seed.0)
}

impl ReadyRun {
    /// The name of the folder of results where none is asked for: that of the run, or of the sweep that
    /// it is a part of.
    #[must_use]
    pub fn folder_name(&self, shard: Shard) -> String {
        folder_name(&self.prepared.config, self.label.is_some(), shard)
    }

    /// The run's own folder, where results lie in `dir`: that itself, or one of a sweep.
    #[must_use]
    pub fn dir_in(&self, dir: &Path) -> PathBuf {
        self.label.as_ref().map_or(dir.to_owned(), |label| dir.join(label.as_str()))
    }

    /// Can this part be played, and is its place below `dir` free? A sweep is not laid into the folder
    /// of a run. Nothing is changed.
    ///
    /// # Errors
    /// When it cannot be played, or the place is taken.
    pub fn check_place(&self, dir: &Path, shard: Shard, force: bool) -> Result<(), RunError> {
        self.prepared.arena.schedule().admit(shard)?;
        if self.label.is_some() && RunFolder::is_run(dir) {
            return Err(FolderError::Exists(dir.to_owned()).into());
        }
        Ok(RunFolder::check_free(&self.dir_in(dir), force)?)
    }

    /// Goes on with the run that is there, which must be this very one, or makes its folder.
    ///
    /// # Errors
    /// When another run is there, it is damaged, or the folder cannot be used.
    pub fn open_or_go_on(self, dir: &Path, shard: Shard) -> Result<Session, RunError> {
        let place = self.dir_in(dir);
        if !RunFolder::is_run(&place) {
            return self.open(dir, shard, false);
        }
        // from here on it stays the run that is compared
        let lock = RunLock::take(&place)?;
        let (_, found) = RunFolder::read_config(&place)?;
        if found.fingerprint != self.fingerprint() || found.shard != shard {
            return Err(RunError::OtherRun(place));
        }
        self.prepared.arena.schedule().admit(shard)?;
        // its words are in memory already, for all runs of a queue together
        let session = Session::reopen_prepared(lock, self.prepared, &found)?;
        Ok(match self.label {
            Some(label) => session.labelled(label.to_string()),
            None => session,
        })
    }

    /// Makes the folder below `dir`, its config and the headers of its files. An earlier run is
    /// replaced only with `force`.
    ///
    /// # Errors
    /// When the folder exists or cannot be written.
    pub fn open(self, dir: &Path, shard: Shard, force: bool) -> Result<Session, RunError> {
        let (dir, fingerprint) = (self.dir_in(dir), self.fingerprint());
        let ReadyRun { label, prepared, words, .. } = self;
        let config = &prepared.config;
        let info = RunInfo { shard, fingerprint, lexicon: words, checked: true };
        let arena = &prepared.arena;
        let folder = RunFolder::create(&dir, config, &info, &arena.headers(), force)?;
        let games = arena.schedule().part(shard);
        let tally = Tally::of(arena.schedule(), arena.names());
        Ok(Session {
            prepared,
            folder,
            tally,
            games,
            label: label.map(|label| label.to_string()),
            elsewhere: RunTiming::default(),
        })
    }
}
