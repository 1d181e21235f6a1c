//! From options to the question that they ask.

use crate::cli::args::{AskedArgs, By};
use crate::cli::exit::Failure;
use crate::compare::{Hypotheses, Measure, Pair, Question, Sequential, Unit};
use crate::stats::SequentialTest;

/// The margin of a sequential test where nothing is given, in Elo.
const ELO: f64 = 10.0;

/// The question that is asked of each of so many candidates; a game of a candidate is one of `seatings`
/// games of a block.
pub(super) fn question(
    args: &AskedArgs,
    candidates: usize,
    seatings: u64,
) -> Result<Question, Failure> {
    if !args.sprt {
        let by = measure(args.by);
        let unit = if by == Measure::Wins { 0.01 } else { 1.0 };
        let margin = args.margin.map(|margin| margin * unit);
        return Ok(Question::Fixed { by, margin, alpha: args.alpha });
    }
    let share = candidates as f64;
    let errors = Errors { alpha: args.alpha / share, beta: args.beta.unwrap_or(0.05) / share };
    if let (Some(least), Some(most)) = (args.min_games, args.max_games)
        && least > most
    {
        return Err(Failure::Usage(format!(
            "--min-games {least} is above --max-games {most}: there would be no verdict"
        )));
    }
    let least = args.min_games.unwrap_or(0).div_ceil(seatings);
    let least_blocks = least.max(SequentialTest::LEAST_BLOCKS);
    let (unit, hypotheses) = hypotheses(args, errors)?;
    Ok(Question::Sequential(Sequential { unit, hypotheses, least_blocks }))
}

fn measure(by: Option<By>) -> Measure {
    match by {
        None | Some(By::Points) => Measure::Points,
        Some(By::Wins) => Measure::Wins,
    }
}

/// The errors that each candidate's tests may make.
#[derive(Clone, Copy)]
struct Errors {
    alpha: f64,
    beta: f64,
}

fn hypotheses(args: &AskedArgs, errors: Errors) -> Result<(Unit, Hypotheses), Failure> {
    match (args.gain, args.no_regression, args.margin, args.elo0.zip(args.elo1)) {
        (Some(gain), ..) => Ok((Unit::Points, errors.two(0.0, gain)?)),
        (_, Some(loss), ..) => Ok((Unit::Points, errors.two(-loss, 0.0)?)),
        (_, _, Some(margin), _) => Ok((Unit::Points, errors.three(margin)?)),
        (_, _, _, Some((h0, h1))) if h0 < h1 => Ok((Unit::Elo, errors.two(h0, h1)?)),
        (_, _, _, Some((h0, h1))) => {
            Err(Failure::Usage(format!("--elo0 {h0} must be below --elo1 {h1}")))
        }
        (_, _, _, None) => Ok((Unit::Elo, errors.three(ELO)?)),
    }
}

impl Errors {
    fn two(self, h0: f64, h1: f64) -> Result<Hypotheses, Failure> {
        Ok(Hypotheses::Two(pair(h0, h1, self.alpha, self.beta)?))
    }

    /// To call equals better or worse is `alpha`, half on each side; to call what is better or worse by
    /// the margin equal is `beta`.
    fn three(self, margin: f64) -> Result<Hypotheses, Failure> {
        Ok(Hypotheses::Three {
            below: pair(-margin, 0.0, self.beta, self.alpha / 2.0)?,
            above: pair(0.0, margin, self.alpha / 2.0, self.beta)?,
        })
    }
}

fn pair(h0: f64, h1: f64, alpha: f64, beta: f64) -> Result<Pair, Failure> {
    let test = SequentialTest::new(alpha, beta).ok_or_else(|| {
        Failure::usage("--alpha and --beta are probabilities below 0.5, as in 0.05")
    })?;
    Ok(Pair { h0, h1, test })
}
