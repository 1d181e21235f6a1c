//! `analyse scrabble`: the best plays of a position, all plays, the board.

mod best;
mod game_turn;
mod infer;
pub(in crate::cli) mod input;
mod moves;
pub(in crate::cli) mod rows;
mod sim;
mod view;

use crate::cli::args::ScrabbleQuery;
use crate::cli::exit::Failure;

pub(in crate::cli) fn run(query: &ScrabbleQuery) -> Result<(), Failure> {
    match query {
        ScrabbleQuery::Best(args) => best::run(args),
        ScrabbleQuery::Moves(args) => moves::list(args),
        ScrabbleQuery::Count(args) => moves::count(args),
        ScrabbleQuery::View(args) => view::run(args),
        ScrabbleQuery::Sim(args) => sim::run(args),
        ScrabbleQuery::Infer(args) => infer::run(args),
    }
}
