//! The generator: finds legal plays on the identities index.
//!
//! 1. The different subsets of the rack, at most 127, each with its key and the value of its leave.
//! 2. For each frame of each line (see [`empties`](crate::board)) a bound on the value of its plays: its fixed
//!    points, the most valuable tiles on the best squares where they form words across, the best tiles kept.
//!    Frames for the whole rack, which come first for the bonus but rarely have a word, are looked up at once.
//! 3. Frames in about the order of descending bounds, as long as the bound still matters to the collector: the
//!    words of the frame, on those of its spans that still matter, see
//!    [`FrameSearch`](crate::plays::frame_search).
//!
//! Upper bounds that order the search: the "shadow playing" of recent Scrabble engines. Words by multiset:
//! players' alphagram tables, as an index by additive hash.

use crate::board::line_id::LineId;
use crate::board::{Board, Rack, offsets};
use crate::plays::bounds::{LineBounds, RackLetters, TopSums};
use crate::plays::frame_search::FrameSearch;
use crate::plays::queue::Queue;
use crate::plays::search::{Frame, Search};
use crate::plays::subsets::Subsets;
use crate::plays::windows::Windows;
use crate::plays::{Best, Collect, Equity, Ranked, Valuation};
use lettergame_words::Lexicon;

/// Finds legal plays. Keep one and reuse it: it holds the memory that a search needs.
#[derive(Debug, Default)]
pub struct Generator {
    subsets: Subsets,
    queue: Queue<Frame>,
    /// Of each line.
    bounds: Vec<LineBounds>,
}

impl Generator {
    /// A new generator.
    #[must_use]
    pub fn new() -> Generator {
        Generator::default()
    }

    /// Offers all legal plays with this rack of at most seven tiles that matter to `collect`, roughly best
    /// first. About 10 to 50 microseconds for the best play, 200 for all; several times that with blanks.
    ///
    /// Compiled once, with this crate; [`Generator::best`] is made for each valuation.
    pub fn search(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        rack: &Rack,
        valuation: &dyn Valuation,
        collect: &mut dyn Collect,
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
        self.search_lines(lexicon, board, !0, rack, valuation, &mut best);
        best.0
    }

    /// Like [`Generator::search`], for plays along some lines only, by [`LineId::bit`].
    pub(crate) fn search_lines(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        lines: u64,
        rack: &Rack,
        valuation: &(impl Valuation + ?Sized),
        collect: &mut (impl Collect + ?Sized),
    ) {
        self.subsets.refill(rack, valuation, lexicon);
        self.queue.clear();
        self.bounds.resize(2 * board.side(), LineBounds::default());
        let Generator { subsets, queue, bounds } = self;
        let Some(whole) = subsets.whole() else { return };
        let letters = RackLetters::new(rack);
        let tops = TopSums::new(&whole.tops, board.layout().letter_factor());
        let mut search =
            Search { lexicon, board, valuation, bounds, subsets, whole, letters, tops, queue };
        search.run(lines, collect);
    }

    /// The best tiles to keep from the rack of the last search when at least one is exchanged, and their
    /// value by its valuation.
    #[must_use]
    pub fn best_to_keep(&self) -> (Rack, Equity) {
        self.subsets.dearest()
    }
}

impl<V: Valuation + ?Sized> Search<'_, V> {
    fn run(&mut self, lines: u64, collect: &mut (impl Collect + ?Sized)) {
        for (index, line) in LineId::all(self.board.side()).enumerate() {
            if lines & line.bit() != 0 {
                self.bound_line(index, line, collect.floor());
            }
        }
        while let Some(frame) = self.queue.pop(collect.floor()) {
            FrameSearch::new(self, frame, collect).run();
        }
    }

    /// Puts the frames of a line that matter into the queue.
    fn bound_line(&mut self, index: usize, id: LineId, floor: Equity) {
        let Search { lexicon, board, bounds, subsets, whole, letters, tops, queue, .. } = self;
        let (bounds, line) = (&mut bounds[index], board.line(id));
        let empties = line.empties();
        bounds.refill(line, board.layout().factors(id), letters);
        let mut windows = Windows::new(empties, bounds.open);
        for tiles in 1..=subsets.tiles() {
            windows.lengthen();
            if windows.is_empty() {
                return;
            }
            let most = |first, joined| bounds.of(first, tiles, joined).of_tops(tops);
            let bonus = Equity::points(board.layout().bonus(tiles));
            let (kept, kept_alone) =
                (subsets.best_kept(tiles, false), subsets.best_kept(tiles, true));
            if kept_alone > Equity::MIN {
                for first in offsets(windows.parallel()) {
                    let bound = Equity::points(most(first, 0)) + kept_alone + bonus;
                    if bound >= floor {
                        queue.push(bound, Frame::new(id, tiles, first, first));
                    }
                }
            }
            for (first, last) in windows.frames() {
                let (joined, key) = empties.joined(first, tiles);
                if tiles == subsets.tiles() && !whole.may_form(lexicon.identities(), key) {
                    continue;
                }
                let score = (first..last + 1).fold(0, |all, first| all.max(most(first, joined)));
                let bound = Equity::points(score) + kept + bonus;
                if bound >= floor {
                    queue.push(bound, Frame::new(id, tiles, first, last));
                }
            }
        }
    }
}
