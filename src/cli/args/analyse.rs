//! The arguments of `analyse`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{FormatArg, HandArgs, MarrakechArgs, ScrabbleArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame analyse auction QARTSEU
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse wordgame aqlmuil
  lettergame analyse marrakech move A60N 3")]
pub(in crate::cli) struct AnalyseArgs {
    #[command(subcommand)]
    pub(in crate::cli) game: AnalyseGame,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum AnalyseGame {
    /// The Letter Game: the best word of letters, and what each letter is worth beside them
    Auction(LettersArgs),
    /// Scrabble: best plays of a position, all plays, the board
    Scrabble(ScrabbleArgs),
    /// The 6.00 wordgame: what the computer makes of a hand, and the best possible
    Wordgame(HandArgs),
    /// Marrakech: questions about state strings, the board
    Marrakech(MarrakechArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame analyse auction QARTSEU
  lettergame analyse auction TEA --preset seven --format csv

A row for each letter: how many are held, the best word with one less and the points lost by that,
the best word with one more and the points gained.")]
pub(in crate::cli) struct LettersArgs {
    /// The letters held, in any order and case
    pub(in crate::cli) letters: String,
    /// Preset of the rules: words, seven or simulator
    #[arg(long, value_name = "NAME", default_value = "words")]
    pub(in crate::cli) preset: String,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
