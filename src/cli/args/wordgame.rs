//! The arguments of what is about the wordgame.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, seed};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame wordgame play
  lettergame wordgame hand aqlmuil")]
pub(in crate::cli) struct WordgameArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: WordgameQuery,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum WordgameQuery {
    /// Play hands, yourself or the computer
    #[command(after_help = "Examples:
  lettergame wordgame play --part a
  lettergame wordgame play --hand a,q,l,m,u,i,l --hand p,z,u,t,t,t,o")]
    Play(SessionArgs),
    /// What the computer makes of a hand, and the best possible beside it
    #[command(after_help = "Examples:
  lettergame wordgame hand aqlmuil
  lettergame wordgame hand aacbt -n 7 --format json
  lettergame wordgame hand - --format json < hands.txt")]
    Hand(HandArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct HandArgs {
    /// Hands, as in aqlmuil; - reads one a line from standard input
    #[arg(required = true, value_name = "LETTERS")]
    pub(in crate::cli) hands: Vec<String>,
    /// Letters of a full hand, 1 to 26 [default: those of the hand]
    #[arg(long, short = 'n', value_name = "N")]
    pub(in crate::cli) hand_size: Option<String>,
    /// Preset of the rules: 6.00 or 6.0001
    #[arg(long, value_name = "NAME", default_value = "6.00")]
    pub(in crate::cli) preset: String,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

/// Which session of the problem set is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Part {
    /// Commands n, r and e; the person plays
    A,
    /// The same, and each time the question who plays
    B,
    /// The hands one after the other, the person plays
    Hand,
    /// The hands one after the other, the computer plays
    Computer,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SessionArgs {
    /// Who plays, and how it is asked
    #[arg(long, value_enum, default_value_t = Part::B)]
    pub(in crate::cli) part: Part,
    /// A hand to be played, as in a,q,l,m,u,i,l; may be given several times, later ones are dealt
    #[arg(long, value_name = "LETTERS")]
    pub(in crate::cli) hand: Vec<String>,
    /// Letters of a hand, 1 to 26 [default: 7]
    #[arg(long, short = 'n', value_name = "N")]
    pub(in crate::cli) hand_size: Option<String>,
    /// Preset of the rules: 6.00 or 6.0001
    #[arg(long, value_name = "NAME", default_value = "6.00")]
    pub(in crate::cli) preset: String,
    /// Seed of the letters dealt [default: drawn]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
}
