//! Replays one game of a run or of a config, ply by ply.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::ready::{place, read_raw_config};
use crate::replayed::rows_of;
use crate::{RunError, Words, prepared_run, runs_in};
use lettergame_base::{Name, Seat, SeatSet, Seed, unique_file_names};
use lettergame_plan::{GameScore, RecordLevel};
use lettergame_protocol::{HostOptions, lines_of_game};
use lettergame_registry::{self as registry, Prepared, games};
use lettergame_report::{GameLog, ReplayedGame};
use lettergame_run::{Ply, PlyLog, ReplayOptions, RunFolder, RunInfo, RunRows, ScoreFile};

/// Which part of a game is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamePart {
    /// Only this player, with what it could see.
    pub player: Option<String>,
    /// Only this round, from 1.
    pub round: Option<usize>,
    /// Whether to include what player programs printed.
    pub log: bool,
}

/// Games that can be replayed.
pub struct Replay {
    prepared: Prepared,
    /// The folder or the config.
    from: PathBuf,
    /// What a folder adds to the config.
    info: Option<RunInfo>,
}

impl Replay {
    /// The games of a run. Programs are never asked again: their moves are read from the records.
    ///
    /// # Errors
    /// If it is not a run, has several, or has changed since it began.
    pub fn of_run(dir: &Path) -> Result<Replay, RunError> {
        let runs = runs_in(dir)?;
        let [run] = runs.as_slice() else {
            return Err(RunError::Sweep { path: dir.to_owned(), runs: runs.len() });
        };
        let read_only = HostOptions { read_only: true, ..HostOptions::default() };
        let (prepared, info) = prepared_run(run, &read_only)?;
        Ok(Replay { prepared, from: run.clone(), info: Some(info) })
    }

    /// The games of a config file, whose players are asked; a missing seed is replaced by `drawn`.
    ///
    /// # Errors
    /// If it is not a config, is a sweep, or does not fit its game.
    pub fn of_config(
        path: &Path,
        host_options: &HostOptions,
        drawn: Seed,
    ) -> Result<Replay, RunError> {
        let raw = read_raw_config(path)?;
        let words = Words::of(&raw)?;
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

    /// Replays a game and shows every turn; returns how it ended. For a run whose schedule has
    /// stages, the rows are read first, as they determine the players.
    ///
    /// # Errors
    /// If the game does not exist, its pairings are not known yet, or its moves are neither
    /// recorded nor reproducible.
    pub fn play(
        &self,
        game: u64,
        options: ReplayOptions,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<GameScore, RunError> {
        self.check_number(game)?;
        let tournament = &*self.prepared.tournament;
        match self.log(game)? {
            Some(log) => Ok(tournament.replay_log(game, &log, options, tell)?.scores.remove(0)),
            None => Ok(tournament.replay(game, options, tell)),
        }
    }

    /// Replays a game and returns the requested part of it, with how well its players played.
    ///
    /// # Errors
    /// Those of [`Replay::play`], and if the player, round or log does not exist.
    pub fn shown(&self, game: u64, part: &GamePart) -> Result<ReplayedGame, RunError> {
        self.check_number(game)?;
        let tournament = &*self.prepared.tournament;
        let job = tournament.schedule().job(game);
        let names: Vec<&Name> =
            job.lineup.values().map(|&player| &tournament.names()[player]).collect();
        let players: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let seats = part.player.as_deref().map(|player| seats_of(game, player, &players));
        let logs = match part.log {
            true => self.logs(game, part.player.as_deref(), &names)?,
            false => Vec::new(),
        };
        let options = ReplayOptions { seats: seats.transpose()?, review: true, pictures: true };
        let (mut plies, mut last) = (Vec::new(), 0);
        let score = self.play(game, options, &mut |ply| {
            last = last.max(ply.round.unwrap_or_default());
            if part.round.is_none_or(|round| ply.round == Some(round)) && !ply.is_silent() {
                plies.push(ply.clone());
            }
        })?;
        match part.round {
            Some(round) if !(1..=last).contains(&round) => {
                return Err(RunError::NoRound { game, round, last });
            }
            _ => {}
        }
        Ok(ReplayedGame {
            run: self.prepared.config.name.to_string(),
            game,
            deal: job.deal,
            seed: job.seed,
            players,
            player: part.player.clone(),
            round: part.round,
            plies,
            score,
            logs,
        })
    }

    /// What programs printed in a game: those of all its players, or of the requested one.
    fn logs(
        &self,
        game: u64,
        player: Option<&str>,
        players: &[&Name],
    ) -> Result<Vec<GameLog>, RunError> {
        let asked = |name: &&Name| player.is_none_or(|player| name.as_str() == player);
        let names: BTreeSet<&Name> = players.iter().copied().filter(asked).collect();
        let all = self.prepared.tournament.names();
        let files: BTreeMap<&Name, String> = all.iter().zip(unique_file_names(all)).collect();
        let read = |name: &Name| {
            let file = files.get(name).map_or(name.as_str(), String::as_str);
            read_log(&RunFolder::log_path(&self.from, file), name, game)
        };
        let played = all.iter().zip(&self.prepared.config.players);
        let may_print =
            played.into_iter().any(|(name, player)| player.is_external() && names.contains(name));
        // a config has no folder
        let names = names.iter().filter(|_| self.info.is_some());
        let logs: Vec<GameLog> =
            names.filter_map(|name| read(name).transpose()).collect::<Result<_, _>>()?;
        if logs.is_empty() && !may_print {
            let who = player.unwrap_or("the players of this game").to_owned();
            return Err(RunError::NoLogs { shown: self.from.clone(), who });
        }
        Ok(logs)
    }

    /// Everything that a player printed in a run, whatever game it belongs to; `None` if there is no log of it.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn whole_log(&self, player: &str) -> Result<Option<String>, RunError> {
        let all = self.prepared.tournament.names();
        let file = all.iter().zip(unique_file_names(all)).find(|(name, _)| name.as_str() == player);
        let Some((_, file)) = file else { return Ok(None) };
        let bytes = read_file(&RunFolder::log_path(&self.from, &file))?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
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

    /// The number of games with known players: with stages, as far as the rows of a run determine
    /// them.
    fn known(&self) -> Result<u64, RunError> {
        let schedule = self.prepared.tournament.schedule();
        if schedule.known() < schedule.total()
            && let Some(mut file) = self.scores()?
        {
            while file.next_game()?.is_some() {}
        }
        Ok(schedule.known())
    }

    /// The rows of a run; `None` for a config.
    fn scores(&self) -> Result<Option<ScoreFile<'_>>, RunError> {
        let Some(info) = &self.info else { return Ok(None) };
        Ok(Some(self.rows(info).scores()?))
    }

    fn rows(&self, info: &RunInfo) -> RunRows<'_> {
        rows_of(&self.from, info, &self.prepared)
    }

    /// The game's moves, if the run has recorded them.
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

    /// Checks that the run, if there is one, has exactly the scores of a replay. Linear in the rows
    /// before it.
    ///
    /// # Errors
    /// [`RunError::Differs`] if it has others; also if the rows cannot be read.
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

/// The seats of a player in a game.
fn seats_of(game: u64, player: &str, players: &[String]) -> Result<SeatSet, RunError> {
    let seats = Seat::first(players.len()).filter(|seat| players[seat.index()] == player);
    let seats: SeatSet = seats.collect();
    if seats.is_empty() {
        let names: BTreeSet<&str> = players.iter().map(String::as_str).collect();
        let players = names.into_iter().collect::<Vec<_>>().join(", ");
        return Err(RunError::NoPlayer { game, player: player.to_owned(), players });
    }
    Ok(seats)
}

/// The content of a log; `None` if there is none.
fn read_file(path: &Path) -> Result<Option<Vec<u8>>, RunError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RunError::UnreadableLog { path: path.to_owned(), error }),
    }
}

/// The lines of a game in a log; `None` if there is no log.
fn read_log(path: &Path, player: &Name, game: u64) -> Result<Option<GameLog>, RunError> {
    let Some(bytes) = read_file(path)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    let found = lines_of_game(&text, game);
    let remarks = [
        (found.lines.is_empty(), format!("no line is marked as one of game {game}")),
        (
            found.shared > 0,
            format!(
                "{} lines may be about other games, which the program was asked about at the same time",
                found.shared
            ),
        ),
        (found.left_out > 0, format!("{} bytes of the whole log were not kept", found.left_out)),
    ];
    let remarks: Vec<String> =
        remarks.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text).collect();
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    let lines = found.lines.into_iter().map(str::to_owned).collect();
    Ok(Some(GameLog { player: player.to_string(), lines, remark }))
}
