//! `play`: one game in the terminal, any seat a person.

mod marrakech;
mod marrakech_turn;

use std::io::{self, BufRead, IsTerminal};

use crate::cli::args::{PlayArgs, PlayGame};
use crate::cli::exit::Failure;
use crate::cli::output::print;

pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    match &args.game {
        PlayGame::Marrakech { players, seed, load } => {
            marrakech::run(players, *seed, load.as_deref())
        }
    }
}

/// Asks, and reads a line: without blanks around it; `None` at the end of the input. Where nobody
/// types, the line that would be seen is ended here.
fn asked(prompt: &str) -> Result<Option<String>, Failure> {
    print(prompt)?;
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    let read = read.map_err(|e| Failure::Unusable(format!("cannot read standard input: {e}")))?;
    if !io::stdin().is_terminal() || read == 0 {
        print("\n")?;
    }
    let text = String::from_utf8_lossy(&line);
    Ok((read > 0).then(|| text.trim().to_owned()))
}
