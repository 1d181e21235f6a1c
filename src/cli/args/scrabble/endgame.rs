//! The arguments of `analyse scrabble endgame`.

use clap::Args;

use crate::cli::args::{FormatArg, PositionArgs, up_to_a_million};

#[derive(Debug, Args)]
pub(in crate::cli) struct EndgameArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,
    /// The most positions to expand; 200,000 take a second or two
    #[arg(
        long,
        value_name = "N",
        default_value = "200000",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) nodes: u32,
    /// With tiles in the bag: the plays that are tried, besides a pass
    #[arg(
        long,
        value_name = "N",
        default_value = "10",
        allow_negative_numbers = true,
        value_parser = up_to_a_million
    )]
    pub(in crate::cli) top: u32,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}
