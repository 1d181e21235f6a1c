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

/// One page: the command, then each subcommand with its own.
pub(super) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone())
        .render(&mut page)
        .and_then(|()| render_subcommands(&command, &mut page))
        .map_err(|error| Failure::Unusable(error.to_string()))?;
    print(&String::from_utf8_lossy(&page))
}

fn render_subcommands(command: &clap::Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let manual = clap_mangen::Man::new(sub.clone());
        manual.render_name_section(page)?;
        manual.render_synopsis_section(page)?;
        manual.render_options_section(page)?;
        render_subcommands(sub, page)?;
    }
    Ok(())
}
