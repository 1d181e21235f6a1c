//! The frames of a line for one number of tiles after the other, by operations on masks of first squares.

use crate::board::empties::Empties;
use crate::board::{RACK, SIDE};

/// The spans of a line with the same number of tiles, as masks of their first squares: bit 0 for the first
/// empty square of the line.
pub(super) struct Windows<'a> {
    empties: &'a Empties,
    /// The empty squares that can be covered.
    open: u32,
    tiles: usize,
    /// From which all squares can be covered.
    free: u32,
    /// That join tiles of the line.
    joining: u32,
    /// That cover a square next to tiles across.
    touching: u32,
    /// The word factor of each.
    word_factors: [i16; SIDE + 1],
}

impl<'a> Windows<'a> {
    /// Of no tiles, where only these empty squares can be covered.
    #[inline]
    pub(super) fn new(empties: &'a Empties, open: u32) -> Windows<'a> {
        let (free, joining, touching) = (empties.all(), empties.gaps, 0);
        Windows { empties, open, tiles: 0, free, joining, touching, word_factors: [1; SIDE + 1] }
    }

    /// The word factor from this square on.
    #[inline]
    pub(super) fn word_factor(&self, first: usize) -> i16 {
        self.word_factors[first]
    }

    /// Whether no square is free for them.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.free == 0
    }

    /// Makes them one tile longer, at most [`RACK`].
    #[inline]
    pub(super) fn lengthen(&mut self) {
        debug_assert!(self.tiles < RACK, "a rack holds {RACK} tiles");
        let next = self.empties.word_factors_from(self.tiles);
        self.word_factors.iter_mut().zip(next).for_each(|(factor, next)| *factor *= next);
        self.free &= self.open >> self.tiles;
        self.touching |= self.empties.wanted >> self.tiles;
        self.tiles += 1;
        self.joining |= self.empties.gaps >> self.tiles;
    }

    /// Those of parallel plays. A single tile is no word.
    #[inline]
    pub(super) fn parallel(&self) -> u32 {
        if self.tiles == 1 { 0 } else { self.free & self.touching & !self.joining }
    }

    /// The frames that join tiles of the line, each by its first and last span.
    #[inline]
    pub(super) fn frames(&self) -> impl Iterator<Item = (usize, usize)> {
        let single = if self.tiles == 1 { self.empties.single } else { !0 };
        let mut rest = self.free & self.joining & single;
        // a span does not join the same tiles as the one before if either has tiles at the end that differs
        let apart = self.empties.gaps << 1 | self.empties.gaps >> self.tiles;
        std::iter::from_fn(move || {
            let first = rest.trailing_zeros();
            (rest != 0).then(|| {
                let more = (rest & !apart) >> first >> 1;
                let last = first + more.trailing_ones();
                rest &= !0 << last << 1;
                (first as usize, last as usize)
            })
        })
    }
}
