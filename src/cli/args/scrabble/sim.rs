//! The arguments of `analyse scrabble sim` and `analyse scrabble infer`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::args::{
    FormatArg, PositionArgs, RackOptions, SetupArgs, number, one_or_more, time, up_to_a_million,
};

#[derive(Debug, Args)]
pub(in crate::cli) struct SimArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    /// The number of plays that are tried, besides the best exchange [default: 10; with at most 7 tiles in the bag
    /// 200, of which the best 10 are shown]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = top)]
    pub(in crate::cli) top: Option<u32>,
    /// The most samples for each play [default: 500; with --time a million]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to_a_million)]
    pub(in crate::cli) samples: Option<u32>,
    /// Begin no sample after this time, as in 1s or 200ms; the table then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(in crate::cli) time: Option<Duration>,
    /// Turns that follow in each sample: 2 are the answer and the next turn
    #[arg(
        long,
        value_name = "N",
        default_value = "2",
        allow_negative_numbers = true,
        value_parser = plies
    )]
    pub(in crate::cli) plies: u32,
    /// Infer what the other player kept from the last turn of a GCG file
    #[arg(long)]
    pub(in crate::cli) infer: bool,
    /// Take every line as a position in CGP and answer it with JSON, on all threads, as soon as it is there [default:
    /// if there are several, which shows with the second]
    #[arg(long, conflicts_with = "infer")]
    pub(in crate::cli) lines: bool,
    /// Seed of the samples
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = crate::cli::args::seed
    )]
    pub(in crate::cli) seed: u64,
    /// Threads, at most 16 for each core [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = one_or_more::<NonZeroUsize>)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct InferArgs {
    /// The game: a GCG file; - is standard input
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) setup: SetupArgs,
    /// The turn after which tiles were kept, from 1 [default: the last]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to_a_million)]
    pub(in crate::cli) turn: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) racks: RackOptions,
    /// The number of leaves shown
    #[arg(
        long,
        value_name = "N",
        default_value = "10",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) top: u32,
    /// Only the tiles, not the leaves
    #[arg(long)]
    pub(in crate::cli) tiles: bool,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

fn top(text: &str) -> Result<u32, String> {
    number(text, 1000).map(std::num::NonZeroU32::get)
}

fn plies(text: &str) -> Result<u32, String> {
    number(text, 100).map(std::num::NonZeroU32::get)
}
