//! The board as a table of squares: empty premium squares show their text, tiles their value.

use maud::{Markup, html};

use lettergame_scrabble::board::{
    Cell, Cells, Direction, Distribution, Layout, Place, Premium, Rack, Square, Tile,
};

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
    let side = grid.layout.side();
    html! {
        table.squares {
            caption.hear { "The board. 3W triples the word, 2W doubles it; 3L and 2L do so with the letter."
                @if side > 15 { " 4W and 4L quadruple them." }
            }
            thead { tr {
                td {}
                @for column in (b'A'..).take(side) { th scope="col" { (char::from(column)) } }
            } }
            tbody {
                @for row in 0..side {
                    tr {
                        th scope="row" { (row + 1) }
                        @for column in 0..side { (square(grid, Square::at(row, column))) }
                    }
                }
            }
        }
    }
}

fn square(grid: &Grid<'_>, square: Square) -> Markup {
    let cell = grid.cells[square];
    let distribution = grid.layout.distribution();
    let premium = premium(grid.layout.premium(square));
    let star = square == grid.layout.centre();
    let fresh = grid.fresh.contains(&square);
    let class = class(cell, premium, fresh);
    if !grid.editable {
        return html! { td class=(class) { (content(distribution, cell, premium, star)) } };
    }
    let name = name_of(square);
    html! {
        td class=(class) {
            button #{ "sq-" (name) } name="at" value=(name) {
                span.hear { (name) ": " (premium_text(cell)) " " }
                (content(distribution, cell, premium, star))
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
        Premium::QuadrupleLetter => "4L",
        Premium::DoubleWord => "2W",
        Premium::TripleWord => "3W",
        Premium::QuadrupleWord => "4W",
    }
}

fn class(cell: Cell, premium: &str, fresh: bool) -> String {
    let kind = match cell {
        Cell::EMPTY if premium.is_empty() => String::new(),
        Cell::EMPTY => format!("p{premium}"),
        cell if cell.is_blank() => "t blank".to_owned(),
        _ => "t".to_owned(),
    };
    if fresh { kind + " fresh" } else { kind }
}

/// The centre, through which the first word goes, has a star.
fn content(distribution: &Distribution, cell: Cell, premium: &str, star: bool) -> Markup {
    let name = distribution.cell_name(cell);
    match cell {
        Cell::EMPTY if star => html! {
            span.star aria-hidden="true" { "★" } span.hear { (premium) " centre" }
        },
        Cell::EMPTY => html! { (premium) },
        cell if cell.is_blank() => html! { (name) },
        _ => html! { (name) sub { (distribution.on_square(cell)) } },
    }
}

/// Read out before it by screen readers.
fn premium_text(cell: Cell) -> &'static str {
    match cell {
        Cell::EMPTY => "empty",
        cell if cell.is_blank() => "a blank as",
        _ => "",
    }
}

/// The tiles of a rack, in a row.
pub(super) fn rack(rack: &Rack) -> Markup {
    html! {
        span.rack {
            @for tile in rack.iter() { (rack_tile(rack.distribution(), tile)) }
            @if rack.is_empty() { span.quiet { "no tiles" } }
        }
    }
}

/// A tile of a rack.
pub(super) fn rack_tile(distribution: &Distribution, tile: Tile) -> Markup {
    html! { span.rt.blank[tile.is_blank()] { (rack_face(distribution, tile)) } }
}

/// What is on a tile of a rack: its letter and value.
pub(super) fn rack_face(distribution: &Distribution, tile: Tile) -> Markup {
    html! {
        @if tile.is_blank() { "?" }
        @else { (distribution.tile_name(tile)) sub { (distribution.value(tile)) } }
    }
}
