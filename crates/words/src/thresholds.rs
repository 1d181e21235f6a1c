//! Bitmaps over classes of anagrams: for each letter and number k, which classes need at least k of
//! that letter. A query about all classes is then a few bit operations on 512 of them at a time.

use super::counts::LetterCounts;
use super::letter::Letter;

/// The number of letters.
const LETTERS: usize = Letter::ALL.len();

/// Bits of 512 classes: class `i` of a line is bit `i % 64` of its word `i / 64`.
pub(super) type Line = [u64; 8];

/// Number of classes in a line.
pub(super) const LINE: usize = 512;

/// For each letter and each k from 1 to the maximum in any class: one bit per class, "has at least
/// k". Bits after the last class are 0.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    /// Lines of one row.
    lines: usize,
    /// The first row of each letter, followed by the number of rows.
    first_rows: [usize; LETTERS + 1],
    /// Row after row.
    bits: Vec<Line>,
}

impl Thresholds {
    /// Builds the bitmaps for classes in the given order, each represented by one of its words.
    pub(super) fn new<W: AsRef<[u8]>>(classes: impl Iterator<Item = W> + Clone) -> Thresholds {
        let counts = classes.clone().map(LetterCounts::of_word);
        let most = counts.fold(LetterCounts::EMPTY, |most, here| most.union(&here));
        let mut first_rows = [0; LETTERS + 1];
        for letter in Letter::ALL {
            let place = letter.index();
            first_rows[place + 1] = first_rows[place] + usize::from(most.count(letter));
        }
        let lines = classes.clone().count().div_ceil(LINE);
        let bits = vec![[0; 8]; lines * first_rows[LETTERS]];
        let mut thresholds = Thresholds { lines, first_rows, bits };
        classes.enumerate().for_each(|(class, word)| thresholds.set(class, word.as_ref()));
        thresholds
    }

    /// Sets the bits of one class.
    fn set(&mut self, class: usize, word: &[u8]) {
        let mut next = self.first_rows;
        for letter in word.iter().filter_map(|&byte| Letter::from_ascii(byte)) {
            let row = next[letter.index()];
            next[letter.index()] += 1;
            self.bits[row * self.lines + class / LINE][class % LINE / 64] |= 1 << (class % 64);
        }
    }

    /// The lines of "has at least k of this letter"; `None` if no class has. `k` is at least 1.
    #[inline]
    pub(super) fn row(&self, letter: Letter, k: usize) -> Option<&[Line]> {
        let row = self.first_rows[letter.index()] + k - 1;
        let exists = row < self.first_rows[letter.index() + 1];
        exists.then(|| &self.bits[row * self.lines..][..self.lines])
    }

    /// Number of lines in a row.
    #[inline]
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, Thresholds};

    #[test]
    fn a_row_holds_the_classes_that_have_enough() {
        let words: Vec<String> =
            (0..1200).map(|i| "E".repeat(1 + i % 5) + &"S".repeat(i % 3)).collect();
        let thresholds = Thresholds::new(words.iter().map(String::as_str));
        for (letter, most) in [('E', 5), ('S', 2), ('A', 0)] {
            let property = Letter::from_char(letter).unwrap();
            assert!(thresholds.row(property, most + 1).is_none());
            for k in 1..=most {
                let has = |word: &String| word.matches(letter).count() >= k;
                let lines = thresholds.row(property, k).unwrap();
                let bit = |i: usize| lines[i / 512][i % 512 / 64] >> (i % 64) & 1 == 1;
                assert!(words.iter().enumerate().all(|(i, word)| bit(i) == has(word)));
            }
        }
        assert_eq!(thresholds.lines(), 3);
    }
}
