//! The arguments of `merge`.

use std::path::PathBuf;

use clap::Args;

use super::{EndArgs, PartArgs, RecordingArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament tournaments/duel.toml --games 60 --shard 1/2 --out part-1
  lettergame tournament tournaments/duel.toml --games 60 --shard 2/2 --out part-2
  lettergame merge part-1 part-2 --out whole")]
pub(in crate::cli) struct MergeArgs {
    /// The folders of all shards, in any order
    #[arg(required = true)]
    pub(in crate::cli) dirs: Vec<PathBuf>,
    /// Where the whole run goes
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) parts: PartArgs,
    /// Replace an earlier run in that place
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// No remarks
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
    #[command(flatten)]
    pub(in crate::cli) recording: RecordingArgs,
    #[command(flatten)]
    pub(in crate::cli) end: EndArgs,
}
