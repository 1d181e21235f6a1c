//! `play`: games in the terminal, any seat a person.

mod auction;
mod marrakech;
mod marrakech_turn;
pub(super) mod scrabble;
mod screen;
pub(super) mod wordgame;

use crate::cli::args::{PlayArgs, PlayGame};
use crate::cli::ask::{ask, at_terminal};
use crate::cli::exit::Failure;
use crate::cli::output::print;
use lettergame_tournament::{PERSON, PlayerError, PlayerFactoryError};

pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    match &args.game {
        PlayGame::Auction(args) => auction::run(args),
        PlayGame::Scrabble(args) => scrabble::run(args, [PERSON, "equity"]),
        PlayGame::Wordgame(args) => wordgame::run(args),
        PlayGame::Marrakech { players, seed, load, host_options } => {
            marrakech::run(players, *seed, load.as_deref(), host_options.host_options())
        }
    }
}

/// An unknown name may have been meant for the person.
fn with_person(error: PlayerFactoryError) -> Failure {
    match error {
        PlayerFactoryError::Player(PlayerError::Unknown { .. }) => {
            Failure::Usage(format!("{error}; `person` is you"))
        }
        other => other.into(),
    }
}

/// Asks, and reads a line: without blanks around it; `None` at the end of the input. Where nobody
/// types, the line that would be seen is ended here.
fn asked(prompt: &str) -> Result<Option<String>, Failure> {
    let line = ask(prompt)?;
    if line.is_none() || !at_terminal() {
        print("\n")?;
    }
    Ok(line.map(|line| line.trim().to_owned()))
}
