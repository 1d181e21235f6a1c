//! The arguments of what is about Scrabble.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, HostArgs, seed, up_to_a_million};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame scrabble best files/scrabble-example.txt
  lettergame scrabble view files/scrabble-example.txt
  lettergame scrabble play --games 3 --seed 7

A position is a state file (15 lines of 15 squares, the turn 0 or 1, two scores, two racks), a CGP
string (15/15/... RACK/RACK s1/s2 z lex NAME;) or a GCG game file, of which the end counts; which
one it is, is told by its looks.")]
pub(in crate::cli) struct ScrabbleArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: ScrabbleQuery,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ScrabbleQuery {
    /// The best plays of a position
    #[command(after_help = "Examples:
  lettergame scrabble best files/scrabble-example.txt
  lettergame scrabble best files/scrabble-example.txt --top 5 --format json
  lettergame scrabble best - --rank equity < files/scrabble-example.txt

Where no play is possible the answer is an exchange or a pass, with no position.")]
    Best(BestArgs),
    /// All legal plays of a position, best first: square, word, points
    #[command(after_help = "Examples:
  lettergame scrabble moves files/scrabble-example.txt
  lettergame scrabble moves files/scrabble-example.txt --format csv

Letters in parentheses lie on the board already, lower case is a blank.")]
    Moves(ListArgs),
    /// How many legal plays a position has
    #[command(after_help = "Example:\n  lettergame scrabble count files/scrabble-example.txt")]
    Count(PositionArgs),
    /// Let players play each other, from the start or from a position
    #[command(after_help = "Examples:
  lettergame scrabble play --seed 7
  lettergame scrabble play --players score,random --games 5 --seed 7 --format csv
  lettergame scrabble play files/scrabble-example.txt --seed 7 --boards
  lettergame scrabble play --seed 7 --gcg game.gcg

The first player is player 1 in all games; for a comparison that changes seats see `tournament`. The
tiles that a position does not tell are drawn by the seed.")]
    Play(SelfPlayArgs),
    /// Show a position: board, racks, points, tiles unseen; in colour on a terminal
    #[command(after_help = "Example:
  lettergame scrabble view files/scrabble-example.txt

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
}

/// What plays are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RankBy {
    /// Points
    Score,
    /// Points and the worth of the tiles that are kept
    Equity,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    /// How many plays
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) top: u32,
    /// What they are ranked by
    #[arg(long, value_enum, default_value_t = RankBy::Score)]
    pub(in crate::cli) rank: RankBy,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

/// When there is colour.
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
    /// When there is colour
    #[arg(long, alias = "color", value_enum, default_value_t = ColourWhen::Auto)]
    pub(in crate::cli) colour: ColourWhen,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SelfPlayArgs {
    /// Where to start: a state file, a CGP string or a GCG file; - is standard input [default: the
    /// start of a game]
    pub(in crate::cli) file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    /// Player 1 and player 2: names of the roster, name:key=value, cmd:COMMAND or wasm:FILE
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "score,score")]
    pub(in crate::cli) players: Vec<String>,
    /// How many games
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) games: u32,
    /// Seed of the tiles drawn [default: drawn and printed]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Write each game as a GCG file: a file, or a folder, which it has to be for several games
    #[arg(long, value_name = "PATH")]
    pub(in crate::cli) gcg: Option<PathBuf>,
    /// Show the board after every turn; only for a single game
    #[arg(long)]
    pub(in crate::cli) boards: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
