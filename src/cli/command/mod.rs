//! The description of the command line: how it is read, with the user's defaults; its helps, its manual and
//! its completions.

mod complete;
pub(super) mod defaults;
mod generate;
mod headings;

use std::io::IsTerminal;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use crate::cli::args::Cli;
use crate::cli::exit::Failure;

pub(super) use complete::answer_shell;
pub(super) use generate::{completions, man};
pub(super) use headings::arranged;

/// The arguments of this process; exits if they are invalid or ask for help.
///
/// # Errors
/// Defaults that cannot be used.
pub(super) fn parsed() -> Result<Cli, Failure> {
    let options = &defaults::read()?.options;
    let read = |command| -> Result<Result<Cli, clap::Error>, Failure> {
        let matches = defaults::applied(command, options)?.try_get_matches();
        Ok(matches.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches)))
    };
    // helps are arranged only for those who read them
    let parsed = match read(Cli::command())? {
        Err(_) => read(command())?,
        parsed => parsed,
    };
    parsed.or_else(|mut error| {
        let is_typed = || Cli::command().try_get_matches().is_err();
        if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
            && let Some(default) = defaults::blamed(argument, options)
            && !is_typed()
        {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            return Err(Failure::Usage(format!("{}: {first}", default.place)));
        }
        suggest_whole_command(&mut error);
        error.exit()
    })
}

/// Suggests the commands that have one of this name below them, as `play scrabble` for `scrabble`.
fn suggest_whole_command(error: &mut clap::Error) {
    let name = std::env::args_os().nth(1).unwrap_or_default();
    let command = Cli::command();
    let above = command.get_subcommands().filter(|above| above.find_subcommand(&name).is_some());
    let whole = above.map(|above| format!("{} {}", above.get_name(), name.display()));
    let whole: Vec<String> = whole.collect();
    if error.kind() == ErrorKind::InvalidSubcommand && !whole.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(whole));
    }
}

/// The description of the command line, for completions, manuals and tests of documentation.
#[must_use]
pub fn command() -> clap::Command {
    let command = arranged(with_flowing_help(Cli::command()));
    // without a terminal's limit, examples are not wrapped
    if std::io::stdout().is_terminal() { command } else { command.term_width(LONGEST_LINE) }
}

/// The width of a help text that goes to a file or a pipe, in columns.
const LONGEST_LINE: usize = 120;

/// Lets the prose below options wrap to the width of the terminal: its lines are joined into
/// paragraphs, and those of examples are kept.
fn with_flowing_help(command: clap::Command) -> clap::Command {
    let help = command.get_after_help().map(|text| {
        let mut flowing = String::new();
        for line in text.to_string().lines() {
            let is_prose = !line.starts_with(' ') && !line.is_empty() && !line.ends_with(':');
            let continues = is_prose && !flowing.is_empty() && !flowing.ends_with('\n');
            let ends =
                !is_prose && !line.is_empty() && !flowing.is_empty() && !flowing.ends_with('\n');
            flowing += match () {
                () if continues => " ",
                () if ends => "\n",
                () => "",
            };
            flowing += line;
            flowing += if is_prose { "" } else { "\n" };
            if line.is_empty() && !flowing.ends_with("\n\n") {
                flowing += "\n";
            }
        }
        flowing
    });
    let command = match help {
        Some(help) => command.after_help(help),
        None => command,
    };
    command.mut_subcommands(with_flowing_help)
}
