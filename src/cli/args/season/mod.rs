//! The arguments of `season`.

mod loan;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::cli::args::{FormatArg, HostArgs, PaceArgs, count, one_or_more, seed, whole};

pub(in crate::cli) use loan::{SeasonLendArgs, SeasonTakeBackArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring --format duel --format five:teams=5,hidden=3
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season add spring hares letter-value
  lettergame season add spring mice shadow
  lettergame season add spring bees frequency
  lettergame season play spring --for 10s
  lettergame season standings spring")]
pub(in crate::cli) struct SeasonArgs {
    #[command(subcommand)]
    pub(in crate::cli) action: SeasonAction,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SeasonAction {
    /// Create a season
    Init(Box<SeasonInitArgs>),
    /// Hand in a player for a team: a file, an archive, a folder or a built-in player
    Add(Box<SeasonAddArgs>),
    /// Play where the order is least certain, until it is settled
    Play(SeasonPlayArgs),
    /// Lend matches to another machine: write what it needs to play them into a folder
    Lend(SeasonLendArgs),
    /// Take back what another machine has played of a loan, or give it up
    TakeBack(SeasonTakeBackArgs),
    /// Print what waits: teams without a player, newest hand-ins, loans, unfinished matches
    Status(SeasonStatusArgs),
    /// Print the hand-ins of a team, or what the check of one said
    HandIns(SeasonHandInsArgs),
    /// Print the standings
    Standings(SeasonStandingsArgs),
    /// Print how one team does: its versions, its rivals, its games worth a look
    Team(SeasonReportArgs),
    /// Write the season as a static site: leaderboard, teams, games to step through
    Publish(SeasonPublishArgs),
    /// Let a team play no more; its games stay
    Withdraw(SeasonTeamArgs),
    /// Let a team play again, or an earlier version of it
    Restore(SeasonRestoreArgs),
    /// Make keys with which teams hand in by themselves
    Key(SeasonKeyArgs),
    /// Stop hand-ins by teams, or allow them again
    Freeze(SeasonFreezeArgs),
    /// Print who did what
    Log(SeasonLogArgs),
    /// Check that a season is whole: database, players, rows of every match
    Verify(SeasonVerifyArgs),
    /// Play a sample season of four weeks in two minutes, and publish it
    Demo(SeasonDemoArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season init summer --game scrabble --deadline 2030-01-31T23:59:00Z
  lettergame season init autumn --format duel --format five:teams=5,hidden=3,weight=2

Settings are written to season.toml in the folder, where they can be changed. A format is what teams play: its keys
are teams (in a game), seats-each, weight (in the overall rating) and the settings of the game.")]
pub(in crate::cli) struct SeasonInitArgs {
    /// The folder to create
    pub(in crate::cli) dir: PathBuf,
    /// The game [default: the first]
    #[arg(long)]
    pub(in crate::cli) game: Option<String>,
    /// The name of the season [default: that of the folder]
    #[arg(long)]
    pub(in crate::cli) name: Option<String>,
    /// A format; may be given several times [default: duel, two teams in a game]
    #[arg(long = "format", value_name = "NAME[:KEY=VALUE,...]")]
    pub(in crate::cli) formats: Vec<String>,
    /// Until when teams may hand in, in UTC
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) deadline: Option<String>,
    /// Seed of all deals, which nobody must guess [default: drawn]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// With what probability neighbours must be told apart before play ends
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    pub(in crate::cli) confidence: f64,
    /// Another word list; it is copied into the folder
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    /// Time of a player program for a decision
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) time_limit: Option<String>,
    /// Memory of a player program in mebibytes
    #[arg(long, value_name = "N", value_parser = one_or_more::<u64>)]
    pub(in crate::cli) memory: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver

A file or a folder is copied: a Python, JavaScript or Java player, a module (.wasm), a .jar, a program, or an
archive (.zip, .tar.gz) of it. Java sources, also those of a player for the class simulator, are compiled, which needs a
JDK. How it is started is found out from its files, from player.toml in it, or from --command. The player is checked before it plays; if it fails, its log is printed, and the version before it plays
on. Exit code 1 if it is refused.")]
pub(in crate::cli) struct SeasonAddArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The team; a new one is added
    pub(in crate::cli) team: String,
    /// The player
    pub(in crate::cli) source: String,
    /// How it is started, relative to its folder
    #[arg(long, value_name = "COMMAND")]
    pub(in crate::cli) command: Option<String>,
    /// No remarks
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

fn span(text: &str) -> Result<Duration, String> {
    let wanted = "expected a time from 1ms to 24h, as in 30s, 90m or 8h";
    lettergame_plan::duration(text).map_err(|_| wanted.to_owned())
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season play spring --for 5s
  lettergame season play spring --matches 3

Each match is a run in the folder `matches`: it can be replayed, reported and verified like any other. Play can be
stopped at any moment, also by force, and goes on where it stopped. Several of these commands may play one season at
the same time.")]
pub(in crate::cli) struct SeasonPlayArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// Stop after this time [default: when the order is settled]
    #[arg(long = "for", value_name = "TIME", value_parser = span)]
    pub(in crate::cli) span: Option<Duration>,
    /// Stop after this many matches
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(in crate::cli) matches: Option<u64>,
    /// When there is nothing to play, wait for new players instead of ending
    #[arg(long)]
    pub(in crate::cli) wait: bool,
    #[command(flatten)]
    pub(in crate::cli) pace: PaceArgs,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season status spring
  lettergame season status spring --format json

Also lists loans, with the names by which they are given up. JSON has everything; CSV is the newest hand-in of each
team.")]
pub(in crate::cli) struct SeasonStatusArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season hand-ins spring owls
  lettergame season hand-ins spring owls 1")]
pub(in crate::cli) struct SeasonHandInsArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The team
    pub(in crate::cli) team: String,
    /// The number of a hand-in, to print what its check said [default: list them all]
    #[arg(value_parser = whole)]
    pub(in crate::cli) number: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season play spring --matches 2
  lettergame season standings spring
  lettergame season standings spring --format json

Ratings are joined over all games of all versions; each interval is at 95 %. `above` is the probability that a team
is truly above the next one, and `apart` says whether the two are told apart at the confidence of the season,
however often one looks. JSON has everything.")]
pub(in crate::cli) struct SeasonStandingsArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season team spring owls")]
pub(in crate::cli) struct SeasonReportArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The team
    pub(in crate::cli) team: String,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season add spring foxes saver
  lettergame season play spring --matches 2
  lettergame season publish spring --html site

The site is a folder of pages that need no server and load nothing from elsewhere. It is replaced as a whole when it
is published again. What programs printed is not part of it.")]
pub(in crate::cli) struct SeasonPublishArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The folder of the site; an earlier one is replaced
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) html: PathBuf,
    /// Games that can be stepped through: those worth a look, then the latest
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<usize>)]
    pub(in crate::cli) games: usize,
    /// No progress, no remarks
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season withdraw spring owls")]
pub(in crate::cli) struct SeasonTeamArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The team
    pub(in crate::cli) team: String,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season withdraw spring owls
  lettergame season restore spring owls")]
pub(in crate::cli) struct SeasonRestoreArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The team
    pub(in crate::cli) team: String,
    /// The number of the version that plays from now on [default: the one that played last]
    #[arg(value_parser = whole)]
    pub(in crate::cli) number: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season key spring owls foxes
  lettergame season key spring

Each key is printed once: the season keeps its hash alone. A new key of a team takes the place of an earlier one.
Teams hand in with their keys at the address of `lettergame serve --season`.")]
pub(in crate::cli) struct SeasonKeyArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The teams; new ones are added [default: all that have no key]
    pub(in crate::cli) teams: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season freeze spring
  lettergame season freeze spring --off")]
pub(in crate::cli) struct SeasonFreezeArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// Allow hand-ins again
    #[arg(long)]
    pub(in crate::cli) off: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season log spring --lines 20")]
pub(in crate::cli) struct SeasonLogArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// The number of lines, the newest ones
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count::<u32>)]
    pub(in crate::cli) lines: u32,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame season init spring
  lettergame season add spring owls flat:any=3
  lettergame season verify spring")]
pub(in crate::cli) struct SeasonVerifyArgs {
    /// The folder of the season
    pub(in crate::cli) dir: PathBuf,
    /// No progress
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

fn weeks(text: &str) -> Result<u32, String> {
    let weeks = text.parse().ok().filter(|weeks| (1..=4).contains(weeks));
    weeks.ok_or_else(|| "expected 1 to 4 weeks".to_owned())
}

#[derive(Debug, Args)]
#[command(after_help = "Example:
  lettergame season demo sample --weeks 2   # a minute

Six teams with players in Python, JavaScript and Java, as far as these are installed, with a module and a built-in
player. They improve from week to week, one hands in something broken, one comes late. The site is in the folder
`site`.")]
pub(in crate::cli) struct SeasonDemoArgs {
    /// The folder to create
    pub(in crate::cli) dir: PathBuf,
    /// How many weeks, up to 4
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = weeks)]
    pub(in crate::cli) weeks: u32,
    #[command(flatten)]
    pub(in crate::cli) pace: PaceArgs,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}
