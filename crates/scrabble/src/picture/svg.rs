//! Draws a board as SVG in two layers: the squares, and the tiles on them.
//!
//! Each layer is the content of an `<svg>` of a page, whose view box has the [`side`] of the layout. Both have
//! their colours with them, for light and dark pages, and need no style sheet. Premium squares and blanks also
//! differ in their texts.

use std::fmt::Write;

use crate::board::{Cells, Distribution, Layout, Play, Premium, Square};

/// The side of a square, and the room for the names of rows and columns on every edge.
const SQUARE: usize = 40;
const MARGIN: usize = 24;

/// Texts on pale and on deep colours.
const INK: &str = "light-dark(#26303a, #e6edf4)";
const WHITE: &str = "#ffffff";

/// Width and height of the drawing of a board.
#[must_use]
pub fn side(layout: &Layout) -> usize {
    layout.side() * SQUARE + 2 * MARGIN
}

/// The squares with their premiums, and the names of rows and columns.
#[must_use]
pub fn ground(layout: &Layout) -> String {
    let (side, inner) = (side(layout), layout.side() * SQUARE);
    let mut svg = format!(
        r##"<rect width="{side}" height="{side}" rx="8" fill="#2b4a3f"/><rect x="{MARGIN}" y="{MARGIN}" width="{inner}" height="{inner}" fill="light-dark(#ebe8dd, #262b32)"/>"##
    );
    let of = |premium: Premium| {
        Square::all(layout.side()).filter(move |&square| layout.premium(square) == premium)
    };
    for (premium, name, ground, ink) in [
        (Premium::DoubleLetter, "2L", "light-dark(#b5daf2, #27475f)", INK),
        (Premium::TripleLetter, "3L", "light-dark(#2f6f9f, #2f74a8)", WHITE),
        (Premium::QuadrupleLetter, "4L", "light-dark(#002c58, #4f9ad8)", WHITE),
        (Premium::DoubleWord, "2W", "light-dark(#f6b8a5, #5d3529)", INK),
        (Premium::TripleWord, "3W", "light-dark(#a8442a, #b54a2e)", WHITE),
        (Premium::QuadrupleWord, "4W", "light-dark(#600030, #a02a68)", WHITE),
    ] {
        let squares: String = of(premium).map(|square| outline(square, 0)).collect();
        let texts: String = of(premium).map(|square| text(square, [20, 25], name)).collect();
        let _ = write!(
            svg,
            r#"<path d="{squares}" fill="{ground}"/><g fill="{ink}" font-size="13" text-anchor="middle">{texts}</g>"#
        );
    }
    let lines: String = (0..=layout.side())
        .map(|line| MARGIN + line * SQUARE)
        .map(|at| format!("M{MARGIN} {at}h{inner}M{at} {MARGIN}v{inner}"))
        .collect();
    let _ =
        write!(svg, r##"<path d="{lines}" stroke="light-dark(#b9b4a3, #14181c)" fill="none"/>"##);
    svg.push_str(r##"<g fill="#ffffff" font-size="14" text-anchor="middle">"##);
    for line in 0..layout.side() {
        let (middle, column) = (MARGIN + line * SQUARE + SQUARE / 2, (b'A' + line as u8) as char);
        let _ = write!(
            svg,
            r#"<text x="{middle}" y="17">{column}</text><text x="12" y="{}">{}</text>"#,
            middle + 5,
            line + 1
        );
    }
    svg + "</g>"
}

/// The tiles on a board, those of the last play brighter. A letter of a blank is in lower case and in italics.
#[must_use]
pub fn pieces(cells: &Cells, distribution: &Distribution, newest: Option<&Play>) -> String {
    let newest: Vec<Square> = newest.into_iter().flat_map(Play::placed).map(|(s, _)| s).collect();
    let tiles = |new: bool| -> String {
        let tiles = cells.filled().filter(|(square, _)| newest.contains(square) == new);
        tiles.map(|(square, _)| outline(square, 2)).collect()
    };
    let mut svg = format!(
        r##"<path d="{}" fill="#f6e3b4" stroke="#b98a2f"/><path class="newest" d="{}" fill="#ffcf4d" stroke="#7a5200" stroke-width="2"/><g fill="#33260a" text-anchor="middle">"##,
        tiles(false),
        tiles(true)
    );
    for (name, is_blank) in [("letters", false), ("blanks", true)] {
        let style = if is_blank { r#" font-style="italic""# } else { "" };
        let _ = write!(svg, r#"<g class="{name}" font-size="23" font-weight="700"{style}>"#);
        for (square, cell) in cells.filled().filter(|(_, cell)| cell.is_blank() == is_blank) {
            svg += &text(square, [18, 28], distribution.cell_name(cell));
        }
        svg += "</g>";
    }
    svg += r#"<g class="values" font-size="10">"#;
    for (square, cell) in cells.filled().filter(|(_, cell)| !cell.is_blank()) {
        svg += &text(square, [32, 35], &distribution.on_square(cell).to_string());
    }
    svg + "</g></g>"
}

/// A square this far inside its edges, as path data.
fn outline(square: Square, inset: usize) -> String {
    let ([x, y], side) = (corner(square), SQUARE - 2 * inset);
    format!("M{} {}h{side}v{side}h-{side}z", x + inset, y + inset)
}

/// A text at a point in a square.
fn text(square: Square, [right, down]: [usize; 2], text: &str) -> String {
    let [x, y] = corner(square);
    format!(r#"<text x="{}" y="{}">{text}</text>"#, x + right, y + down)
}

fn corner(square: Square) -> [usize; 2] {
    [square.column(), square.row()].map(|place| MARGIN + place * SQUARE)
}
