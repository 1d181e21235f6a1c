//! Counts the ways in which future tiles complete a word: for given letters, the number of sets of bag tiles
//! that complete some class of anagrams of one length, by the number of tiles needed.
//!
//! A class that misses `m` copies of a letter, of which the bag has `c`, can get them in `C(c, m)` ways, and
//! the ways of its letters multiply. A set of `d` tiles is in a random draw of `k` from a bag of `N` with
//! probability `(k)_d / (N)_d` (falling factorials), so the sum over classes of ways times probability is the
//! expected number of words completed by the draw.

use std::cmp::Ordering;

use super::counts::LetterCounts;
use super::dictionary::Lexicon;
use super::letter::Letter;

/// The maximum word length: a class fits in one machine word.
const MAX_LETTERS: usize = 8;
/// One row for the `k`-th copy of each letter, and one for no letter.
const NO_LETTER: u8 = (Letter::ALL.len() * MAX_LETTERS) as u8;

/// The classes of anagrams of one length, each as the rows of its letters: row `8 * letter + k` is the `k`-th
/// copy (from 0) of a letter. Eight bytes per class.
#[derive(Clone, Debug)]
pub struct Completions {
    classes: Vec<[u8; MAX_LETTERS]>,
    len: usize,
}

/// The ways to complete a word, by the number of tiles needed: entry `d` is a sum over the classes that miss
/// `d` letters. Entry 0 is the number of complete classes.
pub type Ways = [f32; MAX_LETTERS + 1];

/// The ways with given letters, and with each additional letter.
#[derive(Clone, Debug)]
pub struct Branches {
    /// With the letters held.
    pub now: Ways,
    /// With one more of each letter, by letter index.
    pub with: [Ways; 26],
}

impl Completions {
    /// Prepares the classes with exactly `len` letters, at most 8, once for any number of queries.
    pub fn new(lexicon: &Lexicon, len: usize) -> Completions {
        assert!(len <= MAX_LETTERS, "words of at most {MAX_LETTERS} letters");
        let words = lexicon.identities().classes().map(|class| lexicon.first_word(class));
        let classes = words.filter(|word| word.len() == len).map(rows_of).collect();
        Completions { classes, len }
    }

    /// The length of the words, in letters.
    pub fn word_len(&self) -> usize {
        self.len
    }

    /// The ways in which tiles of `bag` complete a word when these letters are held. Linear in the classes,
    /// two nanoseconds each.
    pub fn ways(&self, held: &LetterCounts, bag: &LetterCounts) -> Ways {
        let rows = Rows::new(held, bag);
        let mut ways = [0.0; MAX_LETTERS + 1];
        for class in &self.classes {
            let (product, missing, short) = rows.product(class);
            if short == 0 {
                ways[missing] += product;
            }
        }
        ways
    }

    /// The same, also with one more of each letter that does not come from the bag. Linear in the classes,
    /// about twice the time of [`ways`](Completions::ways).
    pub fn branches(&self, held: &LetterCounts, bag: &LetterCounts) -> Branches {
        let rows = Rows::new(held, bag);
        let mut sums = Sums { now: [0.0; PLACES], by_row: [[[0.0; ROWS]; PLACES]; 2] };
        for class in &self.classes {
            let (product, missing, short) = rows.product(class);
            if short > 1 {
                continue;
            }
            sums.add(class, product, missing, short);
        }
        let with =
            Letter::ALL.map(|letter| sums.with(letter, held.count(letter), bag.count(letter)));
        Branches { now: sums.now, with }
    }
}

const PLACES: usize = MAX_LETTERS + 1;
const ROWS: usize = 256;

/// Ways by number of missing letters, for all classes and by row; for classes whose missing letters are all
/// in the bag, and for those for which the bag is one tile short.
struct Sums {
    now: Ways,
    by_row: [[[f32; ROWS]; PLACES]; 2],
}

impl Sums {
    #[inline]
    fn add(&mut self, class: &[u8; MAX_LETTERS], product: f32, missing: usize, short: u8) {
        if short == 0 {
            self.now[missing] += product;
        }
        let rows = &mut self.by_row[usize::from(short)][missing];
        class.iter().for_each(|&row| rows[usize::from(row)] += product);
    }

    /// The ways with one more of a letter, given how many are held and how many are left. Classes that need
    /// exactly `copies` of it are those that have the last of these rows, minus those that have the next.
    fn with(&self, letter: Letter, held: u8, left: u8) -> Ways {
        let (held, left) = (usize::from(held), usize::from(left));
        let mut with = self.now;
        for copies in held + 1..=MAX_LETTERS {
            let lacks = copies - held;
            let short = match lacks.cmp(&(left + 1)) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => break,
            };
            let row = letter.index() * MAX_LETTERS + copies - 1;
            for missing in 1..PLACES {
                let rows = &self.by_row[short][missing];
                let more = if copies < MAX_LETTERS { rows[row + 1] } else { 0.0 };
                let ways = (rows[row] - more).max(0.0);
                if short == 0 {
                    with[missing] -= ways;
                    // the dropped factor is (left - lacks + 1) / lacks
                    with[missing - 1] += ways * lacks as f32 / (left + 1 - lacks) as f32;
                } else {
                    with[missing - 1] += ways;
                }
            }
        }
        with
    }
}

/// The rows of a word's letters in order; unused entries are no letter.
fn rows_of(word: &str) -> [u8; MAX_LETTERS] {
    let mut copies = [0; 26];
    let mut rows = [NO_LETTER; MAX_LETTERS];
    let letters = word.bytes().filter_map(Letter::from_ascii);
    for (row, letter) in rows.iter_mut().zip(letters) {
        let copy = &mut copies[letter.index()];
        *row = (letter.index() * MAX_LETTERS) as u8 + *copy;
        *copy += 1;
    }
    rows.sort_unstable();
    rows
}

/// The effect of each row on a class that has it: the factor of its ways, and its contribution to the class's
/// shortage. If the bag has too few of a letter, the factor is 1.
struct Rows {
    factors: [f32; ROWS],
    shortages: [u8; ROWS],
}

/// Added to a shortage: one missing copy (low half of the byte), and one that the bag cannot supply (high
/// half).
const MISSING: u8 = 1;
const NOT_IN_BAG: u8 = 16;

impl Rows {
    fn new(held: &LetterCounts, bag: &LetterCounts) -> Rows {
        let mut rows = Rows { factors: [1.0; ROWS], shortages: [0; ROWS] };
        for letter in Letter::ALL {
            let (held, left) = (usize::from(held.count(letter)), usize::from(bag.count(letter)));
            for copy in held..MAX_LETTERS {
                // C(left, m) is the product of (left - j) / (j + 1) over the missing copies j
                let j = copy - held;
                let row = letter.index() * MAX_LETTERS + copy;
                rows.shortages[row] = MISSING;
                if j < left {
                    rows.factors[row] = (left - j) as f32 / (j + 1) as f32;
                } else {
                    rows.shortages[row] += NOT_IN_BAG;
                }
            }
        }
        rows
    }

    /// The product of a class's factors, the number of missing copies, and how many of them the bag cannot
    /// supply.
    #[inline]
    fn product(&self, class: &[u8; MAX_LETTERS]) -> (f32, usize, u8) {
        let (mut product, mut shortage) = (1.0, 0);
        for &row in class {
            product *= self.factors[usize::from(row)];
            shortage += self.shortages[usize::from(row)];
        }
        (product, usize::from(shortage % NOT_IN_BAG), shortage / NOT_IN_BAG)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{Completions, Letter, LetterCounts, Lexicon};
    use crate::WordList;

    fn lexicon(text: &str) -> Lexicon {
        Lexicon::new(WordList::parse(text.as_bytes(), "test").unwrap().words).unwrap()
    }

    #[test]
    fn ways_are_sets_of_tiles() {
        // TEA misses T and A: 2 x 3 ways; TEE misses T and one of two E: 2 x 2; EEE misses two E: 1
        let completions = Completions::new(&lexicon("TEA\nEAT\nTEE\nEEE\nAT"), 3);
        let ways = completions.ways(&"E".parse().unwrap(), &"TTAAAEE".parse().unwrap());
        assert_eq!(ways[..4], [0.0, 0.0, 11.0, 0.0]);
        let ways = completions.ways(&"TEE".parse().unwrap(), &"AAA".parse().unwrap());
        assert_eq!(ways[..4], [1.0, 3.0, 0.0, 0.0], "no E is left for EEE");
    }

    proptest! {
        /// Brute force: the subsets of the bag's tiles that are exactly what a class misses.
        #[test]
        fn ways_agree_with_counting_subsets(
            list in vec("[A-D]{3}", 1..12),
            held in "[A-D]{0,5}",
            bag in "[A-D]{0,9}",
        ) {
            let lexicon = lexicon(&list.join("\n"));
            let held: LetterCounts = held.parse().unwrap();
            let mut naive = [0.0; 9];
            for class in lexicon.identities().classes() {
                let mut missing = lexicon.letters_of(class);
                held.letters().for_each(|letter| { missing.remove(letter); });
                let subsets = (0..1_usize << bag.len()).filter(|subset| {
                    let tiles = bag.chars().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
                    let tiles: String = tiles.map(|(_, tile)| tile).collect();
                    tiles.parse::<LetterCounts>().unwrap() == missing
                });
                naive[missing.len()] += subsets.count() as f32;
            }
            let completions = Completions::new(&lexicon, 3);
            let bag = bag.parse().unwrap();
            prop_assert_eq!(completions.ways(&held, &bag), naive);
            let branches = completions.branches(&held, &bag);
            prop_assert_eq!(branches.now, naive);
            for letter in Letter::ALL {
                let mut more = held;
                more.add(letter);
                let ways = completions.ways(&more, &bag);
                prop_assert_eq!(branches.with[letter.index()], ways, "{}", letter);
            }
        }
    }
}
