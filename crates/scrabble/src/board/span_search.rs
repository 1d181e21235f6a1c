//! Finds the spans of a line from its tiles, its cross-checks and the premium squares under it.
//!
//! A span covers consecutive empty squares, so it is given by its first square and the number of its tiles.
//! From every first square one empty square after the other is covered, and what they count for is carried
//! along. The spans with the same number of tiles join the same tiles of the line one after the other, so for
//! each number of tiles only the frame of the last span can go on.

use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::LineId;
use crate::board::rack::RACK;
use crate::board::spans::{NONE, Span, Spans, insert_falling, limit};
use crate::board::tile::value_on_square;
use crate::board::{Direction, SIDE, Square, offsets};
use lettergame_core::lexicon::{Key, Letter};

/// Recomputes the spans of a line. `opening`: the board is empty.
pub(super) fn refill(to: &mut Spans, line: &Line, id: LineId, layout: &Layout, opening: bool) {
    to.clear();
    let centre = LineId::through(Square::CENTRE, id.direction()) == id;
    let wanted = if opening && centre { 1 << (SIDE / 2) } else { line.crossed() };
    if wanted | line.filled() == 0 {
        return;
    }
    let (factors, bingo, direction) = (layout.factors(id), layout.bingo(), id.direction());
    let (dead, sums) = (line.blocked(!0), Sums::new(line));
    let (last, limit) = ([(0, 0); RACK + 1], limit());
    Refill { line, factors, bingo, direction, dead, wanted, sums, last, limit, to }.run();
}

/// Finds the spans of one line.
struct Refill<'a> {
    line: &'a Line,
    /// The letter and word factors of each square.
    factors: &'a [(i16, i16); SIDE],
    bingo: i32,
    direction: Direction,
    /// Squares on which no letter fits.
    dead: u16,
    /// Squares of which a parallel play must cover at least one.
    wanted: u16,
    sums: Sums,
    /// By the number of tiles, the tiles joined by the last span that joins any, and its frame.
    last: [(u16, u16); RACK + 1],
    /// See [`insert_falling`].
    limit: i16,
    to: &'a mut Spans,
}

/// Sums over the tiles before each offset.
struct Sums {
    points: [i32; SIDE + 1],
    keys: [Key; SIDE + 1],
}

impl Sums {
    fn new(line: &Line) -> Sums {
        let mut sums = Sums { points: [0; SIDE + 1], keys: [Key::EMPTY; SIDE + 1] };
        let end = if line.filled() == 0 { 0 } else { SIDE };
        for offset in 0..end {
            let (cell, key) = (line.cell(offset), sums.keys[offset]);
            sums.points[offset + 1] = sums.points[offset] + value_on_square(cell);
            sums.keys[offset + 1] = Letter::from_ascii(cell).map_or(key, |letter| key.plus(letter));
        }
        sums
    }

    /// The points and the key of the tiles between two offsets.
    #[inline]
    fn between(&self, (start, end): (usize, usize)) -> (i32, Key) {
        (self.points[end] - self.points[start], self.keys[end].without(self.keys[start]))
    }
}

/// The squares covered so far from a first square on, and what they count for.
struct Covered {
    /// The weight of a new tile's value on each square, in descending order.
    weights: [i16; 8],
    /// The same for squares without tiles across.
    free: [i16; 8],
    /// The points of the tiles of words across.
    across: i32,
    word_factor: i16,
    covers: u16,
}

impl Covered {
    const NOTHING: Covered =
        Covered { weights: [0; 8], free: [0; 8], across: 0, word_factor: 1, covers: 0 };
}

impl Refill<'_> {
    fn run(&mut self) {
        let (filled, empty) = (self.line.filled(), !self.line.filled() & bits(0, SIDE));
        for first in offsets(empty & !self.dead) {
            let start = (u16::BITS - (empty & bits(0, first)).leading_zeros()) as usize;
            let reached = ((filled | self.wanted) >> first).trailing_zeros() as usize;
            if start < first || reached <= RACK {
                self.from(start, empty & (!0 << first));
            }
        }
    }

    /// The spans that cover the first of these empty squares; the main word starts at `start`.
    fn from(&mut self, start: usize, mut rest: u16) {
        let mut covered = Covered::NOTHING;
        for tiles in 1..=RACK {
            let square = rest & rest.wrapping_neg();
            if square & !self.dead == 0 {
                return;
            }
            rest &= !square;
            self.cover(&mut covered, square);
            let end = (rest | 1 << SIDE).trailing_zeros() as usize;
            let joined = self.line.filled() & bits(start, end);
            let fits = if joined == 0 {
                tiles > 1 && covered.covers & self.wanted != 0
            } else {
                tiles > 1 || self.longer_here(covered.covers, end - start)
            };
            if fits {
                self.add(&covered, tiles, joined, (start, end));
            }
        }
    }

    /// Covers one more square.
    #[inline]
    fn cover(&self, covered: &mut Covered, square: u16) {
        let offset = square.trailing_zeros() as usize;
        covered.covers |= square;
        let factor = self.factors[offset].1;
        covered.across += i32::from(self.line.crossing(offset).points) * i32::from(factor);
        if factor == 1 {
            self.weigh(covered, offset);
        } else {
            covered.word_factor *= factor;
            (covered.weights, covered.free) = ([0; 8], [0; 8]);
            offsets(covered.covers).for_each(|offset| self.weigh(covered, offset));
        }
    }

    /// Inserts the weight of a covered square.
    #[inline]
    fn weigh(&self, covered: &mut Covered, offset: usize) {
        let weight = self.line.weight(offset, self.factors[offset], covered.word_factor);
        insert_falling(&mut covered.weights, weight, self.limit);
        if self.line.crossed() >> offset & 1 == 0 {
            insert_falling(&mut covered.free, weight, self.limit);
        }
    }

    /// Adds the span of these squares to its frame.
    #[inline]
    fn add(&mut self, covered: &Covered, tiles: usize, joined: u16, word: (usize, usize)) {
        let &Covered { weights, free, across, word_factor, covers } = covered;
        let (own, key) = self.sums.between(word);
        let bingo = if tiles == RACK { self.bingo } else { 0 };
        let fixed = own * i32::from(word_factor) + across + bingo;
        let (start, len, before) = (word.0 as u8, (word.1 - word.0) as u8, NONE);
        let span = Span { weights, free, fixed, covers, word_factor, start, len, before };
        if joined == 0 {
            self.to.open_frame(span, tiles, None);
            return;
        }
        let last = &mut self.last[tiles];
        if joined == last.0 {
            self.to.widen_frame(last.1, span);
        } else {
            *last = (joined, self.to.open_frame(span, tiles, Some(key)));
        }
    }

    /// Whether a play of this single tile is counted in this direction: that of the longer word, across if
    /// equal.
    fn longer_here(&self, covers: u16, len: usize) -> bool {
        let across = self.line.crossing(covers.trailing_zeros() as usize).tiles;
        let other = usize::from(across) + usize::from(across > 0);
        match self.direction {
            Direction::Across => len >= other,
            Direction::Down => len > other,
        }
    }
}

/// The bits from one offset up to another.
#[inline]
fn bits(from: usize, end: usize) -> u16 {
    ((1_u32 << end) - (1_u32 << from)) as u16
}
