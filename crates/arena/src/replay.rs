//! One game of a run or of a config again, ply by ply.

use std::path::{Path, PathBuf};

use crate::ready::{place, read_raw_config};
use crate::{RunError, Words, prepared_run};
use lettergame_core::base::{Seat, Seed};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, Prepared, games};
use lettergame_tournament::{GameScore, Ply, PlyLog, RecordLevel, RunInfo, RunRows, ScoreFile};

/// Games that can be played again.
pub struct Replay {
    prepared: Prepared,
    /// The folder or the config.
    from: PathBuf,
    /// What a folder says beyond the config.
    info: Option<RunInfo>,
}

impl Replay {
    /// The games of a run. Programs are never asked again: their moves are read where they were recorded.
    ///
    /// # Errors
    /// When it is no run, or was changed since it began.
    pub fn of_run(dir: &Path) -> Result<Replay, RunError> {
        let read_only = HostOptions { read_only: true, ..HostOptions::default() };
        let (prepared, info) = prepared_run(dir, &read_only)?;
        Ok(Replay { prepared, from: dir.to_owned(), info: Some(info) })
    }

    /// The games of a config file, whose players are asked; a seed that is missing is `drawn`.
    ///
    /// # Errors
    /// When it is no config, a sweep, or does not fit its game.
    pub fn of_config(
        path: &Path,
        host_options: &HostOptions,
        drawn: Seed,
    ) -> Result<Replay, RunError> {
        let raw = read_raw_config(path)?;
        let words = Words::load(raw.lexicon.as_deref().map(Path::new))?;
        let mut runs = raw.runs()?;
        if runs.len() > 1 {
            return Err(RunError::Sweep { path: path.to_owned(), runs: runs.len() });
        }
        let (_, run) = runs.remove(0);
        let config = run.validate(games()[0].info.name, drawn)?;
        let prepared =
            registry::prepare_hosted(&config, words.lexicon, host_options).map_err(|error| {
                RunError::Prepare { place: place(&raw, &error), error: Box::new(error) }
            })?;
        Ok(Replay { prepared, from: path.to_owned(), info: None })
    }

    /// Its config, game, players and schedule.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// Plays a game again and tells every turn; returns how it ended. From a folder of a schedule with
    /// stages the rows are read first, which tell who plays.
    ///
    /// # Errors
    /// When there is no such game, it is not drawn yet, or its moves are not recorded and cannot be had
    /// again.
    pub fn play(&self, game: u64, tell: &mut dyn FnMut(&Ply)) -> Result<GameScore, RunError> {
        self.check_number(game)?;
        let tournament = &*self.prepared.tournament;
        match self.log(game)? {
            Some(log) => Ok(tournament.replay_log(game, &log, tell)?.scores.remove(0)),
            None => Ok(tournament.replay(game, tell)),
        }
    }

    fn check_number(&self, game: u64) -> Result<(), RunError> {
        let total = self.prepared.tournament.schedule().total();
        let shown = self.from.clone();
        if game >= total {
            return Err(RunError::NoGame { shown, game, last: total - 1 });
        }
        let known = self.known()?;
        match &self.info {
            _ if game < known => Ok(()),
            Some(_) => Err(RunError::NotDrawn { shown, game, known }),
            None => Err(RunError::NoResults { shown, game, known }),
        }
    }

    /// How many games have players: where there are stages, as far as the rows of a run lead.
    fn known(&self) -> Result<u64, RunError> {
        let schedule = self.prepared.tournament.schedule();
        if schedule.known() < schedule.total()
            && let Some(mut file) = self.scores()?
        {
            while file.next_game()?.is_some() {}
        }
        Ok(schedule.known())
    }

    /// The rows of a run; none for a config.
    fn scores(&self) -> Result<Option<ScoreFile<'_>>, RunError> {
        let Some(info) = &self.info else { return Ok(None) };
        Ok(Some(self.rows(info).scores()?))
    }

    fn rows(&self, info: &RunInfo) -> RunRows<'_> {
        let (tournament, record) = (&self.prepared.tournament, self.prepared.config.record);
        let players = (tournament.schedule(), tournament.names());
        RunRows::of(&self.from, info, record, players, Some(tournament.row_shape()))
    }

    /// The game's moves, where the run has recorded them.
    fn log(&self, game: u64) -> Result<Option<PlyLog>, RunError> {
        let Some(info) = &self.info else { return Ok(None) };
        if self.prepared.config.record == RecordLevel::Plies {
            return Ok(Some(PlyLog::read(&self.rows(info), game)?));
        }
        if !self.prepared.config.is_replayable() {
            return Err(RunError::NotRecorded(self.from.clone()));
        }
        Ok(None)
    }

    /// Checks that the run, if it is one, has the very scores of a replay. Linear in the rows before it.
    ///
    /// # Errors
    /// [`RunError::Differs`] where it has others, and when the rows do not read.
    pub fn check(&self, score: &GameScore) -> Result<(), RunError> {
        let Some(mut file) = self.scores()? else { return Ok(()) };
        while let Some(game) = file.next_game()? {
            if game.score.game < score.game {
                continue;
            }
            let differs = |seat: &Seat| game.score.seats[*seat].points != score.seats[*seat].points;
            return Seat::first(score.seats.len()).find(differs).map_or(Ok(()), |seat| {
                let points = game.score.seats[seat].points;
                Err(RunError::Differs { game: score.game, seat, points })
            });
        }
        Ok(())
    }
}
