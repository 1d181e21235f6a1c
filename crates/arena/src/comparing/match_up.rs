//! A comparison whose games are still to be played.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::comparing::contest::Played;
use crate::comparing::lanes::{Lanes, time_over};
use crate::comparing::question::question;
use crate::comparing::speed::speeds;
use crate::comparing::{CompareError, CompareOptions, Compared};
use crate::{Words, absolute};
use lettergame_base::Seed;
use lettergame_compare::{Comparison, Footing, Ledger, Question};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_report::ComparisonReport;
use lettergame_tournament::AnyTournament;

/// Default games per candidate: for a fixed question, and the maximum for a sequential one.
const GAMES_OF_FIXED: u64 = 2000;
pub(super) const MAX_GAMES: u64 = 200_000;

/// Players, conditions and question of a comparison.
#[derive(Clone, Debug)]
pub struct MatchUp {
    candidates: usize,
    footing: Footing,
    raw: RawConfig,
    asked: CompareOptions,
    /// Games per candidate, or their maximum.
    games: u64,
}

/// A comparison that is ready to be played.
pub struct ReadyMatch {
    match_up: MatchUp,
    lanes: Lanes,
    question: Question,
}

impl MatchUp {
    /// Candidates, then the baseline, together with `field`; without a field they play each other.
    /// The conditions are those of `file`, overridden by `over`.
    ///
    /// # Errors
    /// If there are not two players, or the options contradict each other.
    pub fn new(
        contestants: Vec<String>,
        field: Option<Vec<String>>,
        (file, over): (RawConfig, RawConfig),
        asked: CompareOptions,
    ) -> Result<MatchUp, CompareError> {
        asked.check()?;
        if contestants.len() < 2 {
            return Err(CompareError::Nothing);
        }
        let games = match asked.sprt {
            true => asked.max_games.unwrap_or(MAX_GAMES),
            false => asked.games.unwrap_or(GAMES_OF_FIXED),
        };
        let candidates = contestants.len() - 1;
        let (footing, who) = who(contestants, field);
        let raw = conditions((file, over), who, games);
        Ok(MatchUp { candidates, footing, raw, asked, games })
    }

    /// The conditions as a raw config.
    #[must_use]
    pub fn raw(&self) -> &RawConfig {
        &self.raw
    }

    /// Prepares a run for each setting, with whole deals. A missing seed is drawn.
    ///
    /// # Errors
    /// If the config is invalid or does not fit its game, or the question does not fit the config.
    pub fn prepare(
        self,
        words: &Words,
        host_options: &HostOptions,
    ) -> Result<ReadyMatch, CompareError> {
        let host_options =
            &HostOptions { time_decisions: self.asked.speed, ..host_options.clone() };
        let lanes = Lanes::prepare(&self.raw, self.games, words, host_options)?;
        if self.footing == Footing::HeadToHead && lanes.has_fixed_seats() {
            return Err(CompareError::FixedSeats);
        }
        let question = question(&self.asked, self.candidates, lanes.seatings())?;
        Ok(ReadyMatch { match_up: self, lanes, question })
    }
}

impl ReadyMatch {
    /// The seed of all deals.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.lanes.seed()
    }

    /// The maximum number of blocks.
    #[must_use]
    pub fn most_blocks(&self) -> u64 {
        self.lanes.contest(None).most_deals()
    }

    /// Plays until the question is answered or `stop` becomes true. `watch` sees the ledger and the
    /// games in progress after each batch, and now and then while there is none.
    ///
    /// # Errors
    /// If threads cannot be started, a program does not say hello, or programs cannot be played.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        watch: impl FnMut(&Ledger, &dyn AnyTournament),
    ) -> Result<Compared, CompareError> {
        let MatchUp { candidates, footing, asked, .. } = &self.match_up;
        self.hear_hellos()?;
        let contest = self.lanes.contest(asked.max_time);
        let ledger = Ledger::new(*footing, self.question, self.lanes.labels().len(), *candidates);
        let played = contest.play(ledger, threads, stop, watch)?;
        Ok(Compared {
            blocks: played.book.blocks(),
            ended: played.ended,
            report: self.report(&played, threads),
            broken: played.broken,
            game: self.lanes.config().game.clone(),
        })
    }

    /// See [`hear_hellos`](crate::hear_hellos).
    pub(crate) fn hear_hellos(&self) -> Result<(), CompareError> {
        Ok(self.lanes.hear_hellos()?)
    }

    fn report(&self, played: &Played<Ledger>, threads: NonZeroUsize) -> ComparisonReport {
        let MatchUp { candidates: count, footing, asked, .. } = self.match_up.clone();
        let (ledger, names) = (&played.book, self.lanes.names());
        let (candidates, baseline, field) = match footing {
            Footing::SameSeats => (&names[..count], &names[count], &names[count + 1..]),
            Footing::HeadToHead => (&names[1..], &names[0], &names[..0]),
        };
        let settings = self.lanes.labels();
        let comparison =
            Comparison::of(ledger, candidates, (baseline, field), &settings, asked.any);
        let games = ledger.blocks() * self.lanes.seatings();
        let mut blocks = (0..count).map(|index| ledger.effect(index).blocks());
        let up_to = if blocks.any(|own| own < ledger.blocks()) { "up to " } else { "" };
        let with_baseline = (footing == Footing::SameSeats).then_some(count + 1);
        ComparisonReport {
            comparison,
            speed: asked.speed.then(|| speeds(ledger, &self.lanes, threads)),
            conditions: self.lanes.conditions(&format!("{up_to}{games} games of each")),
            parameters: self.lanes.parameters(games),
            repeat: self.lanes.repeat(with_baseline, games),
            remarks: time_over(asked.max_time, played).into_iter().collect(),
            trouble: None,
        }
    }
}

/// The players and their schedule, as a raw config.
fn who(mut contestants: Vec<String>, field: Option<Vec<String>>) -> (Footing, RawConfig) {
    match field {
        Some(field) => (Footing::SameSeats, in_same_seats(contestants, field)),
        None => {
            contestants.rotate_right(1);
            let schedule = Some("gauntlet".to_owned());
            let raw = RawConfig { players: Some(contestants), schedule, ..RawConfig::default() };
            (Footing::HeadToHead, raw)
        }
    }
}

/// Candidates in turn in the same seats, together with `field`.
pub(super) fn in_same_seats(candidates: Vec<String>, field: Vec<String>) -> RawConfig {
    RawConfig {
        candidates: Some(candidates.len() as u64),
        players: Some(candidates.into_iter().chain(field).collect()),
        schedule: Some("candidates".to_owned()),
        ..RawConfig::default()
    }
}

/// The rules and other settings from a config and the options, for these players and this many
/// games.
pub(super) fn conditions(
    (file, over): (RawConfig, RawConfig),
    who: RawConfig,
    games: u64,
) -> RawConfig {
    let over = RawConfig {
        players: who.players,
        schedule: who.schedule,
        candidates: who.candidates,
        games: Some(games),
        record: Some("games".to_owned()),
        ..over
    };
    let file = RawConfig { group_size: None, team_size: None, ..file };
    let mut raw = file.merged_with(over.based(Path::new(&absolute(Path::new(".")))));
    // tables describe the players that are named; the others in a config do not play
    let players = raw.players.clone().unwrap_or_default();
    raw.programs.retain(|program| players.contains(&program.name));
    raw
}

/// What is known so far about the first candidate, for the progress display.
#[must_use]
pub fn so_far(ledger: &Ledger) -> String {
    if let Question::Sequential(asked) = ledger.question() {
        let pairs = asked.hypotheses.pairs();
        let sides = pairs.iter().zip(ledger.progress(0)).map(|(pair, progress)| {
            let evidence = progress.evidence;
            let part = |log: f64, needed: f64| (100.0 * log / needed.ln()).clamp(0.0, 100.0);
            let above = part(evidence.log_for_h1(), pair.test.needed_for_h1());
            let below = part(evidence.log_for_h0(), pair.test.needed_for_h0());
            let (h0, h1) = (pair.h0, pair.h1);
            format!("{h1:+} over {h0:+}: {above:.0} % for, {below:.0} % against")
        });
        return format!("evidence {}", sides.collect::<Vec<_>>().join(", "));
    }
    let difference = ledger.effect(0).points.difference();
    match (difference.mean(), difference.standard_error()) {
        (Some(mean), Some(error)) => format!("{mean:+.2} points, error {error:.2}"),
        _ => String::new(),
    }
}
