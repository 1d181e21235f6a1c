//! `pattern`: aims at an alternation of vowels and consonants.
//!
//! The shapes of the seven-letter words, such as CVCCVCC, are counted once; the `shapes` most common are its
//! patterns. Its target is the pattern that lacks the fewest letters, with ties going to the most common. A
//! letter fits if the target lacks one of its kind, including `spare` beyond the pattern; it is worth a point
//! plus the fraction of the seven-letter words that have one more of it than are held, times `fit` points.
//! The letter that completes a word is worth `finish`; everything else is worth nothing. Source: a common
//! plan in classes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::players::copies::Copies;
use crate::players::sevens::{SEVEN, finish_parameter};
use crate::players::{Bidder, best_with_and_without, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Letter, LetterCounts, Lexicon};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<PatternParams>(
    "pattern",
    "aims for alternating vowels and consonants, bids only for letters that fit",
);

#[derive(Clone, Copy)]
pub(super) struct PatternParams {
    shapes: usize,
    spare: usize,
    fit: i64,
    finish: i64,
}

impl Tunable<Auction> for PatternParams {
    const DEFAULT: PatternParams = PatternParams { shapes: 8, spare: 1, fit: 15, finish: 30 };
    const PARAMS: &'static [Param<PatternParams>] = &[
        Param::integer("shapes", [1, 128], "patterns it knows", field!(shapes)).unit("patterns"),
        Param::integer("spare", [0, 7], "letters of a kind beyond the pattern", field!(spare))
            .unit("letters"),
        points("fit", "points for a letter that fits and that all words need", field!(fit)),
        finish_parameter(field!(finish)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let copies = Copies::of(rules.lexicon());
        let vowels: Arc<[usize]> = common_shapes(rules.lexicon(), self.shapes).into();
        strategy(move |_, _| Pattern {
            params: self,
            vowels: Arc::clone(&vowels),
            copies: Arc::clone(&copies),
        })
    }
}

/// The vowel counts of the most common shapes of seven-letter words, most common first, at most
/// `count`; each only once, since the order of letters does not matter for buying.
fn common_shapes(lexicon: &Lexicon, count: usize) -> Vec<usize> {
    let is_vowel = |byte| Letter::from_ascii(byte).is_some_and(Letter::is_vowel);
    let mut words_of: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
    for word in lexicon.of_length(SEVEN) {
        *words_of.entry(word.bytes().map(is_vowel).collect()).or_default() += 1;
    }
    let mut shapes: Vec<(Vec<bool>, usize)> = words_of.into_iter().collect();
    shapes.sort_by_key(|&(_, words)| std::cmp::Reverse(words));
    let mut vowels: Vec<usize> = Vec::new();
    for (shape, _) in shapes.iter().take(count) {
        let number = shape.iter().filter(|&&vowel| vowel).count();
        if !vowels.contains(&number) {
            vowels.push(number);
        }
    }
    vowels
}

struct Pattern {
    params: PatternParams,
    /// Number of vowels of each pattern, most common first.
    vowels: Arc<[usize]>,
    copies: Arc<Copies>,
}

impl Pattern {
    /// Whether the target lacks a letter of this kind.
    fn fits(&self, held: &LetterCounts, letter: Letter) -> bool {
        let vowels = held.letters().filter(|held| held.is_vowel()).count();
        let consonants = held.len() - vowels;
        let lacks = |&wanted: &usize| {
            wanted.saturating_sub(vowels) + (SEVEN - wanted).saturating_sub(consonants)
        };
        let target = self.vowels.iter().copied().min_by_key(lacks);
        target.is_some_and(|wanted| {
            let (held, wanted) =
                if letter.is_vowel() { (vowels, wanted) } else { (consonants, SEVEN - wanted) };
            held < wanted + self.params.spare
        })
    }
}

impl Bidder for Pattern {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let (with, without) = best_with_and_without(view, letter);
        let held = view.letters();
        if without.length >= SEVEN {
            0
        } else if with.length >= SEVEN {
            self.params.finish
        } else if self.fits(held, letter) {
            1 + self.copies.share(self.params.fit, held, letter)
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, common_shapes};
    use crate::players::situation::Situation;
    use lettergame_words::WordList;

    #[test]
    fn shapes_are_identified_by_vowels_most_common_first() {
        // CVCCVCC twice, CVCVCVC three times, VVVCVCC once
        let list = b"TEMPTED\nBANANAS\nCANINES\nTOMATOS\nTESTING\nPACKETS\nAEOLIAN\n";
        let lexicon = Lexicon::new(WordList::parse(list, "test").unwrap().words).unwrap();
        assert_eq!(common_shapes(&lexicon, 1), [3]);
        assert_eq!(common_shapes(&lexicon, 9), [3, 2, 5]);
    }

    #[test]
    fn it_only_bids_for_letters_the_pattern_lacks() {
        let bid = |letters| Situation::new("pattern:shapes=1:spare=0:fit=0", 5, 1, letters).bid();
        // CVCCVCC or CVCVCVC: at most three vowels
        assert_eq!((bid("AEIOBU"), bid("AEIOBC")), (0, 1));
        let spare = |letters| Situation::new("pattern:shapes=1:spare=7:fit=0", 5, 1, letters).bid();
        assert_eq!(spare("AEIOBU"), 1);
    }

    #[test]
    fn the_letter_that_completes_a_word_is_worth_the_finish() {
        let mut table = Situation::new("pattern:finish=33", 6, 1, "QUARTERS");
        assert_eq!(table.bids(&[&[], &[]]), [33, 0]);
    }
}
