//! A line of the board, a row or a column, with everything a play along it depends on: its tiles and, for
//! each empty square, the letters that the words across it allow (its cross-check).

use crate::board::empties::Empties;
use crate::board::line_id::LineId;
use crate::board::{Cell, Distribution, MAX_SIDE};

/// Every letter is allowed.
pub(crate) const ANY_LETTER: u64 = !0;

/// Letters that are compared at once.
pub(crate) const CHUNK: usize = 16;

/// All ones in the first 0, 1, ... 16 bytes.
const FIRST_BYTES: [u128; CHUNK + 1] = {
    let (mut masks, mut bytes) = ([0; CHUNK + 1], 1);
    while bytes <= CHUNK {
        masks[bytes] = masks[bytes - 1] << 8 | 0xFF;
        bytes += 1;
    }
    masks
};

/// Squares of a line with room for a chunk from each of them.
const PADDED: usize = MAX_SIDE + CHUNK;

/// The cross-check of an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// The letters that form a word across, bit 0 for the first of the alphabet.
    pub(crate) letters: u64,
    /// The sum of the values of the tiles across.
    pub(crate) points: i16,
    /// The number of tiles across; 0 if there is no word across.
    pub(crate) tiles: u8,
}

impl Crossing {
    /// No tiles across.
    pub(crate) const NONE: Crossing = Crossing { letters: ANY_LETTER, points: 0, tiles: 0 };
}

/// Tiles of a line to compare words with, a byte a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The letters; what the bytes of empty squares are does not matter.
    pub(crate) letters: u128,
    /// All ones where there is a tile.
    pub(crate) filled: u128,
}

impl Pattern {
    /// Whether these letters agree with the tiles.
    #[inline]
    pub(crate) fn fits(&self, word: u128) -> bool {
        (word ^ self.letters) & self.filled == 0
    }
}

/// 16 letters of a text from an offset on, to be compared with a [`Pattern`]; zeros beyond its end.
#[inline]
pub(crate) fn sixteen_letters(text: &[u8], from: usize) -> u128 {
    let rest = text.get(from..).unwrap_or_default();
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; CHUNK];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    u128::from_le_bytes(bytes)
}

/// A line of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The number of its squares.
    pub(super) side: u8,
    /// The squares with a tile, bit 0 for the first.
    pub(super) filled: u32,
    /// The squares with a blank.
    pub(super) blanks: u32,
    /// The empty squares with tiles across.
    pub(super) crossed: u32,
    /// The letter on each square, 0 if there is none.
    pub(super) letters: [u8; PADDED],
    /// All ones on each square with a tile.
    filled_bytes: [u8; PADDED],
    /// The cross-check of each empty square.
    pub(super) crossings: [Crossing; MAX_SIDE],
    /// Its empty squares.
    pub(super) empties: Empties,
}

impl Line {
    /// An empty line with this many squares.
    pub(crate) fn new(side: usize) -> Line {
        Line {
            side: side as u8,
            filled: 0,
            blanks: 0,
            crossed: 0,
            letters: [0; PADDED],
            filled_bytes: [0; PADDED],
            crossings: [Crossing::NONE; MAX_SIDE],
            empties: Empties::NONE,
        }
    }

    /// The number of its squares.
    #[inline]
    pub(crate) fn side(&self) -> usize {
        self.side.into()
    }

    /// Its empty squares, as last set.
    #[inline]
    pub(crate) fn empties(&self) -> &Empties {
        &self.empties
    }

    /// A hash of everything that decides which plays along it are legal and what they score: its position,
    /// tiles and cross-checks.
    pub(crate) fn digest(&self, id: LineId) -> u64 {
        let (letters, _) = self.letters.as_chunks::<8>();
        let ends = id.bit().rotate_right(8) ^ u64::from(self.blanks);
        let squares = self.side().div_ceil(8);
        let letters = letters[..squares].iter().map(|letters| u64::from_le_bytes(*letters));
        let mut digest = mix(letters.fold(ends, mix), u64::from(self.crossed));
        let mut rest = self.crossed;
        while rest != 0 {
            let crossing = &self.crossings[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let tiles = u64::from(crossing.tiles) << 16 | u64::from(crossing.points as u16);
            digest = mix(mix(digest, tiles), crossing.letters);
        }
        digest
    }

    /// What the square at an offset holds.
    #[inline]
    pub(crate) fn cell(&self, offset: usize) -> Cell {
        Cell::of_byte(self.letters[offset]).as_blank(self.blanks >> offset & 1 == 1)
    }

    /// The squares with a tile, bit 0 for the first.
    #[inline]
    pub(crate) fn filled(&self) -> u32 {
        self.filled
    }

    /// The squares with a blank.
    #[inline]
    pub(crate) fn blanks(&self) -> u32 {
        self.blanks
    }

    /// The empty squares with tiles across.
    #[inline]
    pub(crate) fn crossed(&self) -> u32 {
        self.crossed
    }

    /// The cross-check of an empty square.
    #[inline]
    pub(crate) fn crossing(&self, offset: usize) -> &Crossing {
        &self.crossings[offset]
    }

    /// Places a tile.
    pub(crate) fn put(&mut self, offset: usize, cell: Cell) {
        self.filled |= 1 << offset;
        self.blanks |= u32::from(cell.is_blank()) << offset;
        self.crossed &= !(1 << offset);
        self.crossings[offset] = Crossing::NONE;
        self.letters[offset] = cell.byte();
        self.filled_bytes[offset] = 0xFF;
    }

    /// Sets the cross-check of an empty square.
    pub(crate) fn cross(&mut self, offset: usize, crossing: Crossing) {
        self.crossings[offset] = crossing;
        self.crossed |= u32::from(crossing.tiles > 0) << offset;
    }

    /// The tiles between two offsets after the first 16 squares, if there are more.
    #[inline]
    pub(crate) fn rest(&self, from: usize, end: usize) -> Option<Pattern> {
        (end - from > CHUNK).then(|| self.pattern(from + CHUNK, end))
    }

    /// The tiles of 16 squares from an offset on, up to another.
    #[inline]
    pub(crate) fn pattern(&self, from: usize, end: usize) -> Pattern {
        let sixteen = |bytes: &[u8; PADDED]| {
            bytes[from..].first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
        };
        let filled = sixteen(&self.filled_bytes) & FIRST_BYTES[(end - from).min(CHUNK)];
        Pattern { letters: sixteen(&self.letters), filled }
    }

    /// The start and end of the run of tiles around a square, counting the square itself as filled.
    #[inline]
    pub(crate) fn run(&self, offset: usize) -> (usize, usize) {
        let before = (self.filled << (31 - offset) << 1).leading_ones() as usize;
        let after = (self.filled >> (offset + 1)).trailing_ones() as usize;
        (offset - before, offset + 1 + after)
    }

    /// The sum of the tile values between two offsets.
    pub(crate) fn points(&self, distribution: &Distribution, from: usize, end: usize) -> i32 {
        (from..end).map(|at| distribution.on_square(self.cell(at))).sum()
    }

    /// The weight of a new tile's value on an empty square, from the factors of the square and of the main
    /// word: once for the main word, once more for the word across.
    #[inline]
    pub(crate) fn weight(
        &self,
        offset: usize,
        (letter, word): (i16, i16),
        word_factor: i16,
    ) -> i32 {
        let across = if self.crossed >> offset & 1 == 1 { word } else { 0 };
        i32::from(letter) * i32::from(word_factor + across)
    }
}

/// Hashes two numbers into one: folds the halves of their 128-bit product.
#[inline]
pub(crate) fn mix(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD1B5_4A32_D192_ED03);
    product as u64 ^ (product >> 64) as u64
}
