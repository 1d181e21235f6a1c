//! `scrabble best`: the best plays of a position.

use crate::cli::analyse::scrabble::input::Loaded;
use crate::cli::analyse::scrabble::rows::{table, without_play};
use crate::cli::args::{BestArgs, RankBy};
use crate::cli::exit::Failure;
use crate::cli::output::print_table;
use lettergame_core::base::Seat;
use lettergame_scrabble::plays::{Generator, Points, Ranked, Top, Valuation};

pub(super) fn run(args: &BestArgs) -> Result<(), Failure> {
    let loaded = Loaded::of(&args.position)?;
    if loaded.position.mover_rack().is_empty() {
        return Err(no_tiles(loaded.position.to_move()));
    }
    let valuation = loaded.position.valuation();
    let mut generator = Generator::new();
    let plays = match args.rank {
        RankBy::Score => top(&loaded, &mut generator, &Points, args.top),
        RankBy::Equity => top(&loaded, &mut generator, &valuation, args.top),
    };
    let table = if plays.is_empty() {
        // the search also finds the best tiles to keep
        top(&loaded, &mut generator, &valuation, 1);
        let (kept, _) = generator.best_to_keep();
        without_play(&loaded.position, loaded.game.rules().exchange(), &kept, &valuation)
    } else {
        table(&plays, &loaded.position, &valuation)
    };
    print_table(&table, args.format.format)
}

/// The refusal of a position without a rack.
pub(super) fn no_tiles(seat: Seat) -> Failure {
    Failure::Unusable(format!(
        "player {}, who is to move, has no tiles; give the position a rack",
        seat.index() + 1
    ))
}

fn top(
    loaded: &Loaded,
    generator: &mut Generator,
    valuation: &impl Valuation,
    count: u32,
) -> Vec<Ranked> {
    let mut top = Top::new(count as usize);
    let rack = loaded.position.mover_rack();
    generator.search(loaded.game.lexicon(), &loaded.board, rack, valuation, &mut top);
    top.plays().to_vec()
}
