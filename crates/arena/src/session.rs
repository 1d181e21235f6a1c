//! Plays a run into its folder, and writes the files at its end.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::RunError;
use crate::part_sealer::PartSealer;
use lettergame_plan::{Config, GameScore};
use lettergame_registry::Prepared;
use lettergame_report::{Evaluation, Format, Placing, Standing, StandingsView, Table, Tally};
use lettergame_run::{FolderError, ManifestError, RowForm, RunFolder, RunLock, RunTiming};
use lettergame_tournament::{
    AnyTournament, Batch, Benched, Ended, Selection, Waiting, run_watched,
};

/// A run that is ready to be played: its folder exists, and some games may be done.
pub struct Session {
    pub(super) prepared: Prepared,
    pub(super) folder: RunFolder,
    /// The tally of the games that are done.
    pub(super) tally: Tally,
    /// Seals its parts, if it is in parts that are yet to be sealed.
    pub(super) parts: Option<PartSealer>,
    /// The games that are still to be played.
    pub(super) games: Range<u64>,
    /// The label of the run in a sweep.
    pub(super) label: Option<String>,
    /// The timing of games that were played elsewhere.
    pub(super) elsewhere: RunTiming,
}

/// How playing ended.
pub enum Outcome {
    /// All games are played, and the standings written.
    Finished(Box<Finished>),
    /// It was asked to stop: the games played are kept.
    Stopped {
        /// The number of games that are done.
        done: u64,
        /// The total number of games.
        total: u64,
        /// The folder that is to be resumed: that of the run, or of the sweep that contains it.
        run: PathBuf,
    },
}

/// A run whose games are all played.
pub struct Finished {
    /// Its folder.
    pub folder: RunFolder,
    /// Its config.
    pub config: Config,
    /// The number of games.
    pub games: u64,
    /// The standings, best first.
    pub standings: Vec<Standing>,
    /// The final order, if the schedule has stages.
    pub ranking: Option<Table>,
    /// Its label in a sweep.
    pub label: Option<String>,
    /// Standings in any view, and remarks on the limits of ratings.
    pub evaluation: Evaluation,
    /// The players whose programs failed repeatedly.
    pub benched: Vec<Benched>,
    /// What players from the class simulator lost because of these rules, if anything.
    pub class_remark: Option<String>,
}

impl Finished {
    /// The built-in players with faults, which are bugs, and the number of their games with one.
    #[must_use]
    pub fn faults_of_built_in(&self) -> Vec<(&str, u64)> {
        let names = self.config.player_names();
        let is_built_in = |player: &str| {
            let place = names.iter().position(|name| name.as_str() == player);
            place.is_some_and(|place| self.config.players[place].is_built_in())
        };
        let faulty = self.standings.iter().filter(|standing| standing.faults > 0);
        let faulty = faulty.filter(|standing| is_built_in(&standing.player));
        faulty.map(|standing| (&*standing.player, standing.faults)).collect()
    }
}

/// The final order, if the schedule has one.
pub(super) fn ranking(tournament: &dyn AnyTournament) -> Option<Table> {
    let ranking = tournament.schedule().ranking()?;
    Some(Placing::table(&Placing::all(&ranking, tournament.names())))
}

impl Session {
    /// A run whose games were all played elsewhere, and whose standings are not yet written.
    pub(super) fn complete(
        prepared: Prepared,
        folder: RunFolder,
        tally: Tally,
        elsewhere: RunTiming,
    ) -> Session {
        Session { prepared, folder, tally, parts: None, games: 0..0, label: None, elsewhere }
    }

    /// Its config, game, players and schedule.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// Its folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.folder.dir()
    }

    /// The lock of its folder.
    #[must_use]
    pub fn lock(&self) -> &RunLock {
        self.folder.lock()
    }

    /// The tally of the games that are done.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether it has games, and none of them is done.
    #[must_use]
    pub fn is_unplayed(&self) -> bool {
        self.tally.games() == 0 && !self.games.is_empty()
    }

    /// The number of games, done or not.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.tally.games() + (self.games.end - self.games.start)
    }

    /// Plays the remaining games and writes the files at the end of the run. `watch` sees the tally
    /// and the player that games wait for after each batch, and now and then while there is none.
    /// When `stop` becomes true, the games in progress are finished and kept.
    ///
    /// # Errors
    /// If a file cannot be written, or programs cannot be played; the games played are kept.
    pub fn play(
        self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        watch: impl FnMut(&Tally, Option<&Waiting>),
    ) -> Result<Outcome, RunError> {
        self.play_and_tell(threads, stop, watch, |_| {})
    }

    /// Like [`play`](Session::play); `tell` sees each game that is played now, in order.
    ///
    /// # Errors
    /// See [`play`](Session::play).
    pub fn play_and_tell(
        mut self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Tally, Option<&Waiting>),
        mut tell: impl FnMut(&GameScore),
    ) -> Result<Outcome, RunError> {
        let (started, played_before) = (Instant::now(), self.tally.games());
        let (total, run) = (self.total(), self.place());
        let Session { prepared, folder, tally, parts, games, .. } = &mut self;
        let tournament = &*prepared.tournament;
        let mut selection = Selection::from(games.clone());
        if let Some(parts) = parts {
            selection = selection.in_parts(parts.options().games);
        }
        let take = |batch: Option<Batch>| {
            let failed = |error| match error {
                FolderError::Lost(_) => RunError::Folder(error),
                error => RunError::Full { error: Box::new(error), run: run.clone() },
            };
            if let Some(batch) = batch {
                folder.append(batch.first, &batch.rows, &batch.faults).map_err(failed)?;
                for game in &batch.scores {
                    tally.add(game);
                    tell(game);
                }
                if let Some(parts) = parts {
                    batch.scores.iter().for_each(|game| parts.add(game));
                    parts.seal(folder).map_err(|error| match error {
                        ManifestError::Folder(error) => failed(error),
                        error => error.into(),
                    })?;
                }
            }
            watch(tally, tournament.waiting().as_ref());
            Ok::<(), RunError>(())
        };
        let ended = run_watched(tournament, &selection, RowForm::Csv, threads, stop, take);
        let logged = folder.write_logs(&prepared.tournament.logs());
        let ended = ended?;
        logged?;
        if let Some(why) = prepared.tournament.host_failure() {
            return Err(RunError::Harness { why, run });
        }
        self.folder.check_place()?;
        if ended == Ended::Stopped {
            return Ok(Outcome::Stopped { done: self.tally.games(), total, run });
        }
        let played = self.tally.games() - played_before;
        let mut written = Vec::new();
        if played > 0 || !self.folder.dir().join("timing.json").exists() {
            self.write_timing(&self.timing(played, started), threads)?;
            written.push("timing.json");
        }
        self.finish(written).map(|finished| Outcome::Finished(Box::new(finished)))
    }

    /// Writes the standings, if they are not there yet, and seals the run; `written` lists files
    /// that are new.
    fn finish(mut self, mut written: Vec<&'static str>) -> Result<Finished, RunError> {
        let evaluation = self.tally.evaluate();
        let standings = evaluation.standings(&StandingsView::default());
        let text = Standing::table(&standings).render(Format::Csv)?;
        if self.folder.update("standings.csv", text.as_bytes())? {
            written.push("standings.csv");
        }
        let ranking = ranking(&*self.prepared.tournament);
        if let Some(table) = &ranking
            && self.folder.update("ranking.csv", table.render(Format::Csv)?.as_bytes())?
        {
            written.push("ranking.csv");
        }
        self.seal(written)?;
        let has_class_players = self.prepared.config.has_class_players();
        Ok(Finished {
            class_remark: has_class_players.then(|| self.prepared.tournament.remark()).flatten(),
            games: self.tally.games(),
            standings,
            ranking,
            evaluation,
            benched: self.prepared.tournament.benched(),
            folder: self.folder,
            config: self.prepared.config,
            label: self.label,
        })
    }

    /// Seals the run, or what was written of it since.
    fn seal(&mut self, written: Vec<&str>) -> Result<(), RunError> {
        let (folder, tournament) = (&mut self.folder, &*self.prepared.tournament);
        let (_, info) = RunFolder::read_config(folder.dir())?;
        let games = tournament.schedule().part(info.shard);
        if RunFolder::has_parts(folder.dir()) && !RunFolder::has_manifest(folder.dir()) {
            self.parts.iter_mut().try_for_each(|parts| parts.seal(folder))?;
            folder.commit_parts(&info.fingerprint, &games, &self.tally.to_json(), written)?;
        } else if folder.is_checked() && !(written.is_empty() && RunFolder::is_sealed(folder.dir()))
        {
            folder.seal(&games, &written)?;
        }
        Ok(())
    }

    /// The timing of the games that were played now; if there were none, that of those played
    /// elsewhere.
    fn timing(&self, games: u64, started: Instant) -> RunTiming {
        if games == 0 {
            return self.elsewhere.clone();
        }
        let players = self.prepared.tournament.times();
        RunTiming {
            games,
            seconds: started.elapsed().as_secs_f64(),
            players,
            ..RunTiming::default()
        }
    }

    fn write_timing(&self, timing: &RunTiming, threads: NonZeroUsize) -> Result<(), RunError> {
        let text = timing.text(threads, self.prepared.tournament.sandbox());
        Ok(self.folder.write("timing.json", text.as_bytes())?)
    }

    /// The folder of this run, or of the whole sweep that contains it.
    fn place(&self) -> PathBuf {
        let dir = self.folder.dir();
        let sweep = dir.parent().filter(|_| self.label.is_some());
        sweep.unwrap_or(dir).to_owned()
    }
}
