//! The arguments of those who write players: `new-player` and `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{FormatArg, HostingArgs};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  lettergame new-player --lang python my-player")]
pub(in crate::cli) struct NewPlayerArgs {
    /// The language
    #[arg(long, value_enum)]
    pub(in crate::cli) lang: Language,
    /// The folder to make
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
    /// The player: cmd:COMMAND, wasm:FILE, or a name of the roster
    pub(in crate::cli) player: String,
    /// The game that it is to play
    #[arg(long, default_value = "auction")]
    pub(in crate::cli) game: String,
    /// Its time for a decision [default: the game's, 2s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) time_limit: Option<String>,
    /// Its time for all decisions of a game [default: 30 times that for a decision]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) game_time: Option<String>,
    /// Its time until it has said hello [default: 10s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) init_time: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) hosting: HostingArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
