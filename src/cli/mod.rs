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
mod command;
mod compare;
mod conditions;
mod exit;
mod history;
mod lexicon;
mod merge;
mod new_player;
mod output;
mod play;
mod players;
mod replay;
mod report;
mod resume;
mod runs;
mod season;
mod serve;
mod tournament;
mod train;
mod tune;
mod verify;
mod whole_file;
mod words;

use std::process::ExitCode;

use args::Command;
use exit::Failure;

pub use command::command;

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
        command::answer_shell();
    }
    match installed.and_then(|()| dispatch(command::parsed()?.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.remark().iter().for_each(|text| output::remark(text));
            ExitCode::from(failure.code())
        }
    }
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
        Command::Completions(args) => command::completions(&args),
        Command::Man => command::man(),
    }
}
