//! `analyse scrabble best`: the best plays of a position, or of each position of a stream.

use crate::cli::analyse::scrabble::batch::Batch;
use crate::cli::analyse::scrabble::game::leaves;
use crate::cli::analyse::scrabble::input::{Input, Loaded};
use crate::cli::analyse::scrabble::rows::{table, without_play};
use crate::cli::args::{BestArgs, RankBy};
use crate::cli::exit::Failure;
use crate::cli::output::print_table;
use lettergame_core::base::Seat;
use lettergame_report::Table;
use lettergame_scrabble::plays::{Generator, Leaves, Points, Ranked, Top, Valuation};

pub(super) fn run(args: &BestArgs) -> Result<(), Failure> {
    let (rank, count) = (args.rank, args.top);
    let input = Input::of(&args.position, args.stream.lines)?;
    let leaves = leaves(args.leaves.as_deref(), input.game().distribution())?;
    match input {
        Input::One(loaded) => {
            let best = best(&loaded, &mut Generator::new(), &leaves, rank, count)?;
            print_table(&best, args.format.format)
        }
        Input::Lines(lines) => {
            let (stream, reader) = *lines;
            let answer = move |loaded: &Loaded, generator: &mut Generator| {
                best(loaded, generator, &leaves, rank, count).map(|table| table.json())
            };
            let batch = Batch { reader, key: "plays", answer };
            batch.run(stream, args.stream.threads.threads, args.format.format)
        }
    }
}

/// The best plays; without any, a row with what to do instead.
fn best(
    loaded: &Loaded,
    generator: &mut Generator,
    leaves: &Leaves,
    rank: RankBy,
    count: u32,
) -> Result<Table, Failure> {
    let position = &loaded.position;
    if position.mover_rack().is_empty() {
        return Err(no_tiles(position.to_move()));
    }
    let valuation = position.valuation_by(leaves, loaded.game.layout());
    let plays = match rank {
        RankBy::Score => top(loaded, generator, &Points, count),
        RankBy::Equity => top(loaded, generator, &valuation, count),
    };
    if !plays.is_empty() {
        return Ok(table(&plays, position, &valuation));
    }
    // the search also finds the best tiles to keep
    top(loaded, generator, &valuation, 1);
    let (kept, _) = generator.best_to_keep();
    Ok(without_play(position, &loaded.game, &kept, &valuation))
}

/// The refusal of a position without a rack.
pub(super) fn no_tiles(seat: Seat) -> Failure {
    Failure::Unusable(format!(
        "player {}, who is to move, has no tiles; give the position a rack, or name one with --rack TILES",
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
