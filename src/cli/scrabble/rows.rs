//! Answers as rows: plays, and what to do when there is none.

use crate::games::scrabble::board::Rack;
use crate::games::scrabble::notation::Position;
use crate::games::scrabble::plays::{Equity, Ranked, Valuation};
use crate::games::scrabble::rules::Move;
use crate::report::{Cell, Table};

const COLUMNS: [&str; 7] = ["position", "word", "play", "tiles", "score", "leave", "equity"];

/// The table of these plays with this rack: where, the main word as it then stands, the same with
/// what lies there in parentheses, what is newly put down, points, the tiles that are kept, and what
/// all that is worth.
pub(super) fn table(plays: &[Ranked], rack: &Rack, valuation: &impl Valuation) -> Table {
    let mut table = Table::new(&COLUMNS);
    plays.iter().for_each(|ranked| table.push(row(ranked, rack, valuation)));
    table
}

fn row(ranked: &Ranked, rack: &Rack, valuation: &impl Valuation) -> Vec<Cell> {
    let play = &ranked.play;
    let kept = rack.without(&play.tiles());
    let equity =
        Equity::points(ranked.score) + valuation.of_rack(&kept) + valuation.placement(play);
    vec![
        Cell::text(&play.place().to_string()),
        Cell::text(&play.word()),
        Cell::text(&play.through_text()),
        Cell::text(&play.new_text()),
        Cell::Number(ranked.score.to_string()),
        Cell::text(&kept.to_string()),
        Cell::Number(equity.to_string()),
    ]
}

/// The table for a position without a play: one row with an exchange that keeps these tiles, if the
/// bag is full enough for it, or a pass.
pub(super) fn without_play(
    position: &Position,
    least_bag: usize,
    kept: &Rack,
    valuation: &impl Valuation,
) -> Table {
    let rack = position.mover_rack();
    let exchange = position.bag() >= least_bag;
    let kept = if exchange { kept } else { rack };
    let choice = if exchange { Move::Exchange(rack.without(kept)) } else { Move::Pass };
    let mut table = Table::new(&COLUMNS);
    table.push(vec![
        Cell::Nothing,
        Cell::text(""),
        Cell::text(&choice.to_string()),
        Cell::text(""),
        Cell::count(0),
        Cell::text(&kept.to_string()),
        Cell::Number(valuation.of_rack(kept).to_string()),
    ]);
    table
}
