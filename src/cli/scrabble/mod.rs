//! `scrabble`: the best plays of a position, all plays, self-play, and the board to look at.

mod best;
mod input;
mod moves;
mod play;
mod recording;
mod rows;
mod several;
mod view;

use crate::cli::args::{ScrabbleArgs, ScrabbleQuery};
use crate::cli::exit::Failure;

pub(super) fn run(args: &ScrabbleArgs) -> Result<(), Failure> {
    match &args.query {
        ScrabbleQuery::Best(args) => best::run(args),
        ScrabbleQuery::Moves(args) => moves::list(args),
        ScrabbleQuery::Count(args) => moves::count(args),
        ScrabbleQuery::Play(args) => play::run(args),
        ScrabbleQuery::View(args) => view::run(args),
    }
}
