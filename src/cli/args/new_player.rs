//! The arguments of `new-player` and `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{FormatArg, HostArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame new-player --lang python my-player
  lettergame new-player --class tests/data/class-java/players class")]
pub(in crate::cli) struct NewPlayerArgs {
    /// The language
    #[arg(long, value_enum, required_unless_present = "class")]
    pub(in crate::cli) lang: Option<Language>,
    /// Use players written for the class simulator instead: a folder, a jar or a file
    #[arg(long, value_name = "PATH", conflicts_with = "lang")]
    pub(in crate::cli) class: Option<PathBuf>,
    /// The folder to create
    pub(in crate::cli) dir: PathBuf,
}

/// A language for which there is an SDK.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Language {
    /// Python 3.10 or newer
    Python,
    /// Java 17 or newer
    Java,
    /// JavaScript for Node 18 or newer
    Js,
    /// Rust, with serde_json
    Rust,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  lettergame check \"cmd:python3 sdk/python/letter_value.py\"")]
pub(in crate::cli) struct CheckArgs {
    /// The player: cmd:COMMAND, wasm:FILE, or the name of a built-in player
    pub(in crate::cli) player: String,
    /// The game it plays
    #[arg(long, default_value = lettergame_registry::games()[0].info.name)]
    pub(in crate::cli) game: String,
    /// Its time for a decision [default: the game's, 2s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) time_limit: Option<String>,
    /// Its time for all decisions of a game [default: 30 times that for a decision]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) game_time: Option<String>,
    /// Its time until its hello [default: 10s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) init_time: Option<String>,
    /// A folder of data for its working directory, instead of the shipped files
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) data: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
