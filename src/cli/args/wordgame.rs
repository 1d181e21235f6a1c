//! The arguments of what concerns the wordgame.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, game_seed};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:
  lettergame analyse wordgame aqlmuil
  lettergame analyse wordgame aacbt -n 7 --format json
  lettergame analyse wordgame aqlmuil --word quail --word mail
  lettergame analyse wordgame update aqlmuil quail
  printf 'aqlmuil\\npzuttto\\n' | lettergame analyse wordgame - --format json")]
pub(in crate::cli) struct WordgameArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: Option<WordgameQuery>,
    #[command(flatten)]
    pub(in crate::cli) hand: HandArgs,
}

/// The functions of the problem set.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum WordgameQuery {
    /// getWordScore: the points of a word, with n letters in a full hand
    #[command(after_help = "Example:\n  lettergame analyse wordgame score waybill 7")]
    Score {
        /// The word; empty for 0 points
        word: String,
        /// Letters of a full hand, 1 to 26
        n: String,
    },
    /// isValidWord: is it in the list, and are its letters in the hand?
    #[command(after_help = "Example:\n  lettergame analyse wordgame valid quail aqlmuil")]
    Valid {
        /// The word
        word: String,
        /// The hand, as in aqlmuil
        hand: String,
        /// Another word list
        #[arg(long, value_name = "FILE")]
        lexicon: Option<PathBuf>,
    },
    /// updateHand: the letters left after a word, as displayHand shows them
    #[command(after_help = "Example:\n  lettergame analyse wordgame update aqlmuil quail")]
    Update {
        /// The hand, as in aqlmuil
        hand: String,
        /// The word
        word: String,
    },
    /// calculateHandlen: the number of letters in a hand
    #[command(after_help = "Example:\n  lettergame analyse wordgame length aqlmuil")]
    Length {
        /// The hand, as in aqlmuil
        hand: String,
    },
}

#[derive(Debug, Args)]
pub(in crate::cli) struct HandArgs {
    /// Hands, as in aqlmuil; - reads one a line from standard input
    #[arg(required = true, value_name = "LETTERS")]
    pub(in crate::cli) hands: Vec<String>,
    /// A word to try on each hand instead: its points, and what is left; may be given several times
    #[arg(long, value_name = "WORD")]
    pub(in crate::cli) word: Vec<String>,
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

/// Which session of the problem set is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Part {
    /// Commands n, r and e; you play
    A,
    /// The same, with a choice of who plays each hand
    B,
    /// One hand after another, played by you
    Hand,
    /// One hand after another, played by the computer
    Computer,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame play wordgame --part a
  lettergame play wordgame --hand a,q,l,m,u,i,l --hand p,z,u,t,t,t,o")]
pub(in crate::cli) struct SessionArgs {
    /// Which part of the problem set
    #[arg(long, value_enum, default_value_t = Part::B)]
    pub(in crate::cli) part: Part,
    /// A hand to play, as in a,q,l,m,u,i,l; may be given several times; further hands are dealt
    #[arg(long, value_name = "LETTERS")]
    pub(in crate::cli) hand: Vec<String>,
    /// Letters of a hand, 1 to 26 [default: 7]
    #[arg(long, short = 'n', value_name = "N")]
    pub(in crate::cli) hand_size: Option<String>,
    /// Preset of the rules: 6.00 or 6.0001
    #[arg(long, value_name = "NAME", default_value = "6.00")]
    pub(in crate::cli) preset: String,
    /// Seed of the letters dealt [default: drawn]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = game_seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
}
