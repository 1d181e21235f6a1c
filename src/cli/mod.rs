//! The command line: arguments as typed, checked, handed to the library; output and exit code.
//!
//! Data goes to standard output, progress and remarks to standard error. A file for each command.

mod addresses;
mod args;
mod ask;
mod bench;
mod check;
mod class_players;
mod compare;
mod conditions;
mod exit;
mod generate;
mod history;
mod lexicon;
mod marrakech;
mod merge;
mod new_player;
mod output;
mod play;
mod players;
mod progress;
mod recorder;
mod remedies;
mod replay;
mod report;
mod resume;
mod scrabble;
mod serve;
mod session;
mod tournament;
mod train;
mod tune;
mod verify;
mod whole_file;
mod wordgame;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::Failure;

use lettergame_registry::{self as registry, Games};
use lettergame_sandbox as sandbox;

/// Runs the command line of this process with these games and returns its exit code. To be called once, first thing
/// in `main`: a sandboxed player program is started through this very executable.
#[must_use]
pub fn main_with(games: Games) -> ExitCode {
    if let Some(code) = sandbox::main_if_stage(std::env::args()) {
        return code;
    }
    let installed = registry::install(games).map_err(|error| Failure::Usage(error.to_string()));
    match installed.and_then(|()| dispatch(Cli::parse().command)) {
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
        Command::Compare(args) => compare::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Players(args) => players::run(&args),
        Command::Words(args) => words::run(&args),
        Command::Marrakech(args) => marrakech::run(&args),
        Command::Scrabble(args) => scrabble::run(&args),
        Command::Play(args) => play::run(&args),
        Command::NewPlayer(args) => new_player::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Wordgame(args) => wordgame::run(&args),
        Command::History(args) => history::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man => generate::man(),
    }
}
