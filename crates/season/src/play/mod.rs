//! Playing: matches are chosen, leased, played into folders and closed, one after the other.
//!
//! A match is a run like any other. It is opened in the database before its first game, under a lease that
//! its player extends while it plays. If the player is killed, the lease runs out, and whoever plays next
//! continues the run where it stopped: games are played once. Several processes share a season in this
//! way; a match that somebody plays counts, when the next one is chosen, as if its games were known.

mod lease;
mod loan;
mod next;

pub(crate) use loan::loan_name;
pub use loan::{Lent, TakenBack};

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::entrants::Entrants;
use crate::play::lease::{Heartbeat, holder};
use crate::results::{Results, SideTimes};
use crate::season::now;
use crate::store::{Match, MatchState, Sealed};
use crate::summary::Adding;
use crate::{Season, SeasonError};
use lettergame_arena::{Outcome, RunError, Words, prepare_sharing};
use lettergame_plan::{GameScore, Shard};
use lettergame_protocol::HostOptions;
use lettergame_registry::SharedSearches;
use lettergame_report::Tally;
use lettergame_run::{FolderError, RunTiming};
use lettergame_tournament::Waiting;

/// Who plays, in the log.
const PLAYER: &str = "play";

/// How matches are played.
pub struct Playing<'a> {
    /// The season's word list.
    pub words: &'a Words,
    /// How programs are treated.
    pub host_options: HostOptions,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Becomes true to stop: the games in progress are finished and kept.
    pub stop: &'a AtomicBool,
}

/// What happens to be told while a season is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchProgress<'a> {
    /// The format.
    pub format: &'a str,
    /// The versions that meet, by their names.
    pub players: &'a [String],
    /// Games that are done.
    pub done: u64,
    /// All games of the match.
    pub total: u64,
}

/// What was played.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayedNext {
    /// A match was played to its end.
    Match {
        /// Its number.
        id: i64,
        /// The number of its games.
        games: u64,
        /// The names of its players.
        players: Vec<String>,
        /// The folder of its run.
        dir: PathBuf,
    },
    /// All neighbours are told apart: there is nothing to play.
    Settled,
    /// What the order still needs is being played by others, or was when they were killed: there is nothing
    /// to play until they are done, or their leases have run out.
    Elsewhere {
        /// Whether all of it is on loan.
        is_lent: bool,
    },
    /// It was asked to stop: what was played is kept.
    Stopped,
}

/// Plays the matches of a season.
pub struct MatchPlayer {
    holder: String,
    /// The numbers of the first and the last match that it played, how many, and their games.
    played: Option<(i64, i64, u64, u64)>,
    results: Results,
    searches: SharedSearches,
}

impl MatchPlayer {
    /// Reads all results so far.
    ///
    /// # Errors
    /// If the database cannot be read, or something else than this program has changed it.
    pub fn new(season: &Season) -> Result<MatchPlayer, SeasonError> {
        season.check_unaltered(&Sealed::ALL)?;
        let results = Results::read(&season.store)?;
        let searches = SharedSearches::default();
        Ok(MatchPlayer { holder: holder(), played: None, results, searches })
    }

    /// Plays the next match: one that was left unfinished, or else a new one.
    ///
    /// # Errors
    /// If there are too few players, or a match cannot be played; what was played of it is kept.
    pub fn play_next(
        &mut self,
        season: &mut Season,
        playing: &Playing<'_>,
        mut watch: impl FnMut(&MatchProgress<'_>),
    ) -> Result<PlayedNext, SeasonError> {
        let mut in_use = BTreeSet::new();
        loop {
            self.results.update(&season.store)?;
            season.check_unaltered(&[Sealed::Team, Sealed::Version, Sealed::Format])?;
            let entrants = Entrants::read(season)?;
            let Some(of) = self.lease(season, &entrants, &in_use)? else {
                return self.nothing_to_play(season, &entrants);
            };
            if self.played.is_none() {
                season.note(PLAYER, &format!("begins with match {}", of.id))?;
                self.played = Some((of.id, of.id, 0, 0));
            }
            match self.play(season, &entrants, &of, playing, &mut watch) {
                // another process on this machine still holds the folder, although its lease has run out
                Err(SeasonError::Run(RunError::Folder(FolderError::InUse(_)))) => {
                    season.store.release(of.id, &self.holder)?;
                    in_use.insert(of.id);
                }
                // the settings were changed since it was begun: its games do not count
                Err(SeasonError::Run(RunError::OtherRun(dir))) => season.discard(of.id, &dir)?,
                played => {
                    match (&played, &mut self.played) {
                        (Ok(PlayedNext::Match { id, games, .. }), Some((_, last, count, all))) => {
                            *last = *id;
                            *count += 1;
                            *all += games;
                        }
                        _ => season.store.release(of.id, &self.holder)?,
                    }
                    return played;
                }
            }
        }
    }

    /// Records in the log what was played, if anything was.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn end(self, season: &mut Season) -> Result<(), SeasonError> {
        let Some((first, last, count, games)) = self.played.filter(|played| played.2 > 0) else {
            return Ok(());
        };
        let what = match count {
            1 => format!("played match {last}: {games} games"),
            _ => format!("played {count} matches, from {first} to {last}: {games} games"),
        };
        season.note(PLAYER, &what)
    }

    /// Why there is nothing to play: without what others play, the order would not be settled.
    fn nothing_to_play(
        &self,
        season: &Season,
        entrants: &Entrants,
    ) -> Result<PlayedNext, SeasonError> {
        if next::choose(season, entrants, &self.results, &[])?.is_none() {
            return Ok(PlayedNext::Settled);
        }
        let mut open = season.store.open_matches()?;
        open.retain(|of| season.format_of(of).is_ok());
        let is_lent = |of: &Match| match &of.state {
            MatchState::Held { holder, .. } => loan_name(holder).is_some(),
            MatchState::Free | MatchState::Played => false,
        };
        // without any, somebody closed the last one meanwhile: there is a match to choose
        Ok(PlayedNext::Elsewhere { is_lent: !open.is_empty() && open.iter().all(is_lent) })
    }

    /// A match under our lease, none of those whose folders are in use; `None` if the order is settled once
    /// all open matches are played.
    fn lease(
        &self,
        season: &mut Season,
        entrants: &Entrants,
        in_use: &BTreeSet<i64>,
    ) -> Result<Option<Match>, SeasonError> {
        loop {
            let seen = season.store.changes()?;
            let open = season.store.open_matches()?;
            let free = |of: &&Match| match &of.state {
                _ if in_use.contains(&of.id) => false,
                MatchState::Free => true,
                MatchState::Held { until, .. } => *until < now(),
                MatchState::Played => false,
            };
            let is_played = |of: &&Match| season.format_of(of).is_ok();
            let left: Vec<&Match> = open.iter().filter(free).filter(is_played).collect();
            for left in left {
                if season.store.take_lease(left.id, &self.holder, now(), lease::end())? {
                    return Ok(Some(left.clone()));
                }
            }
            let Some((format, deals, versions)) =
                next::choose(season, entrants, &self.results, &open)?
            else {
                return Ok(None);
            };
            let lease = (self.holder.as_str(), now(), lease::end());
            if let Some(id) = season.store.open_match(seen, (format, deals, &versions), lease)? {
                return season.store.find_match(id);
            }
        }
    }

    fn play(
        &self,
        season: &mut Season,
        entrants: &Entrants,
        of: &Match,
        playing: &Playing<'_>,
        watch: &mut impl FnMut(&MatchProgress<'_>),
    ) -> Result<PlayedNext, SeasonError> {
        let dir = season.match_dir(of.id);
        let format = season.format_of(of)?;
        let name = format.name.clone();
        let players: Vec<String> = of.versions.iter().map(|id| entrants.name(*id)).collect();
        season.check_players(entrants, of)?;
        let raw = season.match_config(format, entrants, of, season.dir());
        let begun = Instant::now();
        let run = prepare_sharing(&raw, playing.words, &playing.host_options, &self.searches)?
            .pop()
            .ok_or(SeasonError::NoFormat(of.id))?;
        let fingerprint = run.fingerprint();
        let session = run.open_or_go_on(&dir, Shard::WHOLE)?;
        let total = session.total();
        let mut heartbeat = Heartbeat::new(season.dir(), of.id, &self.holder)?;
        // those of a match that was stopped are on the disk
        let mut summary = match session.tally().games() {
            0 => Adding::new(session.prepared().tournament.names().len()),
            _ => Adding::read(&dir)?,
        };
        let watch = |tally: &Tally, _: Option<&Waiting>| {
            heartbeat.beat();
            watch(&MatchProgress { format: &name, players: &players, done: tally.games(), total });
        };
        let tell = |game: &GameScore| summary.add(game);
        let outcome = session.play_and_tell(playing.threads, playing.stop, watch, tell)?;
        if let Outcome::Stopped { .. } = outcome {
            return Ok(PlayedNext::Stopped);
        }
        let summary = summary.finish();
        let seconds = begun.elapsed().as_secs_f64();
        let (bytes, times) = (summary.to_bytes(), times_of(&dir, &players));
        let result = (bytes.as_slice(), fingerprint.as_str());
        let now = season.now();
        season.store.close_match(of.id, result, (seconds, &times), now)?;
        Ok(PlayedNext::Match { id: of.id, games: summary.games, players, dir })
    }
}

impl Season {
    /// Checks that the players of a match are those that were accepted.
    fn check_players(&self, entrants: &Entrants, of: &Match) -> Result<(), SeasonError> {
        let mut versions = of.versions.iter().filter_map(|id| entrants.versions.get(id));
        versions.try_for_each(|version| self.check_version(entrants, version))
    }

    /// Forgets a match that cannot be continued.
    fn discard(&mut self, id: i64, dir: &Path) -> Result<(), SeasonError> {
        self.store.drop_match(id, now())?;
        fs::remove_dir_all(dir).map_err(SeasonError::io("remove", dir))
    }
}

/// The decision times of the sides of a match, as JSON.
fn times_of(dir: &Path, players: &[String]) -> String {
    let timing = RunTiming::read(dir);
    let times = |player: &String| timing.players.get(player).map(SideTimes::of).unwrap_or_default();
    let times: Vec<SideTimes> = players.iter().map(times).collect();
    serde_json::to_string(&times).unwrap_or_default()
}
