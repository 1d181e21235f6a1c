//! `play`: games in the terminal, with people in any of the seats.

mod auction;
mod marrakech;
mod marrakech_turn;
mod messages;
mod saved;
mod scrabble;
mod screen;
pub(super) mod wordgame;

use crate::cli::args::{PlayArgs, PlayGame};
use crate::cli::ask::{ask, at_terminal};
use crate::cli::exit::Failure;
use crate::cli::output::print;
use lettergame_tournament::{PlayerError, PlayerFactoryError};

pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    match &args.game {
        PlayGame::Auction(args) => auction::run(args),
        PlayGame::Scrabble(args) => scrabble::run(args),
        PlayGame::Wordgame(args) => wordgame::run(args),
        PlayGame::Marrakech { players, seed, load, host_options } => {
            marrakech::run(players, *seed, load.as_deref(), host_options.host_options())
        }
    }
}

/// An unknown name may have been meant as a person's.
fn with_person(error: PlayerFactoryError) -> Failure {
    match error {
        PlayerFactoryError::Player(PlayerError::Unknown { .. }) => {
            Failure::Usage(format!("{error}; `person` is you"))
        }
        other => other.into(),
    }
}

/// Prints a prompt and reads a line, trimmed; `None` at the end of the input. Also ends the
/// prompt's line if no Enter was typed at a terminal.
fn asked(prompt: &str) -> Result<Option<String>, Failure> {
    let line = ask(prompt)?;
    if line.is_none() || !at_terminal() {
        print("\n")?;
    }
    Ok(line.map(|line| line.trim().to_owned()))
}
