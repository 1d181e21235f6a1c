//! `marrakech`: questions about state strings, one or a stream of them, and a view of the board.

mod eval;
mod view;

use crate::cli::args::{MarrakechArgs, MarrakechQuery};
use crate::cli::exit::Failure;
use crate::cli::output::print;
use lettergame_base::Seed;
use lettergame_marrakech::queries::{Arg, answer};
use lettergame_marrakech::rules::Die;

pub(super) fn run(args: &MarrakechArgs) -> Result<(), Failure> {
    match &args.query {
        MarrakechQuery::Eval { file } => eval::run(file.as_deref()),
        MarrakechQuery::View { game, svg } => view::run(game, svg.as_deref()),
        MarrakechQuery::Roll { count, seed } => roll(*count, *seed),
        MarrakechQuery::Rotate { assam, degrees } => {
            ask("rotate", &[text(assam), number(*degrees)])
        }
        MarrakechQuery::Move { assam, die } => ask("move", &[text(assam), number(*die as f64)]),
        MarrakechQuery::Payment { game } => ask("payment", &[text(game)]),
        MarrakechQuery::Winner { game } => ask("winner", &[text(game)]),
        MarrakechQuery::GameOver { game } => ask("game-over", &[text(game)]),
        MarrakechQuery::RugValid { game, rug } => ask("rug-valid", &[text(game), text(rug)]),
        MarrakechQuery::PlacementValid { game, rug } => {
            ask("placement-valid", &[text(game), text(rug)])
        }
        MarrakechQuery::Place { game, rug } => ask("place", &[text(game), text(rug)]),
    }
}

fn text(text: &str) -> Arg<'_> {
    Arg::Text(text.into())
}

fn number(number: f64) -> Arg<'static> {
    Arg::Number(number)
}

/// Prints the answer to one query.
fn ask(query: &str, args: &[Arg<'_>]) -> Result<(), Failure> {
    print(&format!("{}\n", answer(query, args).map_err(Failure::usage)?))
}

/// Prints rolls of the die, one per line.
fn roll(count: u32, seed: Option<u64>) -> Result<(), Failure> {
    let mut dice = seed.map_or_else(Seed::drawn, Seed).rng();
    print(&(0..count).map(|_| format!("{}\n", Die::roll(&mut dice))).collect::<String>())
}
