//! What a search for plays works on.

use crate::board::Board;
use crate::board::line_id::LineId;
use crate::plays::bounds::{LineBounds, RackLetters, TopSums};
use crate::plays::queue::Queue;
use crate::plays::subsets::{Subset, Subsets};
use lettergame_words::Lexicon;

/// A search under way.
pub(super) struct Search<'a, V: ?Sized> {
    pub(super) lexicon: &'a Lexicon,
    pub(super) board: &'a Board,
    pub(super) valuation: &'a V,
    /// Of each line, as far as it is searched.
    pub(super) bounds: &'a mut [LineBounds],
    pub(super) subsets: &'a Subsets,
    /// The rack.
    pub(super) whole: &'a Subset,
    pub(super) letters: RackLetters,
    pub(super) tops: TopSums,
    pub(super) queue: &'a mut Queue<Frame>,
}

/// A frame of a line: its spans cover the same number of tiles from consecutive empty squares on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) line: LineId,
    pub(super) tiles: u8,
    /// The index of the first empty square of the first span.
    pub(super) first: u8,
    /// That of the last span.
    pub(super) last: u8,
}

impl Frame {
    #[inline]
    pub(super) fn new(line: LineId, tiles: usize, first: usize, last: usize) -> Frame {
        Frame { line, tiles: tiles as u8, first: first as u8, last: last as u8 }
    }
}
