//! Pictures of a position: [`terminal`] draws text; [`ground`] and [`pieces`] are the layers of an SVG.

mod svg;
mod terminal;

pub use svg::{ground, pieces, side};
pub use terminal::terminal;
