//! The arguments of `report`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use crate::cli::args::{FormatArg, StandingsArgs};
use lettergame_base::did_you_mean;
use lettergame_report::{MAX_GENERATIONS, SECTION_NAMES};

fn generations(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_GENERATIONS).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MAX_GENERATIONS}"))
}

fn section(text: &str) -> Result<String, String> {
    let text = text.trim();
    let known = SECTION_NAMES.iter().any(|name| !text.is_empty() && name.starts_with(text));
    known.then(|| text.to_owned()).ok_or_else(|| {
        let hint = did_you_mean(text, SECTION_NAMES);
        format!("a report has no such section{hint}")
    })
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament --players flat,random --hidden 0,3 --games 90 --record rounds --out sweep
  lettergame report sweep
  lettergame report sweep/hidden-0 sweep/hidden-3 --format csv
  lettergame report sweep --format markdown > summary.md
  lettergame report sweep --html sweep.html
  lettergame report sweep --anchor random=0 --sort rating
  lettergame tournament --players flat,letter-value --hidden 3 --games 90 --out more
  lettergame report --join sweep/hidden-3 more
  lettergame report sweep/hidden-3 --ecology --svg ecology.svg
  lettergame report sweep --class-rounds rounds.json

JSON has everything, CSV only the standings. All runs in a folder are reported together. An
unfinished run is reported as far as it goes. On a terminal a report that is longer opens in `less`, or what
PAGER names: q leaves it.")]
pub(in crate::cli) struct ReportArgs {
    /// Folders of runs, or of sweeps
    #[arg(required = true, value_name = "DIR")]
    pub(in crate::cli) dirs: Vec<PathBuf>,
    /// Rate all games of the runs together: one table of standings. Players with the same name and source
    /// are the same; the runs must have the same game, rules and word list
    #[arg(long, conflicts_with_all = ["html", "parquet", "class_rounds", "ecology"])]
    pub(in crate::cli) join: bool,
    /// Print only these sections, as in standings,faults
    ///
    /// The start of a title is enough: runs, final-order, standings, each-against-each, differences-of-ratings,
    /// who-is-above-whom, ratings-against-results, without-a-single-order, scores, places, seats,
    /// convergence, per-game, rounds, faults, times-of-programs, games-worth-a-look; of several runs also mean-score
    /// and win-share. Without it, ratings-against-results and without-a-single-order are left out.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', action = ArgAction::Set, value_parser = section, conflicts_with_all = ["join", "ecology"])]
    pub(in crate::cli) only: Vec<String>,
    /// Also write a self-contained page with plots; an older one is replaced
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,
    /// Also write all rows of scores.csv as Parquet, for notebooks; an older file is replaced
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) parquet: Option<PathBuf>,
    /// Also write all rounds of all players as JSON, with the columns of the class's tournament_rounds; an older
    /// file is replaced
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) class_rounds: Option<PathBuf>,
    /// Print instead how a population of the players of one run would develop, in which each player grows
    /// by what it takes from the others
    #[arg(long)]
    pub(in crate::cli) ecology: bool,
    /// Generations of the ecology [default: 200]
    #[arg(long, value_name = "N", requires = "ecology", value_parser = generations)]
    pub(in crate::cli) generations: Option<usize>,
    /// Also write the ecology as a picture; an older file is replaced
    #[arg(long, value_name = "FILE", requires = "ecology")]
    pub(in crate::cli) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) view: StandingsArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
