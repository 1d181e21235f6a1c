//! The frames of a line for one number of tiles after the other, by operations on masks of first squares.

use crate::board::RACK;
use crate::board::empties::Empties;

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
}

impl<'a> Windows<'a> {
    /// Of no tiles, where only these empty squares can be covered.
    #[inline]
    pub(super) fn new(empties: &'a Empties, open: u32) -> Windows<'a> {
        let (free, joining, touching) = (empties.all(), empties.gaps, 0);
        Windows { empties, open, tiles: 0, free, joining, touching }
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
        let mut rest = self.free & self.joining;
        if self.tiles == 1 {
            rest &= self.empties.single;
        }
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

#[cfg(test)]
mod tests {
    use super::Windows;
    use crate::board::line::Line;
    use crate::board::line_id::LineId;
    use crate::board::{Board, Direction, RACK, offsets};
    use crate::plays::sampling::samples;

    /// A span: its number of tiles, the offset of the first, and the offsets of the tiles that it joins.
    type Naive = (usize, usize, Vec<usize>);

    /// The spans of a line by the rules, square by square.
    fn naive(board: &Board, id: LineId) -> Vec<Naive> {
        let line = board.line(id);
        let mut spans = Vec::new();
        let side = board.side();
        for first in (0..side).filter(|&at| line.cell(at).is_empty()) {
            let empty: Vec<usize> = (first..side).filter(|&at| line.cell(at).is_empty()).collect();
            for tiles in 1..=RACK.min(empty.len()) {
                let covered = &empty[..tiles];
                let (start, _) = line.run(first);
                let (_, end) = line.run(covered[tiles - 1]);
                let joined: Vec<usize> =
                    (start..end).filter(|&at| !line.cell(at).is_empty()).collect();
                if is_legal(line, id, covered, end - start, !joined.is_empty()) {
                    spans.push((tiles, first, joined));
                }
            }
        }
        spans
    }

    fn is_legal(line: &Line, id: LineId, covered: &[usize], len: usize, joins: bool) -> bool {
        let across = |at: usize| usize::from(line.crossing(at).tiles);
        if let [only] = covered {
            let other = across(*only) + usize::from(across(*only) > 0);
            let down = id.direction() == Direction::Down;
            return joins && (len > other || !down && len == other);
        }
        joins || covered.iter().any(|&at| across(at) > 0)
    }

    #[test]
    fn windows_are_the_spans_of_the_rules() {
        let mut spans = 0;
        for sample in (10..13).flat_map(samples).filter(|sample| !sample.board.is_empty()) {
            for id in LineId::all(sample.board.side()) {
                let mut expected = naive(&sample.board, id);
                spans += expected.len();
                let empties = sample.board.line(id).empties();
                let mut windows = Windows::new(empties, empties.all());
                for tiles in 1..=RACK {
                    windows.lengthen();
                    for first in offsets(windows.parallel()) {
                        remove(&mut expected, &(tiles, empties.offset(first), Vec::new()));
                    }
                    for (first, last) in windows.frames() {
                        let joined = joined_by(&expected, tiles, empties.offset(first));
                        for first in first..=last {
                            remove(&mut expected, &(tiles, empties.offset(first), joined.clone()));
                        }
                        let left = expected.iter().any(|span| span.0 == tiles && span.2 == joined);
                        assert!(!left, "a frame is not complete");
                    }
                }
                assert_eq!(expected, [], "left over on\n{}", sample.board);
            }
        }
        assert!(spans > 30_000, "{spans}");
    }

    fn joined_by(spans: &[Naive], tiles: usize, first: usize) -> Vec<usize> {
        let span = spans.iter().find(|span| (span.0, span.1) == (tiles, first));
        span.map(|span| span.2.clone()).expect("the span is legal")
    }

    fn remove(spans: &mut Vec<Naive>, span: &Naive) {
        let at = spans.iter().position(|other| other == span);
        spans.swap_remove(at.expect("the span is legal and comes once"));
    }

    #[test]
    fn counts_of_a_span_are_those_of_its_squares() {
        for sample in samples(20).iter().take(12) {
            let board = &sample.board;
            for id in LineId::all(board.side()) {
                let (line, factors) = (board.line(id), board.layout().factors(id));
                let (empties, sums) = (line.empties(), line.empties().sums());
                for tiles in 1..RACK.min(empties.len()) + 1 {
                    for first in 0..empties.len() + 1 - tiles {
                        let counts = sums[first + tiles].counts.minus(sums[first].counts);
                        let covered = (first..first + tiles).map(|index| empties.offset(index));
                        let covered: Vec<usize> = covered.collect();
                        let free = covered.iter().filter(|&&at| line.crossing(at).tiles == 0);
                        let free: Vec<usize> = free.copied().collect();
                        let levels = |squares: &[usize]| -> usize {
                            let level = |at: usize, least| usize::from(factors[at].0 >= least);
                            let levels = |at| level(at, 2) + 8 * level(at, 3) + 64 * level(at, 4);
                            squares.iter().map(|&at| levels(at)).sum()
                        };
                        assert_eq!(counts.levels(), levels(&covered));
                        assert_eq!(counts.free_levels(), levels(&free));
                        assert_eq!(counts.free(), free.len());
                        let factor: i16 = covered.iter().map(|&at| factors[at].1).product();
                        assert_eq!(counts.word_factor(), factor);
                    }
                }
            }
        }
    }
}
