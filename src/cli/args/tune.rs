//! The arguments of `tune`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

use super::{ConditionArgs, FormatArg, HostArgs, PaceArgs};
use lettergame_compare::Measure;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tune flat --against frequency,zero --games 1000 --seed 1
  lettergame tune shadow --param need=0..20,drain=0..100 --against hoarder --games 1000
  lettergame tune sniper:aim=20 --param aim=5..40 --games 800 --check-games 200 --log sniper.jsonl
  lettergame tune sniper:aim=20 --param aim=5..40 --games 800 --check-games 200 --log sniper.jsonl --resume

The search is SPSA (Spall 1992, 1998): each iteration perturbs all parameters at random and plays both variants in
the same seats of the same deals. It ends with a comparison on new deals, and prints the player to copy. A variant
is better against the players named with --against, not against all.

Exit code: 0 when it ran, whatever the result.")]
pub(in crate::cli) struct TuneArgs {
    /// The player; the search starts at the values it names, and those not tuned stay
    pub(in crate::cli) player: String,
    /// The parameters to tune, with their ranges [default: all but those that only cost time]
    #[arg(long, value_name = "KEY=LOW..HIGH,...", value_delimiter = ',', action = ArgAction::Set)]
    pub(in crate::cli) param: Vec<String>,
    /// The others in every game; without them the two variants play each other
    #[arg(long, value_name = "C,D,...", value_delimiter = ',', action = ArgAction::Set)]
    pub(in crate::cli) against: Option<Vec<String>>,
    #[command(flatten)]
    pub(in crate::cli) conditions: ConditionArgs,
    /// Games while tuning, of both variants together [default: 20000]
    #[arg(long, visible_alias = "budget", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(in crate::cli) games: Option<u64>,
    /// Deals of an iteration [default: as many as make about 250 iterations]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(in crate::cli) deals: Option<u64>,
    /// Games of each player in the comparison at the end [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(in crate::cli) check_games: Option<u64>,
    /// What to maximise: points, or the share of the wins [default: points]
    #[arg(long, value_name = "WHAT", value_parser = measure())]
    pub(in crate::cli) by: Option<Measure>,
    /// Write a line of JSON for each iteration, from which the tuning can be resumed
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) log: Option<PathBuf>,
    /// Continue the tuning of the log; the same options give the same lines as without a break
    #[arg(long, requires = "log")]
    pub(in crate::cli) resume: bool,
    /// Draw the values of each parameter over the iterations
    #[arg(long, value_name = "FILE.svg")]
    pub(in crate::cli) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
    #[command(flatten)]
    pub(in crate::cli) pace: PaceArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

fn measure() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(Measure::KEYS)
        .try_map(|key| Measure::of_key(&key).ok_or("expected points or wins"))
}
