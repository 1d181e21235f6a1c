//! The options for speed and verbosity.

use std::num::NonZeroUsize;

use clap::Args;

use crate::cli::args::one_or_more;
use crate::cli::output::remark;
use lettergame_base::Seed;

/// Options for speed and verbosity.
#[derive(Debug, Args)]
pub(in crate::cli) struct PaceArgs {
    /// Threads, at most 16 for each core and one for each game [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = one_or_more::<NonZeroUsize>)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,
    /// No progress, no remarks
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

impl PaceArgs {
    /// Remarks on standard error, unless nothing but results is wanted.
    pub(in crate::cli) fn remark(&self, text: &str) {
        if !self.quiet {
            remark(text);
        }
    }

    /// Remarks on a seed that was drawn, so that the same games can be played again.
    pub(in crate::cli) fn remark_on_seed(&self, seed: Seed) {
        self.remark(&format!("seed {}", seed.0));
    }
}
