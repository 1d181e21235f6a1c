//! The arguments that say under which conditions players are compared or tuned.

use std::path::PathBuf;

use clap::Args;

use super::{ConfigOptions, RuleArgs};

#[derive(Debug, Args)]
pub(in crate::cli) struct ConditionArgs {
    /// A config with rules, seats and player tables; options override it
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,
    #[command(flatten)]
    pub(in crate::cli) options: ConfigOptions<true>,
}
