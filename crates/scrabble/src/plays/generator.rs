//! The generator: finds legal plays on the identities index.
//!
//! 1. The different subsets of the rack, at most 127, each with its key and the value of its leave.
//! 2. For each frame of each line (see [`spans`](crate::board)) a bound on the value of its plays: its fixed
//!    points, the most valuable tiles on the best squares, the best tiles kept.
//!    Frames for the whole rack, which come first for the bonus but rarely have a word, are looked up at once.
//! 3. Frames in about the order of descending bounds, as long as the bound still matters to the collector.
//!    When a frame first comes up, its spans are bounded with the cross-checks and it is put back.
//! 4. The words of a frame, on those of its spans that still matter, see
//!    [`FrameSearch`](crate::plays::frame_search).
//!
//! Upper bounds that order the search: the "shadow playing" of recent Scrabble engines. Words by multiset:
//! players' alphagram tables, as an index by additive hash.

use arrayvec::ArrayVec;

use crate::board::line::Line;
use crate::board::line_id::{LINES, LineId};
use crate::board::spans::{Frame, Span};
use crate::board::{Board, Rack};
use crate::plays::bounds::{RackValues, ScoreBound, product};
use crate::plays::frame_search::FrameSearch;
use crate::plays::queue::Queue;
use crate::plays::subsets::{Subset, Subsets};
use crate::plays::{Best, Collect, Equity, Ranked, Valuation};
use lettergame_core::lexicon::Lexicon;

/// Finds legal plays. Keep one and reuse it: it holds the memory that a search needs.
#[derive(Debug, Default)]
pub struct Generator {
    subsets: Subsets,
    queue: Queue<Entry>,
}

/// A frame of a line, by its index in the line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: LineId,
    frame: u16,
    /// Whether its bound takes cross-checks into account.
    tight: bool,
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
        let Generator { subsets, queue } = self;
        let values = RackValues::new(rack);
        let letters = if rack.blanks() > 0 { !0 } else { rack.letter_mask() };
        let blocked = LineId::all().map(|id| board.line(id).blocked(letters));
        let blocked = blocked.collect::<ArrayVec<u16, LINES>>();
        let search = Search { lexicon, board, valuation, values, blocked, subsets, queue };
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
}

impl<V: Valuation> Search<'_, V> {
    fn run(mut self, lines: u32, collect: &mut impl Collect) {
        for line in LineId::all().filter(|line| lines >> line.index() & 1 == 1) {
            self.bound_frames(line, collect.floor());
        }
        while let Some(entry) = self.queue.pop(collect.floor()) {
            if entry.tight {
                self.search_frame(entry, collect);
            } else {
                self.tighten(entry, collect.floor());
            }
        }
    }

    /// Puts the frames of a line that matter into the queue.
    fn bound_frames(&mut self, line: LineId, floor: Equity) {
        let blocked = self.blocked[line.index()];
        for (index, frame) in self.board.line(line).spans.frames().iter().enumerate() {
            let kept = self.best_kept(frame);
            if kept == Equity::LEAST || frame.covers & blocked != 0 || self.is_idle(frame) {
                continue;
            }
            let most = frame.fixed + product(&frame.weights, &self.values.top);
            let bound = Equity::points(most) + kept;
            if bound >= floor {
                self.queue.push(bound, Entry { line, frame: index as u16, tight: false });
            }
        }
    }

    /// Whether a frame takes the whole rack and no word has its letters.
    #[inline]
    fn is_idle(&self, frame: &Frame) -> bool {
        let takes_all = |rack: &&Subset| usize::from(frame.tiles) == rack.len() && !frame.alone;
        let rack = self.subsets.whole().filter(takes_all);
        rack.is_some_and(|rack| !rack.may_form(self.lexicon.identities(), frame.key))
    }

    /// Puts a frame back into the queue with a tight bound.
    fn tighten(&mut self, entry: Entry, floor: Equity) {
        let (line, frame) = self.frame(entry);
        let factors = self.board.layout().factors(entry.line);
        let bound = |span| ScoreBound::of(span, line, factors, &self.values);
        let bounds = self.open_spans(entry).map(|span| bound(span).of_values(&self.values.top));
        if let Some(most) = bounds.max() {
            let bound = Equity::points(most) + self.best_kept(frame);
            if bound >= floor {
                self.queue.push(bound, Entry { tight: true, ..entry });
            }
        }
    }

    /// Offers the plays of a frame on its spans that matter.
    fn search_frame(&self, entry: Entry, collect: &mut impl Collect) {
        let (_, frame) = self.frame(entry);
        let (lexicon, board, valuation) = (self.lexicon, self.board, self.valuation);
        let least = collect.floor() - self.best_kept(frame);
        let mut search = FrameSearch::new(lexicon, board, entry.line, frame, valuation, collect);
        self.open_spans(entry).for_each(|span| search.add(span, &self.values, least));
        search.run(self.subsets.of_len(frame.tiles.into()), &self.values);
    }

    fn frame(&self, entry: Entry) -> (&Line, &Frame) {
        let line = self.board.line(entry.line);
        (line, &line.spans.frames()[usize::from(entry.frame)])
    }

    /// The spans of a frame on which tiles of the rack fit.
    fn open_spans(&self, entry: Entry) -> impl Iterator<Item = &Span> {
        let ((line, frame), blocked) = (self.frame(entry), self.blocked[entry.line.index()]);
        line.spans.of(frame).filter(move |span| span.covers & blocked == 0)
    }

    /// The highest value of a leave after a play in this frame.
    fn best_kept(&self, frame: &Frame) -> Equity {
        self.subsets.best_kept(frame.tiles.into(), frame.alone)
    }
}
