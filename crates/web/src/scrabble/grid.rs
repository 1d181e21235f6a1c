//! The board as a table of squares: empty premium squares show their text, tiles their value.

use maud::{Markup, html};

use lettergame_scrabble::board::{Direction, Layout, Place, Premium, Rack, Square, Tile};
use lettergame_scrabble::notation::Cells;

/// Squares in a row.
const SIDE: usize = 15;

/// A board to be rendered.
pub(super) struct Grid<'a> {
    pub(super) layout: &'a Layout,
    pub(super) cells: &'a Cells,
    /// The squares covered last, or about to be.
    pub(super) fresh: &'a [Square],
    /// Whether the squares are buttons of a form.
    pub(super) editable: bool,
}

/// The name of a square: `8H`.
pub(super) fn name_of(square: Square) -> String {
    Place { square, direction: Direction::Across }.to_string()
}

/// The table.
pub(super) fn grid(grid: &Grid<'_>) -> Markup {
    html! {
        table.squares {
            caption.hear { "The board. 3W triples the word, 2W doubles it; 3L and 2L do so with the letter." }
            thead { tr {
                td {}
                @for column in (b'A'..).take(SIDE) { th scope="col" { (char::from(column)) } }
            } }
            tbody {
                @for row in 0..SIDE {
                    tr {
                        th scope="row" { (row + 1) }
                        @for column in 0..SIDE { (square(grid, Square::at(row, column))) }
                    }
                }
            }
        }
    }
}

fn square(grid: &Grid<'_>, square: Square) -> Markup {
    let cell = grid.cells[square.row()][square.column()];
    let premium = premium(grid.layout.premium(square));
    let fresh = grid.fresh.contains(&square);
    let class = class(cell, premium, fresh);
    if !grid.editable {
        return html! { td class=(class) { (content(cell, premium)) } };
    }
    let name = name_of(square);
    html! {
        td class=(class) {
            button #{ "sq-" (name) } name="at" value=(name) {
                span.hear { (name) ": " (premium_text(cell)) " " }
                (content(cell, premium))
            }
        }
    }
}

/// The text on an empty square: the premium of the letter or the word.
fn premium(premium: Premium) -> &'static str {
    match premium {
        Premium::None => "",
        Premium::DoubleLetter => "2L",
        Premium::TripleLetter => "3L",
        Premium::DoubleWord => "2W",
        Premium::TripleWord => "3W",
    }
}

fn class(cell: u8, premium: &str, fresh: bool) -> String {
    let kind = match cell {
        0 if premium.is_empty() => String::new(),
        0 => format!("p{premium}"),
        b'a'..=b'z' => "t blank".to_owned(),
        _ => "t".to_owned(),
    };
    if fresh { kind + " fresh" } else { kind }
}

fn content(cell: u8, premium: &str) -> Markup {
    match cell {
        0 => html! { (premium) },
        b'a'..=b'z' => html! { (char::from(cell)) },
        _ => html! { (char::from(cell)) sub { (Tile::of_square(cell).value()) } },
    }
}

/// Read out before it by screen readers.
fn premium_text(cell: u8) -> &'static str {
    match cell {
        0 => "empty",
        b'a'..=b'z' => "a blank as",
        _ => "",
    }
}

/// The tiles of a rack, in a row.
pub(super) fn rack(rack: &Rack) -> Markup {
    html! {
        span.rack {
            @for tile in rack.iter() { (rack_tile(tile)) }
            @if rack.is_empty() { span.quiet { "no tiles" } }
        }
    }
}

/// A tile of a rack.
pub(super) fn rack_tile(tile: Tile) -> Markup {
    html! {
        @if tile == Tile::BLANK { span.rt.blank { "?" } }
        @else { span.rt { (tile) sub { (tile.value()) } } }
    }
}
