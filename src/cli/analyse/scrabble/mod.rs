//! `analyse scrabble`: the best plays of a position, all plays, the board; the moves of a game.

mod batch;
mod best;
mod endgame;
mod game;
mod games;
mod infer;
pub(in crate::cli) mod input;
pub(in crate::cli) mod labels;
mod moves;
mod prompt;
pub(in crate::cli) mod rows;
mod sim;
mod stream;
mod view;

use crate::cli::args::{GameArgs, PromptArgs, ScrabbleQuery};
use crate::cli::ask::at_terminal;
use crate::cli::exit::Failure;

/// A query, or a game without a command before it; without either, a prompt on a terminal.
pub(super) fn run(query: Option<&ScrabbleQuery>, game: &GameArgs) -> Result<(), Failure> {
    match query {
        Some(query) => answer(query),
        None if game.files.is_empty() && at_terminal() => {
            prompt::run(&PromptArgs { setup: game.setup.clone(), ..PromptArgs::default() })
        }
        None => game::run(game),
    }
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
        ScrabbleQuery::Prompt(args) => prompt::run(args),
    }
}
