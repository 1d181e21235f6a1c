//! The arguments that say how player programs are treated.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use lettergame_protocol::HostOptions;
use lettergame_sandbox::Mode;

/// How player programs are treated.
#[derive(Debug, Args)]
pub(in crate::cli) struct HostArgs {
    /// Shut player programs in: as well as this system can, completely or not at all, or not
    #[arg(long, value_name = "MODE", value_enum, default_value_t = Shut::Auto)]
    sandbox: Shut,
    /// What player programs may read beside their own; may be given several times
    #[arg(long, value_name = "PATH")]
    allow_read: Vec<PathBuf>,
    /// Let player programs go on thinking while nothing is asked of them; the sandbox stops them otherwise
    #[arg(long)]
    allow_pondering: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shut {
    /// As well as this system can
    Auto,
    /// Completely, or the programs are refused
    Require,
    /// Not at all
    Off,
}

impl HostArgs {
    pub(in crate::cli) fn host_options(&self) -> HostOptions {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        HostOptions {
            sandbox: match self.sandbox {
                Shut::Auto => Mode::Auto,
                Shut::Require => Mode::Require,
                Shut::Off => Mode::Off,
            },
            allow_read: self.allow_read.iter().map(absolute).collect(),
            pondering: self.allow_pondering,
            ..HostOptions::default()
        }
    }
}
