//! `completions` and `man`: what other programs want to know of this command line.

use clap::CommandFactory;

use crate::cli::args::{Cli, CompletionsArgs};
use crate::cli::exit::Failure;
use crate::cli::output::print;

pub(super) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "lettergame", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// One page: the command, then each subcommand.
pub(super) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    let failed = |error: std::io::Error| Failure::Unusable(error.to_string());
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let manual = clap_mangen::Man::new(sub.clone());
        manual.render_name_section(&mut page).map_err(failed)?;
        manual.render_synopsis_section(&mut page).map_err(failed)?;
        manual.render_options_section(&mut page).map_err(failed)?;
    }
    print(&String::from_utf8_lossy(&page))
}
