//! From options to the question that they ask.

use crate::cli::args::{AskedArgs, By};
use crate::cli::exit::Failure;
use crate::compare::{Bounds, Measure, Question, Sequential};
use crate::stats::SequentialTest;

/// The hypotheses of a sequential test where none are given, in Elo.
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
    let (alpha, beta) = (args.alpha / share, args.beta.unwrap_or(0.05) / share);
    let test = SequentialTest::new(alpha, beta).ok_or_else(|| {
        Failure::usage("--alpha and --beta are probabilities below 0.5, as in 0.05")
    })?;
    let least = args.min_games.unwrap_or(0).div_ceil(seatings);
    let least_blocks = least.max(SequentialTest::LEAST_BLOCKS);
    Ok(Question::Sequential(Sequential { test, bounds: bounds(args)?, least_blocks }))
}

fn measure(by: Option<By>) -> Measure {
    match by {
        None | Some(By::Points) => Measure::Points,
        Some(By::Wins) => Measure::Wins,
    }
}

fn bounds(args: &AskedArgs) -> Result<Bounds, Failure> {
    match (args.gain, args.no_regression, args.margin, args.elo0.zip(args.elo1)) {
        (Some(gain), ..) => Ok(Bounds::Points { h0: 0.0, h1: gain }),
        (_, Some(loss), ..) => Ok(Bounds::Points { h0: -loss, h1: 0.0 }),
        (_, _, Some(margin), _) => Ok(Bounds::Points { h0: -margin, h1: margin }),
        (_, _, _, Some((h0, h1))) if h0 < h1 => Ok(Bounds::Elo { h0, h1 }),
        (_, _, _, Some((h0, h1))) => {
            Err(Failure::Usage(format!("--elo0 {h0} must be below --elo1 {h1}")))
        }
        (_, _, _, None) => Ok(Bounds::Elo { h0: -ELO, h1: ELO }),
    }
}
