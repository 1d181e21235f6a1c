//! The empty squares of a line in order, with sums over them: whatever about the places of plays does not
//! depend on the rack.
//!
//! A play covers consecutive empty squares, so its *span* is given by the index of the first and the number
//! of its tiles. All that a bound on its score needs is the difference of two sums, so no list of spans is
//! kept. Spans with the same number of tiles that join the same tiles of the line form a *frame*: the letters
//! of a word on any of them are those of the frame and those of the new tiles, so words are looked up once
//! for all. They start at consecutive empty squares.

use crate::board::MAX_SIDE;
use crate::board::rack::RACK;
use lettergame_core::lexicon::Key;

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

/// The empty squares of a line; none where no play is possible. Masks of them have bit 0 for the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Empties {
    /// Their number.
    len: usize,
    /// The offset of each, then the end of the line.
    at: [u8; MAX_SIDE + 1],
    /// The word factor of each, then 1.
    word_factors: [i16; WINDOWS + RACK + 1],
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

/// Numbers of squares, a byte each: with a letter factor of at least 1, 2, 3, 4, and the same without tiles
/// across. A letter factor is the number of its counts that a square is in, so with the greatest tiles on the
/// greatest factors, tiles count as much as the sum of the `n` greatest tiles over the counts `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(u64);

/// Levels of letter factors.
pub(crate) const LEVELS: usize = 4;

/// Room for a value for each empty square and the end of the line, a whole number of vectors.
pub(crate) const WINDOWS: usize = (MAX_SIDE + 1).next_multiple_of(8);

/// Those of the highest level, which few boards have.
const HIGHEST: u64 = 0xFF00_0000_FF00_0000;

impl Counts {
    fn of(letter_factor: i16, crossed: bool) -> Counts {
        let all = 0x01_01_01_01 >> (8 * (LEVELS - letter_factor as usize));
        Counts(if crossed { all } else { all | all << (8 * LEVELS) })
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

    /// The greater of each.
    #[inline]
    pub(crate) fn max(self, other: Counts) -> Counts {
        let (mut bytes, others) = (self.0.to_le_bytes(), other.0.to_le_bytes());
        bytes.iter_mut().zip(others).for_each(|(byte, other)| *byte = other.max(*byte));
        Counts(u64::from_le_bytes(bytes))
    }

    /// The counts of all squares, and of those without tiles across.
    #[inline]
    pub(crate) fn split(self) -> ([usize; LEVELS], [usize; LEVELS]) {
        let count = |place: usize| (self.0 >> (8 * place)) as usize & 0xFF;
        (std::array::from_fn(count), std::array::from_fn(|level| count(LEVELS + level)))
    }

    /// The most that the letters of tiles count on all these squares, and on those without tiles across.
    /// `tops` are the sums of the greatest 0, 1, ... 7 of them; no count may be more.
    #[inline]
    pub(crate) fn most(self, tops: &[i16; RACK + 1]) -> (i32, i32) {
        let (all, free) = self.split();
        let sum = |counts: &[usize]| -> i32 {
            counts.iter().map(|&count| i32::from(tops[count & RACK])).sum()
        };
        let usual = (sum(&all[..LEVELS - 1]), sum(&free[..LEVELS - 1]));
        if self.0 & HIGHEST == 0 {
            return usual;
        }
        (usual.0 + sum(&all[LEVELS - 1..]), usual.1 + sum(&free[LEVELS - 1..]))
    }
}

impl Empties {
    /// No squares.
    pub(super) const NONE: Empties = Empties {
        len: 0,
        at: [0; MAX_SIDE + 1],
        word_factors: [1; WINDOWS + RACK + 1],
        sums: [Sums { counts: Counts(0), across: 0 }; MAX_SIDE + 1],
        tiles: [Tiles { key: Key::EMPTY, points: 0 }; MAX_SIDE + 2],
        gaps: 0,
        crossed: 0,
        wanted: 0,
        single: 0,
    };

    /// Adds the empty square at an offset, after the tiles added so far. `across`: the points of the tiles
    /// across, `None` if there are none.
    #[inline]
    pub(super) fn push(&mut self, offset: usize, (letter, word): (i16, i16), across: Option<i16>) {
        let (index, sums) = (self.len, self.sums[self.len]);
        self.len += 1;
        self.at[index] = offset as u8;
        self.word_factors[index] = word;
        self.crossed |= u32::from(across.is_some()) << index;
        self.tiles[self.len + 1] = self.tiles[self.len];
        let counts = sums.counts.plus(Counts::of(letter, across.is_some()));
        let across = sums.across + i32::from(across.unwrap_or(0)) * i32::from(word);
        self.sums[self.len] = Sums { counts, across };
    }

    /// Ends the line, after all its squares were added.
    pub(super) fn end(&mut self, side: usize) {
        self.at[self.len] = side as u8;
    }

    /// Adds a tile of these points, after the empty squares added so far; its letter by its place in the
    /// alphabet.
    #[inline]
    pub(super) fn push_tile(&mut self, letter: usize, points: i32) {
        let tiles = &mut self.tiles[self.len + 1];
        tiles.points += points;
        tiles.key = tiles.key.plus_nth(letter);
        self.gaps |= 1 << self.len;
    }

    /// All of them.
    #[inline]
    pub(crate) fn all(&self) -> u32 {
        (1 << self.len) - 1
    }

    /// The number of them.
    #[inline]
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

    /// The word factors of those squares from an index on, at most [`RACK`], then 1.
    #[inline]
    pub(crate) fn word_factors_from(&self, index: usize) -> &[i16; WINDOWS] {
        self.word_factors[index..].first_chunk().unwrap_or(&[1; WINDOWS])
    }

    /// The sums over those before an index.
    #[inline]
    pub(crate) fn sums_before(&self, index: usize) -> &Sums {
        &self.sums[index]
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
        let word_factor: i16 = self.word_factors[first..first + tiles].iter().product();
        let joined = self.joined(first, tiles).0 * i32::from(word_factor);
        let across = self.sums[first + tiles].across - self.sums[first].across;
        let fixed = joined + across + bonus;
        Span { fixed, covers, word_factor, start: start as u8, len: (end - start) as u8 }
    }
}
