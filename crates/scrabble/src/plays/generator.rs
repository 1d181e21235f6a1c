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
use crate::board::{Board, RACK, Rack, offsets};
use crate::plays::bounds::{LineBounds, RackLetters};
use crate::plays::frame_search::FrameSearch;
use crate::plays::queue::Queue;
use crate::plays::subsets::{Subset, Subsets};
use crate::plays::windows::Windows;
use crate::plays::{Best, Collect, Equity, Ranked, Valuation};
use lettergame_core::lexicon::Lexicon;

/// Finds legal plays. Keep one and reuse it: it holds the memory that a search needs.
#[derive(Debug, Default)]
pub struct Generator {
    subsets: Subsets,
    queue: Queue<Entry>,
    /// Of each line.
    bounds: Vec<LineBounds>,
}

/// A frame of a line: its spans cover the same number of tiles from consecutive empty squares on.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: LineId,
    tiles: u8,
    /// The index of the first empty square of the first span.
    first: u8,
    /// That of the last span.
    last: u8,
    /// Whether it joins no tile of the line: a parallel play.
    alone: bool,
}

impl Entry {
    #[inline]
    fn new(line: LineId, tiles: usize, (first, last): (usize, usize), alone: bool) -> Entry {
        Entry { line, tiles: tiles as u8, first: first as u8, last: last as u8, alone }
    }
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

    /// Like [`Generator::search`], for plays along some lines only, by [`LineId::bit`].
    pub(crate) fn search_lines(
        &mut self,
        lexicon: &Lexicon,
        board: &Board,
        lines: u64,
        rack: &Rack,
        valuation: &impl Valuation,
        collect: &mut impl Collect,
    ) {
        self.subsets.refill(rack, valuation, lexicon);
        self.queue.clear();
        self.bounds.resize(2 * board.side(), LineBounds::default());
        let Generator { subsets, queue, bounds } = self;
        let letters = RackLetters::new(rack);
        for (id, bounds) in LineId::all(board.side()).zip(&mut *bounds) {
            if lines & id.bit() != 0 {
                bounds.refill(board.line(id), board.layout().factors(id), &letters);
            }
        }
        Search { lexicon, board, valuation, bounds, subsets, queue }.run(lines, collect);
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
    /// Of each line.
    bounds: &'a [LineBounds],
    subsets: &'a Subsets,
    queue: &'a mut Queue<Entry>,
}

impl<V: Valuation> Search<'_, V> {
    fn run(&mut self, lines: u64, collect: &mut impl Collect) {
        let subsets = self.subsets;
        let Some(rack) = subsets.whole() else { return };
        for line in LineId::all(self.board.side()).filter(|line| lines & line.bit() != 0) {
            self.bound_line(line, rack, collect.floor());
        }
        while let Some(entry) = self.queue.pop(collect.floor()) {
            self.search_frame(entry, rack, collect);
        }
    }

    /// Puts the frames of a line that matter into the queue.
    fn bound_line(&mut self, line: LineId, rack: &Subset, floor: Equity) {
        let bounds = &self.bounds[line.index(self.board.side())];
        let mut windows = Windows::new(self.board.line(line).empties(), bounds.open);
        for tiles in 1..=rack.len() {
            windows.lengthen();
            if windows.is_empty() {
                return;
            }
            if self.subsets.best_kept(tiles, true) > Equity::LEAST {
                self.bound_parallel(line, &windows, rack, floor);
            }
            self.bound_joining(line, &windows, rack, floor);
        }
    }

    /// The same for parallel plays of one number of tiles.
    #[inline]
    fn bound_parallel(
        &mut self,
        line: LineId,
        windows: &Windows<'_>,
        rack: &Subset,
        floor: Equity,
    ) {
        let (bounds, tiles) = (&self.bounds[line.index(self.board.side())], windows.tiles());
        let (kept, bonus) = (self.subsets.best_kept(tiles, true), self.bonus(tiles));
        for first in offsets(windows.parallel()) {
            let most = bounds.of(first, tiles, windows.word_factor(first), 0, bonus);
            let bound = Equity::points(most.of_tops(&rack.tops)) + kept;
            if bound >= floor {
                self.queue.push(bound, Entry::new(line, tiles, (first, first), true));
            }
        }
    }

    /// The same for plays that join tiles of the line.
    #[inline]
    fn bound_joining(&mut self, line: LineId, windows: &Windows<'_>, rack: &Subset, floor: Equity) {
        let (bounds, tiles) = (&self.bounds[line.index(self.board.side())], windows.tiles());
        let (kept, bonus) = (self.subsets.best_kept(tiles, false), self.bonus(tiles));
        for (first, last) in windows.frames() {
            let (joined, key) = self.board.line(line).empties().joined(first, tiles);
            if tiles == rack.len() && !rack.may_form(self.lexicon.identities(), key) {
                continue;
            }
            let most = |first| bounds.of(first, tiles, windows.word_factor(first), joined, bonus);
            let spans = first..last + 1;
            let most = spans.fold(0, |all, first| all.max(most(first).of_tops(&rack.tops)));
            let bound = Equity::points(most) + kept;
            if bound >= floor {
                self.queue.push(bound, Entry::new(line, tiles, (first, last), false));
            }
        }
    }

    /// The bonus for this number of tiles.
    #[inline]
    fn bonus(&self, tiles: usize) -> i32 {
        if tiles == RACK { self.board.layout().bingo() } else { 0 }
    }

    /// Offers the plays of a frame on its spans that matter.
    fn search_frame(&self, entry: Entry, rack: &Subset, collect: &mut impl Collect) {
        let Entry { line: id, tiles, first, last, alone } = entry;
        let (tiles, bounds, line) =
            (tiles.into(), &self.bounds[id.index(self.board.side())], self.board.line(id));
        let (bonus, subsets) = (self.bonus(tiles), self.subsets.of_len(tiles));
        let empties = line.empties();
        let (joined, key) = empties.joined(first.into(), tiles);
        let least = collect.floor() - self.subsets.best_kept(tiles, alone);
        let mut search = FrameSearch::new(self.lexicon, self.board, id, self.valuation, collect);
        for first in usize::from(first)..usize::from(last) + 1 {
            let span = empties.span(line.filled(), first, tiles, bonus);
            let bound = bounds.of(first, tiles, span.word_factor, joined, bonus);
            if entry.first == entry.last || Equity::points(bound.of_tops(&rack.tops)) >= least {
                search.add(span, bound);
            }
        }
        search.run(rack, subsets, (!alone).then_some(key));
    }
}
