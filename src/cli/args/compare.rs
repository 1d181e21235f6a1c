//! The arguments of `compare`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::{ConditionArgs, FormatArg, HostArgs, PaceArgs, RecordingArgs};
use lettergame_arena::{COMPARE_OPTIONS, CompareOption, CompareOptions};

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
    #[arg(long, value_name = "A,B,...", num_args = 1.., value_delimiter = ',', action = ArgAction::Set, conflicts_with_all = ["contestants", "player", "history"])]
    pub(in crate::cli) candidates: Option<Vec<String>>,
    /// The other players, all at the table in every game; to meet one at a time, run compare once for each. Without
    /// them candidate and baseline play each other
    #[arg(long, value_name = "C,D,...", value_delimiter = ',', action = ArgAction::Set)]
    pub(in crate::cli) against: Option<Vec<String>>,
    #[command(flatten)]
    pub(in crate::cli) conditions: ConditionArgs,
    /// With two runs: the player to compare, if both have the same players
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) asked: OptionArgs,
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

/// The options of a comparison: each by the list of the library.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct OptionArgs(pub(in crate::cli) CompareOptions);

impl Args for OptionArgs {
    fn augment_args(command: Command) -> Command {
        COMPARE_OPTIONS.iter().fold(command, |command, option| {
            let arg = Arg::new(option.key).long(option.key).help(option.about);
            if option.is_switch() {
                return command.arg(arg.action(ArgAction::SetTrue));
            }
            let arg = arg.value_name(option.value_name).allow_negative_numbers(true);
            command.arg(match option.choices() {
                [] => arg.value_parser(|text: &str| checked(option, text)),
                choices => arg.value_parser(PossibleValuesParser::new(choices)),
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        OptionArgs::augment_args(command)
    }
}

impl FromArgMatches for OptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<OptionArgs, Error> {
        let mut options = OptionArgs::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for option in COMPARE_OPTIONS {
            let text = match option.is_switch() {
                true => matches.get_flag(option.key).then_some("true"),
                false => matches.get_one::<String>(option.key).map(String::as_str),
            };
            let set = text.map_or(Ok(()), |text| option.set(&mut self.0, text));
            set.map_err(|expected| Error::raw(ErrorKind::ValueValidation, expected))?;
        }
        Ok(())
    }
}

fn checked(option: &CompareOption, text: &str) -> Result<String, String> {
    let set = option.set(&mut CompareOptions::default(), text);
    set.map(|()| text.to_owned()).map_err(|expected| format!("expected {expected}"))
}
