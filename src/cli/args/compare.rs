//! The arguments of `compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueEnum};

use lettergame_compare::Measure;
use lettergame_plan::duration;

use super::{ConditionArgs, FormatArg, HostArgs, PaceArgs, RecordingArgs, whole};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame compare frequency letter-value --against random,random --games 600 --seed 1
  lettergame compare flat:any=4 flat --against frequency --hidden 0,3 --margin 2 --games 600 --seed 1
  lettergame compare frequency flat --against zero --sprt --no-regression 1 --seed 1
  lettergame compare frequency flat --against zero --sprt --by wins --gain 2 --seed 1
  lettergame compare equity score --game scrabble --sprt --elo0 0 --elo1 30 --seed 1
  lettergame compare --candidates flat:any=1..4 --against saver --margin 0.5 --max-games 600
  lettergame tournament tournaments/ci.toml --out before
  lettergame tournament tournaments/ci.toml --out after
  lettergame compare after before --player letter-value --markdown summary.md --junit verdict.xml

Exit codes: 0 every candidate (with --any at least one) is better, equal within the margin, no worse
or identical; 1 not so; 3 undecided. A candidate that is better overall but worse in one setting, or
better in points and worse in win share, is `mixed`, which does not pass. With --candidates: 0 the
best is known, or those left are equal within the margin; 3 undecided.")]
pub(in crate::cli) struct CompareArgs {
    /// Candidates, then the baseline; or the folders of two finished runs of the same deals. A candidate
    /// may be a grid, as in flat:any=1..4
    #[arg(required_unless_present = "candidates", num_args = 2.., value_names = ["CANDIDATE", "BASELINE"])]
    pub(in crate::cli) contestants: Vec<String>,
    /// Find the best of these, without a baseline: a candidate that is certainly not the best is dropped, and the
    /// games go to those left. Names and grids, as in flat:any=1..20
    #[arg(long, value_name = "A,B,...", num_args = 1.., value_delimiter = ',', action = ArgAction::Set, conflicts_with_all = ["contestants", "games", "player", "history"])]
    pub(in crate::cli) candidates: Option<Vec<String>>,
    /// The other players in every game; without them candidate and baseline play each other
    #[arg(long, value_name = "C,D,...", value_delimiter = ',', action = ArgAction::Set)]
    pub(in crate::cli) against: Option<Vec<String>>,
    #[command(flatten)]
    pub(in crate::cli) conditions: ConditionArgs,
    /// Games of each candidate in each setting, in whole deals [default: 2000]
    #[arg(long, value_name = "N", conflicts_with = "sprt", allow_negative_numbers = true, value_parser = whole)]
    pub(in crate::cli) games: Option<u64>,
    /// With two runs: the player to compare, if both have the same players
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) asked: OptionArgs,
    /// Also report how fast they decide: decisions a second, the longest, late ones; the verdict does not depend on it
    #[arg(long)]
    pub(in crate::cli) speed: bool,
    /// Write a test report in JUnit's format
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) junit: Option<PathBuf>,
    /// Append the result as Markdown, as to the summary of a CI job
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) recording: RecordingArgs,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
    #[command(flatten)]
    pub(in crate::cli) pace: PaceArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

/// The question, and how certain the answer has to be.
#[derive(Debug, Args)]
pub(in crate::cli) struct OptionArgs {
    /// What decides: points, or the share of the wins [default: both; points with --margin; with --sprt what
    /// its hypotheses are about]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(in crate::cli) by: Option<By>,
    /// A difference in points (with --by wins in percent of the wins) that does not matter; with
    /// --sprt: worse by that, equal, or better by that
    #[arg(long, value_name = "D", value_parser = positive)]
    pub(in crate::cli) margin: Option<f64>,
    /// Stop as soon as the verdict is certain [default: worse by 10 Elo, equal, or better by 10]
    #[arg(long)]
    pub(in crate::cli) sprt: bool,
    /// Is it better by D points (with --by wins by D percent of the wins), or no better? (with --sprt)
    #[arg(long, value_name = "D", value_parser = positive, requires = "sprt", conflicts_with_all = ["margin", "no_regression", "elo0", "elo1"])]
    pub(in crate::cli) gain: Option<f64>,
    /// Is it no worse, or worse by D points (with --by wins by D percent of the wins)? (with --sprt)
    #[arg(long, value_name = "D", value_parser = positive, requires = "sprt", conflicts_with_all = ["margin", "elo0", "elo1"])]
    pub(in crate::cli) no_regression: Option<f64>,
    /// The lower hypothesis in Elo of win share (with --sprt)
    #[arg(long, value_name = "E", value_parser = finite, allow_negative_numbers = true, requires_all = ["sprt", "elo1"], conflicts_with = "margin")]
    pub(in crate::cli) elo0: Option<f64>,
    /// The upper hypothesis in Elo of win share (with --sprt)
    #[arg(long, value_name = "E", value_parser = finite, allow_negative_numbers = true, requires_all = ["sprt", "elo0"])]
    pub(in crate::cli) elo1: Option<f64>,
    /// The chance to call it better, or different, when it is not
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate)]
    pub(in crate::cli) alpha: f64,
    /// The chance to miss what the upper hypothesis says (with --sprt) [default: 0.05]
    #[arg(long, value_name = "P", value_parser = error_rate, requires = "sprt")]
    pub(in crate::cli) beta: Option<f64>,
    /// Games of each candidate before a verdict is possible (with --sprt) [default: 32 deals]
    #[arg(long, value_name = "N", requires = "sprt", allow_negative_numbers = true, value_parser = whole)]
    pub(in crate::cli) min_games: Option<u64>,
    /// Games of each candidate after which the verdict is undecided (with --sprt or --candidates) [default:
    /// 200000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    pub(in crate::cli) max_games: Option<u64>,
    /// Time limit, as in 90s, 5m or 1h; the verdict rests on the games played by then
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(in crate::cli) max_time: Option<Duration>,
    /// One candidate that passes is enough for exit code 0, instead of all of them
    #[arg(long)]
    pub(in crate::cli) any: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum By {
    /// Points a game
    Points,
    /// Share of the wins
    Wins,
}

impl From<By> for Measure {
    fn from(by: By) -> Measure {
        match by {
            By::Points => Measure::Points,
            By::Wins => Measure::Wins,
        }
    }
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    duration(text).ok_or_else(|| "expected a time from 1ms to 24h, as in 90s, 5m or 1h".to_owned())
}

fn finite(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|number| number.abs() <= 1e6).ok_or_else(|| "expected a number".to_owned())
}

fn positive(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|&number| number > 0.0);
    number.ok_or_else(|| "expected a number above 0 and up to 1000000".to_owned())
}

fn error_rate(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|&number| (1e-6..0.5).contains(&number));
    number.ok_or_else(|| "expected a probability below 0.5, as in 0.05".to_owned())
}
