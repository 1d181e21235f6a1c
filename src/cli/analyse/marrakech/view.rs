//! `analyse marrakech view`: the board of a state string.

use std::fs;
use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::output::{print, remark, wants_colour};
use lettergame_marrakech::picture::{Style, svg, terminal};
use lettergame_marrakech::rules::Position;

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
