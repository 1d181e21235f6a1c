//! The arguments of `season lend` and `season take-back`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::args::season::span;
use crate::cli::args::{HostArgs, whole};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season lend spring loan --matches 2
  lettergame resume loan/matches/0000
  lettergame season take-back spring loan

The folder can be copied to any machine with lettergame, played there with `resume`, and copied back. Nobody else
plays its matches meanwhile, until the time given by --for is over.")]
pub(in crate::cli) struct SeasonLendArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The folder to create
    pub(in crate::cli) out: PathBuf,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole)]
    pub(in crate::cli) matches: u64,
    /// After this time matches that were not taken back are played by others
    #[arg(long = "for", value_name = "TIME", default_value = "24h", value_parser = span)]
    pub(in crate::cli) span: Duration,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season lend spring loan --matches 1
  lettergame resume loan/matches/0000
  lettergame season take-back spring loan

Each match is verified before it counts. Those that are not played to their end remain on loan. If the folder is
lost, --give-up lets its matches be played here: name the loan as `season status` does. Exit code 1 if a match is
refused.")]
pub(in crate::cli) struct SeasonTakeBackArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The folder of the loan
    pub(in crate::cli) loan: PathBuf,
    /// Give the loan up, by its name or its folder: its matches are played here
    #[arg(long)]
    pub(in crate::cli) give_up: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}
