//! The arguments that set the rules of a game, or of several that differ in one rule.

use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct RuleArgs {
    /// Rounds of a game [default: that of the preset]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) rounds: Option<String>,
    /// Hidden letters; several (0,3,5 or 0..7) are played one by one
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) hidden: Option<String>,
    /// Preset of the game's rules
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) preset: Option<String>,
    /// Rules of the game, as in rounds=10,hidden=3; several values of one (hidden=0,3,5 or 0..7) are
    /// played one by one; may be given several times
    #[arg(long, value_name = "KEY=VALUE,...")]
    pub(in crate::cli) set: Vec<String>,
}
