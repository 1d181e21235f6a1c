//! A play as the generator finds it, and a play with its rank among others.

use std::cmp::{Ordering, Reverse};

use crate::board::empties::Span;
use crate::board::line_id::LineId;
use crate::board::{Cell, Distribution, MAX_SIDE, Place, Play};
use crate::plays::Equity;

/// A legal play as found, not yet in its final form.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub(super) line: LineId,
    pub(super) span: &'a Span,
    /// The letters of the word, a byte each, and more bytes.
    pub(super) word: &'a [u8],
    /// The offsets of blanks along the line, both new ones and those on the board.
    pub(super) blanks: u32,
    pub(super) distribution: &'static Distribution,
    pub(super) score: i32,
    pub(super) leave: Equity,
    pub(super) equity: Equity,
}

/// A legal play with its score and value. Ordered best first: by value, then score, then tiles kept, then
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The play.
    pub play: Play,
    /// Its score.
    pub score: i32,
    /// The value of the kept tiles and of the placement.
    pub leave: Equity,
    /// Both together.
    pub equity: Equity,
}

impl Found<'_> {
    /// The sort key before the text.
    #[inline]
    pub(super) fn rank(&self) -> (Equity, i32, Reverse<u32>) {
        (self.equity, self.score, Reverse(self.span.covers.count_ones()))
    }

    /// The play in its final form.
    #[must_use]
    pub fn ranked(&self) -> Ranked {
        let (start, len) = (usize::from(self.span.start), usize::from(self.span.len));
        let mut letters = [Cell::EMPTY; MAX_SIDE];
        for (index, (letter, &byte)) in letters[..len].iter_mut().zip(self.word).enumerate() {
            *letter = Cell::of_byte(byte).as_blank(self.blanks >> (start + index) & 1 == 1);
        }
        let place = Place { square: self.line.square(start), direction: self.line.direction() };
        let play = Play::on_board(
            self.distribution,
            place,
            letters,
            self.span.len,
            self.span.covers >> start,
        );
        Ranked { play, score: self.score, leave: self.leave, equity: self.equity }
    }
}

impl Ranked {
    /// The sort key before the text.
    pub(super) fn rank(&self) -> (Equity, i32, Reverse<u32>) {
        (self.equity, self.score, Reverse(self.play.count() as u32))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Ranked) -> Ordering {
        other.rank().cmp(&self.rank()).then_with(|| self.play.cmp_text(&other.play))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
