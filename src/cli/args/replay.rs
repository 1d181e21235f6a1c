//! The arguments of `replay`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{HostArgs, count, whole};
use lettergame_report::Format;

#[derive(Debug, Args)]
#[command(after_help = "\
Each round or turn is followed by what the rules say about it: the best word of the letters held, what
each letter bought was worth (the best word with it less the best word without it), the best play by
score. Letters that can replace each other count 0 each. Moves of player programs are read from
plies.csv; programs are not started again.

Examples:
  lettergame tournament tournaments/ci.toml --out today
  lettergame replay today --game 17
  lettergame replay today --player zero
  lettergame replay today --game 17 --round 2 --html game.html
  lettergame replay tournaments/duel.toml --game 0 --format json")]
pub(in crate::cli) struct ReplayArgs {
    /// The folder of a run, or a config
    pub(in crate::cli) run: PathBuf,
    /// The game's number, from 0; without it, --player lists the games of a player
    #[arg(long, value_name = "N", value_parser = whole, required_unless_present = "player")]
    pub(in crate::cli) game: Option<u64>,
    /// Show the moves and results of this player alone, with what it could see; without --game, list its games
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,
    /// Show this round alone, from 1
    #[arg(long, value_name = "N", value_parser = count::<usize>, requires = "game")]
    pub(in crate::cli) round: Option<usize>,
    /// Also print what player programs wrote to standard error in this game
    #[arg(long, requires = "game")]
    pub(in crate::cli) log: bool,
    /// Write the game as a page that loads nothing else, instead of printing it
    #[arg(long, value_name = "FILE", conflicts_with = "format", requires = "game")]
    pub(in crate::cli) html: Option<PathBuf>,
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
