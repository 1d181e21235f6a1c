//! The lines of the board by number, and the offset of a square along them.

use crate::board::{Direction, MAX_SIDE, Square};

/// Numbers of lines on boards of any size.
pub(crate) const LINES: usize = 2 * MAX_SIDE;

/// Added to the number of a column.
const COLUMN: u8 = MAX_SIDE as u8;

/// A line by its number: rows from 0, columns from 21.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineId(u8);

impl LineId {
    /// All lines of a board with this many squares per side, rows first.
    #[inline]
    pub(crate) fn all(side: usize) -> impl Iterator<Item = LineId> + Clone {
        let rows = 0..side as u8;
        rows.clone().chain(rows.map(|row| row + COLUMN)).map(LineId)
    }

    /// A mask of all lines of a board with this many squares per side.
    pub(crate) fn mask(side: usize) -> u64 {
        LineId::all(side).fold(0, |mask, line| mask | line.bit())
    }

    /// Its number, below [`LINES`].
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.0.into()
    }

    /// The line of this direction through a square.
    #[inline]
    pub(crate) fn through(square: Square, direction: Direction) -> LineId {
        match direction {
            Direction::Across => LineId(square.row() as u8),
            Direction::Down => LineId(square.column() as u8 + COLUMN),
        }
    }

    /// Its bit in a mask of lines.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Its place among the lines of a board with this many squares per side.
    #[inline]
    pub(crate) fn index(self, side: usize) -> usize {
        if self.0 < COLUMN { self.0.into() } else { side + usize::from(self.0 - COLUMN) }
    }

    /// The direction of plays along it.
    #[inline]
    pub(crate) fn direction(self) -> Direction {
        if self.0 < COLUMN { Direction::Across } else { Direction::Down }
    }

    /// The square at this offset, from 0.
    #[inline]
    pub(crate) fn square(self, offset: usize) -> Square {
        match self.0.checked_sub(COLUMN) {
            None => Square::at(self.0.into(), offset),
            Some(column) => Square::at(offset, column.into()),
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

/// The bits that are set in a mask, from the lowest: offsets of squares along a line, or places of letters.
#[inline]
pub(crate) fn offsets(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest = mask.into();
    std::iter::from_fn(move || {
        let offset = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            offset
        })
    })
}
