//! A letter as it looks on a tile.

use maud::{Markup, html};

use crate::auction::board::Board;
use lettergame_words::Letter;

/// The face of a tile: the letter with its value.
pub(super) fn face(board: &Board, letter: Letter) -> Markup {
    html! { (letter) sub aria-hidden="true" { (board.game.tiles().value(letter)) } }
}
