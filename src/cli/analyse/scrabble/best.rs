//! `analyse scrabble best`: the best plays of a position, or of each position of a stream.

use crate::cli::analyse::scrabble::batch::Batch;
use crate::cli::analyse::scrabble::game::leaves;
use crate::cli::analyse::scrabble::input::{Input, Loaded, no_tiles};
use crate::cli::analyse::scrabble::rows::{moves_table, table};
use crate::cli::analyse::scrabble::sim::{BREADTH, usual};
use crate::cli::args::{BestArgs, RankBy};
use crate::cli::exit::Failure;
use crate::cli::output::print_table;
use lettergame_report::Table;
use lettergame_scrabble::plays::{Generator, Leaves, Points, Ranked, Top, Valuation};
use lettergame_scrabble::situation::{Situation, candidates};

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

/// The best plays of the only position.
pub(super) fn rows(args: &BestArgs) -> Result<Table, Failure> {
    let loaded = Loaded::of(&args.position)?;
    let leaves = leaves(args.leaves.as_deref(), loaded.game.distribution())?;
    best(&loaded, &mut Generator::new(), &leaves, args.rank, args.top)
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
    let at = loaded.situation(leaves);
    let valuation = at.valuation();
    let plays = match rank {
        RankBy::Score => top(&at, generator, &Points, count),
        RankBy::Equity => top(&at, generator, &valuation, count),
        RankBy::Win => Vec::new(),
    };
    if !plays.is_empty() {
        return Ok(table(&plays, position, &valuation));
    }
    // the best exchange or a pass, if there is no play
    let tried = if rank == RankBy::Win { BREADTH.of(at.bag).max(count as usize) } else { 1 };
    let mut moves = candidates(&at, generator, tried);
    if moves.len() > 1 {
        let simulated = usual().run(&at, &moves, None);
        moves = simulated.candidates().iter().map(|tried| tried.candidate).collect();
    }
    let moves = moves.iter().take(count as usize).map(|one| (one.choice, one.score));
    Ok(moves_table(moves, position, &valuation))
}

fn top(
    at: &Situation<'_>,
    generator: &mut Generator,
    valuation: &impl Valuation,
    count: u32,
) -> Vec<Ranked> {
    let mut top = Top::new(count as usize);
    generator.search(at.game.lexicon(), at.board, &at.own, valuation, &mut top);
    top.plays().to_vec()
}
