//! Playing a run into its folder, and what is written at its end.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::RunError;
use lettergame_core::base::shell_path;
use lettergame_registry::Prepared;
use lettergame_report::{Evaluation, Format, Placing, Standing, StandingsView, Table, Tally};
use lettergame_tournament::{
    AnyTournament, Batch, Benched, Config, Ended, FolderError, RowForm, RunFolder, RunLock,
    RunTiming, Selection, Waiting, run_watched,
};

/// A run that is ready to be played: its folder exists, some games may be done.
pub struct Session {
    pub(super) prepared: Prepared,
    pub(super) folder: RunFolder,
    /// The games that are done.
    pub(super) tally: Tally,
    /// The games that are still to be played.
    pub(super) games: Range<u64>,
    /// What the run is called in a sweep.
    pub(super) label: Option<String>,
    /// Of games that were played elsewhere.
    pub(super) elsewhere: RunTiming,
}

/// How playing has ended.
pub enum Outcome {
    /// All games are played, and the standings written.
    Finished(Box<Finished>),
    /// It was asked to stop: what is played is kept.
    Stopped {
        /// Games that are done.
        done: u64,
        /// Games that there are.
        total: u64,
        /// The command that goes on.
        resume: String,
    },
}

/// A run whose games are all played.
pub struct Finished {
    /// Where it is.
    pub folder: RunFolder,
    /// Its config.
    pub config: Config,
    /// How many games there are.
    pub games: u64,
    /// The standings, best first.
    pub standings: Vec<Standing>,
    /// The final order, where the schedule has stages.
    pub ranking: Option<Table>,
    /// What it is called in a sweep.
    pub label: Option<String>,
    /// Standings in any view, and what ratings cannot tell or explain.
    pub evaluation: Evaluation,
    /// The players whose programs failed again and again.
    pub benched: Vec<Benched>,
    /// What players of the class simulator lost by these rules, if anything.
    pub class_remark: Option<String>,
}

/// The final order, if the schedule leads to one.
pub(super) fn ranking(tournament: &dyn AnyTournament) -> Option<Table> {
    let ranking = tournament.schedule().ranking()?;
    Some(Placing::table(&Placing::all(&ranking, tournament.names())))
}

impl Session {
    /// A run of which all games are played, elsewhere, and the standings not yet written.
    #[must_use]
    pub fn complete(
        prepared: Prepared,
        folder: RunFolder,
        tally: Tally,
        elsewhere: RunTiming,
    ) -> Session {
        Session { prepared, folder, tally, games: 0..0, label: None, elsewhere }
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

    /// What the games that are done say.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How many games it has, done or not.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.tally.games() + (self.games.end - self.games.start)
    }

    /// Plays to the end, if it is not there yet, and writes what is known then. After each batch, and
    /// now and then where none comes, `watch` sees the tally and who keeps the games waiting. When `stop` becomes true, the games in progress are finished and kept.
    ///
    /// # Errors
    /// When a file cannot be written, or programs cannot be played; what was played is kept.
    pub fn play(
        mut self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Tally, Option<&Waiting>),
    ) -> Result<Outcome, RunError> {
        let (started, played_before) = (Instant::now(), self.tally.games());
        let (total, resume) = (self.total(), self.resume_command());
        let Session { prepared, folder, tally, games, .. } = &mut self;
        let tournament = &*prepared.tournament;
        let take = |batch: Option<Batch>| {
            let failed = |error| match error {
                FolderError::Lost(_) => RunError::Folder(error),
                error => RunError::Full { error: Box::new(error), resume: resume.clone() },
            };
            if let Some(batch) = batch {
                folder.append(&batch.rows, &batch.faults).map_err(failed)?;
                batch.scores.iter().for_each(|game| tally.add(game));
            }
            watch(tally, tournament.waiting().as_ref());
            Ok::<(), RunError>(())
        };
        let selection = Selection::from(games.clone());
        let ended = run_watched(tournament, &selection, RowForm::Csv, threads, stop, take);
        let logged = folder.write_logs(&prepared.tournament.logs());
        let ended = ended?;
        logged?;
        if let Some(why) = prepared.tournament.host_failure() {
            return Err(RunError::Harness { why, resume });
        }
        self.folder.check_place()?;
        if ended == Ended::Stopped {
            return Ok(Outcome::Stopped { done: self.tally.games(), total, resume });
        }
        let played = self.tally.games() - played_before;
        let mut written = Vec::new();
        if played > 0 || !self.folder.dir().join("timing.json").exists() {
            self.write_timing(&self.timing(played, started), threads)?;
            written.push("timing.json");
        }
        self.finish(written).map(|finished| Outcome::Finished(Box::new(finished)))
    }

    /// Writes the standings, if they are not there yet, and the sums of files; some were written now.
    fn finish(self, mut written: Vec<&str>) -> Result<Finished, RunError> {
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
        let lacks_sums = self.folder.is_checked() && !RunFolder::has_sums(self.folder.dir());
        if lacks_sums || !written.is_empty() {
            self.folder.write_sums(&written)?;
        }
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

    /// What is to be told of the games that were played now; where none were, of those played elsewhere.
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

    /// What goes on with this run, or with the whole sweep that it is a part of.
    #[must_use]
    pub fn resume_command(&self) -> String {
        let dir = self.folder.dir();
        let sweep = dir.parent().filter(|_| self.label.is_some());
        format!("lettergame resume {}", shell_path(&sweep.unwrap_or(dir).display().to_string()))
    }
}
