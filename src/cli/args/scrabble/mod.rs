//! The arguments of Scrabble.

mod endgame;
mod sim;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{FormatArg, game_seed, one_or_more, up_to_a_million};
use lettergame_base::did_you_mean;
use lettergame_scrabble::analysis::Thresholds;

pub(in crate::cli) use endgame::EndgameArgs;
pub(in crate::cli) use sim::{InferArgs, SimArgs};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse scrabble view files/scrabble-example.txt
  lettergame analyse scrabble files/scrabble-game.gcg

A GCG file without a command before it is analysed as by game.

A position is a state file (15 lines of 15 squares, the turn 0 or 1, two scores, two racks), a CGP
string (15/15/... RACK/RACK s1/s2 z lex NAME;) or a GCG game file, of which the end counts unless
--turn names a turn; the format is detected. best, moves and count also take several CGP strings, one
a line, and answer each with a JSON object on a line.")]
pub(in crate::cli) struct ScrabbleArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: Option<ScrabbleQuery>,
    #[command(flatten)]
    pub(in crate::cli) game: GameArgs,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ScrabbleQuery {
    /// The best plays of a position
    #[command(after_help = "Examples:
  lettergame analyse scrabble best files/scrabble-example.txt
  lettergame analyse scrabble best files/scrabble-example.txt --top 5 --format json
  lettergame analyse scrabble best - --rank equity < files/scrabble-example.txt
  lettergame analyse scrabble best files/scrabble-example.txt --rack QUIETLY
  lettergame analyse scrabble best files/scrabble-positions.cgp --rank equity
  lettergame analyse scrabble best files/scrabble-example.txt --rank win --their-rack QU

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
    /// Try the best moves of a position against sampled racks: which one most probably wins
    #[command(after_help = "Examples:
  lettergame analyse scrabble sim files/scrabble-example.txt
  lettergame analyse scrabble sim files/scrabble-example.txt --top 5 --samples 1000 --plies 4
  lettergame analyse scrabble sim files/scrabble-example.txt --samples 50 --seed 7 --format csv
  lettergame analyse scrabble sim files/scrabble-positions.cgp --time 200ms    # each of several positions

The other player holds what is given of its rack, by the position or by --their-rack; the other tiles that
the player to move does not see are dealt at random in each sample. Then both sides make their best plays
by equity. equity is that of the move alone, sim_equity the mean gain over all samples,
win the probability of winning in per cent, each with its standard error; answer and next are the mean
scores of the next two turns, with the per cent of plays of seven tiles. A move that falls behind gets no
more samples. With --infer, tiles that the other player probably kept on the last turn of a GCG file are
dealt to it more often. The same options give the same table, for any number of threads.")]
    Sim(SimArgs),
    /// The best play once the bag is empty, or with the last tiles in it
    #[command(after_help = "Examples:
  lettergame analyse scrabble endgame files/scrabble-game.gcg --turn 22
  lettergame analyse scrabble endgame files/scrabble-game.gcg --turn 21 --nodes 20000 --top 4

With an empty bag both racks are known: the answer is the line of best play, and whether it is proven.
With 1 to 4 tiles in the bag, a quick simulation chooses plays, and they are tried against the deals of the
unseen tiles: win is the per cent of deals that it wins, a draw as half of one, spread the mean final lead.
The plays that do better are tried against more deals, and one that can no longer win as often as another is
dropped. While the bag is not empty, the other player is assumed to know what will be drawn, so such a move
is never exact.")]
    Endgame(EndgameArgs),
    /// What a player probably kept after a turn of a GCG game
    #[command(after_help = "Examples:
  lettergame play scrabble --players equity,score --seed 7 --gcg game.gcg
  lettergame analyse scrabble infer game.gcg --turn 3
  lettergame analyse scrabble infer game.gcg --turn 3 --tiles --format csv

A leave is likely if the play was a good one with it. The tiles follow: the per cent with which the
player has at least one of each now, inferred and plain, that is, without looking at the turn. The
other player's rack, by --rack or as far as the file gives it, counts as seen. Tiles that the player
showed in a play that was taken back, or that --their-rack gives, are known.")]
    Infer(InferArgs),
    /// Keep a position: ask, play a move, ask on
    #[command(after_help = "Examples:
  lettergame analyse scrabble prompt files/scrabble-example.txt
  printf 'best\\nplay 1\\nrack AEINRST\\nbest --top 3\\n' | lettergame analyse scrabble prompt files/scrabble-example.txt

Commands are best, sim, endgame, moves, count and view with their options, play (a move of the last list by its
number, or as it is written), exchange, pass, rack, their, undo, open, new and save; h lists them. On a terminal
`analyse scrabble` alone opens it.")]
    Prompt(PromptArgs),
    /// The moves of a game against the best ones: losses, mistakes, luck of the draws
    #[command(after_help = "Examples:
  lettergame analyse scrabble game files/scrabble-game.gcg
  lettergame analyse scrabble game files/scrabble-game.gcg --simulate 100 --gcg notes.gcg
  lettergame analyse scrabble game files --format csv
  lettergame analyse scrabble game files/scrabble-game.gcg --html game.html --format json

The loss of a move is the equity of the best move less its own: score, kept tiles and placement. With
--simulate, both are means over sampled racks, two plies deep, and the error of the loss is shown;
plays of little equity are looked at with the last tiles in the bag, and endgames are searched; win_loss
is the probability of winning that the move loses against surest, the move that most probably wins.
Several games, or folders of them, are analysed on all cores: opening, middle and end are losses with more than two
thirds of the tiles in the bag, fewer, and at most seven.
The luck of a draw is the equity of the best move with the rack as drawn, less the mean of that over
random draws from the unseen tiles on the same board; its error is that of the mean. A game in which
racks are missing is analysed where they are known.")]
    Game(Box<GameArgs>),
}

/// The name of the game on the command line.
const GAME: &str = "scrabble";

/// A hint at the command that a word may mean which is none, to be appended to a message.
pub(in crate::cli) fn meant_command(word: &str) -> Option<String> {
    let commands = ScrabbleQuery::augment_subcommands(clap::Command::new(GAME));
    let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
    Some(did_you_mean(word, names)).filter(|hint| hint.starts_with("; did you mean"))
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GameArgs {
    /// The game: a GCG file; - is standard input
    ///
    /// Of several files, and of the files *.gcg of folders, the totals of each player are shown, per game.
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    /// Values of kept tiles: a file by `train scrabble`, or KLV2 [default: the shipped ones]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) leaves: Option<PathBuf>,
    /// Simulate the best moves and the one that was made, with this many samples each
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to_a_million)]
    pub(in crate::cli) simulate: Option<u32>,
    /// The number of best moves that are listed, and simulated
    #[arg(
        long,
        value_name = "N",
        default_value = "8",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) candidates: u32,
    /// Random draws for the luck of each draw; 0 for none
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true, value_parser = draws)]
    pub(in crate::cli) draws: u32,
    /// Seed of the samples and the draws
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = game_seed)]
    pub(in crate::cli) seed: u64,
    /// Losses in points from which a mistake is small, medium and large
    #[arg(long, value_name = "A,B,C", default_value = "2,5,10", allow_hyphen_values = true)]
    pub(in crate::cli) mistakes: Thresholds,
    /// Write the game with notes, as a GCG file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) gcg: Option<PathBuf>,
    /// Write a page with the boards and the analysis
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,
    /// Refuse a game that names another word list, letters or board than those in use
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadsArg,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

fn draws(text: &str) -> Result<u32, String> {
    let draws = text.parse().ok().filter(|draws| *draws <= 1_000_000);
    draws.ok_or_else(|| "expected a whole number from 0 to 1000000".to_owned())
}

#[derive(Debug, Default, Args)]
pub(in crate::cli) struct PromptArgs {
    /// The position to start from: a state file, a CGP string or a GCG file [default: the start of a game]
    pub(in crate::cli) file: Option<PathBuf>,
    /// The position before this turn of a GCG file, from 1 [default: the end of the game]
    #[arg(long, value_name = "N", requires = "file", allow_negative_numbers = true, value_parser = up_to_a_million)]
    pub(in crate::cli) turn: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
}

/// Words, tiles and squares.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct SetupArgs {
    /// Another word list
    #[arg(long, value_name = "FILE", alias = "words")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    /// Other tiles: english, french, german, polish, spanish or another name, or a file with a line for each
    /// letter, as in CH,ch,1,5,0 (its blank, how many, value, vowel)
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::cli) distribution: Option<String>,
    /// Other premium squares: standard, super, or a file of 7 to 21 lines with % $ # (word), 4 3 2 (letter) and a dot for none
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::cli) board: Option<String>,
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
#[derive(Clone, Debug, Default, Args)]
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
    #[command(flatten)]
    pub(in crate::cli) racks: RackOptions,
    /// Refuse a position that names another word list, letters or board than those in use
    #[arg(long, requires = "file")]
    pub(in crate::cli) strict: bool,
}

/// Racks other than those of the file.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct RackOptions {
    /// Another rack for the player to move; ? is a blank
    #[arg(long, value_name = "TILES", requires = "file")]
    pub(in crate::cli) rack: Option<String>,
    /// What the player to move knows of the other rack: all its tiles, some, or none ("")
    #[arg(long, value_name = "TILES", requires = "file")]
    pub(in crate::cli) their_rack: Option<String>,
}

/// How several positions are answered.
#[derive(Debug, Args)]
pub(in crate::cli) struct StreamArgs {
    /// Take every line as a position in CGP and answer it with JSON as soon as it is there [default: if there are
    /// several, which shows with the second]
    #[arg(long)]
    pub(in crate::cli) lines: bool,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadsArg,
}

/// How many positions of a stream are answered at a time.
#[derive(Debug, Args)]
pub(in crate::cli) struct ThreadsArg {
    /// Threads, for several positions or the turns of a game [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = one_or_more::<NonZeroUsize>)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CountArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    #[command(flatten)]
    pub(in crate::cli) stream: StreamArgs,
}

/// What plays are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RankBy {
    /// Points
    Score,
    /// Points and the value of the tiles kept
    Equity,
    /// The probability of winning, by a simulation as that of `sim`, in which the best exchange takes part
    Win,
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
    /// Values of kept tiles: a file by `train scrabble`, or KLV2 [default: the shipped ones]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) leaves: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) stream: StreamArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    #[command(flatten)]
    pub(in crate::cli) stream: StreamArgs,
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
