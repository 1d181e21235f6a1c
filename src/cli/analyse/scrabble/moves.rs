//! `scrabble moves` and `scrabble count`: all legal plays of a position.

use crate::cli::analyse::scrabble::input::Loaded;
use crate::cli::analyse::scrabble::rows::table;
use crate::cli::args::{ListArgs, PositionArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use lettergame_report::Format;
use lettergame_scrabble::plays::{All, Collect, Count, Generator, Points};

/// Lists them, one per line on a terminal.
pub(super) fn list(args: &ListArgs) -> Result<(), Failure> {
    let loaded = Loaded::of(&args.position)?;
    let mut plays = All::default();
    search(&loaded, &mut plays);
    plays.0.sort_unstable();
    if args.format.format == Format::Table {
        let lines = plays.0.iter().map(|ranked| format!("{} {}\n", ranked.play, ranked.score));
        return print(&lines.collect::<String>());
    }
    let table = table(&plays.0, &loaded.position, &loaded.position.valuation());
    print_table(&table, args.format.format)
}

/// Prints their number.
pub(super) fn count(args: &PositionArgs) -> Result<(), Failure> {
    let mut plays = Count::default();
    search(&Loaded::of(args)?, &mut plays);
    print(&format!("{}\n", plays.0))
}

fn search(loaded: &Loaded, collect: &mut impl Collect) {
    let Loaded { game, position, board } = loaded;
    Generator::new().search(game.lexicon(), board, position.mover_rack(), &Points, collect);
}
