//! `analyse scrabble view`: displays a position.

use crate::cli::analyse::scrabble::input::Loaded;
use crate::cli::args::{ColourWhen, ViewArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use lettergame_scrabble::picture::terminal;

pub(super) fn run(args: &ViewArgs) -> Result<(), Failure> {
    let loaded = Loaded::of(&args.position)?;
    let colour = match args.colour {
        ColourWhen::Always => true,
        ColourWhen::Never => false,
        ColourWhen::Auto => wants_colour(),
    };
    print(&terminal(&loaded.position, loaded.game.layout(), colour))
}
