//! The arguments of `replay`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::HostArgs;
use lettergame_report::Format;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament tournaments/ci.toml --out today
  lettergame replay today --game 17
  lettergame replay tournaments/duel.toml --game 0 --format json")]
pub(in crate::cli) struct ReplayArgs {
    /// The folder of a run, or a config
    pub(in crate::cli) run: PathBuf,
    /// The game's number, from 0
    #[arg(long, value_name = "N")]
    pub(in crate::cli) game: u64,
    /// How to print it: table (text for people) or json (an object a line)
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Table, value_parser = replay_format)]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

fn replay_format(text: &str) -> Result<Format, String> {
    match text.parse() {
        Ok(format @ (Format::Table | Format::Json)) => Ok(format),
        _ => Err("possible values: table, json".to_owned()),
    }
}
