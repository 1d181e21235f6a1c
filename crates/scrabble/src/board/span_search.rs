//! Finds the spans of a line from its tiles, its cross-checks and the premium squares under it.

use arrayvec::ArrayVec;

use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::LineId;
use crate::board::rack::RACK;
use crate::board::spans::{Span, Spans};
use crate::board::tile::value_on_square;
use crate::board::{Direction, SIDE, Square};
use lettergame_core::lexicon::{Key, Letter};

/// Recomputes the spans of a line. `opening`: the board is empty.
pub(super) fn refill(to: &mut Spans, line: &Line, id: LineId, layout: &Layout, opening: bool) {
    to.clear();
    let centre = LineId::through(Square::CENTRE, id.direction()) == id;
    let wanted = if opening && centre { 1 << (SIDE / 2) } else { line.crossed() };
    if wanted | line.filled() == 0 {
        return;
    }
    let dead = line.blocked(!0);
    let costs = Costs::new(line, layout.factors(id), dead);
    let (bingo, direction) = (layout.bingo(), id.direction());
    Refill { line, costs, bingo, direction, dead, wanted, to }.run();
}

/// Finds the spans of one line.
struct Refill<'a> {
    line: &'a Line,
    costs: Costs,
    bingo: i32,
    direction: Direction,
    /// Squares on which no letter fits.
    dead: u16,
    /// Squares of which a parallel play must cover at least one.
    wanted: u16,
    to: &'a mut Spans,
}

/// A run of tiles: its start and end.
type Run = (usize, usize);

impl Refill<'_> {
    fn run(&mut self) {
        let runs = self.runs();
        self.parallel();
        for (first, &(start, _)) in runs.iter().enumerate() {
            let before = first.checked_sub(1).map_or(0, |before| runs[before].1 + 1);
            let left = self.free_left(start, before);
            let (mut key, mut tiles, mut gaps) = (Key::EMPTY, 0, 0_u16);
            for (last, &(from, end)) in runs.iter().enumerate().skip(first) {
                if last > first {
                    gaps |= bits(runs[last - 1].1, from);
                }
                if gaps & self.dead != 0 || gaps.count_ones() as usize > RACK {
                    break;
                }
                key = key.join(self.key(from, end));
                tiles += (end - from) as u8;
                let after = runs.get(last + 1).map_or(SIDE, |next| next.0 - 1);
                let right = self.free_right(end, after);
                self.joined((start, end), key, tiles, gaps, (left, right));
            }
        }
    }

    /// The runs of tiles of the line.
    fn runs(&self) -> ArrayVec<Run, 8> {
        let mut runs = ArrayVec::new();
        let mut rest = u32::from(self.line.filled());
        let mut at = 0;
        while rest != 0 {
            let skip = rest.trailing_zeros() as usize;
            let len = (!(rest >> skip)).trailing_zeros() as usize;
            runs.push((at + skip, at + skip + len));
            at += skip + len;
            rest = rest >> skip >> len;
        }
        runs
    }

    fn key(&self, from: usize, end: usize) -> Key {
        let letters = (from..end).filter_map(|offset| Letter::from_ascii(self.line.cell(offset)));
        letters.fold(Key::EMPTY, Key::plus)
    }

    /// The number of squares before `start` that can be covered without going below `bound`.
    fn free_left(&self, start: usize, bound: usize) -> usize {
        (bound..start).rev().take_while(|&offset| self.dead >> offset & 1 == 0).count().min(RACK)
    }

    /// The number of squares from `end` on that can be covered without reaching `bound`.
    fn free_right(&self, end: usize, bound: usize) -> usize {
        (end..bound).take_while(|&offset| self.dead >> offset & 1 == 0).count().min(RACK)
    }

    /// The frames around the tiles from `run.0` to `run.1`, with the `gaps` between them to be filled.
    fn joined(&mut self, run: Run, key: Key, joined: u8, gaps: u16, (left, right): (usize, usize)) {
        let inner = gaps.count_ones() as usize;
        for tiles in inner.max(1)..=RACK.min(inner + left + right) {
            let outer = tiles - inner;
            let from = self.to.len();
            for before in outer.saturating_sub(right)..=outer.min(left) {
                let (start, end) = (run.0 - before, run.1 + outer - before);
                let covers = gaps | bits(start, run.0) | bits(run.1, end);
                if tiles > 1 || self.longer_here(covers, end - start) {
                    self.push_span(start, end, covers);
                }
            }
            self.to.close_frame(key, tiles, joined, from);
        }
    }

    /// The frames that join no tile of the line.
    fn parallel(&mut self) {
        let filled = self.line.filled();
        for start in 0..SIDE {
            if start > 0 && filled >> (start - 1) & 1 == 1 {
                continue;
            }
            for end in start + 1..=SIDE.min(start + RACK) {
                let covers = bits(start, end);
                if covers & (filled | self.dead) != 0 {
                    break;
                }
                let free = filled >> end & 1 == 0;
                if end - start >= 2 && free && covers & self.wanted != 0 {
                    let from = self.to.len();
                    self.push_span(start, end, covers);
                    self.to.close_frame(Key::EMPTY, end - start, 0, from);
                }
            }
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

    fn push_span(&mut self, start: usize, end: usize, covers: u16) {
        let covered = self.costs.of(covers);
        let (weights, word_factor) = (covered.weights, covered.word_factor);
        let own = self.costs.points[end] - self.costs.points[start];
        let bingo = if covers.count_ones() as usize == RACK { self.bingo } else { 0 };
        let fixed = own * i32::from(word_factor) + covered.across + bingo;
        let (start, len) = (start as u8, (end - start) as u8);
        self.to.push(Span { weights, fixed, covers, word_factor, start, len });
    }
}

/// How covering some squares counts tile values.
#[derive(Clone, Copy)]
struct Covered {
    weights: [i16; 8],
    word_factor: i16,
    /// The points of the tiles of words across.
    across: i32,
}

/// How covering any squares of a line counts tile values.
struct Costs {
    /// For each first square, the first 1, 2, ... empty squares from there on.
    covered: ArrayVec<Covered, { SIDE * RACK }>,
    /// Index of the first entry for each first square.
    from: [u8; SIDE],
    /// The sum of the tile values before each offset.
    points: [i32; SIDE + 1],
}

impl Costs {
    fn new(line: &Line, factors: &[(i16, i16); SIDE], dead: u16) -> Costs {
        let mut costs = Costs { covered: ArrayVec::new(), from: [0; SIDE], points: [0; SIDE + 1] };
        for offset in 0..SIDE {
            costs.points[offset + 1] = costs.points[offset] + value_on_square(line.cell(offset));
        }
        let empty = !line.filled() & ((1 << SIDE) - 1);
        for first in 0..SIDE {
            costs.from[first] = costs.covered.len() as u8;
            if empty >> first & 1 == 1 {
                costs.cover_from(line, factors, empty & (!0 << first), dead);
            }
        }
        costs
    }

    /// Covers the first of these squares, at most seven, stopping at one that cannot be covered.
    fn cover_from(&mut self, line: &Line, factors: &[(i16, i16); SIDE], squares: u16, dead: u16) {
        let mut covered = Covered { weights: [0; 8], word_factor: 1, across: 0 };
        let (mut rest, mut covers) = (squares, 0_u16);
        for count in 0..RACK {
            let offset = rest.trailing_zeros() as usize;
            if rest == 0 || dead >> offset & 1 == 1 {
                return;
            }
            rest &= rest - 1;
            covers |= 1 << offset;
            let factor = factors[offset].1;
            covered.across += i32::from(line.crossing(offset).points) * i32::from(factor);
            covered.word_factor *= factor;
            if factor == 1 {
                let weight = line.weight(offset, factors[offset], covered.word_factor);
                insert_falling(&mut covered.weights, count, weight);
            } else {
                covered.weigh(line, factors, covers);
            }
            self.covered.push(covered);
        }
    }

    /// The entry for these squares: consecutive empty ones, none of them dead.
    #[inline]
    fn of(&self, covers: u16) -> &Covered {
        let from = self.from[covers.trailing_zeros() as usize];
        &self.covered[usize::from(from) + covers.count_ones() as usize - 1]
    }
}

impl Covered {
    /// Recomputes all weights.
    fn weigh(&mut self, line: &Line, factors: &[(i16, i16); SIDE], covers: u16) {
        let mut rest = covers;
        for count in 0..covers.count_ones() as usize {
            let offset = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let weight = line.weight(offset, factors[offset], self.word_factor);
            insert_falling(&mut self.weights, count, weight);
        }
    }
}

/// The bits from one offset up to another.
#[inline]
fn bits(from: usize, end: usize) -> u16 {
    ((1_u32 << end) - (1_u32 << from)) as u16
}

/// Inserts a value into the first `count` values, in descending order.
#[inline]
fn insert_falling(values: &mut [i16; 8], count: usize, value: i16) {
    let mut place = count;
    while place > 0 && values[place - 1] < value {
        values[place] = values[place - 1];
        place -= 1;
    }
    values[place] = value;
}
