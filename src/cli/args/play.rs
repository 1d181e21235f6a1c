//! The arguments of `play`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};

use crate::cli::args::{
    FormatArg, HostArgs, PositionOptions, SessionArgs, SetupArgs, game_seed, up_to_a_million,
};
use lettergame_scrabble::rules::ChallengeRule;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame play auction
  lettergame play scrabble --players person,equity
  lettergame play wordgame --part a
  lettergame play marrakech --players person,greedy")]
pub(in crate::cli) struct PlayArgs {
    #[command(subcommand)]
    pub(in crate::cli) game: PlayGame,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum PlayGame {
    /// The Letter Game: bid for letters, then make a word
    Auction(AuctionArgs),
    /// Scrabble: people and players, from the start or from a position
    Scrabble(ScrabblePlayArgs),
    /// The 6.00 wordgame: hands, played by you or the computer
    Wordgame(SessionArgs),
    /// Marrakech: choose one of the possible moves in each phase
    #[command(after_help = "Examples:
  lettergame play marrakech
  lettergame play marrakech --players person,person,expectimax:depth=3 --seed 7
  lettergame play marrakech --load \"Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49)) c rotate\"

A saved game is one line: the state string, the colour whose turn it is, and rotate or place.")]
    Marrakech {
        /// Who plays, 2 to 4, in the order of their turns: person, players of the roster, cmd:COMMAND, wasm:FILE
        #[arg(
            long,
            value_name = "A,B,...",
            value_delimiter = ',', action = ArgAction::Set,
            default_value = "person,expectimax"
        )]
        players: Vec<String>,
        /// Seed of the dice [default: drawn]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = game_seed)]
        seed: Option<u64>,
        /// Continue a saved game: a file, or the line itself
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

A saved game is its seed with the moves of people, the players and the rules that are not those of the preset words; q prints it. People who share the screen take turns at it: it is wiped in between, as each may see only their own letters.")]
pub(in crate::cli) struct AuctionArgs {
    /// Who plays, 1 to 14, seat by seat: person, players of the roster, cmd:COMMAND, wasm:FILE
    #[arg(
        long,
        value_name = "A,B,...",
        value_delimiter = ',', action = ArgAction::Set,
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = game_seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Continue a saved game: the line that it left behind, or a file with it
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub(in crate::cli) load: Option<String>,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    /// Do not show the best word before the round is over
    #[arg(long)]
    pub(in crate::cli) no_hints: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame play scrabble
  lettergame play scrabble --players person,simulation:samples=50 --seed 7
  lettergame play scrabble --players equity,score --seed 7 --gcg game.gcg
  lettergame play scrabble --players score,random --games 5 --seed 7 --format csv
  lettergame play scrabble files/scrabble-example.txt --players score,score --seed 7 --boards

The first player moves first in all games; `tournament` rotates the seats. Tiles that a position
does not give are drawn by the seed. Two people who share the screen take turns at it: it is wiped
in between.

GCG tells a game from its first turn: --gcg continues the game of a GCG file up to its turn, and does
not go with a position in another format.")]
pub(in crate::cli) struct ScrabblePlayArgs {
    /// The position to start from: a state file, a CGP string or a GCG file; - is standard input [default: the
    /// start of a game]
    pub(in crate::cli) file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    #[command(flatten)]
    pub(in crate::cli) options: PositionOptions,
    /// Player 1 and player 2: person, players of the roster, cmd:COMMAND, wasm:FILE
    #[arg(long, value_name = "A,B", value_delimiter = ',', action = ArgAction::Set, default_value = "person,equity")]
    pub(in crate::cli) players: Vec<String>,
    /// Whether invalid words are refused (void), or stand unless challenged
    ///
    /// Challenging a valid play costs nothing (single), the turn (double), or 5 or 10 points.
    #[arg(long, value_name = "RULE", default_value = "void", value_parser = challenge_rule())]
    pub(in crate::cli) challenge: ChallengeRule,
    /// The number of games; more than one only without a person
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) games: u32,
    /// Seed of the tiles drawn [default: drawn and printed]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = game_seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// Write each game as a GCG file: a file, or a folder, which is required for several games
    #[arg(long, value_name = "PATH")]
    pub(in crate::cli) gcg: Option<PathBuf>,
    /// Enter a game that is played elsewhere into this GCG file, new or not
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["file", "players", "challenge", "games", "seed", "gcg", "boards", "format"]
    )]
    pub(in crate::cli) annotate: Option<PathBuf>,
    /// The players of a new file of --annotate
    #[arg(
        long,
        value_name = "A,B",
        value_delimiter = ',',
        action = ArgAction::Set,
        default_value = "player1,player2",
        requires = "annotate"
    )]
    pub(in crate::cli) names: Vec<String>,
    /// Show the board after every turn of a single game; people see it in any case
    #[arg(long)]
    pub(in crate::cli) boards: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

fn challenge_rule() -> impl TypedValueParser<Value = ChallengeRule> {
    let names = PossibleValuesParser::new(ChallengeRule::NAMES);
    names.map(|name| name.parse().unwrap_or(ChallengeRule::Void))
}
