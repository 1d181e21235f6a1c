//! The tiles on the squares of a board, without anything derived from them.

use std::ops::{Index, IndexMut};

use crate::board::{Cell, MAX_SIDE, Square};

/// What each square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    side: u8,
    rows: [[Cell; MAX_SIDE]; MAX_SIDE],
}

impl Cells {
    /// Empty squares, this many per side, at most [`MAX_SIDE`].
    #[must_use]
    pub fn new(side: usize) -> Cells {
        Cells { side: side.min(MAX_SIDE) as u8, rows: [[Cell::EMPTY; MAX_SIDE]; MAX_SIDE] }
    }

    /// The number of squares per side.
    #[inline]
    #[must_use]
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        Square::all(self.side())
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.rows[..self.side()].iter().map(|row| &row[..self.side()])
    }

    /// The squares with a tile, row by row, each with what it holds.
    pub fn filled(&self) -> impl Iterator<Item = (Square, Cell)> {
        let cells = self.squares().map(|square| (square, self[square]));
        cells.filter(|(_, cell)| !cell.is_empty())
    }
}

impl Index<Square> for Cells {
    type Output = Cell;
    #[inline]
    fn index(&self, square: Square) -> &Cell {
        &self.rows[square.row()][square.column()]
    }
}

impl IndexMut<Square> for Cells {
    fn index_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.rows[square.row()][square.column()]
    }
}
