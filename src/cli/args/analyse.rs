//! The arguments of `analyse`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{FormatArg, MarrakechArgs, ScrabbleArgs, WordgameArgs};

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
    /// The Letter Game: the best word from letters, and what each letter would add
    Auction(LettersArgs),
    /// Scrabble: best plays of a position, all plays, the board
    Scrabble(Box<ScrabbleArgs>),
    /// The 6.00 wordgame: the words the computer plays from a hand, and the optimum; its functions
    Wordgame(WordgameArgs),
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
