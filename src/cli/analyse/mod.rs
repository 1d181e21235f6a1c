//! `analyse`: questions about a position, a hand or letters; one module per game.

mod auction;
mod marrakech;
pub(super) mod scrabble;
pub(super) mod wordgame;

use crate::cli::args::{AnalyseArgs, AnalyseGame};
use crate::cli::exit::Failure;

pub(super) fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    match &args.game {
        AnalyseGame::Auction(args) => auction::run(args),
        AnalyseGame::Scrabble(args) => scrabble::run(args.query.as_ref(), &args.game),
        AnalyseGame::Wordgame(args) => wordgame::run(args),
        AnalyseGame::Marrakech(args) => marrakech::run(args),
    }
}
