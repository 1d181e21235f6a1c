//! The arguments of Scrabble.

mod sim;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, up_to_a_million};

pub(in crate::cli) use sim::{InferArgs, SimArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse scrabble view files/scrabble-example.txt

A position is a state file (15 lines of 15 squares, the turn 0 or 1, two scores, two racks), a CGP
string (15/15/... RACK/RACK s1/s2 z lex NAME;) or a GCG game file, of which the end counts; the
format is detected.")]
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

Where no play is possible the answer is an exchange or a pass, with no position.")]
    Best(BestArgs),
    /// All legal plays of a position, best first: square, word, points
    #[command(after_help = "Examples:
  lettergame analyse scrabble moves files/scrabble-example.txt
  lettergame analyse scrabble moves files/scrabble-example.txt --format csv

Letters in parentheses are on the board already; a lower-case letter is a blank.")]
    Moves(ListArgs),
    /// The number of legal plays of a position
    #[command(
        after_help = "Example:\n  lettergame analyse scrabble count files/scrabble-example.txt"
    )]
    Count(PositionArgs),
    /// Show a position: board, racks, points, unseen tiles; in colour on a terminal
    #[command(after_help = "Example:
  lettergame analyse scrabble view files/scrabble-example.txt

An empty square shows its premium: $ triple word, # double word, 3 triple letter, 2 double letter.
A blank is its letter in lower case between dots.")]
    View(ViewArgs),
    /// Try the best moves of a position against sampled racks: which one most probably wins
    #[command(after_help = "Examples:
  lettergame analyse scrabble sim files/scrabble-example.txt
  lettergame analyse scrabble sim files/scrabble-example.txt --top 5 --samples 1000 --plies 4
  lettergame analyse scrabble sim files/scrabble-example.txt --samples 50 --seed 7 --format csv

The tiles that the player to move does not see are dealt at random in each sample; then both sides make
their best plays by equity. equity is that of the move alone, sim_equity the mean gain over all samples,
win the probability of winning in per cent, each with its standard error; answer and next are the mean
scores of the next two turns, with the per cent of plays of seven tiles. A move that falls behind gets no
more samples. With --infer, tiles that the other player probably kept on the last turn of a GCG file are
dealt to it more often. The same options give the same table, for any number of threads.")]
    Sim(SimArgs),
    /// What a player probably kept after a turn of a GCG game
    #[command(after_help = "Examples:
  lettergame play scrabble --players equity,score --seed 7 --gcg game.gcg
  lettergame analyse scrabble infer game.gcg --turn 3
  lettergame analyse scrabble infer game.gcg --turn 3 --tiles --format csv

A leave is likely if the play was a good one with it. The tiles follow: the per cent with which the
player has at least one of each now, inferred and plain, that is, without looking at the turn. The
other player's rack, as far as the file gives it, counts as seen.")]
    Infer(InferArgs),
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
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
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
