//! The arguments of Scrabble.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, threads, up_to_a_million};
use lettergame_scrabble::board::Rack;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse scrabble view files/scrabble-example.txt

A position is a state file (15 lines of 15 squares, the turn 0 or 1, two scores, two racks), a CGP
string (15/15/... RACK/RACK s1/s2 z lex NAME;) or a GCG game file, of which the end counts unless
--turn names a turn; the format is detected. best, moves and count also take several CGP strings, one
a line, and answer each with a JSON object on a line.")]
pub(in crate::cli) struct ScrabbleArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: ScrabbleQuery,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ScrabbleQuery {
    /// The best plays of a position
    #[command(after_help = "Examples:
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse scrabble best files/scrabble-example.txt --top 5 --format json
  lettergame analyse scrabble best - --rank equity < files/scrabble-example.txt
  lettergame analyse scrabble best files/scrabble-example.txt --rack QUIZZED
  lettergame analyse scrabble best files/scrabble-positions.cgp --rank equity

Several CGP strings, one a line, are answered as they come: a JSON object for each, with the number of
its line and its plays, or the error of a line that is no position (the exit code is 4 then).
Where no play is possible the answer is an exchange or a pass, with no position.")]
    Best(BestArgs),
    /// All legal plays of a position, best first: square, word, points
    #[command(after_help = "Examples:
  lettergame analyse scrabble moves files/scrabble-example.txt
  lettergame analyse scrabble moves files/scrabble-example.txt --format csv

Letters in parentheses are on the board already; a lower-case letter is a blank.")]
    Moves(ListArgs),
    /// The number of legal plays of a position
    #[command(after_help = "Examples:
  lettergame analyse scrabble count files/scrabble-example.txt
  lettergame analyse scrabble count files/scrabble-positions.cgp")]
    Count(CountArgs),
    /// Show a position: board, racks, points, unseen tiles; in colour on a terminal
    #[command(after_help = "Example:
  lettergame analyse scrabble view files/scrabble-example.txt

An empty square shows its premium: $ triple word, # double word, 3 triple letter, 2 double letter.
A blank is its letter in lower case between dots.")]
    View(ViewArgs),
}

/// Words and squares.
#[derive(Debug, Args)]
pub(in crate::cli) struct SetupArgs {
    /// Another word list
    #[arg(long, value_name = "FILE", alias = "words")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    /// Other premium squares: 15 lines with $ # 3 2 and .
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) board: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PositionArgs {
    /// The position: a state file, a CGP string or a GCG file; - is standard input
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    #[command(flatten)]
    pub(in crate::cli) options: PositionOptions,
}

/// Which position of a file is meant.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct PositionOptions {
    /// The position before this turn of a GCG file, from 1 [default: the end of the game]
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) turn: Option<u32>,
    /// Another rack for the player to move; ? is a blank
    #[arg(long, value_name = "TILES", requires = "file")]
    pub(in crate::cli) rack: Option<Rack>,
    /// Refuse a position that names another word list than the one in use
    #[arg(long, requires = "file")]
    pub(in crate::cli) strict: bool,
}

/// How many positions of a stream are answered at a time.
#[derive(Debug, Args)]
pub(in crate::cli) struct ThreadsArg {
    /// Threads for several positions [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CountArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadsArg,
}

/// What plays are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RankBy {
    /// Points
    Score,
    /// Points and the value of the tiles kept
    Equity,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    /// The number of plays
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) top: u32,
    /// What plays are ranked by
    #[arg(long, value_enum, default_value_t = RankBy::Score)]
    pub(in crate::cli) rank: RankBy,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadsArg,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadsArg,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColourWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ViewArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    /// When to use colour
    #[arg(long, alias = "color", value_enum, default_value_t = ColourWhen::Auto)]
    pub(in crate::cli) colour: ColourWhen,
}
