//! How positions are simulated, and what candidates are ranked by.

use std::time::Duration;

use crate::plays::Equity;
use crate::simulation::WinChance;
use lettergame_base::Seed;

/// The worth of a point beside the probability of winning: a twentieth of what a point changes at the start
/// of a game with even scores (0.4 %). It decides where all candidates win or lose alike, and hardly matters
/// where they do not.
const POINT: f64 = 0.0002;

/// What candidates are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The probability of winning, and a little for points.
    Win,
    /// Points alone.
    Points,
}

impl Value {
    /// Differences up to this do not matter for a choice.
    pub(super) fn margin(self) -> f64 {
        match self {
            Value::Win => 0.002,
            Value::Points => 0.1,
        }
    }

    /// The value of a lead, relative to the lead before the turn, with this probability of winning.
    pub(super) fn of(self, win: f64, gain: Equity) -> f64 {
        let points = f64::from(gain.0) / 1000.0;
        match self {
            Value::Win => win + POINT * points,
            Value::Points => points,
        }
    }
}

/// How a position is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// The most samples for each candidate, at least 1.
    pub samples: u32,
    /// No sample begins after this time, but a few are always played. With a limit, results depend on the machine.
    pub time: Option<Duration>,
    /// Plies after the candidate, at least 1; once the bag is empty, games are played to their end.
    pub plies: u32,
    /// What candidates are ranked by.
    pub value: Value,
    /// How probably a lead wins.
    pub win: &'a WinChance,
    /// The weight of a candidate's static value, in samples.
    pub prior: u32,
    /// The probability, between 0 and 1, of dropping a candidate before its time that is better than the best so
    /// far, by more than a fifth of a per cent of the games or a tenth of a point. With 0 none is dropped.
    pub risk: f64,
    /// Seed of all samples; each is derived from it by its number.
    pub seed: Seed,
    /// Whether all threads of the current rayon pool take part; the result is the same without.
    pub parallel: bool,
}
