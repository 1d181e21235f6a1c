//! Subsets with three blanks or more: every word as long as a span is compared with the tiles on it, and its new
//! letters are taken from the subset in every way.

use arrayvec::ArrayVec;

use crate::board::empties::Span;
use crate::board::line::{CHUNK, sixteen_letters};
use crate::board::{RACK, offsets};
use crate::plays::frame_search::{FrameSearch, ManyBlanks, Slots, letter_at};
use crate::plays::subsets::Subset;
use crate::plays::{Collect, Valuation};

/// New letters of a word, some of them already taken from the rack.
#[derive(Clone)]
struct Taking {
    /// The squares of the others.
    rest: u32,
    /// The letters of the subset that are left, a byte each.
    letters: ArrayVec<u8, RACK>,
    /// Its blanks that are left: with the letters as many as squares.
    blanks: u8,
    /// The squares of the blanks that are taken.
    blank_squares: u32,
    /// The score if no other letter is a blank.
    score: i32,
}

impl<V: Valuation + ?Sized, C: Collect + ?Sized> FrameSearch<'_, V, C> {
    /// Offers the plays with these subsets on their slots.
    pub(super) fn many_blanks(&mut self, subsets: &ManyBlanks) {
        let slots = subsets.iter().fold(0, |all, (_, slots)| all | slots);
        if slots == 0 {
            return;
        }
        if self.places.is_empty() {
            self.find_places();
        }
        let lexicon = self.search.lexicon;
        for index in offsets(slots) {
            let (span, pattern) = self.places[index];
            for &id in lexicon.ids_of_length(span.len.into()) {
                let text = lexicon.words().text_from(id);
                let word = &text[..span.len.into()];
                if pattern.fits(sixteen_letters(text, 0))
                    && (word.len() <= CHUNK || self.fits_rest(text, &span))
                    && self.crosses(word, &span)
                {
                    self.take_from_each(word, &span, subsets, 1 << index);
                }
            }
        }
    }

    /// Offers a word on a span with those of the subsets that matter on its slot.
    fn take_from_each(&mut self, word: &[u8], span: &Span, subsets: &ManyBlanks, slot: Slots) {
        let new: i32 = offsets(span.covers).map(|offset| self.points(word, span, offset)).sum();
        for &(place, _) in subsets.iter().filter(|(_, slots)| slots & slot != 0) {
            let subset = self.search.subsets.at(place);
            let taking = Taking {
                rest: span.covers,
                letters: self.search.subsets.letters_at(place).collect(),
                blanks: subset.blanks,
                blank_squares: 0,
                score: span.fixed + new,
            };
            self.take(word, span, subset, taking);
        }
    }

    /// Takes the first letter that is left: from the letters of the subset, and from its blanks.
    fn take(&mut self, word: &[u8], span: &Span, subset: &Subset, taking: Taking) {
        let Some(offset) = offsets(taking.rest).next() else {
            return self.offer(word, span, subset, taking.blank_squares, taking.score);
        };
        let letter = letter_at(word, offset - usize::from(span.start));
        let square = 1 << offset;
        let rest = taking.rest & !square;
        if let Some(index) = taking.letters.iter().position(|&own| own == letter) {
            let mut with = Taking { rest, ..taking.clone() };
            with.letters.swap_remove(index);
            self.take(word, span, subset, with);
        }
        if taking.blanks > 0 {
            let score = taking.score - self.points(word, span, offset);
            let (blanks, blank_squares) = (taking.blanks - 1, taking.blank_squares | square);
            self.take(word, span, subset, Taking { rest, blanks, blank_squares, score, ..taking });
        }
    }
}
