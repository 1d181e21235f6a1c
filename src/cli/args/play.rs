//! The arguments of `play`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{HostArgs, SessionArgs, seed};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame play auction
  lettergame play marrakech --players person,greedy")]
pub(in crate::cli) struct PlayArgs {
    #[command(subcommand)]
    pub(in crate::cli) game: PlayGame,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum PlayGame {
    /// The Letter Game: bid for letters, then make a word of them
    Auction(AuctionArgs),
    /// The 6.00 wordgame, the same as `wordgame play`
    #[command(after_help = "Example:\n  lettergame play wordgame --part a")]
    Wordgame(SessionArgs),
    /// Marrakech: each phase is asked for, with all that is possible
    #[command(after_help = "Examples:
  lettergame play marrakech
  lettergame play marrakech --players person,person,expectimax:depth=3 --seed 7
  lettergame play marrakech --load saved.txt

A saved game is one line: the state string, the colour whose turn it is, and rotate or place.")]
    Marrakech {
        /// Who plays, 2 to 4, in the order of their turns: person, players of the roster, cmd:COMMAND, wasm:FILE
        #[arg(
            long,
            value_name = "A,B,...",
            value_delimiter = ',',
            default_value = "person,expectimax"
        )]
        players: Vec<String>,
        /// Seed of the dice [default: drawn]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
        seed: Option<u64>,
        /// Go on with a saved game: a file, or the line itself
        #[arg(long, value_name = "FILE")]
        load: Option<String>,
        #[command(flatten)]
        host_options: HostArgs,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame play auction
  lettergame play auction --players person,marginal,shadow --rounds 3 --hidden 2
  lettergame play auction --players person,person,zero --preset seven --seed 7

Persons who share the screen take turns at it: it is wiped in between, as each sees its own letters only.")]
pub(in crate::cli) struct AuctionArgs {
    /// Who plays, 1 to 14, seat by seat: person, players of the roster, cmd:COMMAND, wasm:FILE
    #[arg(
        long,
        value_name = "A,B,...",
        value_delimiter = ',',
        default_value = "person,letter-value,marginal"
    )]
    pub(in crate::cli) players: Vec<String>,
    /// Rounds of the game [default: that of the preset]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) rounds: Option<String>,
    /// Hidden letters of each player [default: that of the preset]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) hidden: Option<String>,
    /// Preset of the rules: words, seven or simulator [default: words]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) preset: Option<String>,
    /// A rule of the game; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub(in crate::cli) set: Vec<String>,
    /// Seed of all random choices [default: drawn and printed]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    /// Do not show the best word of the letters before the round is over
    #[arg(long)]
    pub(in crate::cli) no_hints: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}
