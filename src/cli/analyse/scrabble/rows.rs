//! Answers as rows: plays, or what to do if there is none.

use lettergame_report::{Cell, Table};
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::plays::{Equity, Ranked, Valuation};
use lettergame_scrabble::rules::Move;

const COLUMNS: [&str; 7] = ["position", "word", "play", "tiles", "score", "leave", "equity"];

/// The table of these plays of a position: the place, the main word formed, the same with tiles
/// already on the board in parentheses, the tiles placed, points, the leave, and the equity.
pub(in crate::cli) fn table(
    plays: &[Ranked],
    position: &Position,
    valuation: &impl Valuation,
) -> Table {
    let moves = plays.iter().map(|ranked| (Move::Play(ranked.play), ranked.score));
    moves_table(moves, position, valuation)
}

/// The same of moves with their scores; an exchange or a pass has no place and no word.
pub(super) fn moves_table(
    moves: impl Iterator<Item = (Move, i32)>,
    position: &Position,
    valuation: &impl Valuation,
) -> Table {
    let mut table = Table::new(&COLUMNS);
    moves.for_each(|(choice, score)| table.push(row(&choice, score, position, valuation)));
    table
}

fn row(choice: &Move, score: i32, position: &Position, valuation: &impl Valuation) -> Vec<Cell> {
    if let Some(play) = choice.play() {
        let row = position.play_row(play, score, valuation);
        return vec![
            Cell::text(&row.position),
            Cell::text(&row.word),
            Cell::text(&row.play),
            Cell::text(&row.tiles),
            Cell::Number(row.score.to_string()),
            Cell::text(&row.leave),
            equity(row.equity),
        ];
    }
    let kept = choice.kept(position.mover_rack());
    vec![
        Cell::Nothing,
        Cell::text(""),
        Cell::text(&choice.to_string()),
        Cell::text(""),
        Cell::count(0),
        Cell::text(&kept.to_string()),
        equity(valuation.of_rack(&kept)),
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
