//! Positions of squares in the picture, in view box units.

use crate::rules::{SIDE, Square};

/// Side length of a square; all lengths are in view box units.
pub(super) const CELL: usize = 80;
/// Width of the frame around the squares, which holds the coordinates.
pub(super) const FRAME: usize = 26;
/// Room for the mosaic tracks around the frame.
pub(super) const TRACKS: usize = 84;
/// From the edge of the picture to the first square.
pub(super) const START: usize = TRACKS + FRAME;
/// From the edge of the picture to the far end of the squares.
pub(super) const END: usize = START + SIDE * CELL;

/// The top left corner of a square.
pub(super) fn corner(square: Square) -> [usize; 2] {
    [square.x(), square.y()].map(|place| START + usize::from(place) * CELL)
}
