//! The options of a comparison, as typed, and the question they make.

use std::time::Duration;

use thiserror::Error;

use lettergame_compare::{Hypotheses, Measure, Pair, Question, Sequential, Unit};
use lettergame_core::base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_core::stats::SequentialTest;

/// The default margin of a sequential test, in Elo.
const ELO: f64 = 10.0;

/// Options that contradict each other or are out of range.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompareOptionsError {
    /// Options that cannot be combined.
    #[error("{0}")]
    Unfit(String),
    /// All games are over before a verdict is possible.
    #[error("`min-games` {least} is above `max-games` {most}: there would be no verdict")]
    NoVerdict {
        /// Games before which there is no verdict.
        least: u64,
        /// The maximum number of games.
        most: u64,
    },
    /// The hypotheses are in the wrong order.
    #[error("`elo0` {h0} is not below `elo1` {h1}")]
    Hypotheses {
        /// The lower one, in Elo.
        h0: f64,
        /// The upper one, in Elo.
        h1: f64,
    },
    /// The error probabilities are out of range.
    #[error("`alpha` and `beta` are probabilities below 0.5, as in 0.05")]
    Chances,
}

impl Diagnosed for CompareOptionsError {
    fn diagnosis(&self) -> Diagnosis {
        let limits = |[lower, raise]: [(&'static str, &dyn ToString); 2]| {
            let limits = [lower, raise].map(|(key, value)| (key, value.to_string()));
            Some(Remedy::Limits(limits))
        };
        Cause::Request.with(match self {
            CompareOptionsError::NoVerdict { least, most } => {
                limits([("min-games", least), ("max-games", most)])
            }
            CompareOptionsError::Hypotheses { h0, h1 } => limits([("elo0", h0), ("elo1", h1)]),
            CompareOptionsError::Unfit(_) | CompareOptionsError::Chances => None,
        })
    }
}

/// The question of a comparison, and the required certainty of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareOptions {
    /// The measure that decides. The default is both for a fixed number of games, and the unit of
    /// the hypotheses for a sequential test.
    pub by: Option<Measure>,
    /// A difference in points (for wins, in percent of the wins) that does not matter.
    pub margin: Option<f64>,
    /// Whether to stop as soon as the verdict is certain.
    pub sprt: bool,
    /// Asks whether it is better by this many points (for wins, in percent of the wins).
    pub gain: Option<f64>,
    /// Asks whether it is worse by this many points (for wins, in percent of the wins).
    pub no_regression: Option<f64>,
    /// The lower hypothesis in Elo derived from win share.
    pub elo0: Option<f64>,
    /// The upper hypothesis in Elo derived from win share.
    pub elo1: Option<f64>,
    /// The probability of calling it better, or different, when it is not.
    pub alpha: f64,
    /// The probability of missing what the upper hypothesis says.
    pub beta: Option<f64>,
    /// Games per candidate before which a sequential test gives no verdict.
    pub min_games: Option<u64>,
    /// Games per candidate after which its verdict stays undecided.
    pub max_games: Option<u64>,
    /// The maximum playing time.
    pub max_time: Option<Duration>,
    /// Whether one passing candidate is enough.
    pub any: bool,
    /// Whether speeds are reported with the verdict, which does not depend on them.
    pub speed: bool,
}

impl Default for CompareOptions {
    fn default() -> CompareOptions {
        CompareOptions {
            by: None,
            margin: None,
            sprt: false,
            gain: None,
            no_regression: None,
            elo0: None,
            elo1: None,
            alpha: 0.05,
            beta: None,
            min_games: None,
            max_games: None,
            max_time: None,
            any: false,
            speed: false,
        }
    }
}

impl CompareOptions {
    /// Checks that the options can be combined.
    ///
    /// # Errors
    /// Options that contradict each other, and numbers out of range.
    pub fn check(&self) -> Result<(), CompareOptionsError> {
        self.check_kinds().and_then(|()| self.check_numbers()).map_err(CompareOptionsError::Unfit)
    }

    /// Checks that the options apply to a race.
    ///
    /// # Errors
    /// Options that do not, and numbers out of range.
    pub fn check_race(&self) -> Result<(), CompareOptionsError> {
        let others = [("sprt", self.sprt), ("any", self.any), ("speed", self.speed)];
        match others.iter().chain(&self.of_sequential()).find(|(_, given)| *given) {
            Some((name, _)) => Err(CompareOptionsError::Unfit(format!(
                "`{name}` is a question about a baseline; with `candidates` take `by`, `margin`, `alpha`, `max-games`, \
                 `max-time`"
            ))),
            None => self.check_numbers().map_err(CompareOptionsError::Unfit),
        }
    }

    /// The options that apply only to a sequential test, and whether each is given.
    fn of_sequential(&self) -> [(&'static str, bool); 6] {
        [
            ("gain", self.gain.is_some()),
            ("no-regression", self.no_regression.is_some()),
            ("elo0", self.elo0.is_some()),
            ("elo1", self.elo1.is_some()),
            ("beta", self.beta.is_some()),
            ("min-games", self.min_games.is_some()),
        ]
    }

    fn check_kinds(&self) -> Result<(), String> {
        let max_games = ("max-games", self.max_games.is_some());
        let mut sequential = self.of_sequential().into_iter().chain([max_games]);
        if let Some((name, _)) = sequential.find(|(_, given)| *given && !self.sprt) {
            return Err(format!("`{name}` goes with `sprt`"));
        }
        let in_units = [self.margin, self.gain, self.no_regression].iter().any(Option::is_some);
        if self.sprt && self.by == Some(Measure::Points) && !in_units {
            return Err(
                "`by = points` with `sprt`: say how many points matter with `margin`, `gain` or \
                 `no-regression`"
                    .to_owned(),
            );
        }
        if self.elo0.is_some() != self.elo1.is_some() {
            return Err("`elo0` and `elo1` go together".to_owned());
        }
        let hypotheses = [self.margin, self.gain, self.no_regression, self.elo0];
        if self.sprt && hypotheses.iter().flatten().count() > 1 {
            return Err(
                "take one of `margin`, `gain`, `no-regression`, `elo0` with `elo1`".to_owned()
            );
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), String> {
        let lengths =
            [("margin", self.margin), ("gain", self.gain), ("no-regression", self.no_regression)];
        for (name, value) in lengths {
            if let Some(value) = value.filter(|value| !(*value > 0.0 && *value <= 1e6)) {
                return Err(format!(
                    "invalid value `{value}` for `{name}`: expected a number above 0 and up to 1000000"
                ));
            }
        }
        for (name, value) in [("alpha", Some(self.alpha)), ("beta", self.beta)] {
            if let Some(value) = value.filter(|value| !(1e-6..0.5).contains(value)) {
                return Err(format!(
                    "invalid value `{value}` for `{name}`: expected a probability below 0.5"
                ));
            }
        }
        for (name, value) in [("min-games", self.min_games), ("max-games", self.max_games)] {
            if value == Some(0) {
                return Err(format!("invalid value `0` for `{name}`: expected 1 or more"));
            }
        }
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if let Some(value) = value.filter(|value| value.is_nan() || value.abs() > 1e6) {
                return Err(format!(
                    "invalid value `{value}` for `{name}`: expected a number up to 1000000"
                ));
            }
        }
        Ok(())
    }
}

/// The question about each of this many candidates; a game of a candidate is one of the `seatings`
/// games of a block.
pub(super) fn question(
    args: &CompareOptions,
    candidates: usize,
    seatings: u64,
) -> Result<Question, CompareOptionsError> {
    args.check()?;
    if !args.sprt {
        // without a measure, a margin is in points
        let by = args.by.or(args.margin.map(|_| Measure::Points));
        let scale = if by == Some(Measure::Wins) { 0.01 } else { 1.0 };
        let margin = args.margin.map(|margin| margin * scale);
        return Ok(Question::Fixed { by, margin, alpha: args.alpha });
    }
    let share = candidates as f64;
    let errors = Errors { alpha: args.alpha / share, beta: args.beta.unwrap_or(0.05) / share };
    if let (Some(least), Some(most)) = (args.min_games, args.max_games)
        && least > most
    {
        return Err(CompareOptionsError::NoVerdict { least, most });
    }
    let least = args.min_games.unwrap_or(0).div_ceil(seatings);
    let least_blocks = least.max(SequentialTest::LEAST_BLOCKS);
    let (unit, hypotheses) = hypotheses(args, errors)?;
    Ok(Question::Sequential(Sequential { unit, hypotheses, least_blocks }))
}

/// The error probabilities allowed for each candidate's tests.
#[derive(Clone, Copy)]
struct Errors {
    alpha: f64,
    beta: f64,
}

fn hypotheses(
    args: &CompareOptions,
    errors: Errors,
) -> Result<(Unit, Hypotheses), CompareOptionsError> {
    let (unit, scale) = match args.by {
        Some(Measure::Wins) => (Unit::Wins, 0.01),
        Some(Measure::Points) | None => (Unit::Points, 1.0),
    };
    match (args.gain, args.no_regression, args.margin, args.elo0.zip(args.elo1)) {
        (Some(gain), ..) => Ok((unit, errors.two(0.0, gain * scale)?)),
        (_, Some(loss), ..) => Ok((unit, errors.two(-loss * scale, 0.0)?)),
        (_, _, Some(margin), _) => Ok((unit, errors.three(margin * scale)?)),
        (_, _, _, Some((h0, h1))) if h0 < h1 => Ok((Unit::Elo, errors.two(h0, h1)?)),
        (_, _, _, Some((h0, h1))) => Err(CompareOptionsError::Hypotheses { h0, h1 }),
        (_, _, _, None) => Ok((Unit::Elo, errors.three(ELO)?)),
    }
}

impl Errors {
    fn two(self, h0: f64, h1: f64) -> Result<Hypotheses, CompareOptionsError> {
        Ok(Hypotheses::Two(pair(h0, h1, self.alpha, self.beta)?))
    }

    /// The probability of calling equals better or worse is `alpha`, half on each side; of calling
    /// equal what is better or worse by the margin, `beta`.
    fn three(self, margin: f64) -> Result<Hypotheses, CompareOptionsError> {
        Ok(Hypotheses::Three {
            below: pair(-margin, 0.0, self.beta, self.alpha / 2.0)?,
            above: pair(0.0, margin, self.alpha / 2.0, self.beta)?,
        })
    }
}

fn pair(h0: f64, h1: f64, alpha: f64, beta: f64) -> Result<Pair, CompareOptionsError> {
    let test = SequentialTest::new(alpha, beta).ok_or(CompareOptionsError::Chances)?;
    Ok(Pair { h0, h1, test })
}
