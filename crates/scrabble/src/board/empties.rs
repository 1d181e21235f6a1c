//! The empty squares of a line in order, with sums over them: whatever about the places of plays does not
//! depend on the rack.
//!
//! A play covers consecutive empty squares, so its *span* is given by the index of the first and the number
//! of its tiles. All that a bound on its score needs is the difference of two sums, so no list of spans is
//! kept. Spans with the same number of tiles that join the same tiles of the line form a *frame*: the letters
//! of a word on any of them are those of the frame and those of the new tiles, so words are looked up once
//! for all. They start at consecutive empty squares.

use std::fmt;

use crate::board::MAX_SIDE;
use crate::board::rack::RACK;
use lettergame_words::Key;

/// The squares covered by one play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The points that do not depend on the new tiles.
    pub(crate) fixed: i32,
    /// The covered squares, bit 0 for the first of the line.
    pub(crate) covers: u32,
    /// The factor of the main word.
    pub(crate) word_factor: i16,
    /// The first offset of the main word.
    pub(crate) start: u8,
    /// The length of the main word.
    pub(crate) len: u8,
}

impl Span {
    /// The offset after the main word.
    #[inline]
    pub(crate) fn end(&self) -> u8 {
        self.start + self.len
    }
}

/// The empty squares of a line; none where no play is possible. Masks of them have bit 0 for the first.
#[derive(Clone, Copy)]
pub(crate) struct Empties {
    /// Their number.
    len: usize,
    /// The offset of each, then the end of the line.
    at: [u8; MAX_SIDE + 1],
    /// For each and for the end of the line the sums over those before it.
    sums: [Sums; MAX_SIDE + 1],
    /// For each and for the end of the line the sums over the tiles up to the one before it.
    tiles: [Tiles; MAX_SIDE + 2],
    /// Those, and the end of the line, with tiles directly before them.
    pub(crate) gaps: u32,
    /// Those with tiles across.
    pub(crate) crossed: u32,
    /// Those of which a play that joins no tile of the line must cover one.
    pub(crate) wanted: u32,
    /// Those on which a play of one tile is counted along this line.
    pub(crate) single: u32,
}

/// What a square holds.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// A tile: its letter by its place in the alphabet.
    Tile { letter: usize, points: i32 },
    /// Nothing. `crossed`: whether there are tiles across; `across`: their points.
    Empty { factors: (i16, i16), crossed: bool, across: i16 },
}

/// Sums over squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    /// See [`Counts`].
    pub(crate) counts: Counts,
    /// The points of the tiles across, counted by the word factor.
    pub(crate) across: i32,
}

/// Sums over tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Tiles {
    key: Key,
    points: i32,
}

/// Numbers of squares of a line or a part of it, packed: with a letter factor of at least 2, 3 and 4 as one number
/// with a digit of base 8 each, the levels; the same without tiles across; those without tiles across; and with a
/// word factor of exactly 2, 3 and 4, again as digits. Digits of a span are at most [`RACK`]; sums over a line fit,
/// so the difference of two of them is that of a span.
///
/// A letter factor is one more than the number of the levels that a square is in, so with the greatest tiles on the
/// greatest factors, tiles count as much as the sum of the `n` greatest tiles over the counts `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(u64);

/// Values of a number with a digit of base 8 for each factor above 1.
pub(crate) const LEVELS: usize = 8 * 8 * 8;

/// The place in [`Counts`] of the levels of the squares without tiles across.
const FREE: u32 = 16;

/// The place of the number of squares without tiles across.
const NUMBER: u32 = 32;

/// The place of the numbers of squares by word factor.
const WORDS: u32 = 48;

/// The product of word factors by the numbers of squares with each.
const WORD_FACTORS: [i16; LEVELS] = {
    let (mut factors, mut levels) = ([1; LEVELS], 1);
    while levels < LEVELS {
        let (before, factor) = match levels {
            64.. => (levels - 64, 4),
            8.. => (levels - 8, 3),
            _ => (levels - 1, 2),
        };
        // digits of a span add up to at most 7, the others do not occur
        factors[levels] = i16::saturating_mul(factors[before], factor);
        levels += 1;
    }
    factors
};

/// Without what is left of other lines after the end of the lists.
impl fmt::Debug for Empties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Empties")
            .field("at", &&self.at[..self.len + 1])
            .field("sums", &self.sums())
            .field("tiles", &&self.tiles[..self.len + 2])
            .field("masks", &[self.gaps, self.crossed, self.wanted, self.single])
            .finish()
    }
}

impl Counts {
    /// Those of a square by its factors; its levels of letters have places of their own if it has no tiles across.
    #[inline]
    fn of((letter, word): (i16, i16), crossed: bool) -> Counts {
        const LETTERS: [u64; 8] = [0, 0, 0o1, 0o11, 0o111, 0, 0, 0];
        const SQUARES: [u64; 8] = [0, 0, 0o1 << WORDS, 0o10 << WORDS, 0o100 << WORDS, 0, 0, 0];
        let (levels, word) = (LETTERS[letter as usize % 8], SQUARES[word as usize % 8]);
        let free = if crossed { 0 } else { levels << FREE | 1 << NUMBER };
        Counts(levels | free | word)
    }

    #[inline]
    fn plus(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }

    /// The counts of a part less than the whole.
    #[inline]
    pub(crate) fn minus(self, part: Counts) -> Counts {
        Counts(self.0 - part.0)
    }

    /// The levels of all squares.
    #[inline]
    pub(crate) fn levels(self) -> usize {
        self.0 as usize % LEVELS
    }

    /// The levels of the squares without tiles across.
    #[inline]
    pub(crate) fn free_levels(self) -> usize {
        (self.0 >> FREE) as usize % LEVELS
    }

    /// The number of squares without tiles across, at most [`RACK`].
    #[inline]
    pub(crate) fn free(self) -> usize {
        (self.0 >> NUMBER) as usize % (RACK + 1)
    }

    /// The product of the word factors.
    #[inline]
    pub(crate) fn word_factor(self) -> i16 {
        WORD_FACTORS[(self.0 >> WORDS) as usize % LEVELS]
    }
}

impl Empties {
    /// No squares.
    pub(super) const NONE: Empties = Empties {
        len: 0,
        at: [0; MAX_SIDE + 1],
        sums: [Sums { counts: Counts(0), across: 0 }; MAX_SIDE + 1],
        tiles: [Tiles { key: Key::EMPTY, points: 0 }; MAX_SIDE + 2],
        gaps: 0,
        crossed: 0,
        wanted: 0,
        single: 0,
    };

    /// Makes it no squares.
    pub(super) fn clear(&mut self) {
        *self = Empties::NONE;
    }

    /// Finds those of a line of this many squares from what they hold, in place of others.
    #[inline]
    pub(super) fn refill(&mut self, side: usize, content: impl Fn(usize) -> Content) {
        let (mut sums, mut tiles) = (Sums::default(), Tiles::default());
        (self.len, self.gaps, self.crossed) = (0, 0, 0);
        for offset in 0..side.min(MAX_SIDE) {
            match content(offset) {
                Content::Tile { letter, points } => {
                    tiles.points += points;
                    tiles.key = tiles.key.plus_nth(letter);
                    self.gaps |= 1 << self.len;
                }
                Content::Empty { factors, crossed, across } => {
                    self.at[self.len] = offset as u8;
                    self.crossed |= u32::from(crossed) << self.len;
                    self.len += 1;
                    self.tiles[self.len] = tiles;
                    sums.counts = sums.counts.plus(Counts::of(factors, crossed));
                    sums.across += i32::from(across) * i32::from(factors.1);
                    self.sums[self.len] = sums;
                }
            }
        }
        self.at[self.len] = side as u8;
        self.tiles[self.len + 1] = tiles;
    }

    /// All of them.
    #[inline]
    pub(crate) fn all(&self) -> u32 {
        (1 << self.len) - 1
    }

    /// The number of them.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The offset along the line.
    #[inline]
    pub(crate) fn offset(&self, index: usize) -> usize {
        usize::from(self.at[index])
    }

    /// The start and end of the main word with this many tiles from this square on.
    #[inline]
    pub(super) fn word(&self, first: usize, tiles: usize) -> (usize, usize) {
        let start = first.checked_sub(1).map_or(0, |before| self.at[before] + 1);
        (start.into(), self.at[first + tiles].into())
    }

    /// For each of them, and for the end of the line, the sums over those before it.
    #[inline]
    pub(crate) fn sums(&self) -> &[Sums] {
        &self.sums[..self.len + 1]
    }

    /// Whether a span joins tiles of the line.
    #[inline]
    pub(crate) fn joins(&self, first: usize, tiles: usize) -> bool {
        self.gaps >> first & ((2 << tiles) - 1) != 0
    }

    /// The points of the tiles that a span joins, and the key of their letters.
    #[inline]
    pub(crate) fn joined(&self, first: usize, tiles: usize) -> (i32, Key) {
        let (upto, before) = (&self.tiles[first + tiles + 1], &self.tiles[first]);
        (upto.points - before.points, upto.key.without(before.key))
    }

    /// A span of this line, with a tile on the squares `filled`. `bonus`: for the number of tiles.
    #[inline]
    pub(crate) fn span(&self, filled: u32, first: usize, tiles: usize, bonus: i32) -> Span {
        let (start, end) = self.word(first, tiles);
        let (from, last) = (self.offset(first), self.offset(first + tiles - 1));
        let covers = !filled & ((2_u32 << last) - (1 << from));
        let (upto, before) = (&self.sums[first + tiles], &self.sums[first]);
        let word_factor = upto.counts.minus(before.counts).word_factor();
        let joined = self.joined(first, tiles).0 * i32::from(word_factor);
        let across = upto.across - before.across;
        let fixed = joined + across + bonus;
        Span { fixed, covers, word_factor, start: start as u8, len: (end - start) as u8 }
    }
}
