//! The options for programs and operators that watch a run.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use lettergame_plan::duration;

/// Outputs of a run while it is played.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct WatchArgs {
    /// Progress on standard error: for people, or a line of JSON each second
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(in crate::cli) progress: ProgressForm,
    /// Print the standings so far to standard error, again and again after this time, as in 10s; with
    /// --progress json it is the time between two lines [default: never, on a terminal whenever Enter is pressed]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(in crate::cli) every: Option<Duration>,
    /// Keep metrics of the run in this file while it is played, in the text format of Prometheus
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) metrics: Option<PathBuf>,
}

/// The form of progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ProgressForm {
    /// A bar on a terminal, plain lines elsewhere
    #[default]
    Auto,
    /// A line of JSON each second
    Json,
}

impl WatchArgs {
    /// Whether progress is for programs.
    pub(in crate::cli) fn is_json(&self) -> bool {
        self.progress == ProgressForm::Json
    }
}

pub(in crate::cli) fn time(text: &str) -> Result<Duration, String> {
    duration(text).map_err(|expected| format!("expected {expected}"))
}
