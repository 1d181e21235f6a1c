//! The arguments as typed; nothing here acts on them.

mod analyse;
mod compare;
mod conditions;
mod config_options;
mod history;
mod host_options;
mod marrakech;
mod merge;
mod new_player;
mod pace;
mod parts;
mod play;
mod replay;
mod report;
mod rules;
mod scrabble;
mod season;
mod serve;
mod shard;
mod standings;
mod train;
mod tune;
mod verify;
mod watch;
mod wordgame;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgAction, Args, Parser, Subcommand};
use clap_complete::Shell;

pub(super) use analyse::{AnalyseArgs, AnalyseGame, LettersArgs};
pub(super) use compare::CompareArgs;
pub(super) use conditions::ConditionArgs;
pub(super) use config_options::ConfigOptions;
pub(super) use history::{HistoryArgs, HistoryQuery, PastArgs, RecordingArgs};
pub(super) use host_options::HostArgs;
pub(super) use marrakech::{MarrakechArgs, MarrakechQuery};
pub(super) use merge::MergeArgs;
pub(super) use new_player::{CheckArgs, Language, NewPlayerArgs};
pub(super) use pace::PaceArgs;
pub(super) use parts::PartArgs;
pub(super) use play::{AuctionArgs, PlayArgs, PlayGame, ScrabblePlayArgs};
pub(super) use replay::ReplayArgs;
pub(super) use report::ReportArgs;
pub(super) use rules::RuleArgs;
pub(super) use scrabble::{
    BestArgs, ColourWhen, CountArgs, EndgameArgs, GameArgs, InferArgs, ListArgs, PositionArgs,
    PositionOptions, PromptArgs, RackOptions, RankBy, ScrabbleArgs, ScrabbleQuery, SetupArgs,
    SimArgs, ViewArgs, meant_command,
};
pub(super) use season::{
    SeasonAction, SeasonAddArgs, SeasonArgs, SeasonDemoArgs, SeasonFreezeArgs, SeasonHandInsArgs,
    SeasonInitArgs, SeasonKeyArgs, SeasonLendArgs, SeasonLogArgs, SeasonPlayArgs,
    SeasonPublishArgs, SeasonReportArgs, SeasonRestoreArgs, SeasonStandingsArgs, SeasonStatusArgs,
    SeasonTakeBackArgs, SeasonTeamArgs, SeasonVerifyArgs,
};
pub(super) use serve::ServeArgs;
pub(super) use standings::StandingsArgs;
pub(super) use train::{
    BidArgs, CappedArgs, LeavesArgs, MakingArgs, OddsArgs, StandingArgs, TrainArgs, TrainGame,
    WinArgs,
};
pub(super) use tune::TuneArgs;
pub(super) use verify::VerifyArgs;
pub(super) use watch::{WatchArgs, time};
pub(super) use wordgame::{HandArgs, Part, SessionArgs, WordgameArgs, WordgameQuery};

use lettergame_plan::Shard;
use lettergame_report::Format;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The arena for letter games: seeded tournaments, thousands of games a second, the same rows every
/// time.
#[derive(Debug, Parser)]
#[command(name = "lettergame", version, styles = STYLES, propagate_version = true, args_override_self = true)]
#[command(
    after_help = "Example:\n  lettergame tournament --players letter-value,random --games 1000 --seed 7"
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a tournament
    Tournament(Box<TournamentArgs>),
    /// Continue an interrupted run
    Resume(ResumeArgs),
    /// Merge the shards of one run
    Merge(MergeArgs),
    /// Show one game of a run again, ply by ply
    Replay(ReplayArgs),
    /// Summarise runs: standings, pairs, distributions, faults, games worth a look
    Report(ReportArgs),
    /// Check that the files of runs are undamaged
    Verify(VerifyArgs),
    /// Is A better than B? A paired comparison, for people and for CI
    Compare(Box<CompareArgs>),
    /// Find better values for the parameters of a player
    Tune(Box<TuneArgs>),
    /// Show what `--history` has recorded over time
    History(HistoryArgs),
    /// Run a tournament for weeks: hand in players, play where the order is open, see who stands where
    Season(SeasonArgs),
    /// Play one game in the terminal, against players or people
    Play(PlayArgs),
    /// Analyse a position, a hand or letters of a game
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Query the word list: best word, anagrams, check, list, export
    Words(WordsArgs),
    /// Open the simulator in the browser: watch games, play them
    Serve(ServeArgs),
    /// List the players of each game with their parameters
    Players(PlayersArgs),
    /// Write a player program that runs, with its test
    NewPlayer(NewPlayerArgs),
    /// Audit a player program step by step
    Check(CheckArgs),
    /// Retrain the models of built-in players
    Train(TrainArgs),
    /// Measure how fast this machine plays
    Bench(BenchArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  lettergame completions bash > lettergame.bash")]
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(after_help = "Example:\n  lettergame man > lettergame.1")]
    Man,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FormatArg {
    /// How to print results: table, json, csv or markdown
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Table, value_parser = format)]
    pub(super) format: Format,
}

/// What a command does after the last game.
#[derive(Debug, Args)]
pub(super) struct EndArgs {
    /// Exit with 0 when all games are played, even if programs failed in game after game (otherwise 4; a part of
    /// a run always exits with 0)
    #[arg(long)]
    pub(super) exit_zero: bool,
    #[command(flatten)]
    pub(super) view: StandingsArgs,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

/// The seed of a game, as pages, reports and files show it.
fn game_seed(text: &str) -> Result<u64, String> {
    lettergame_base::Seed::of_text(text).map(|seed| seed.0).map_err(|error| error.to_string())
}

/// The seed of something with a config, whose numbers are signed.
fn seed(text: &str) -> Result<u64, String> {
    let wanted = format!("expected a whole number from 0 to {}", i64::MAX);
    text.parse().ok().filter(|&seed| seed <= i64::MAX as u64).ok_or(wanted)
}

/// A whole number from 1 to `most`.
fn number(text: &str, most: u32) -> Result<NonZeroU32, String> {
    let number: Option<NonZeroU32> = text.parse().ok();
    number
        .filter(|number| number.get() <= most)
        .ok_or_else(|| format!("expected a whole number from 1 to {most}"))
}

fn up_to_a_million(text: &str) -> Result<u32, String> {
    number(text, 1_000_000).map(NonZeroU32::get)
}

fn whole(text: &str) -> Result<u64, String> {
    count(text)
}

fn count<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number of 0 or more".to_owned())
}

fn one_or_more<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number of 1 or more".to_owned())
}

fn format(text: &str) -> Result<Format, String> {
    text.parse().map_err(|()| "possible values: table, json, csv, markdown".to_owned())
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament --players letter-value,random --rounds 10
  lettergame tournament --players flat,shadow,zero --schedule round-robin --hidden 0..7 --games 60
  lettergame tournament tournaments/duel.toml --games 200 --out duel")]
pub(super) struct TournamentArgs {
    /// A config in TOML; options override it
    pub(super) config: Option<PathBuf>,
    /// Players, separated by commas: names (see `players`), cmd:COMMAND or wasm:FILE
    ///
    /// Parameters follow the name, as in flat:any=3. A player may be renamed, as in old=flat:any=3. A grid
    /// (key=1..9, key=1..9..2 or key=1/4/6) makes a player for each value.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', action = ArgAction::Set)]
    pub(super) players: Option<Vec<String>>,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    #[command(flatten)]
    pub(super) options: ConfigOptions<false>,
    /// Play only part I of N; array/N takes I from a job array (Slurm, Kubernetes, AWS Batch)
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, value_parser = shard::read)]
    pub(super) shard: Shard,
    #[command(flatten)]
    pub(super) parts: PartArgs,
    /// Where the results go [default: tournaments/results/NAME-SEED]
    ///
    /// NAME is that of the config, or else the players and the schedule. A number is added where the folder exists.
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Continue an unfinished run of the same config in that place; start it if there is none
    #[arg(long = "continue", conflicts_with = "force")]
    pub(super) go_on: bool,
    /// Replace an earlier run in that place
    #[arg(long)]
    pub(super) force: bool,
    /// Print the config in full and do nothing else
    #[arg(long)]
    pub(super) print_config: bool,
    #[command(flatten)]
    pub(super) recording: RecordingArgs,
    #[command(flatten)]
    pub(super) host_options: HostArgs,
    #[command(flatten)]
    pub(super) pace: PaceArgs,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
    #[command(flatten)]
    pub(super) end: EndArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament --players letter-value,random --games 1000 --seed 7 --out friday
  lettergame resume friday

A run that is complete is left as it is.")]
pub(super) struct ResumeArgs {
    /// The folder of the run, or of the runs of a sweep
    pub(super) dir: PathBuf,
    #[command(flatten)]
    pub(super) recording: RecordingArgs,
    #[command(flatten)]
    pub(super) host_options: HostArgs,
    #[command(flatten)]
    pub(super) pace: PaceArgs,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
    #[command(flatten)]
    pub(super) end: EndArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame players --game auction --format markdown
  lettergame players --schema auction > auction.json")]
pub(super) struct PlayersArgs {
    /// Only those of this game
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Print instead the JSON Schema of the messages to and from a player program in this game
    #[arg(long, value_name = "GAME", conflicts_with_all = ["game", "format"])]
    pub(super) schema: Option<String>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame words best QARTSEU
  lettergame words anagrams LISTEN
  lettergame words check PAWN ESCORT
  lettergame words list --length 7
  lettergame words export words.kwg")]
pub(super) struct WordsArgs {
    #[command(subcommand)]
    pub(super) query: WordsQuery,
}

#[derive(Debug, Subcommand)]
pub(super) enum WordsQuery {
    /// The word of the Letter Game that earns most from these letters
    #[command(after_help = "Example:\n  lettergame words best QARTSEU")]
    Best {
        /// Letters, in any order and case
        letters: String,
        /// Preset of the Letter Game's rules
        #[arg(long, value_name = "NAME", default_value = "words")]
        preset: String,
        #[command(flatten)]
        common: WordsCommon,
    },
    /// The words that use exactly these letters
    #[command(after_help = "Example:\n  lettergame words anagrams LISTEN --sub")]
    Anagrams {
        /// Letters, in any order and case
        letters: String,
        /// Also the words that use only some of them, longest first
        #[arg(long)]
        sub: bool,
        #[command(flatten)]
        common: WordsCommon,
    },
    /// Are these words in the list? (exit code 1 if one is not)
    #[command(after_help = "Example:\n  lettergame words check PAWN ESCORT")]
    Check {
        /// Words, in any case
        #[arg(required = true)]
        words: Vec<String>,
        #[command(flatten)]
        common: WordsCommon,
    },
    /// The words of the list in alphabetical order
    #[command(after_help = "Example:\n  lettergame words list --length 7")]
    List {
        /// Only words of this many letters
        #[arg(long, value_name = "N", value_parser = one_or_more::<usize>)]
        length: Option<usize>,
        #[command(flatten)]
        common: WordsCommon,
    },
    /// Write the list as a KWG file, which other Scrabble programs read
    #[command(after_help = "Examples:
  lettergame words export words.kwg
  lettergame words check PAWN --lexicon words.kwg

The file has the words as a minimal DAWG and their GADDAG. Every --lexicon takes a KWG file in place of a
text; of a file from elsewhere only the words are read.")]
    Export {
        /// The file to write
        file: PathBuf,
        /// Another word list
        #[arg(long, value_name = "FILE")]
        lexicon: Option<PathBuf>,
        /// The tiles of Scrabble in whose order the letters are numbered: german, polish or another name, or a file
        #[arg(long, value_name = "NAME|FILE")]
        distribution: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(super) struct WordsCommon {
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(super) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  lettergame bench --seconds 0.2")]
pub(super) struct BenchArgs {
    /// Seconds for each measurement
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub(super) seconds: f64,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: Shell,
}
