//! The arguments that say how player programs are treated.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use lettergame_protocol::HostOptions;
use lettergame_sandbox::Mode;

/// How player programs are treated.
#[derive(Debug, Args)]
pub(in crate::cli) struct HostArgs {
    /// Sandbox for player programs
    #[arg(long, value_name = "MODE", value_enum, default_value_t = Sandbox::Auto)]
    sandbox: Sandbox,
    /// What player programs may read besides their own files; may be given several times
    #[arg(long, value_name = "PATH")]
    allow_read: Vec<PathBuf>,
    /// Let player programs think while they are not asked; otherwise the sandbox pauses them
    #[arg(long)]
    allow_pondering: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sandbox {
    /// As much of it as this system offers
    Auto,
    /// All of it, or the programs are refused
    Require,
    /// None of it; only for programs you trust
    Off,
}

impl HostArgs {
    pub(in crate::cli) fn host_options(&self) -> HostOptions {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        HostOptions {
            sandbox: match self.sandbox {
                Sandbox::Auto => Mode::Auto,
                Sandbox::Require => Mode::Require,
                Sandbox::Off => Mode::Off,
            },
            allow_read: self.allow_read.iter().map(absolute).collect(),
            pondering: self.allow_pondering,
            ..HostOptions::default()
        }
    }
}
