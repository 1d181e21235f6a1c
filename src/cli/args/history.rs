//! The arguments of the record of runs over time.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{FormatArg, up_to_a_million};
use lettergame_report::history::commit_given;

/// Where results are recorded.
#[derive(Debug, Args)]
pub(in crate::cli) struct RecordingArgs {
    /// Record the finished run or the verdict in this file, which is created if it does not exist; see `history`
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) history: Option<PathBuf>,
    /// The commit to record [default: GITHUB_SHA, CI_COMMIT_SHA, or what git reports]
    #[arg(long, value_name = "TEXT", requires = "history", value_parser = commit_given)]
    pub(in crate::cli) commit: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament tournaments/ci.toml --out today --history history.db
  lettergame history show history.db --player letter-value --last 20
  lettergame history plot history.db --player letter-value --svg strength.svg

A run from before is recorded by `lettergame resume DIR --history FILE`.")]
pub(in crate::cli) struct HistoryArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: HistoryQuery,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum HistoryQuery {
    /// The recorded runs and verdicts, newest last
    #[command(after_help = "Examples:
  lettergame tournament tournaments/ci.toml --out today --history history.db
  lettergame history show history.db --player letter-value --last 20
  lettergame history show history.db --verdicts --format csv

Runs with the same conditions (game, rules, names of the players, schedule, seed, word list) are
grouped. Below them each run has a bar for a player's score, with a | where it differs from that of the
run before: the 95 % interval of the differences in the same deals excludes 0, or, where an older
record lacks their sums, the two intervals do not overlap. That is a hint; the test is a comparison.
From five runs on, the trend of the score is shown in points a run.")]
    Show {
        #[command(flatten)]
        what: PastArgs,
        /// Only this player
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// Only the verdicts; with --format csv or json all their fields
        #[arg(long)]
        verdicts: bool,
        #[command(flatten)]
        format: FormatArg,
    },
    /// A picture of a player's scores over commits
    #[command(after_help = "Examples:
  lettergame tournament tournaments/ci.toml --out today --history history.db
  lettergame history plot history.db --player letter-value --svg strength.svg")]
    Plot {
        #[command(flatten)]
        what: PastArgs,
        /// The player
        #[arg(long, value_name = "NAME")]
        player: String,
        /// Write the picture to this file
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
    },
}

/// Which part of a record is shown.
#[derive(Debug, Args)]
pub(in crate::cli) struct PastArgs {
    /// The file that --history of other commands wrote
    pub(in crate::cli) file: PathBuf,
    /// Only this game
    #[arg(long)]
    pub(in crate::cli) game: Option<String>,
    /// Only the last N runs of each group, and the last N verdicts
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to_a_million)]
    pub(in crate::cli) last: Option<u32>,
}
