//! Plays a tuning, iteration by iteration, and replays its log.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value, json};

use crate::comparing::contest::Contest;
use crate::tuning::{TuneError, TunedParameter, Tuning};
use crate::{CompareError, MatchUp, ReadyMatch, Words, place};
use lettergame_base::{Branch, Seed};
use lettergame_compare::{Effect, Footing, Ledger, Measure, Question};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, Prepared, SharedSearches, games};
use lettergame_stats::{Probe, Spsa};
use lettergame_tournament::{AnyTournament, Ended};

/// The minimum number of iterations of a tuning.
const MIN_ITERATIONS: u64 = 10;
/// The default number of iterations, approximately.
const USUAL_ITERATIONS: u64 = 250;

/// A tuning with the iterations done so far.
pub struct ReadyTuning {
    tuning: Tuning,
    words: Words,
    host_options: HostOptions,
    searches: SharedSearches,
    seed: Seed,
    /// Deals per iteration.
    deals: u64,
    /// Games per iteration.
    games: u64,
    iterations: u64,
    spsa: Spsa,
    /// The values after each iteration, preceded by the initial ones.
    way: Vec<Vec<f64>>,
    /// What determines the iterations, for the log.
    conditions: Value,
}

/// The result of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The player with its original values.
    pub from: String,
    /// The player with the tuned values.
    pub found: String,
    /// The parameters, in the order of the roster.
    pub parameters: Vec<TunedParameter>,
    /// Their tuned values.
    pub values: Vec<f64>,
}

/// The part of a log line that cannot be recomputed.
#[derive(Deserialize)]
struct Outcome<'a> {
    #[serde(borrow)]
    difference: &'a RawValue,
}

type Labelled = (Option<String>, Prepared);

impl ReadyTuning {
    pub(super) fn new(
        tuning: Tuning,
        words: Words,
        host_options: HostOptions,
    ) -> Result<ReadyTuning, TuneError> {
        let seed = Seed(tuning.seed().unwrap_or_default());
        let start = tuning.subject.start();
        let spsa = Spsa::new(tuning.subject.axes(), &start, 1);
        let mut ready = ReadyTuning {
            tuning,
            words,
            host_options,
            searches: SharedSearches::default(),
            seed,
            deals: 1,
            games: 1,
            iterations: 1,
            spsa,
            way: vec![start.clone()],
            conditions: Value::Null,
        };
        let spec = ready.tuning.subject.spec(&start);
        let match_up = ready.tuning.match_up([spec.clone(), spec], seed.0, None)?;
        let lanes = ready.prepare(&match_up, 1)?;
        let of_deals =
            lanes.iter().map(|(_, lane)| lane.tournament.schedule().total()).sum::<u64>();
        let budget = ready.tuning.options.games;
        let usual = (budget / of_deals / USUAL_ITERATIONS).max(1);
        ready.deals = ready.tuning.options.deals.unwrap_or(usual).max(1);
        ready.games = of_deals.saturating_mul(ready.deals);
        ready.iterations = budget / ready.games;
        if ready.iterations < MIN_ITERATIONS {
            let deals = ready.deals;
            return Err(TuneError::Budget {
                games: budget,
                deals: if deals == 1 { "1 deal".to_owned() } else { format!("{deals} deals") },
                per_iteration: ready.games,
                least: MIN_ITERATIONS,
            });
        }
        ready.spsa = Spsa::new(ready.tuning.subject.axes(), &start, ready.iterations);
        ready.conditions = ready.to_conditions(&lanes);
        Ok(ready)
    }

    /// Everything that determines the result of the iterations: the head of the log.
    #[must_use]
    pub fn conditions(&self) -> &Value {
        &self.conditions
    }

    fn to_conditions(&self, lanes: &[Labelled]) -> Value {
        let options = &self.tuning.options;
        let parameters: Map<String, Value> = self
            .tuning
            .subject
            .parameters()
            .iter()
            .map(|one| (one.key.to_owned(), json!([number(one.min), number(one.max)])))
            .collect();
        let fingerprint = |(_, lane): &Labelled| lane.config.fingerprint(&self.words.fingerprint);
        let first = lanes.first().map(|(_, lane)| &lane.config);
        json!({
            "tune": self.tuning.subject.spec(&self.tuning.subject.start()),
            "parameters": parameters,
            "against": options.against,
            "by": if options.by == Measure::Wins { "wins" } else { "points" },
            "game": first.map(|config| config.game.as_str()),
            "seed": self.seed.0,
            "games": options.games,
            "iterations": self.iterations,
            "deals": self.deals,
            "games_of_iteration": self.games,
            "settings": lanes.iter().filter_map(|(label, _)| label.clone()).collect::<Vec<_>>(),
            "rules": first.map(|config| config.rules_json()),
            "fingerprints": lanes.iter().map(fingerprint).collect::<Vec<_>>(),
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// The seed of the tuning.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of iterations.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of iterations done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.spsa.done()
    }

    /// Games per iteration.
    #[must_use]
    pub fn games_of_iteration(&self) -> u64 {
        self.games
    }

    /// The parameters being tuned.
    #[must_use]
    pub fn parameters(&self) -> &[TunedParameter] {
        self.tuning.subject.parameters()
    }

    /// The values after each iteration, preceded by the initial ones.
    #[must_use]
    pub fn way(&self) -> &[Vec<f64>] {
        &self.way
    }

    /// The current values, for the progress display.
    #[must_use]
    pub fn so_far(&self) -> String {
        let shown = |(one, value): (&TunedParameter, f64)| format!("{} {}", one.key, short(value));
        let values = self.parameters().iter().zip(self.spsa.values());
        values.map(shown).collect::<Vec<_>>().join(", ")
    }

    /// Plays the next iteration and learns from it. Returns its line of the log, or `None` if
    /// `stop` became true before it was over; such an iteration is discarded.
    ///
    /// # Errors
    /// If threads cannot be started, or programs cannot be played.
    pub fn play_next(
        &mut self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> Result<Option<String>, TuneError> {
        let (seed, probe) = self.next();
        let subject = &self.tuning.subject;
        let variants = [subject.spec(&probe.plus), subject.spec(&probe.minus)];
        let match_up = self.tuning.match_up(variants, deal_seed(seed), None)?;
        let lanes = self.prepare(&match_up, self.deals)?;
        let footing = match self.tuning.options.against {
            Some(_) => Footing::SameSeats,
            None => Footing::HeadToHead,
        };
        let by = self.tuning.options.by;
        let question = Question::Fixed { by: Some(by), margin: None, alpha: 0.05 };
        let arenas = lanes.iter().map(|(_, lane)| &*lane.tournament).collect();
        let ledger = Ledger::new(footing, question, lanes.len(), 1);
        let nothing = |_: &Ledger, _: &dyn AnyTournament| {};
        let played = Contest::new(arenas).play(ledger, threads, stop, nothing);
        let played = played.map_err(CompareError::from)?;
        if played.ended == Ended::Stopped {
            return Ok(None);
        }
        if !played.broken.is_empty() {
            return Err(TuneError::Broken(played.broken.join(", ")));
        }
        let ledger = &played.book;
        Ok(Some(self.learn(&probe, gain(ledger.effect(0), by))))
    }

    /// Learns from a line of the log as if its games were played now. False for a line that this
    /// tuning does not write.
    #[must_use]
    pub fn load_recorded(&mut self, line: &str) -> bool {
        let outcome: Option<Outcome<'_>> = serde_json::from_str(line).ok();
        let difference = outcome.and_then(|outcome| outcome.difference.get().parse().ok());
        let Some(difference) = difference.filter(|value: &f64| value.is_finite()) else {
            return false;
        };
        if self.done() == self.iterations {
            return false;
        }
        let (_, probe) = self.next();
        self.learn(&probe, difference) == line
    }

    /// The result so far.
    #[must_use]
    pub fn tuned(&self) -> Tuned {
        let subject = &self.tuning.subject;
        let values = self.spsa.found();
        let from: Vec<f64> = subject.parameters().iter().map(|one| one.from).collect();
        Tuned {
            from: subject.spec(&from),
            found: subject.spec(&values),
            parameters: subject.parameters().to_vec(),
            values,
        }
    }

    /// The comparison of the tuned player with the original one, on deals that no iteration played.
    ///
    /// # Errors
    /// If it cannot be prepared.
    pub fn final_match(&self, tuned: &Tuned) -> Result<ReadyMatch, TuneError> {
        let seed = deal_seed(self.seed.derive(Branch::Tuning, 0));
        let games = self.tuning.options.check_games;
        let variants = [tuned.found.clone(), tuned.from.clone()];
        let match_up = self.tuning.match_up(variants, seed, games)?;
        Ok(match_up.prepare(&self.words, &self.host_options)?)
    }

    /// The seed of the next iteration, and the two points it compares.
    fn next(&self) -> (Seed, Probe) {
        let seed = self.seed.derive(Branch::Tuning, self.spsa.done() + 1);
        let probe = self.spsa.probe(&mut seed.derive(Branch::Lots, 0).rng());
        (seed, probe)
    }

    fn learn(&mut self, probe: &Probe, difference: f64) -> String {
        self.spsa.learn(probe, difference);
        let values = self.spsa.values();
        let keyed = |values: &[f64]| -> Map<String, Value> {
            let keys = self.parameters().iter().map(|one| one.key.to_owned());
            keys.zip(values.iter().map(|&value| number(value))).collect()
        };
        let rounded: Vec<f64> = values.iter().map(|value| (value * 1e6).round() / 1e6).collect();
        let line = json!({
            "iteration": self.spsa.done(),
            "plus": keyed(&probe.plus),
            "minus": keyed(&probe.minus),
            "difference": difference,
            "values": keyed(&rounded),
        });
        self.way.push(values);
        line.to_string()
    }

    /// The runs of a match, one for each setting, each of `deals` deals.
    fn prepare(&self, match_up: &MatchUp, deals: u64) -> Result<Vec<Labelled>, CompareError> {
        let raw = match_up.raw();
        let mut lanes = Vec::new();
        for (label, run) in raw.runs()? {
            let mut config = run.validate(games()[0].info.name, self.seed)?;
            // an impossible schedule was rejected when the tuning was prepared
            let seatings = config.schedule().map_or(1, |schedule| {
                schedule.games_of_deal().map_or(1, |games| games / schedule.pairings() as u64)
            });
            config.games = deals.saturating_mul(seatings);
            let words = self.words.lexicon.clone();
            let prepared =
                registry::prepare_sharing(&config, words, &self.host_options, &self.searches);
            let prepared = prepared
                .map_err(|error| CompareError::Prepare { place: place(raw, &error), error })?;
            lanes.push((label.map(|label| label.to_string()), prepared));
        }
        Ok(lanes)
    }
}

/// The quantity to maximise: the mean over all blocks of points, or of shares of the wins, minus
/// the other variant's.
fn gain(effect: &Effect, by: Measure) -> f64 {
    let pair = match by {
        Measure::Points => &effect.points,
        Measure::Wins => &effect.wins,
    };
    pair.difference().mean().unwrap_or_default()
}

/// The seed of a match in the range of a config: 48 bits.
fn deal_seed(seed: Seed) -> u64 {
    seed.0 >> 16
}

/// Whole numbers without a decimal point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return Value::from(value as i64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// A value with about three significant digits.
fn short(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 1.0 => 1,
        _ => 3,
    };
    format!("{value:.decimals$}")
}
