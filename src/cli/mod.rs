//! The command line: parses and checks arguments, calls the library, prints its output and sets the
//! exit code.
//!
//! Data goes to standard output, progress and remarks to standard error. Each command has its own
//! file.

mod addresses;
mod analyse;
mod args;
mod ask;
mod bench;
mod check;
mod class_players;
mod compare;
mod complete;
mod conditions;
mod exit;
mod generate;
mod history;
mod lexicon;
mod merge;
mod new_player;
mod output;
mod play;
mod players;
mod progress;
mod recorder;
mod replay;
mod report;
mod resume;
mod season;
mod serve;
mod session;
mod status;
mod tournament;
mod train;
mod tune;
mod verify;
mod whole_file;
mod words;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command, mistyped_command};
use exit::Failure;

use lettergame_registry::{self as registry, Games};
use lettergame_sandbox as sandbox;

/// Runs the command line of this process with these games and returns its exit code. Call it once,
/// first thing in `main`: a sandboxed player program is started through this very executable.
#[must_use]
pub fn main_with(games: Games) -> ExitCode {
    if let Some(code) = sandbox::main_if_stage(std::env::args()) {
        return code;
    }
    let installed = registry::install(games).map_err(|error| Failure::Usage(error.to_string()));
    if installed.is_ok() {
        complete::answer_shell();
    }
    match installed.and_then(|()| dispatch(parsed()?.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.remark().iter().for_each(|text| output::remark(text));
            ExitCode::from(failure.code())
        }
    }
}

/// The arguments of this process; exits if they are invalid or ask for help.
///
/// # Errors
/// A mistyped command of `analyse scrabble`, which takes a file in its place.
fn parsed() -> Result<Cli, Failure> {
    let matches = command().try_get_matches();
    let parsed = matches.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
    parsed.or_else(|mut error| match mistyped(&error, std::env::args_os()) {
        Some(text) => Err(Failure::Usage(text)),
        None => {
            suggest_whole_command(&mut error);
            error.exit()
        }
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

/// The command that is mistyped if these arguments conflict, and the one that may be meant.
fn mistyped(error: &clap::Error, args: impl Iterator<Item = OsString>) -> Option<String> {
    let conflict = error.kind() == ErrorKind::ArgumentConflict;
    conflict.then(|| mistyped_command(args)).flatten()
}

/// The description of the command line, for completions, manuals and tests of documentation.
#[must_use]
pub fn command() -> clap::Command {
    let command = with_flowing_help(Cli::command());
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

fn dispatch(command: Command) -> Result<(), Failure> {
    match command {
        Command::Tournament(args) => tournament::run(&args),
        Command::Resume(args) => resume::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::History(args) => history::run(&args),
        Command::Season(args) => season::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Words(args) => words::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Players(args) => players::run(&args),
        Command::NewPlayer(args) => new_player::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man => generate::man(),
    }
}
