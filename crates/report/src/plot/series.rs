//! The look of each player: a colour, a shape and a dash pattern.

use maud::{Markup, html};

use crate::plot::path::PathData;

/// The number of colours in the palette. They are distinguishable with the common kinds of colour blindness;
/// a test simulates them.
pub const COLOURS: usize = 7;

/// The number of distinct series: seven colours, each with its own shape and dash pattern, then again with hollow
/// shapes and finer dashes.
pub const DISTINCT: usize = 2 * COLOURS;

/// The look of one series, by its index from 0. Indices from [`DISTINCT`] on share one quiet grey look: only
/// their labels distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series(pub usize);

/// Circle, square, diamond, triangles, plus and cross around (0,0), about 7 wide.
const SHAPES: [&str; COLOURS] = [
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "m-3.1-3.1h6.2v6.2h-6.2z",
    "m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z",
    "m0-4.2l4.3 7.4h-8.6z",
    "m0 4.2l4.3-7.4h-8.6z",
    "m-1.4-4.2h2.8v2.8h2.8v2.8h-2.8v2.8h-2.8v-2.8h-2.8v-2.8h2.8z",
    "m0-2l2.1-2.1l2 2l-2.1 2.1l2.1 2.1l-2 2l-2.1-2.1l-2.1 2.1l-2-2l2.1-2.1l-2.1-2.1l2-2z",
];

impl Series {
    /// Whether it has a distinct look.
    #[must_use]
    pub fn is_distinct(self) -> bool {
        self.0 < DISTINCT
    }

    /// The classes of its marks: colour, and filled or hollow.
    pub(super) fn class(self) -> String {
        match self.0 {
            DISTINCT.. => "rest".to_owned(),
            index if index < COLOURS => format!("s{index}"),
            index => format!("s{} hollow", index % COLOURS),
        }
    }

    /// The class of its lines: the dash pattern.
    pub(super) fn dash(self) -> String {
        format!("d{}", if self.is_distinct() { self.0 } else { 0 })
    }

    /// Its shape at a position, as a path.
    pub(super) fn shape(self, x: f64, y: f64) -> PathData {
        let shape = if self.is_distinct() { SHAPES[self.0 % COLOURS] } else { SHAPES[0] };
        PathData::shape(x, y, shape)
    }

    /// A small picture for a key: only the mark.
    pub(super) fn spot(self) -> Markup {
        html! {
            svg.swatch viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" {
                g class=(self.class()) { path.mark d=(self.shape(7.0, 6.0)) {} }
            }
        }
    }

    /// A small picture for a key: a piece of the line with the mark on it.
    #[must_use]
    pub fn swatch(self) -> Markup {
        html! {
            svg.swatch viewBox="0 0 28 12" width="28" height="12" aria-hidden="true" {
                g class=(self.class()) {
                    path.line.(self.dash()) d="M1 6L27 6" {}
                    path.mark d=(self.shape(14.0, 6.0)) {}
                }
            }
        }
    }
}
