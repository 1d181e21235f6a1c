//! The arguments of `train`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{PaceArgs, SetupArgs, number, seed};

#[derive(Debug, Args)]
#[command(after_help = "Example:
  lettergame train marrakech --games 500 --rounds 1")]
pub(in crate::cli) struct TrainArgs {
    #[command(subcommand)]
    pub(in crate::cli) game: TrainGame,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TrainGame {
    /// How likely letters still to come complete a word: the odds of champion
    #[command(
        alias = "auction-odds",
        after_help = "Examples:
  lettergame train auction --out auction-odds.csv    # about 17 seconds
  lettergame train auction --states 500

Random letters are completed by random draws from a random bag; the odds are fitted to how often a
draw completes a word of seven letters. The same options make the same bytes; the defaults make the
file that comes with the program, which a build takes from crates/auction/data/auction-odds.csv."
    )]
    Auction(OddsArgs),
    /// The same where letters are chosen one by one, under a cap of seven
    #[command(after_help = "Examples:
  lettergame train auction-capped --out auction-odds-capped.csv    # about 90 seconds
  lettergame train auction-capped --trials 500

Letters of a random bag are offered one after the other, and taken if that raises the chance of a
seven-letter word, at first by the number of ways to complete one; the odds are fitted to whether one was
complete in the end, and the next round chooses with those. The same options make the same bytes; the
defaults make the file that comes with the program, which a build takes from
crates/auction/data/auction-odds-capped.csv.")]
    AuctionCapped(CappedArgs),
    /// What a rival bids next: the network of champion
    #[command(after_help = "Examples:
  lettergame train auction-bids --out auction-bids.safetensors    # about 10 minutes
  lettergame train auction-bids --tables 16 --out few.safetensors

Built-in players with usual and with random parameters play in random company, under random rules, and
champion watches them; the network is fitted to what they bid. One table in sixteen shows how well it forecasts.
A player takes the file by champion:bid-model=FILE. The same options make the same bytes; the defaults make
the file that comes with the program, which a build takes from crates/auction/data/auction-bids.safetensors.")]
    AuctionBids(BidArgs),
    /// What a position is worth: the weights of expectimax and mcts
    #[command(
        alias = "marrakech-standing",
        after_help = "Examples:
  lettergame train marrakech --out marrakech-standing.csv    # about 90 seconds
  lettergame train marrakech --games 500 --rounds 1

expectimax plays against itself, first with plain weights; new weights are fitted to who won, and the
next round plays with those. The same options make the same bytes; the defaults make the file that
comes with the program, which a build takes from crates/marrakech/data/marrakech-standing.csv."
    )]
    Marrakech(StandingArgs),
    /// What tiles kept on the rack are worth: the leaves of equity and simulation
    #[command(
        alias = "scrabble-leaves",
        after_help = "Examples:
  lettergame train scrabble --out scrabble-leaves.csv    # about 30 seconds
  lettergame train scrabble --games 100 --out leaves.klv2    # as wolges, MAGPIE and macondo read them
  lettergame train scrabble --games 100 --board super --distribution super --out super.csv

equity plays against itself, first without leaves; new values are fitted to what leaves were worth on
the same board, and the next round plays with those. A file whose name ends in .klv2 has the value of every leave. The same options make the same bytes; the
defaults make the file that comes with the program, which a build takes from
crates/scrabble/data/scrabble-leaves.csv."
    )]
    Scrabble(LeavesArgs),
    /// How probably a lead wins: the model of simulation
    #[command(after_help = "Examples:
  lettergame train scrabble-win --out scrabble-win.csv    # about 2 minutes
  lettergame train scrabble-win --games 1000

equity plays against itself; mean and deviation of the change of the lead until the end are fitted for
each number of tiles unseen. A quarter as many games more show how well that predicts. A player takes the
file by simulation:win-model=FILE. The same options make the same bytes; the defaults make the file that comes
with the program, which a build takes from crates/scrabble/data/scrabble-win.csv.")]
    ScrabbleWin(WinArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct OddsArgs {
    /// Random states of a round: letters held, and a bag
    #[arg(
        long,
        value_name = "N",
        default_value = "50000",
        allow_negative_numbers = true,
        value_parser = states
    )]
    pub(in crate::cli) states: NonZeroU32,
    /// Random draws for each state
    #[arg(
        long,
        value_name = "N",
        default_value = "100",
        allow_negative_numbers = true,
        value_parser = draws
    )]
    pub(in crate::cli) draws: NonZeroU32,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CappedArgs {
    /// Trials of each round: letters held, and letters offered
    #[arg(
        long,
        value_name = "N",
        default_value = "50000",
        allow_negative_numbers = true,
        value_parser = states
    )]
    pub(in crate::cli) trials: NonZeroU32,
    /// Rounds of choosing and fitting
    #[arg(
        long,
        value_name = "N",
        default_value = "5",
        allow_negative_numbers = true,
        value_parser = rounds
    )]
    pub(in crate::cli) rounds: NonZeroU32,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BidArgs {
    /// Tables whose bids are learnt from, of one game or several; each takes 50 kB of memory
    #[arg(
        long,
        value_name = "N",
        default_value = "12000",
        allow_negative_numbers = true,
        value_parser = games
    )]
    pub(in crate::cli) tables: NonZeroU32,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct LeavesArgs {
    /// Games of all rounds together
    #[arg(
        long,
        value_name = "N",
        default_value = "10000",
        allow_negative_numbers = true,
        value_parser = games
    )]
    pub(in crate::cli) games: NonZeroU32,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct WinArgs {
    /// Games of the fit
    #[arg(
        long,
        value_name = "N",
        default_value = "100000",
        allow_negative_numbers = true,
        value_parser = games
    )]
    pub(in crate::cli) games: NonZeroU32,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct StandingArgs {
    /// Games of each number of players (2, 3, 4) in the last round, a quarter in those before; each
    /// takes 6 kB of memory
    #[arg(
        long,
        value_name = "N",
        default_value = "30000",
        allow_negative_numbers = true,
        value_parser = games
    )]
    pub(in crate::cli) games: NonZeroU32,
    /// Rounds of playing and fitting
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        allow_negative_numbers = true,
        value_parser = rounds
    )]
    pub(in crate::cli) rounds: NonZeroU32,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
}

/// Where the model comes from and where it goes.
#[derive(Debug, Args)]
pub(in crate::cli) struct MakingArgs {
    /// Seed of all random choices: deals, dice, samples
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = seed
    )]
    pub(in crate::cli) seed: u64,
    /// Write the model to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) pace: PaceArgs,
}

fn games(text: &str) -> Result<NonZeroU32, String> {
    number(text, 1_000_000)
}

fn states(text: &str) -> Result<NonZeroU32, String> {
    number(text, 1_000_000)
}

fn draws(text: &str) -> Result<NonZeroU32, String> {
    number(text, 100_000)
}

fn rounds(text: &str) -> Result<NonZeroU32, String> {
    number(text, 100)
}
