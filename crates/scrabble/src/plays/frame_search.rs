//! The search of one frame: for each subset of the rack of the right size, one addition of keys and one lookup
//! in the filter; for the few that pass, bounds on the spans of the frame; for those that matter, the words of the
//! class are compared with the tiles on each span 16 bytes at a time, then with the cross-checks, and scored.
//! Subsets with many blanks stand for more classes than there are words, so for them all words of the right length
//! are compared.

mod many_blanks;

use std::ops::Range;

use arrayvec::ArrayVec;

use crate::board::empties::Span;
use crate::board::line::{CHUNK, Line, Pattern, sixteen_letters};
use crate::board::{Cell, Distribution, Factors, RACK, offsets};
use crate::plays::bounds::{LineBounds, TopBound};
use crate::plays::search::{Frame, Search};
use crate::plays::subsets::{SUBSETS, Subset};
use crate::plays::{Collect, Equity, Found, Valuation};
use lettergame_words::{ClassId, FIRST_LETTER, Key};

/// A span that matters, by its first empty square, with the bound on its plays.
#[derive(Clone, Copy)]
struct Slot {
    first: u8,
    bound: TopBound,
}

/// Some of the slots of a frame, bit 0 for the first.
type Slots = u32;

/// The letters of one or two blanks, by their places in the alphabet.
type Blanks = [Option<usize>; 2];

/// The subsets with more blanks that may matter, by their places, and on which slots.
type ManyBlanks = ArrayVec<(usize, Slots), SUBSETS>;

/// The search of one frame.
pub(super) struct FrameSearch<'a, V: ?Sized, C: ?Sized> {
    search: &'a Search<'a, V>,
    collect: &'a mut C,
    frame: Frame,
    line: &'a Line,
    /// Of the line.
    bounds: &'a LineBounds,
    factors: &'a Factors,
    distribution: &'static Distribution,
    /// For the number of tiles.
    bonus: i32,
    /// The spans that matter, once a word may be there.
    slots: ArrayVec<Slot, SPANS>,
    /// Those spans with the tiles of their first 16 squares, once there is a word.
    places: ArrayVec<(Span, Pattern), SPANS>,
}

/// The most spans of a frame: from all new tiles before those joined to all after them.
const SPANS: usize = RACK + 1;

impl<'a, V: Valuation + ?Sized, C: Collect + ?Sized> FrameSearch<'a, V, C> {
    /// A search of this frame of a board.
    #[inline]
    pub(super) fn new(
        search: &'a Search<'a, V>,
        frame: Frame,
        collect: &'a mut C,
    ) -> FrameSearch<'a, V, C> {
        let (board, layout) = (search.board, search.board.layout());
        FrameSearch {
            search,
            collect,
            frame,
            line: board.line(frame.line),
            bounds: &search.bounds[frame.line.index(board.side())],
            factors: layout.factors(frame.line),
            distribution: layout.distribution(),
            bonus: layout.bonus(frame.tiles.into()),
            slots: ArrayVec::new(),
            places: ArrayVec::new(),
        }
    }

    /// Offers the plays that matter.
    pub(super) fn run(&mut self) {
        let (tiles, first) = (self.frame.tiles.into(), self.frame.first.into());
        let (_, joined) = self.line.empties().joined(first, tiles);
        let (mut place, keys) = self.search.subsets.of_len(tiles);
        if self.search.whole.blanks > 0 {
            return self.run_with_blanks(joined, place..place + keys.len());
        }
        let mut left = keys;
        while let Some(skipped) = self.skipped(joined, left) {
            let subset = self.search.subsets.at(place + skipped);
            (place, left) = (place + skipped + 1, &left[skipped + 1..]);
            if !self.has_slots() {
                return;
            }
            let slots = self.slots_that_matter(subset);
            if slots != 0 {
                self.look_up(joined.join(subset.key), slots, subset, [None; 2]);
            }
        }
    }

    /// The same for the subsets at these places of a rack with blanks.
    fn run_with_blanks(&mut self, joined: Key, places: Range<usize>) {
        let (alone, identities) = (self.alone(), self.search.lexicon.identities());
        let mut many = ManyBlanks::new();
        for place in places {
            let subset = self.search.subsets.at(place);
            let key = joined.join(subset.key);
            if alone && !subset.word || subset.blanks == 0 && !identities.may_be_class(key) {
                continue;
            }
            if !self.has_slots() {
                return;
            }
            let slots = self.slots_that_matter(subset);
            match subset.blanks {
                _ if slots == 0 => {}
                0 => self.look_up(key, slots, subset, [None; 2]),
                1 => self.one_blank(key, slots, subset, None),
                2 => self.two_blanks(key, slots, subset),
                _ => many.push((place, slots)),
            }
        }
        self.many_blanks(&many);
    }

    /// Whether its plays join no tile of the line.
    #[inline]
    fn alone(&self) -> bool {
        !self.line.empties().joins(self.frame.first.into(), self.frame.tiles.into())
    }

    /// The number of keys before the first that may be that of a class together with the joined letters.
    #[inline]
    fn skipped(&self, joined: Key, keys: &[Key]) -> Option<usize> {
        let identities = self.search.lexicon.identities();
        keys.iter().position(|&key| identities.may_be_class(joined.join(key)))
    }

    /// Whether there are spans on which the rack may reach the floor; finds them if it was not asked before.
    #[inline]
    fn has_slots(&mut self) -> bool {
        if self.slots.is_empty() {
            self.find_slots();
        }
        !self.slots.is_empty()
    }

    fn find_slots(&mut self) {
        let (tiles, alone) = (self.frame.tiles.into(), self.alone());
        let kept = self.search.subsets.best_kept(tiles, alone) + Equity::points(self.bonus);
        let least = self.collect.floor() - kept;
        let (joined, _) = self.line.empties().joined(self.frame.first.into(), tiles);
        for first in self.frame.first..self.frame.last + 1 {
            let (bound, most) =
                self.bounds.of(first.into(), tiles, joined).lower(&self.search.tops);
            if Equity::points(most) >= least {
                self.slots.push(Slot { first, bound });
            }
        }
    }

    fn find_places(&mut self) {
        let (empties, filled) = (self.line.empties(), self.line.filled());
        for slot in &self.slots {
            let tiles = self.frame.tiles.into();
            let span = empties.span(filled, slot.first.into(), tiles, self.bonus);
            let pattern = self.line.pattern(span.start.into(), span.end().into());
            self.places.push((span, pattern));
        }
    }

    /// Those of the slots on which a subset may reach the floor.
    #[inline]
    fn slots_that_matter(&self, subset: &Subset) -> Slots {
        let least = self.collect.floor() - subset.kept - Equity::points(self.bonus);
        let mut slots = 0;
        for (index, slot) in self.slots.iter().enumerate() {
            let matters = Equity::points(slot.bound.of_tops(&subset.tops)) >= least;
            slots |= Slots::from(matters) << index;
        }
        slots
    }

    fn two_blanks(&mut self, key: Key, slots: Slots, subset: &Subset) {
        for first in 0..self.search.lexicon.alphabet().len() {
            self.one_blank(key.plus_nth(first), slots, subset, Some(first));
        }
    }

    /// Looks up the key with each letter for a blank, from that of another blank on if there is one.
    fn one_blank(&mut self, key: Key, slots: Slots, subset: &Subset, other: Option<usize>) {
        let (letters, from) =
            (self.search.lexicon.identities().may_complete(key), other.unwrap_or(0));
        for letter in offsets(letters >> from << from) {
            let blanks = other.map_or([Some(letter), None], |other| [Some(other), Some(letter)]);
            self.look_up(key.plus_nth(letter), slots, subset, blanks);
        }
    }

    /// Looks up a key that passed the filter.
    #[inline]
    fn look_up(&mut self, key: Key, slots: Slots, subset: &Subset, blanks: Blanks) {
        if let Some(class) = self.search.lexicon.identities().probe(key) {
            self.class(class, slots, subset, blanks);
        }
    }

    /// Offers the words of a class on these slots.
    #[inline(never)]
    fn class(&mut self, class: ClassId, slots: Slots, subset: &Subset, blanks: Blanks) {
        if self.places.is_empty() {
            self.find_places();
        }
        let words = self.search.lexicon.words();
        for id in self.search.lexicon.identities().words_of(class) {
            let text = words.text_from(id);
            let first = sixteen_letters(text, 0);
            for index in offsets(slots) {
                let (span, pattern) = &self.places[index];
                let len = usize::from(span.len);
                if pattern.fits(first) && (len <= CHUNK || self.fits_rest(text, span)) {
                    let (span, word) = (*span, &text[..len]);
                    if self.crosses(word, &span) {
                        self.place(word, &span, subset, blanks);
                    }
                }
            }
        }
    }

    /// Whether the letters of a word after the first 16 agree with the tiles.
    #[cold]
    fn fits_rest(&self, text: &[u8], span: &Span) -> bool {
        let rest = self.line.rest(span.start.into(), span.end().into());
        rest.is_none_or(|rest| rest.fits(sixteen_letters(text, CHUNK)))
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
    fn place(&mut self, word: &[u8], span: &Span, subset: &Subset, [first, second]: Blanks) {
        let new: i32 = offsets(span.covers).map(|offset| self.points(word, span, offset)).sum();
        let score = span.fixed + new;
        if first.is_none() {
            return self.offer(word, span, subset, 0, score);
        }
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
        let (line, leave, distribution) = (self.frame.line, subset.kept, self.distribution);
        let mut found = Found { line, span, word, blanks, distribution, score, leave, equity };
        if self.search.valuation.heeds_placement() {
            let placement = self.search.valuation.placement(&found.ranked().play);
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
