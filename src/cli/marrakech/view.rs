//! `marrakech view`: the board of a state string.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use crate::games::marrakech::picture::{Style, svg, terminal};
use crate::games::marrakech::rules::Position;

pub(super) fn run(game: &str, file: Option<&Path>) -> Result<(), Failure> {
    let position: Position = game.parse().map_err(Failure::usage)?;
    let Some(path) = file else {
        return print(&terminal(&position, Style { colour: wants_colour(), ..Style::default() }));
    };
    fs::write(path, svg(&position))
        .map_err(|error| Failure::Unusable(format!("cannot write {}: {error}", path.display())))?;
    remark(&format!("picture in {}", path.display()));
    Ok(())
}

/// Colour is for people who look at a terminal and have not said `NO_COLOR`.
pub(in crate::cli) fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && io::stdout().is_terminal()
}
