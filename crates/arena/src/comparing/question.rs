//! The question that the options of a comparison make.

use crate::comparing::options::{
    COMPARE_OPTIONS, CompareOption, CompareOptions, CompareOptionsError, Scope,
};
use lettergame_compare::{Hypotheses, Measure, Pair, Question, Sequential, Unit};
use lettergame_stats::SequentialTest;

/// The default margin of a sequential test, in Elo.
const ELO: f64 = 10.0;

/// The default probability of an error.
const CHANCE: f64 = 0.05;

/// Options about games to be played.
const OF_PLAYING: [&str; 4] = ["games", "min-games", "max-games", "max-time"];

impl CompareOptions {
    /// The probability of calling it better, or different, when it is not.
    pub(super) fn alpha(&self) -> f64 {
        self.alpha.unwrap_or(CHANCE)
    }

    /// The options that are set.
    fn given(&self) -> impl Iterator<Item = &'static CompareOption> {
        COMPARE_OPTIONS.iter().filter(|option| option.is_in(self))
    }

    /// Checks that the options can be combined.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn check(&self) -> Result<(), CompareOptionsError> {
        let is_sequential =
            |option: &CompareOption| option.scope == Scope::Sequential || option.key == "max-games";
        if let Some(option) = self.given().find(|option| is_sequential(option) && !self.sprt) {
            return Err(CompareOptionsError::NotSequential(option.key));
        }
        let in_units = [self.margin, self.gain, self.no_regression].iter().any(Option::is_some);
        let hypotheses = [self.margin, self.gain, self.no_regression, self.elo0.or(self.elo1)];
        let unfit = match () {
            () if !self.sprt => return Ok(()),
            () if self.games.is_some() => {
                "`games` does not go with `sprt`, which stops by itself; take `max-games`"
            }
            () if self.by == Some(Measure::Points) && !in_units => {
                "`by = points` with `sprt`: say how many points matter with `margin`, `gain` or `no-regression`"
            }
            () if self.elo0.is_some() != self.elo1.is_some() => "`elo0` and `elo1` go together",
            () if hypotheses.iter().flatten().count() > 1 => {
                "take one of `margin`, `gain`, `no-regression`, `elo0` with `elo1`"
            }
            () => return Ok(()),
        };
        Err(CompareOptionsError::Unfit(unfit.to_owned()))
    }

    /// Checks that the options apply to a race.
    ///
    /// # Errors
    /// Options that do not.
    pub fn check_race(&self) -> Result<(), CompareOptionsError> {
        let Some(option) = self.given().find(|option| option.scope != Scope::Any) else {
            return Ok(());
        };
        let others = COMPARE_OPTIONS.iter().filter(|option| option.scope == Scope::Any);
        let others: Vec<String> = others.map(|option| format!("`{}`", option.key)).collect();
        Err(CompareOptionsError::Unfit(format!(
            "`{}` is for a comparison with a baseline; with `candidates` take {}",
            option.key,
            others.join(", ")
        )))
    }

    /// Checks that the options apply to runs that are finished.
    ///
    /// # Errors
    /// Options about games to be played.
    pub fn check_finished(&self) -> Result<(), CompareOptionsError> {
        match self.given().find(|option| OF_PLAYING.contains(&option.key)) {
            None => Ok(()),
            Some(option) => Err(CompareOptionsError::Unfit(format!(
                "`{}` is for games to be played; the runs compared are finished: leave it out",
                option.key
            ))),
        }
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
        return Ok(Question::Fixed { by, margin, alpha: args.alpha() });
    }
    let share = candidates as f64;
    let errors = Errors { alpha: args.alpha() / share, beta: args.beta.unwrap_or(CHANCE) / share };
    if let (Some(least), Some(most)) = (args.min_games, args.max_games)
        && least > most
    {
        return Err(CompareOptionsError::NoVerdict { least, most });
    }
    let least = args.min_games.unwrap_or(0).div_ceil(seatings);
    let least_blocks = least.max(SequentialTest::MIN_BLOCKS);
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
