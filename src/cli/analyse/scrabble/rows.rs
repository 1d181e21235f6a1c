//! Answers as rows: plays, or what to do if there is none.

use lettergame_report::{Cell, Table};
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::notation::{PlayRow, Position};
use lettergame_scrabble::plays::{Equity, Ranked, Valuation};
use lettergame_scrabble::rules::{Move, Scrabble};

const COLUMNS: [&str; 7] = ["position", "word", "play", "tiles", "score", "leave", "equity"];

/// The table of these plays of a position: the place, the main word formed, the same with tiles
/// already on the board in parentheses, the tiles placed, points, the leave, and the equity.
pub(in crate::cli) fn table(
    plays: &[Ranked],
    position: &Position,
    valuation: &impl Valuation,
) -> Table {
    let mut table = Table::new(&COLUMNS);
    plays.iter().for_each(|ranked| table.push(row(&position.play_row(ranked, valuation))));
    table
}

fn row(told: &PlayRow) -> Vec<Cell> {
    vec![
        Cell::text(&told.position),
        Cell::text(&told.word),
        Cell::text(&told.play),
        Cell::text(&told.tiles),
        Cell::Number(told.score.to_string()),
        Cell::text(&told.leave),
        equity(told.equity),
    ]
}

/// The cell of an equity: all of a column have the same decimals.
pub(super) fn equity(equity: Equity) -> Cell {
    Cell::number(f64::from(equity.0) / 1000.0, 3)
}

/// A play without a word before it: `8D SCURRY`, `exchange QVV`, `pass`.
pub(super) fn move_text(choice: &Move) -> String {
    choice.play().map_or_else(|| choice.to_string(), ToString::to_string)
}

/// The table for a position without a play: a single row with an exchange that keeps these tiles if
/// the bag is full enough for it, otherwise a pass.
pub(super) fn without_play(
    position: &Position,
    game: &Scrabble,
    kept: &Rack,
    valuation: &impl Valuation,
) -> Table {
    let rack = position.mover_rack();
    let exchange = game.may_exchange(position.bag(), 1);
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
        equity(valuation.of_rack(kept)),
    ]);
    table
}
