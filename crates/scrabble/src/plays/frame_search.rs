//! The search of one frame: for each subset of the rack of the right size, one addition of keys and one lookup
//! in the filter; for the few that pass, the words of the class are compared with the tiles on each span of the
//! frame 16 bytes at a time, then with the cross-checks, and scored.

use arrayvec::ArrayVec;

use crate::board::empties::Span;
use crate::board::line::{Line, Pattern};
use crate::board::line_id::LineId;
use crate::board::{Board, Cell, Distribution, Factors, RACK, offsets};
use crate::plays::bounds::ScoreBound;
use crate::plays::subsets::Subset;
use crate::plays::{Collect, Equity, Found, Valuation};
use lettergame_core::lexicon::{ClassId, FIRST_LETTER, Key, Lexicon, WordId};

/// A span with the tiles in it.
#[derive(Clone, Copy)]
struct Slot {
    span: Span,
    /// The first 16 squares.
    pattern: Pattern,
    /// The others, if there are more.
    rest: Option<Pattern>,
}

/// The search of one frame.
pub(super) struct FrameSearch<'a, V, C> {
    lexicon: &'a Lexicon,
    id: LineId,
    line: &'a Line,
    factors: &'a Factors,
    distribution: &'static Distribution,
    valuation: &'a V,
    collect: &'a mut C,
    slots: ArrayVec<Slot, { RACK + 1 }>,
    /// Holds on all slots.
    bound: Option<ScoreBound>,
}

impl<'a, V: Valuation, C: Collect> FrameSearch<'a, V, C> {
    /// A search of no spans yet.
    pub(super) fn new(
        lexicon: &'a Lexicon,
        board: &'a Board,
        id: LineId,
        valuation: &'a V,
        collect: &'a mut C,
    ) -> FrameSearch<'a, V, C> {
        let (line, factors) = (board.line(id), board.layout().factors(id));
        let (slots, bound, distribution) = (ArrayVec::new(), None, board.distribution());
        FrameSearch { lexicon, id, line, factors, distribution, valuation, collect, slots, bound }
    }

    /// Adds a span of the frame with an upper bound on the scores of plays on it.
    #[inline]
    pub(super) fn add(&mut self, span: Span, bound: ScoreBound) {
        let start = usize::from(span.start);
        let (pattern, rest) = self.line.patterns_between(start, start + usize::from(span.len));
        self.slots.push(Slot { span, pattern, rest });
        self.bound = Some(self.bound.map_or(bound, |all| all.max(&bound)));
    }

    /// Offers the plays with any of these subsets of a rack, of as many tiles as the frame takes, that matter.
    /// `key`: of the joined letters, `None` for a parallel play.
    pub(super) fn run(&mut self, rack: &Subset, subsets: &[Subset], key: Option<Key>) {
        let Some(bound) = self.bound.map(|bound| bound.lower(&rack.tops)) else { return };
        let (alone, joined) = (key.is_none(), key.unwrap_or(Key::EMPTY));
        let identities = self.lexicon.identities();
        let mut floor = self.collect.floor();
        for subset in subsets {
            let most = Equity::points(bound.of_tops(&subset.tops)) + subset.kept;
            if most < floor || alone && !subset.word {
                continue;
            }
            let key = joined.join(subset.key);
            match subset.blanks {
                0 => {
                    let Some(class) = identities.class(key) else { continue };
                    self.class(class, subset, &[]);
                }
                1 => self.one_blank(key, subset, 0, &[]),
                _ => self.two_blanks(key, subset),
            }
            floor = self.collect.floor();
        }
    }

    fn two_blanks(&mut self, key: Key, subset: &Subset) {
        for first in 0..self.lexicon.alphabet().len() {
            self.one_blank(key.plus_nth(first), subset, first, &[first]);
        }
    }

    /// Looks up the key with each letter from `from` on, for a blank after these.
    fn one_blank(&mut self, key: Key, subset: &Subset, from: usize, others: &[usize]) {
        let identities = self.lexicon.identities();
        for letter in offsets(identities.may_complete(key) >> from << from) {
            let Some(class) = identities.class(key.plus_nth(letter)) else { continue };
            let blanks: ArrayVec<usize, 2> = others.iter().copied().chain([letter]).collect();
            self.class(class, subset, &blanks);
        }
    }

    fn class(&mut self, class: ClassId, subset: &Subset, blanks: &[usize]) {
        let words = self.lexicon.words();
        for &id in self.lexicon.identities().words_of(class) {
            let first = u128::from_le_bytes(words.sixteen_bytes(id, 0));
            for index in 0..self.slots.len() {
                let Slot { span, pattern, rest } = &self.slots[index];
                if pattern.fits(first) && rest.is_none_or(|rest| self.fits_rest(id, &rest)) {
                    let (span, word) = (*span, words.word(id).as_bytes());
                    if self.crosses(word, &span) {
                        self.place(word, &span, subset, blanks);
                    }
                }
            }
        }
    }

    /// Whether the letters of a word after the first 16 agree with the tiles.
    #[cold]
    fn fits_rest(&self, id: WordId, rest: &Pattern) -> bool {
        rest.fits(u128::from_le_bytes(self.lexicon.words().sixteen_bytes(id, 16)))
    }

    /// Whether the new letters form words across.
    #[inline]
    fn crosses(&self, word: &[u8], span: &Span) -> bool {
        offsets(span.covers & self.line.crossed()).all(|offset| {
            let letter =
                letter_at(word, offset - usize::from(span.start)).wrapping_sub(FIRST_LETTER);
            self.line.crossing(offset).letters >> letter & 1 == 1
        })
    }

    /// Scores the word and offers it with every assignment of blanks to squares.
    fn place(&mut self, word: &[u8], span: &Span, subset: &Subset, blanks: &[usize]) {
        let new: i32 = offsets(span.covers).map(|offset| self.points(word, span, offset)).sum();
        let score = span.fixed + new;
        let [first, second] = match *blanks {
            [] => return self.offer(word, span, subset, 0, score),
            [only] => [Some(only), None],
            [first, second, ..] => [Some(first), Some(second)],
        };
        let holds = |letter: Option<usize>, from: u32| {
            let byte = letter.map_or(0, |letter| FIRST_LETTER + letter as u8);
            offsets(from).filter(move |&at| letter_at(word, at - usize::from(span.start)) == byte)
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
    fn points(&self, word: &[u8], span: &Span, offset: usize) -> i32 {
        let weight = self.line.weight(offset, self.factors[offset], span.word_factor);
        let letter = Cell::of_byte(letter_at(word, offset - usize::from(span.start)));
        self.distribution.on_square(letter) * weight
    }

    fn offer(&mut self, word: &[u8], span: &Span, subset: &Subset, new_blanks: u32, score: i32) {
        let equity = Equity::points(score) + subset.kept;
        if equity < self.collect.floor() {
            return;
        }
        let blanks = new_blanks | self.line.blanks();
        let (line, leave, distribution) = (self.id, subset.kept, self.distribution);
        let mut found = Found { line, span, word, blanks, distribution, score, leave, equity };
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

/// The byte of a word at this index.
#[inline]
fn letter_at(word: &[u8], index: usize) -> u8 {
    word.get(index).copied().unwrap_or(0)
}
