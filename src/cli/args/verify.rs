//! The arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame tournament tournaments/ci.toml --out today
  lettergame verify today
  lettergame verify today --replay

Exit code 1 if a run is damaged; each finding is a line with file, line and game. --replay takes about as long as
the games took; where players are programs it needs a run with --record plies.")]
pub(in crate::cli) struct VerifyArgs {
    /// Folders of runs, or of sweeps
    #[arg(required = true, value_name = "DIR")]
    pub(in crate::cli) dirs: Vec<PathBuf>,
    /// Also play every game again and compare its rows byte by byte; no program is started
    #[arg(long)]
    pub(in crate::cli) replay: bool,
    /// No progress
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
}
