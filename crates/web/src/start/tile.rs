//! Tiles in pictures.

use maud::{Markup, html};

use lettergame_words::{Letter, TileSet};

/// A tile with its letter and value; its corner is at `x` and `y`.
pub(super) fn tile(letter: char, [x, y]: [f32; 2], side: f32) -> Markup {
    let value = Letter::from_char(letter).map_or(0, |letter| TileSet::SCRABBLE_98.value(letter));
    html! {
        rect.tl x=(x) y=(y) width=(side) height=(side) rx=(side * 0.12) {}
        text.face x=(x + side * 0.46) y=(y + side * 0.71) font-size=(side * 0.62) text-anchor="middle" {
            (letter.to_ascii_uppercase())
        }
        @if value > 0 {
            text.face x=(x + side * 0.93) y=(y + side * 0.93) font-size=(side * 0.24) text-anchor="end" { (value) }
        }
    }
}
