//! The arguments that say under which conditions players are compared or tuned.

use std::path::PathBuf;

use clap::Args;

use super::{RuleArgs, seed};

#[derive(Debug, Args)]
pub(in crate::cli) struct ConditionArgs {
    /// The game [default: auction]
    #[arg(long)]
    pub(in crate::cli) game: Option<String>,
    /// A config whose rules, seats and player tables hold where no option says otherwise
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,
    /// In which seats each deal is played: rotate, permute or fixed [default: rotate]
    #[arg(long, value_name = "HOW")]
    pub(in crate::cli) seats: Option<String>,
    /// Seed of all random choices [default: drawn and printed]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(in crate::cli) seed: Option<u64>,
    /// The time of a player program for a decision [default: the game's, 2s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) time_limit: Option<String>,
    /// The time of a player program for all decisions of a game [default: 30 times that for a decision]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) game_time: Option<String>,
    /// The time for a player program to say hello [default: 10s]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) init_time: Option<String>,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
}
