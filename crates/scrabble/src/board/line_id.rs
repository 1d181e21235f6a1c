//! The 30 lines of the board by number, and the offset of a square along them.

use crate::board::{Direction, SIDE, Square};

/// Lines of the board: 15 rows and 15 columns.
pub(crate) const LINES: usize = 2 * SIDE;

/// A line: rows are 0 to 14, columns 15 to 29.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineId(u8);

impl LineId {
    /// All lines, rows first.
    pub(crate) fn all() -> impl ExactSizeIterator<Item = LineId> + Clone {
        (0..LINES as u8).map(LineId)
    }

    /// The line of this direction through a square.
    #[inline]
    pub(crate) fn through(square: Square, direction: Direction) -> LineId {
        match direction {
            Direction::Across => LineId(square.row() as u8),
            Direction::Down => LineId((SIDE + square.column()) as u8),
        }
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The direction of plays along it.
    #[inline]
    pub(crate) fn direction(self) -> Direction {
        if self.index() < SIDE { Direction::Across } else { Direction::Down }
    }

    /// The square at this offset, 0 to 14.
    #[inline]
    pub(crate) fn square(self, offset: usize) -> Square {
        match self.direction() {
            Direction::Across => Square::at(self.index(), offset),
            Direction::Down => Square::at(offset, self.index() - SIDE),
        }
    }
}

/// The offset of a square along its line.
#[inline]
pub(crate) fn offset(square: Square, direction: Direction) -> usize {
    match direction {
        Direction::Across => square.column(),
        Direction::Down => square.row(),
    }
}

/// The bits that are set in a mask, from the lowest: offsets of squares along a line, or indices of letters.
#[inline]
pub(crate) fn offsets(mask: impl Into<u32>) -> impl Iterator<Item = usize> {
    let mut rest = mask.into();
    std::iter::from_fn(move || {
        let offset = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            offset
        })
    })
}
