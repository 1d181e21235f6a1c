//! How far given letters are from the words of one length: for each class of anagrams, the number
//! of missing letters. The counts of all classes are bit-sliced (bit `i` of every class's count in
//! one bitmap), so one more letter is a subtraction from thousands of counts at once.

use super::counts::LetterCounts;
use super::dictionary::Lexicon;
use super::letter::Letter;
use super::thresholds::{Line, Thresholds};

/// The classes of anagrams of one length, and how many of each letter they need. A class counts
/// once, regardless of its number of words.
#[derive(Clone, Debug)]
pub struct Reach {
    needs: Thresholds,
    classes: u32,
    len: usize,
    /// Bits of a count of missing letters, 0 to `len`.
    slices: usize,
}

impl Reach {
    /// Prepares the classes with exactly `len` letters, once for any number of queries.
    pub fn new(lexicon: &Lexicon, len: usize) -> Reach {
        let words = lexicon.identities().classes().map(|class| lexicon.first_word(class));
        let words = words.filter(|word| word.len() == len);
        Reach {
            classes: words.clone().count() as u32,
            needs: Thresholds::new(words),
            len,
            slices: (len + 1).next_power_of_two().trailing_zeros() as usize,
        }
    }

    /// Number of classes.
    pub fn classes(&self) -> u32 {
        self.classes
    }

    /// The length of the words, in letters.
    pub fn word_len(&self) -> usize {
        self.len
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.needs.bytes()
    }

    /// The classes that miss one letter fewer once the `k`-th copy of this letter is held; `None` if there
    /// are none.
    fn helped(&self, letter: Letter, k: usize) -> Option<&[Line]> {
        self.needs.row(letter, k)
    }
}

/// The letters missing from given held letters for each class of a [`Reach`]. Must be used with the
/// same reach until the next [`start`](Distances::start), which allocates only if that reach is
/// larger than any before. Each step is linear in the classes, 64 at a time.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    held: LetterCounts,
    /// For each line of classes its slices, lowest bit first.
    counts: Vec<Line>,
}

impl Distances {
    /// No letters and no reach; call `start` first.
    pub fn new() -> Distances {
        Distances::default()
    }

    /// Starts with no letters held: every class misses all of its letters.
    pub fn start(&mut self, reach: &Reach) {
        self.held = LetterCounts::EMPTY;
        self.counts.clear();
        let whole = |slice: usize| [if reach.len >> slice & 1 == 1 { u64::MAX } else { 0 }; 8];
        let line = (0..reach.slices).map(whole);
        (0..reach.needs.lines()).for_each(|_| self.counts.extend(line.clone()));
    }

    /// The letters held.
    pub fn held(&self) -> &LetterCounts {
        &self.held
    }

    /// Adds one more letter.
    pub fn gain(&mut self, reach: &Reach, letter: Letter) {
        self.held.add(letter);
        let Some(helped) = reach.helped(letter, self.held.count(letter).into()) else { return };
        for (counts, helped) in self.counts.chunks_exact_mut(reach.slices).zip(helped) {
            subtract(counts, *helped);
        }
    }

    /// Number of classes that miss at most `most` letters.
    pub fn within(&self, reach: &Reach, most: usize) -> u32 {
        if most >= reach.len {
            return reach.classes;
        }
        let lines = self.counts.chunks_exact(reach.slices);
        lines.map(|counts| ones(&at_most(counts, [0; 8], most))).sum()
    }

    /// Number of classes that would miss at most `most` letters with one more of this letter.
    pub fn within_after(&self, reach: &Reach, letter: Letter, most: usize) -> u32 {
        let Some(helped) = reach.helped(letter, usize::from(self.held.count(letter)) + 1) else {
            return self.within(reach, most);
        };
        if most >= reach.len {
            return reach.classes;
        }
        let lines = self.counts.chunks_exact(reach.slices).zip(helped);
        lines.map(|(counts, helped)| ones(&at_most(counts, *helped, most))).sum()
    }
}

/// Subtracts 1 from the count of every class in `borrow`, each of which is at least 1.
#[inline]
fn subtract(counts: &mut [Line], mut borrow: Line) {
    for slice in counts {
        for (bits, borrow) in slice.iter_mut().zip(&mut borrow) {
            let before = *bits;
            *bits = before ^ *borrow;
            *borrow &= !before;
        }
    }
}

/// The classes whose count, less 1 for those in `borrow`, is at most `most`. Compares from the
/// lowest bit up: if the bits of count and bound differ, they decide; otherwise the result of the
/// lower bits is kept.
#[inline]
fn at_most(counts: &[Line], mut borrow: Line, most: usize) -> Line {
    let mut within = [u64::MAX; 8];
    for (slice, counts) in counts.iter().enumerate() {
        let bound = if most >> slice & 1 == 1 { u64::MAX } else { 0 };
        for ((within, borrow), before) in within.iter_mut().zip(&mut borrow).zip(counts) {
            let bits = before ^ *borrow;
            *borrow &= !before;
            *within = (bound & !bits) | (*within & !(bound ^ bits));
        }
    }
    within
}

/// Number of set bits in a line.
#[inline]
fn ones(line: &Line) -> u32 {
    line.iter().map(|bits| bits.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{Distances, Letter, LetterCounts, Lexicon, Reach};
    use crate::WordList;

    /// Number of letters missing for a word, counted one by one.
    fn missing(word: &str, held: &LetterCounts) -> usize {
        let mut held = *held;
        word.bytes().filter_map(Letter::from_ascii).filter(|&letter| !held.remove(letter)).count()
    }

    /// The classes of one length that miss at most `most` letters, counted one by one.
    fn naive(lexicon: &Lexicon, len: usize, held: &LetterCounts, most: usize) -> u32 {
        let words = lexicon.identities().classes().map(|class| lexicon.first_word(class));
        words.filter(|word| word.len() == len && missing(word, held) <= most).count() as u32
    }

    /// Compares with the naive count for every bound, also with one letter more.
    fn check(lexicon: &Lexicon, reach: &Reach, distances: &Distances, letter: Letter) {
        let mut after = *distances.held();
        after.add(letter);
        for most in 0..=reach.word_len() + 1 {
            let len = reach.word_len();
            assert_eq!(distances.within(reach, most), naive(lexicon, len, distances.held(), most));
            assert_eq!(
                distances.within_after(reach, letter, most),
                naive(lexicon, len, &after, most)
            );
        }
    }

    fn lexicon(text: &str) -> Lexicon {
        Lexicon::new(WordList::parse(text.as_bytes(), "test").unwrap().words).unwrap()
    }

    #[test]
    fn each_letter_brings_the_classes_nearer() {
        let lexicon = lexicon("TEA\nEAT\nTAT\nZOO\nAT");
        let reach = Reach::new(&lexicon, 3);
        let mut distances = Distances::new();
        distances.start(&reach);
        assert_eq!(
            (reach.classes(), distances.within(&reach, 2), distances.within(&reach, 3)),
            (3, 0, 3)
        );
        let within = "TTAXE".chars().filter_map(Letter::from_char).map(|letter| {
            distances.gain(&reach, letter);
            [0, 1, 2].map(|most| distances.within(&reach, most))
        });
        let expected = [[0, 0, 2], [0, 1, 2], [1, 2, 2], [1, 2, 2], [2, 2, 2]];
        assert_eq!(within.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn nothing_is_in_reach_for_a_length_without_words() {
        let lexicon = lexicon("TEA");
        for len in [0, 1, 64] {
            let reach = Reach::new(&lexicon, len);
            let mut distances = Distances::new();
            distances.start(&reach);
            distances.gain(&reach, Letter::ALL[0]);
            check(&lexicon, &reach, &distances, Letter::ALL[4]);
        }
    }

    #[test]
    fn counts_agree_with_counting_one_by_one_on_the_shipped_list() {
        let lexicon = Lexicon::shipped();
        let mut distances = Distances::new();
        for len in [7, 2, 8, 15] {
            let reach = Reach::new(&lexicon, len);
            distances.start(&reach);
            for letter in "RETINASEEEZ".chars().filter_map(Letter::from_char) {
                distances.gain(&reach, letter);
            }
            check(&lexicon, &reach, &distances, Letter::ALL[18]);
        }
    }

    proptest! {
        #[test]
        fn counts_agree_with_counting_one_by_one(
            list in vec("[A-D]{1,9}", 1..60),
            letters in vec(0..5_usize, 0..25),
            len in 1..10_usize,
        ) {
            let lexicon = lexicon(&list.join("\n"));
            let reach = Reach::new(&lexicon, len);
            let mut distances = Distances::new();
            distances.start(&reach);
            for index in letters {
                check(&lexicon, &reach, &distances, Letter::ALL[index]);
                distances.gain(&reach, Letter::ALL[index]);
            }
            prop_assert_eq!(distances.within(&reach, len), reach.classes());
        }
    }
}
