//! `analyse scrabble`: the best plays of a position, all plays, the board; the moves of a game.

mod batch;
mod best;
mod endgame;
mod game;
mod infer;
pub(in crate::cli) mod input;
pub(in crate::cli) mod labels;
mod moves;
pub(in crate::cli) mod rows;
mod sim;
mod stream;
mod view;

use crate::cli::args::{GameArgs, ScrabbleQuery};
use crate::cli::exit::Failure;

/// A query, or a game without a command before it.
pub(super) fn run(query: Option<&ScrabbleQuery>, game: &GameArgs) -> Result<(), Failure> {
    query.map_or_else(|| game::run(game), answer)
}

fn answer(query: &ScrabbleQuery) -> Result<(), Failure> {
    match query {
        ScrabbleQuery::Best(args) => best::run(args),
        ScrabbleQuery::Moves(args) => moves::list(args),
        ScrabbleQuery::Count(args) => moves::count(args),
        ScrabbleQuery::View(args) => view::run(args),
        ScrabbleQuery::Game(args) => game::run(args),
        ScrabbleQuery::Endgame(args) => endgame::run(args),
        ScrabbleQuery::Sim(args) => sim::run(args),
        ScrabbleQuery::Infer(args) => infer::run(args),
    }
}
