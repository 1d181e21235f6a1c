//! How far a holder of letters is from the words of one length: for each class of anagrams, how many of its letters are missing. The counts
//! of all classes are held in bit slices (bit `i` of every class's count in one bitmap), so that one more letter is a subtraction
//! from thousands of counts at once.

use super::counts::LetterCounts;
use super::dictionary::Lexicon;
use super::letter::Letter;
use super::thresholds::{Line, Thresholds};

/// The classes of anagrams of one length, and which of them need how many of each letter. A class counts once, however many words it has.
#[derive(Clone, Debug)]
pub struct Reach {
    needs: Thresholds,
    classes: u32,
    len: usize,
    /// Bits of a count of missing letters, 0 to `len`.
    slices: usize,
}

impl Reach {
    /// Prepares the classes with exactly `len` letters, once for any number of holders.
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

    /// How many classes there are.
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

    /// The classes that miss one letter less when the holder's `k`-th of this letter comes, `None` when no class does.
    fn helped(&self, letter: Letter, k: usize) -> Option<&[Line]> {
        self.needs.row(letter.index(), k).map(|row| self.needs.lines_of(row))
    }
}

/// What one holder of letters misses for each class of a [`Reach`]. Always used with the same reach until the next
/// [`start`](Distances::start), which allocates only when that reach is larger than any before. Each step is linear in the classes, 64 at
/// a time.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    held: LetterCounts,
    /// For each line of classes its slices, the lowest bit first.
    counts: Vec<Line>,
}

impl Distances {
    /// A holder without a reach, to be started.
    pub fn new() -> Distances {
        Distances::default()
    }

    /// Begins with no letters held: every class misses all of its letters.
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

    /// Takes in one more letter.
    pub fn gain(&mut self, reach: &Reach, letter: Letter) {
        self.held.add(letter);
        let Some(helped) = reach.helped(letter, self.held.count(letter).into()) else { return };
        for (counts, helped) in self.counts.chunks_exact_mut(reach.slices).zip(helped) {
            subtract(counts, *helped);
        }
    }

    /// How many classes miss at most `most` letters.
    pub fn within(&self, reach: &Reach, most: usize) -> u32 {
        if most >= reach.len {
            return reach.classes;
        }
        let lines = self.counts.chunks_exact(reach.slices.max(1));
        let counted: u32 = lines.map(|counts| ones(&at_most(counts, [0; 8], most))).sum();
        counted
    }

    /// How many classes would miss at most `most` letters if the holder had one more of this letter.
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

/// Takes 1 from the count of every class in `borrow`, each of which is at least 1.
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

/// The classes whose count, less 1 for those in `borrow`, is at most `most`. Compares from the lowest bit up: where the bits of count and
/// bound differ, they decide; where they are equal, what the lower bits said stands.
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

/// How many bits of a line are set.
#[inline]
fn ones(line: &Line) -> u32 {
    line.iter().map(|bits| bits.count_ones()).sum()
}
