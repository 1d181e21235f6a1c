//! A race: which of many candidates is best?

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use crate::Words;
use crate::comparing::lanes::{Lanes, time_over};
use crate::comparing::match_up::{MAX_GAMES, conditions, in_same_seats};
use crate::comparing::{CompareError, CompareOptions};
use lettergame_base::Seed;
use lettergame_compare::{Measure, Race, RaceEnd, RaceResult, RaceTerms};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_report::RaceReport;
use lettergame_tournament::{AnyTournament, Ended};

/// Candidates, opponents and conditions of a race.
#[derive(Clone, Debug)]
pub struct RaceUp {
    candidates: usize,
    raw: RawConfig,
    asked: CompareOptions,
    terms: RaceTerms,
    /// The maximum number of games per candidate.
    games: u64,
}

/// A race that is ready to be run.
pub struct ReadyRace {
    race_up: RaceUp,
    lanes: Lanes,
}

/// A finished race.
pub struct Raced {
    /// The findings, with their conditions.
    pub report: RaceReport,
    /// Whether it was stopped.
    pub ended: Ended,
}

impl RaceUp {
    /// Candidates in turn in the same seats, together with `field`. The conditions are those of
    /// `file`, overridden by `over`.
    ///
    /// # Errors
    /// If there are not two candidates or no other player, or an option does not apply to a race.
    pub fn new(
        candidates: Vec<String>,
        field: Vec<String>,
        (file, over): (RawConfig, RawConfig),
        asked: CompareOptions,
    ) -> Result<RaceUp, CompareError> {
        asked.check_race()?;
        if candidates.len() < 2 {
            return Err(CompareError::NoRace(candidates.len()));
        }
        if field.is_empty() {
            return Err(CompareError::NoField);
        }
        let games = asked.max_games.unwrap_or(MAX_GAMES);
        let count = candidates.len();
        let raw = conditions((file, over), in_same_seats(candidates, field), games);
        let by = asked.by.unwrap_or(Measure::Points);
        let scale = if by == Measure::Wins { 0.01 } else { 1.0 };
        let margin = asked.margin.map(|margin| margin * scale);
        let terms = RaceTerms { by, margin, alpha: asked.alpha() };
        Ok(RaceUp { candidates: count, raw, asked, terms, games })
    }

    /// The conditions as a raw config.
    #[must_use]
    pub fn raw(&self) -> &RawConfig {
        &self.raw
    }

    /// Prepares a run for each setting, with whole deals. A missing seed is drawn.
    ///
    /// # Errors
    /// If the config is invalid or does not fit its game.
    pub fn prepare(
        self,
        words: &Words,
        host_options: &HostOptions,
    ) -> Result<ReadyRace, CompareError> {
        let lanes = Lanes::prepare(&self.raw, self.games, words, host_options)?;
        Ok(ReadyRace { race_up: self, lanes })
    }
}

impl ReadyRace {
    /// The seed of all deals.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.lanes.seed()
    }

    /// The maximum number of deals.
    #[must_use]
    pub fn most_deals(&self) -> u64 {
        self.lanes.contest(None).most_deals()
    }

    /// What is known so far, for the progress display.
    #[must_use]
    pub fn so_far(&self, race: &Race) -> String {
        let left = race.ahead().len();
        let leader = self.lanes.names().swap_remove(race.leader());
        format!("{left} of {} left, {leader} ahead", self.race_up.candidates)
    }

    /// Plays until the best is known or `stop` becomes true. `watch` sees the race and the games in
    /// progress after each batch, and now and then while there is none.
    ///
    /// # Errors
    /// If threads cannot be started, a program does not say hello, or programs cannot be played.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        watch: impl FnMut(&Race, &dyn AnyTournament),
    ) -> Result<Raced, CompareError> {
        let RaceUp { candidates, asked, terms, .. } = &self.race_up;
        self.lanes.hear_hellos()?;
        let settings = self.lanes.labels();
        let race = Race::new(*terms, settings.len(), *candidates);
        let played = self.lanes.contest(asked.max_time).play(race, threads, stop, watch)?;
        let (race, names) = (&played.book, self.lanes.names());
        let (candidates, field) = names.split_at(*candidates);
        let result = RaceResult::of(race, candidates, field, &settings);
        let deals = result.findings.iter().map(|one| one.deals).max().unwrap_or(0);
        let remarks = time_over(asked.max_time, &played).into_iter().collect();
        let games = deals * self.lanes.seatings();
        // a candidate that failed in game after game lost by its failures; if it is the best,
        // nothing is known
        let best = result.findings.first().map(|one| one.candidate.as_str());
        let is_field = |name: &String| field.contains(name) || Some(name.as_str()) == best;
        let broken: Vec<String> = played.broken.into_iter().filter(is_field).collect();
        let trouble = match (played.ended, broken.is_empty()) {
            (Ended::Stopped, _) if race.end() == RaceEnd::Undecided => {
                Some(format!("interrupted after {deals} deals"))
            }
            (_, false) => {
                Some(format!("programs failed in game after game: {}", broken.join(", ")))
            }
            _ => None,
        };
        let report = RaceReport {
            conditions: self.lanes.conditions(&format!("up to {games} games of each")),
            parameters: self.lanes.parameters(games),
            repeat: self.lanes.repeat(Some(candidates.len()), games),
            remarks,
            games_of_deal: self.lanes.seatings() * settings.len() as u64,
            trouble,
            result,
        };
        Ok(Raced { report, ended: played.ended })
    }
}
