//! A line of the board, a row or a column, with everything a play along it depends on: its tiles and, for
//! each empty square, the letters that the words across it allow (its cross-check).

use crate::board::SIDE;
use crate::board::empties::Empties;
use crate::board::line_id::LineId;
use crate::board::tile::value_on_square;

/// Every letter is allowed.
pub(crate) const ANY_LETTER: u32 = (1 << 26) - 1;

/// The cross-check of an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// The letters that form a word across, bit 0 for A.
    pub(crate) letters: u32,
    /// The sum of the values of the tiles across.
    pub(crate) points: i16,
    /// The number of tiles across; 0 if there is no word across.
    pub(crate) tiles: u8,
}

impl Crossing {
    /// No tiles across.
    pub(crate) const NONE: Crossing = Crossing { letters: ANY_LETTER, points: 0, tiles: 0 };
}

/// A line of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The letter on each square, in lower case for a blank, or 0.
    cells: [u8; SIDE],
    /// The squares with a tile, bit 0 for the first.
    filled: u16,
    /// The cross-check of each empty square.
    crossings: [Crossing; SIDE],
    /// The squares with a blank.
    blanks: u16,
    /// The empty squares with tiles across.
    crossed: u16,
    /// The tiles in upper case, a byte each, and the bytes of filled squares all ones.
    pattern: (u128, u128),
    /// Its empty squares.
    empties: Empties,
}

impl Line {
    /// An empty line.
    pub(crate) fn new() -> Line {
        Line {
            cells: [0; SIDE],
            filled: 0,
            crossings: [Crossing::NONE; SIDE],
            blanks: 0,
            crossed: 0,
            pattern: (0, 0),
            empties: Empties::NONE,
        }
    }

    /// Its empty squares, as last set.
    #[inline]
    pub(crate) fn empties(&self) -> &Empties {
        &self.empties
    }

    /// Sets what is known about its empty squares.
    pub(super) fn set_empties(&mut self, empties: Empties) {
        self.empties = empties;
    }

    /// A hash of everything that decides which plays along it are legal and what they score: its position,
    /// tiles and cross-checks.
    pub(crate) fn digest(&self, id: LineId) -> u64 {
        let (low, high) = (self.pattern.0 as u64, (self.pattern.0 >> 64) as u64);
        let ends = (id.index() as u64) << 16 | u64::from(self.blanks);
        let mut digest = mix(mix(mix(ends, low), high), u64::from(self.crossed));
        let mut rest = self.crossed;
        while rest != 0 {
            let crossing = &self.crossings[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let tiles = u64::from(crossing.tiles) << 56 | (crossing.points as u64 & 0xFFFF) << 32;
            digest = mix(digest, tiles | u64::from(crossing.letters));
        }
        digest
    }

    /// The letter at an offset, in lower case for a blank, or 0.
    #[inline]
    pub(crate) fn cell(&self, offset: usize) -> u8 {
        self.cells[offset]
    }

    /// The squares with a tile, bit 0 for the first.
    #[inline]
    pub(crate) fn filled(&self) -> u16 {
        self.filled
    }

    /// The squares with a blank.
    #[inline]
    pub(crate) fn blanks(&self) -> u16 {
        self.blanks
    }

    /// The empty squares with tiles across.
    #[inline]
    pub(crate) fn crossed(&self) -> u16 {
        self.crossed
    }

    /// The cross-check of an empty square.
    #[inline]
    pub(crate) fn crossing(&self, offset: usize) -> &Crossing {
        &self.crossings[offset]
    }

    /// Places a tile.
    pub(crate) fn put(&mut self, offset: usize, cell: u8) {
        self.cells[offset] = cell;
        self.filled |= 1 << offset;
        self.blanks |= u16::from(cell.is_ascii_lowercase()) << offset;
        self.crossed &= !(1 << offset);
        self.crossings[offset] = Crossing::NONE;
        self.pattern.0 |= u128::from(cell.to_ascii_uppercase()) << (8 * offset);
        self.pattern.1 |= 0xFF << (8 * offset);
    }

    /// Sets the cross-check of an empty square.
    pub(crate) fn cross(&mut self, offset: usize, crossing: Crossing) {
        self.crossings[offset] = crossing;
        self.crossed |= u16::from(crossing.tiles > 0) << offset;
    }

    /// The tiles between two offsets in upper case, a byte each from the lowest, and the bytes of filled
    /// squares all ones; the tiles after the second offset come along.
    #[inline]
    pub(crate) fn pattern_between(&self, from: usize, end: usize) -> (u128, u128) {
        let word = (1_u128 << (8 * (end - from))) - 1;
        (self.pattern.0 >> (8 * from), self.pattern.1 >> (8 * from) & word)
    }

    /// The start and end of the run of tiles around a square, counting the square itself as filled.
    #[inline]
    pub(crate) fn run(&self, offset: usize) -> (usize, usize) {
        let before = (u32::from(self.filled) << (31 - offset) << 1).leading_ones() as usize;
        let after = (self.filled >> (offset + 1)).trailing_ones() as usize;
        (offset - before, offset + 1 + after)
    }

    /// The sum of the tile values between two offsets.
    pub(crate) fn points(&self, from: usize, end: usize) -> i32 {
        self.cells[from..end].iter().map(|&cell| value_on_square(cell)).sum()
    }

    /// The weight of a new tile's value on an empty square, from the factors of the square and of the main
    /// word: once for the main word, once more for the word across.
    #[inline]
    pub(crate) fn weight(
        &self,
        offset: usize,
        (letter, word): (i16, i16),
        word_factor: i16,
    ) -> i16 {
        let across = if self.crossed >> offset & 1 == 1 { word } else { 0 };
        letter * (word_factor + across)
    }
}

/// Hashes two numbers into one: folds the halves of their 128-bit product.
#[inline]
pub(crate) fn mix(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD1B5_4A32_D192_ED03);
    product as u64 ^ (product >> 64) as u64
}
