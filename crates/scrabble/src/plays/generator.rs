//! The generator: finds legal plays on the identities index.
//!
//! 1. The different subsets of the rack, at most 127, each with its key and the value of its leave.
//! 2. For each frame of each line (see [`spans`](crate::board)) a bound on the value of its plays: its fixed
//!    points, the most valuable tiles on the best squares, the best tiles kept.
//! 3. Frames in order of descending bound, as long as the bound still matters to the collector. When a frame
//!    first comes up, its bound is tightened with the cross-checks.
//! 4. For each subset of the right size, one addition of keys and one lookup in the filter; for the few that
//!    pass, the words of the class are compared with the tiles on each span of the frame in one 16-byte
//!    operation, then with the cross-checks, and scored.
//!
//! Upper bounds that order the search: the "shadow playing" of recent Scrabble engines. Words by multiset:
//! players' alphagram tables, as an index by additive hash.

use std::collections::BinaryHeap;

use arrayvec::ArrayVec;

use crate::board::line::Line;
use crate::board::line_id::{LINES, LineId};
use crate::board::spans::{Frame, Span, raise};
use crate::board::{Board, Rack, value_on_square};
use crate::plays::bounds::{RackValues, product, tight_bound};
use crate::plays::subsets::{Subset, Subsets};
use crate::plays::{Best, Collect, Equity, Found, Ranked, Valuation};
use lettergame_core::lexicon::{ClassId, Key, Letter, Lexicon};

/// Finds legal plays. Keep one and reuse it: it holds the memory that a search needs.
#[derive(Debug, Default)]
pub struct Generator {
    subsets: Subsets,
    frames: BinaryHeap<Bounded>,
}

/// A frame of a line with an upper bound on the value of its plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bounded {
    bound: Equity,
    /// Whether cross-checks are taken into account.
    tight: bool,
    line: u8,
    frame: u16,
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
        let ids: ArrayVec<LineId, LINES> = LineId::all().collect();
        let letters = if rack.blanks() > 0 { !0 } else { rack.letter_mask() };
        let blocked = |id: LineId| board.line(id).blocked(letters);
        let blocked: ArrayVec<u16, LINES> = ids.iter().map(|&id| blocked(id)).collect();
        let values = RackValues::new(rack);
        self.bound(board, lines, rack, &values, &blocked, collect.floor());
        let mut first = true;
        while let Some(best) = self.frames.pop() {
            if best.bound < collect.floor() {
                break;
            }
            let id = ids[usize::from(best.line)];
            let line = board.line(id);
            let frame = &line.spans.frames()[usize::from(best.frame)];
            let factors = board.layout().factors(id);
            let blocked = blocked[usize::from(best.line)];
            let open = line.spans.of(frame).iter().filter(|span| span.covers & blocked == 0);
            if !best.tight {
                let Some(most) = open.map(|span| tight_bound(span, line, factors, &values)).max()
                else {
                    continue;
                };
                let kept = self.subsets.best_kept(frame.tiles.into(), frame.joined == 0);
                self.frames.push(Bounded {
                    bound: Equity::points(most) + kept,
                    tight: true,
                    ..best
                });
                continue;
            }
            let mut slots = Slots::new();
            open.for_each(|span| slots.push(Slot::new(line, span)));
            let widest = Widest::of(&slots);
            Frames { lexicon, id, line, factors, frame, slots: &slots, widest, valuation, collect }
                .run(self.subsets.of_len(frame.tiles.into()));
            if std::mem::take(&mut first) {
                // keep the heap small, and so fast
                self.frames.retain(|other| other.bound >= collect.floor());
            }
        }
    }

    /// The best tiles to keep from the rack of the last search when at least one is exchanged, and their
    /// value by its valuation.
    #[must_use]
    pub fn best_to_keep(&self) -> (Rack, Equity) {
        self.subsets.dearest()
    }

    /// Puts all frames with their bounds on the heap.
    fn bound(
        &mut self,
        board: &Board,
        lines: u32,
        rack: &Rack,
        values: &RackValues,
        blocked: &[u16],
        floor: Equity,
    ) {
        let mut frames = std::mem::take(&mut self.frames).into_vec();
        frames.clear();
        let chosen = |id: LineId| lines >> id.index() & 1 == 1;
        for (id, &blocked) in LineId::all().zip(blocked).filter(|line| chosen(line.0)) {
            let spans = &board.line(id).spans;
            for (index, frame) in spans.frames().iter().enumerate() {
                let kept = self.subsets.best_kept(frame.tiles.into(), frame.joined == 0);
                let fits = usize::from(frame.tiles) <= rack.len() && frame.covers & blocked == 0;
                if !fits || kept == Equity::LEAST {
                    continue;
                }
                let most = frame.fixed + product(&frame.weights, &values.top);
                let bound = Equity::points(most) + kept;
                if bound >= floor {
                    frames.push(Bounded {
                        bound,
                        tight: false,
                        line: id.index() as u8,
                        frame: index as u16,
                    });
                }
            }
        }
        self.frames = BinaryHeap::from(frames);
    }
}

/// A span with the tiles in it.
#[derive(Clone, Copy)]
struct Slot<'a> {
    span: &'a Span,
    pattern: u128,
    filled: u128,
}

type Slots<'a> = ArrayVec<Slot<'a>, 8>;

impl<'a> Slot<'a> {
    fn new(line: &Line, span: &'a Span) -> Slot<'a> {
        let (pattern, filled) = line.pattern();
        let shift = 8 * u32::from(span.start);
        let word = (1_u128 << (8 * u32::from(span.len))) - 1;
        Slot { span, pattern: pattern >> shift, filled: filled >> shift & word }
    }
}

/// All spans of a frame merged: the element-wise maximum of their weights.
struct Widest {
    weights: [i16; 8],
    fixed: i32,
}

impl Widest {
    fn of(slots: &[Slot<'_>]) -> Widest {
        let mut widest = Widest { weights: [0; 8], fixed: i32::MIN };
        for slot in slots {
            widest.fixed = widest.fixed.max(slot.span.fixed);
            raise(&mut widest.weights, &slot.span.weights);
        }
        widest
    }

    /// The highest score of tiles with these values, in descending order.
    #[inline]
    fn bound(&self, values: &[i16; 8]) -> Equity {
        Equity::points(self.fixed + product(&self.weights, values))
    }
}

/// The search of one frame.
struct Frames<'a, V, C> {
    lexicon: &'a Lexicon,
    id: LineId,
    line: &'a Line,
    factors: &'a [(i16, i16); 15],
    frame: &'a Frame,
    slots: &'a [Slot<'a>],
    widest: Widest,
    valuation: &'a V,
    collect: &'a mut C,
}

impl<V: Valuation, C: Collect> Frames<'_, V, C> {
    fn run(mut self, subsets: &[Subset]) {
        let alone = self.frame.joined == 0;
        for subset in subsets {
            if alone && !subset.word
                || self.widest.bound(&subset.values) + subset.kept < self.collect.floor()
            {
                continue;
            }
            let key = self.frame.key.join(subset.key);
            match subset.blanks {
                0 => self.look(key, subset, &[]),
                1 => {
                    for letter in Letter::ALL {
                        self.look(key.plus(letter), subset, &[letter]);
                    }
                }
                _ => self.two_blanks(key, subset),
            }
        }
    }

    fn two_blanks(&mut self, key: Key, subset: &Subset) {
        for (index, &first) in Letter::ALL.iter().enumerate() {
            let key = key.plus(first);
            for &second in &Letter::ALL[index..] {
                self.look(key.plus(second), subset, &[first, second]);
            }
        }
    }

    #[inline]
    fn look(&mut self, key: Key, subset: &Subset, blanks: &[Letter]) {
        if let Some(class) = self.lexicon.identities().class(key) {
            self.class(class, subset, blanks);
        }
    }

    fn class(&mut self, class: ClassId, subset: &Subset, blanks: &[Letter]) {
        let words = self.lexicon.words();
        for &id in self.lexicon.identities().words_of(class) {
            let word = u128::from_le_bytes(words.sixteen_bytes(id));
            for index in 0..self.slots.len() {
                let slot = self.slots[index];
                if (word ^ slot.pattern) & slot.filled == 0 && self.crosses(word, slot.span) {
                    self.place(word, slot.span, subset, blanks);
                }
            }
        }
    }

    /// Whether the new letters form words across.
    #[inline]
    fn crosses(&self, word: u128, span: &Span) -> bool {
        let mut rest = span.covers & self.line.crossed();
        while rest != 0 {
            let offset = rest.trailing_zeros();
            rest &= rest - 1;
            let letter = letter_at(word, offset - u32::from(span.start)) - b'A';
            if self.line.crossing(offset as usize).letters >> letter & 1 == 0 {
                return false;
            }
        }
        true
    }

    /// Scores the word and offers it with every assignment of blanks to squares.
    fn place(&mut self, word: u128, span: &Span, subset: &Subset, blanks: &[Letter]) {
        let mut score = span.fixed;
        let mut rest = span.covers;
        while rest != 0 {
            score += self.points(word, span, rest.trailing_zeros());
            rest &= rest - 1;
        }
        let [first, second] = match *blanks {
            [] => return self.offer(word, span, subset, 0, score),
            [only] => [Some(only), None],
            [first, second, ..] => [Some(first), Some(second)],
        };
        let holds = |letter: Option<Letter>, from: u16| {
            let byte = letter.map_or(0, |letter| letter.to_char() as u8);
            (0..15_u32).filter(move |&offset| {
                from >> offset & 1 == 1 && letter_at(word, offset - u32::from(span.start)) == byte
            })
        };
        for one in holds(first, span.covers) {
            let score = score - self.points(word, span, one);
            if second.is_none() {
                self.offer(word, span, subset, 1 << one, score);
            }
            // of two equal letters the second comes after the first
            let after = if first == second { span.covers & (!0 << one << 1) } else { span.covers };
            for two in holds(second, after) {
                let score = score - self.points(word, span, two);
                self.offer(word, span, subset, 1 << one | 1 << two, score);
            }
        }
    }

    /// What the letter at this offset scores unless it is a blank.
    #[inline]
    fn points(&self, word: u128, span: &Span, offset: u32) -> i32 {
        let weight =
            self.line.weight(offset as usize, self.factors[offset as usize], span.word_factor);
        value_on_square(letter_at(word, offset - u32::from(span.start))) * i32::from(weight)
    }

    fn offer(&mut self, word: u128, span: &Span, subset: &Subset, new_blanks: u16, score: i32) {
        let equity = Equity::points(score) + subset.kept;
        if equity < self.collect.floor() {
            return;
        }
        let blanks = new_blanks | self.line.blanks();
        let mut found =
            Found { line: self.id, span, word, blanks, score, leave: subset.kept, equity };
        if self.valuation.heeds_placement() {
            let placement = self.valuation.placement(&found.ranked().play);
            found.leave += placement;
            found.equity += placement;
            if found.equity < self.collect.floor() {
                return;
            }
        }
        self.collect.offer(&found);
    }
}

/// The letter of a word at this index, in upper case.
#[inline]
fn letter_at(word: u128, place: u32) -> u8 {
    (word >> (8 * place)) as u8
}
