//! The words that a hand can make, one per class of anagrams: of words with equal letters and hence
//! equal points only the alphabetically first can be in a canonical answer.

use std::cmp::Reverse;
use std::ops::Range;

use crate::rules::WordScore;
use lettergame_words::{ClassId, Key, Letter, LetterCounts, Lexicon, Scoring, WordId};

/// Up to this many multisets of letters in a hand, each is looked up; beyond that, a pass over all
/// classes of the shipped list is faster.
const MAX_LOOKUPS: usize = 1 << 12;

/// The letters needed by the words of each class, bit 0 for A; 1 MiB with the shipped list.
#[derive(Clone, Debug)]
pub(super) struct Needs(Vec<u32>);

impl Needs {
    /// Makes one pass over the classes.
    pub(super) fn new(lexicon: &Lexicon) -> Needs {
        let need = |class| {
            let letters = lexicon.first_word(class).bytes().filter_map(Letter::from_ascii);
            letters.fold(0, |need, letter| need | 1 << letter.index())
        };
        Needs(lexicon.identities().classes().map(need).collect())
    }

    /// The classes that need no letters other than these.
    fn within(&self, lexicon: &Lexicon, letters: &[Letter]) -> impl Iterator<Item = ClassId> {
        let lacking =
            letters.iter().fold(u32::MAX, |lacking, letter| lacking & !(1 << letter.index()));
        let classes = lexicon.identities().classes().zip(&self.0);
        classes.filter(move |&(_, need)| need & lacking == 0).map(|(class, _)| class)
    }
}

/// The kinds of letters in a hand, and the words they make.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// The count of each kind, in alphabetical order.
    pub(super) counts: Vec<u8>,
    /// The words in canonical order: by descending points, then alphabetically.
    pub(super) words: Vec<Candidate>,
    /// The letter kinds of all words.
    kinds: Vec<u8>,
}

/// A word of a hand.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) word: WordId,
    pub(super) points: i32,
    /// Where its letter kinds are.
    letters: Range<u32>,
}

impl Candidates {
    /// All candidates of a hand.
    pub(super) fn of(
        lexicon: &Lexicon,
        needs: &Needs,
        score: WordScore,
        hand: &LetterCounts,
    ) -> Candidates {
        let letters: Vec<Letter> =
            Letter::ALL.into_iter().filter(|&letter| hand.count(letter) > 0).collect();
        let counts: Vec<u8> = letters.iter().map(|&letter| hand.count(letter)).collect();
        let mut kind_of = [u8::MAX; 26];
        letters.iter().zip(0..).for_each(|(letter, kind)| kind_of[letter.index()] = kind);
        let multisets =
            counts.iter().fold(1_usize, |all, &count| all.saturating_mul(usize::from(count) + 1));
        let mut found = Candidates { counts, words: Vec::new(), kinds: Vec::new() };
        let add = |class| found.add(lexicon, score, &kind_of, class);
        if multisets <= MAX_LOOKUPS {
            let keys = keys_within(hand, multisets);
            keys.into_iter().filter_map(|key| lexicon.identities().class(key)).for_each(add);
        } else {
            needs.within(lexicon, &letters).for_each(add);
        }
        found.words.sort_unstable_by_key(|word| (Reverse(word.points), word.word));
        found
    }

    /// The kinds of a word's letters, with repetition.
    pub(super) fn kinds(&self, candidate: &Candidate) -> &[u8] {
        &self.kinds[candidate.letters.start as usize..candidate.letters.end as usize]
    }

    /// Adds a class if the hand can make it, which the key alone does not prove.
    fn add(&mut self, lexicon: &Lexicon, score: WordScore, kind_of: &[u8; 26], class: ClassId) {
        let word = lexicon.first_word(class);
        let start = self.kinds.len();
        let mut left = [0; 26];
        left[..self.counts.len()].copy_from_slice(&self.counts);
        for letter in word.bytes().filter_map(Letter::from_ascii) {
            let kind = kind_of[letter.index()];
            match left.get_mut(usize::from(kind)) {
                Some(left) if *left > 0 => *left -= 1,
                _ => {
                    self.kinds.truncate(start);
                    return;
                }
            }
            self.kinds.push(kind);
        }
        let points = score.word_points(word).map_or(0, |points| points.0);
        let letters = start as u32..self.kinds.len() as u32;
        let word = class.first_word();
        self.words.push(Candidate { word, points, letters });
    }
}

/// The key of every multiset contained in the hand, by doubling.
fn keys_within(hand: &LetterCounts, multisets: usize) -> Vec<Key> {
    let mut keys = Vec::with_capacity(multisets);
    keys.push(Key::EMPTY);
    for letter in Letter::ALL {
        let before = keys.len();
        for copy in 0..usize::from(hand.count(letter)) {
            (copy * before..(copy + 1) * before).for_each(|at| keys.push(keys[at].plus(letter)));
        }
    }
    keys
}
