//! The generator: finds legal plays on the identities index.
//!
//! 1. The different subsets of the rack, at most 127, each with its key and the value of its leave.
//! 2. For each frame of each line (see [`spans`](crate::board)) a bound on the value of its plays: its fixed
//!    points, the most valuable tiles on the best squares, the best tiles kept.
//! 3. Frames in about the order of descending bounds, as long as the bound still matters to the collector.
//!    When a frame first comes up, each of its spans is bounded with the cross-checks, and it is put back.
//! 4. The words of a frame, on those of its spans that still matter, see
//!    [`FrameSearch`](crate::plays::frame_search).
//!
//! Upper bounds that order the search: the "shadow playing" of recent Scrabble engines. Words by multiset:
//! players' alphagram tables, as an index by additive hash.

use arrayvec::ArrayVec;

use crate::board::line_id::{LINES, LineId};
use crate::board::spans::Frame;
use crate::board::{Board, Rack};
use crate::plays::bounds::{RackValues, product, span_bound};
use crate::plays::frame_search::FrameSearch;
use crate::plays::queue::Queue;
use crate::plays::subsets::Subsets;
use crate::plays::{Best, Collect, Equity, Ranked, Valuation};
use lettergame_core::lexicon::Lexicon;

/// Finds legal plays. Keep one and reuse it: it holds the memory that a search needs.
#[derive(Debug, Default)]
pub struct Generator {
    subsets: Subsets,
    queue: Queue<Entry>,
    bounded: Vec<BoundedSpan>,
}

/// A frame of a line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: LineId,
    /// Its index in the line.
    frame: u16,
    /// The places of its spans in the list of bounded ones; empty before they are bounded.
    from: u16,
    end: u16,
}

/// A span of a frame with an upper bound on the value of its plays that takes cross-checks into account.
#[derive(Clone, Copy, Debug)]
struct BoundedSpan {
    bound: Equity,
    /// Its index in the line.
    span: u16,
}

impl Generator {
    /// A new generator.
    #[must_use]
    pub fn new() -> Generator {
        Generator::default()
    }

    /// Offers all legal plays with this rack of at most seven tiles that matter to `collect`, roughly best
    /// first. About 10 to 50 microseconds for the best play, 200 for all; several times that with blanks.
    pub fn search(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        rack: &Rack,
        valuation: &impl Valuation,
        collect: &mut impl Collect,
    ) {
        self.search_lines(lexicon, board, !0, rack, valuation, collect);
    }

    /// The best play, `None` if there is no legal one.
    pub fn best(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        rack: &Rack,
        valuation: &impl Valuation,
    ) -> Option<Ranked> {
        let mut best = Best::default();
        self.search(lexicon, board, rack, valuation, &mut best);
        best.0
    }

    /// Like [`Generator::search`], for plays along some lines only, bit 0 for the first.
    pub(crate) fn search_lines(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        lines: u32,
        rack: &Rack,
        valuation: &impl Valuation,
        collect: &mut impl Collect,
    ) {
        self.subsets.refill(rack, valuation, lexicon);
        self.queue.clear();
        self.bounded.clear();
        let Generator { subsets, queue, bounded } = self;
        let values = RackValues::new(rack);
        let letters = if rack.blanks() > 0 { !0 } else { rack.letter_mask() };
        let blocked = LineId::all().map(|id| board.line(id).blocked(letters));
        let blocked = blocked.collect::<ArrayVec<u16, LINES>>();
        let search = Search { lexicon, board, valuation, values, blocked, subsets, queue, bounded };
        search.run(lines, collect);
    }

    /// The best tiles to keep from the rack of the last search when at least one is exchanged, and their
    /// value by its valuation.
    #[must_use]
    pub fn best_to_keep(&self) -> (Rack, Equity) {
        self.subsets.dearest()
    }
}

/// A search under way.
struct Search<'a, V> {
    lexicon: &'a Lexicon,
    board: &'a Board,
    valuation: &'a V,
    values: RackValues,
    /// For each line the empty squares on which no tile of the rack fits.
    blocked: ArrayVec<u16, LINES>,
    subsets: &'a Subsets,
    queue: &'a mut Queue<Entry>,
    bounded: &'a mut Vec<BoundedSpan>,
}

impl<V: Valuation> Search<'_, V> {
    fn run(mut self, lines: u32, collect: &mut impl Collect) {
        for line in LineId::all().filter(|line| lines >> line.index() & 1 == 1) {
            self.bound_frames(line, collect.floor());
        }
        while let Some(entry) = self.queue.pop(collect.floor()) {
            if entry.from == entry.end {
                self.bound_spans(entry, collect.floor());
            } else {
                self.search_frame(entry, collect);
            }
        }
    }

    /// Puts the frames of a line that matter into the queue.
    fn bound_frames(&mut self, line: LineId, floor: Equity) {
        let blocked = self.blocked[line.index()];
        for (index, frame) in self.board.line(line).spans.frames().iter().enumerate() {
            let kept = self.best_kept(frame);
            if kept == Equity::LEAST || frame.covers & blocked != 0 {
                continue;
            }
            let most = frame.fixed + product(&frame.weights, &self.values.top);
            let bound = Equity::points(most) + kept;
            if bound >= floor {
                self.queue.push(bound, Entry { line, frame: index as u16, from: 0, end: 0 });
            }
        }
    }

    /// Puts a frame back into the queue with the spans that matter.
    fn bound_spans(&mut self, entry: Entry, floor: Equity) {
        let (line, blocked) = (self.board.line(entry.line), self.blocked[entry.line.index()]);
        let factors = self.board.layout().factors(entry.line);
        let frame = &line.spans.frames()[usize::from(entry.frame)];
        let kept = self.best_kept(frame);
        let (from, mut best) = (self.bounded.len(), Equity::LEAST);
        for (index, span) in line.spans.of(frame) {
            if span.covers & blocked == 0 {
                let most = span_bound(span, line, factors, &self.values);
                let bound = Equity::points(most) + kept;
                if bound >= floor {
                    best = best.max(bound);
                    self.bounded.push(BoundedSpan { bound, span: index });
                }
            }
        }
        let end = self.bounded.len();
        if from < end {
            self.queue.push(best, Entry { from: from as u16, end: end as u16, ..entry });
        }
    }

    /// Offers the plays of a frame on its spans that matter.
    fn search_frame(&self, entry: Entry, collect: &mut impl Collect) {
        let floor = collect.floor();
        let spans = &self.board.line(entry.line).spans;
        let frame = &spans.frames()[usize::from(entry.frame)];
        let (lexicon, board, valuation) = (self.lexicon, self.board, self.valuation);
        let mut search = FrameSearch::new(lexicon, board, entry.line, frame, valuation, collect);
        for bounded in &self.bounded[usize::from(entry.from)..usize::from(entry.end)] {
            if bounded.bound >= floor {
                search.add(spans.span(bounded.span));
            }
        }
        search.run(self.subsets.of_len(frame.tiles.into()));
    }

    /// The highest value of a leave after a play in this frame.
    fn best_kept(&self, frame: &Frame) -> Equity {
        self.subsets.best_kept(frame.tiles.into(), frame.alone)
    }
}
