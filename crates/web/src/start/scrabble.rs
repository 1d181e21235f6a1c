//! The picture of Scrabble: the board after some plays.

use std::sync::LazyLock;

use maud::{Markup, html};

use crate::start::tile::tile;
use lettergame_scrabble::board::{Layout, Premium, Square};
use lettergame_scrabble::rules::ScrabbleRules;

/// The tiles on the board; blanks in lower case.
const BOARD: [&str; 15] = [
    "...............",
    "...............",
    "...............",
    "...........C...",
    ".........W.L...",
    "........BANI...",
    "...E.EMBOX.F...",
    "...L.AUA...T...",
    "...U.UnHAIRS...",
    "...A......A....",
    ".GATVOL...Z....",
    "...E.SOJA.E....",
    "......PoINDERS.",
    ".....NEEDY.....",
    "...............",
];

/// The side of a square.
const CELL: f32 = 20.0;

/// The picture.
pub(super) static PICTURE: LazyLock<String> = LazyLock::new(|| picture().into_string());

fn picture() -> Markup {
    let layout = Layout::standard(ScrabbleRules::standard().bingo());
    html! {
        rect.grid width="300" height="300" {}
        @for (row, line) in BOARD.iter().enumerate() {
            @for (column, cell) in line.chars().enumerate() {
                @let corner = [column as f32 * CELL, row as f32 * CELL];
                @match cell {
                    '.' => (square(layout.premium(Square::at(row, column)), corner)),
                    _ => (tile(cell, corner.map(|place| place + 0.7), CELL - 1.4)),
                }
            }
        }
    }
}

fn square(premium: Premium, [x, y]: [f32; 2]) -> Markup {
    let class = match premium {
        Premium::None => "plain",
        Premium::DoubleLetter => "letter-2",
        Premium::TripleLetter | Premium::QuadrupleLetter => "letter-3",
        Premium::DoubleWord => "word-2",
        Premium::TripleWord | Premium::QuadrupleWord => "word-3",
    };
    html! { rect class=(class) x=(x + 0.7) y=(y + 0.7) width=(CELL - 1.4) height=(CELL - 1.4) rx="2" {} }
}
