//! State shared by the pages of this section, and how to start and resume a tournament.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::app::App;
use crate::tournaments::field_error::{ErrorPlace, FieldError};
use crate::tournaments::folder::{Entry, Folder, RunPlace};
use crate::tournaments::report::Reports;
use crate::tournaments::watched::Watched;
use lettergame_arena::{
    ReadyRun, RunError, Session, Words, absolute, folder_name, hear_hellos, hear_unplayed,
    prepare_sharing,
};
use lettergame_base::Seed;
use lettergame_plan::{Config, PlayerSpec, RawConfig, Shard};
use lettergame_registry::{SharedSearches, games};
use lettergame_run::RunFolder;
use lettergame_words::Alphabet;

/// Maximum number of runs of a sweep.
const MAX_RUNS: u64 = 32;

/// State shared by the pages.
pub(super) struct SectionState {
    pub(super) app: Arc<App>,
    pub(super) folder: Folder,
    pub(super) watched: Watched,
    pub(super) reports: Reports,
    /// Limits the number of simultaneous replays.
    pub(super) replays: Semaphore,
    words: Mutex<Option<Arc<Words>>>,
    searches: SharedSearches,
}

/// What a raw config describes, in words.
#[derive(Default)]
pub(super) struct Preview {
    pub(super) lines: Vec<String>,
    /// Where results are written, if a command needs the option.
    pub(super) out: Option<String>,
}

impl Preview {
    /// A preview with these lines, and the folder of results if known.
    fn of(mut lines: Vec<String>, dir: Option<PathBuf>) -> Preview {
        lines.extend(dir.iter().map(|dir| format!("Results are written to {}.", dir.display())));
        let usual = Path::new("tournaments").join("results");
        let unusual = dir.filter(|dir| dir.parent() != Some(&usual));
        Preview { lines, out: unusual.map(|dir| dir.display().to_string()) }
    }
}

impl SectionState {
    pub(super) fn new(app: &Arc<App>) -> SectionState {
        SectionState {
            app: Arc::clone(app),
            folder: Folder::new(app.terms().tournaments.clone()),
            watched: Watched::new(Arc::clone(app)),
            reports: Reports::default(),
            replays: Semaphore::new(2),
            words: Mutex::default(),
            searches: SharedSearches::default(),
        }
    }

    /// The words of a list: the server's, which is read once, or a file.
    pub(super) fn words(&self, list: Option<&str>) -> Result<Arc<Words>, RunError> {
        let server = self.app.terms().lexicon.as_deref().map(absolute);
        if list != server.as_deref() {
            return Ok(Arc::new(Words::load(list.map(Path::new), Alphabet::english())?));
        }
        let mut kept = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(words) = &*kept {
            return Ok(Arc::clone(words));
        }
        let words = Arc::new(Words::load(
            server.as_ref().map(PathBuf::from).as_deref(),
            Alphabet::english(),
        )?);
        *kept = Some(Arc::clone(&words));
        Ok(words)
    }

    /// The runs of a raw config, ready to be played, if everything in it is allowed here.
    pub(super) fn ready(&self, raw: &RawConfig) -> Result<Vec<ReadyRun>, FieldError> {
        self.configs(raw)?;
        let host_options = &self.app.terms().host_options;
        let words = self.words(raw.lexicon.as_deref())?;
        let runs = prepare_sharing(raw, &words, host_options, &self.searches)?;
        let games = runs.iter().map(|run| run.prepared.tournament.schedule().total());
        let games = games.fold(0, u64::saturating_add);
        let most = self.app.terms().limits.games;
        if games > most {
            let text = format!(
                "{games} games are too many here: expected at most {most}; play fewer, or use the command line"
            );
            return Err(FieldError::form(text));
        }
        Ok(runs)
    }

    /// The configs of a raw config, before anything is created.
    fn configs(&self, raw: &RawConfig) -> Result<Vec<Config>, FieldError> {
        if let (true, Some((key, _))) = (raw.cells() > MAX_RUNS, raw.swept().last()) {
            let text =
                format!("the sweep has {} runs: expected at most {MAX_RUNS} here", raw.cells());
            return Err(FieldError { place: ErrorPlace::Key(key.to_owned()), text });
        }
        let config = |(_, own): &(_, RawConfig)| {
            // programs are rejected before any of their files is read
            let config = own.validate(games()[0].info.name, Seed(0)).map_err(RunError::from)?;
            self.check_programs(&config)?;
            Ok(config)
        };
        raw.runs().map_err(FieldError::form)?.iter().map(config).collect()
    }

    fn check_programs(&self, config: &Config) -> Result<(), FieldError> {
        match config.external_players().next().filter(|_| !self.app.terms().allow_programs) {
            None => Ok(()),
            Some(PlayerSpec { name: player, .. }) => Err(FieldError {
                place: ErrorPlace::Player(player.clone()),
                text: format!(
                    "player `{player}`: programs play from the browser only if the server was started \
                     with --allow-programs"
                ),
            }),
        }
    }

    /// A cheap description of a raw config: for a sweep, players and rules are checked only when the Check
    /// button is pressed.
    pub(super) fn glanced(&self, raw: &RawConfig) -> Result<Preview, FieldError> {
        if raw.rules.values().all(|values| values.len() < 2) {
            return self.preview(raw);
        }
        let configs = self.configs(raw)?;
        let line =
            format!("A sweep of {} runs; press Check for the number of games.", configs.len());
        let config = configs.first().filter(|_| raw.seed.is_some());
        let results = config.and_then(|config| {
            let name = folder_name(config, true, Shard::WHOLE);
            Some(self.folder.results()?.join(name))
        });
        Ok(Preview::of(vec![line], results))
    }

    /// What a raw config describes, in words, or its errors.
    pub(super) fn preview(&self, raw: &RawConfig) -> Result<Preview, FieldError> {
        let runs = self.ready(raw)?;
        let total: u64 = runs.iter().map(|run| run.prepared.tournament.schedule().total()).sum();
        let line = match runs.len() {
            1 => format!("{total} games in total."),
            runs => format!("A sweep of {runs} runs, {total} games in total."),
        };
        let run = runs.first().filter(|_| raw.seed.is_some());
        let results =
            run.and_then(|run| Some(self.folder.results()?.join(run.folder_name(Shard::WHOLE))));
        Ok(Preview::of(vec![line], results))
    }

    /// Creates the folders of a tournament and plays it; returns its name in addresses.
    pub(super) fn begin(&self, raw: &RawConfig) -> Result<String, FieldError> {
        let Some(results) = self.folder.results() else {
            return Err(FieldError::form(
                "this server has no folder of tournaments; see --tournaments",
            ));
        };
        let ticket = self.app.queue.enter().map_err(FieldError::form)?;
        let runs = self.ready(raw)?;
        let shard = Shard::WHOLE;
        let name = runs.first().map_or(String::new(), |run| run.folder_name(shard));
        let dir = results.join(&name);
        for run in &runs {
            run.check_place(&dir, shard, false)?;
        }
        hear_hellos(runs.iter().map(|run| &run.prepared))?;
        let open = |run: ReadyRun| run.open(&dir, shard, false);
        let sessions: Vec<Session> = runs.into_iter().map(open).collect::<Result<_, _>>()?;
        ticket
            .play(sessions)
            .map_err(|error| FieldError::form(format!("cannot play it: {error}")))?;
        Ok(name)
    }

    /// Resumes a run, or all runs of a sweep.
    pub(super) fn go_on(&self, runs: &[RunPlace], is_sweep: bool) -> Result<(), FieldError> {
        let ticket = self.app.queue.enter().map_err(FieldError::form)?;
        let reopen = |run: &RunPlace| -> Result<Session, FieldError> {
            let (config, _) = RunFolder::read_config(&run.dir).map_err(FieldError::form)?;
            self.check_programs(&config)?;
            let session = Session::reopen(&run.dir, &self.app.terms().host_options)?;
            Ok(match &run.sweep {
                Some((_, label)) if is_sweep => session.labelled(label.clone()),
                _ => session,
            })
        };
        let sessions: Vec<Session> = runs.iter().map(reopen).collect::<Result<_, _>>()?;
        hear_unplayed(&sessions)?;
        ticket
            .play(sessions)
            .map_err(|error| FieldError::form(format!("cannot resume it: {error}")))
    }

    /// Stops everything that is being played of a run or a sweep.
    pub(super) fn stop(&self, entry: Entry) {
        for run in entry.runs() {
            self.app.queue.stop(&run.dir);
        }
    }
}
