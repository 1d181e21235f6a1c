//! Bitmaps over classes of anagrams: for each letter and number k, which classes need at least k of
//! that letter. A query about all classes is then a few bit operations on 512 of them at a time.

use super::letter::Letter;

/// Bits of 512 classes: class `i` of a line is bit `i % 64` of its word `i / 64`.
pub(super) type Line = [u64; 8];

/// Number of classes in a line.
pub(super) const LINE: usize = 512;

/// Number of counted properties of a class: its 26 letters and, last, its length.
const PROPERTIES: usize = 27;

/// The property that counts all letters of a class.
pub(super) const LENGTH: usize = 26;

/// For each property and each k from 1 to the maximum in any class: one bit per class, "has at
/// least k". Bits after the last class are 0.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    /// Lines of one row.
    lines: usize,
    /// The first row of each property, followed by the number of rows.
    first_rows: [usize; PROPERTIES + 1],
    /// Row after row.
    bits: Vec<Line>,
    /// Number of classes in each row.
    sizes: Vec<u32>,
}

impl Thresholds {
    /// Builds the bitmaps for classes in the given order, each represented by one of its words.
    pub(super) fn new<'a>(classes: impl Iterator<Item = &'a str> + Clone) -> Thresholds {
        let (count, most) = measure(classes.clone());
        let mut first_rows = [0; PROPERTIES + 1];
        (0..PROPERTIES)
            .for_each(|property| first_rows[property + 1] = first_rows[property] + most[property]);
        let (lines, rows) = (count.div_ceil(LINE), first_rows[PROPERTIES]);
        let mut thresholds = Thresholds {
            lines,
            first_rows,
            bits: vec![[0; 8]; lines * rows],
            sizes: vec![0; rows],
        };
        classes.enumerate().for_each(|(class, word)| thresholds.set(class, word));
        thresholds
    }

    /// Sets the bits of one class.
    fn set(&mut self, class: usize, word: &str) {
        let mut next = self.first_rows;
        for letter in word.bytes().filter_map(Letter::from_ascii) {
            for property in [letter.index(), LENGTH] {
                let row = next[property];
                next[property] += 1;
                self.sizes[row] += 1;
                self.bits[row * self.lines + class / LINE][class % LINE / 64] |= 1 << (class % 64);
            }
        }
    }

    /// The row number of "has at least k of this property"; `None` if no class has. `k` is at
    /// least 1.
    #[inline]
    pub(super) fn row(&self, property: usize, k: usize) -> Option<usize> {
        let row = self.first_rows[property] + k - 1;
        (row < self.first_rows[property + 1]).then_some(row)
    }

    /// The lines of a row.
    #[inline]
    pub(super) fn lines_of(&self, row: usize) -> &[Line] {
        &self.bits[row * self.lines..][..self.lines]
    }

    /// Number of classes in a row.
    #[inline]
    pub(super) fn size(&self, row: usize) -> u32 {
        self.sizes[row]
    }

    /// Number of rows.
    #[inline]
    pub(super) fn rows(&self) -> usize {
        self.sizes.len()
    }

    /// Number of lines in a row.
    #[inline]
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.bits) + size_of_val(&*self.sizes)
    }
}

/// The number of classes and the maximum of each property in any class.
fn measure<'a>(classes: impl Iterator<Item = &'a str>) -> (usize, [usize; PROPERTIES]) {
    let (mut count, mut most) = (0, [0; PROPERTIES]);
    for word in classes {
        count += 1;
        let mut here = [0_u8; 32];
        for letter in word.bytes().filter_map(Letter::from_ascii) {
            here[letter.index() & 31] += 1;
        }
        most.iter_mut().zip(here).for_each(|(most, here)| *most = usize::from(here).max(*most));
        most[LENGTH] = most[LENGTH].max(word.len());
    }
    (count, most)
}

#[cfg(test)]
mod tests {
    use super::{LENGTH, Letter, Thresholds};

    #[test]
    fn a_row_holds_the_classes_that_have_enough() {
        let words: Vec<String> =
            (0..1200).map(|i| "E".repeat(1 + i % 5) + &"S".repeat(i % 3)).collect();
        let thresholds = Thresholds::new(words.iter().map(String::as_str));
        let e = Letter::from_char('E').unwrap().index();
        for (property, most) in
            [(e, 5), (Letter::from_char('S').unwrap().index(), 2), (LENGTH, 7), (0, 0)]
        {
            assert_eq!(thresholds.row(property, most + 1), None);
            for k in 1..=most {
                let row = thresholds.row(property, k).unwrap();
                let has = |word: &String| match property {
                    LENGTH => word.len() >= k,
                    _ => {
                        word.bytes().filter(|byte| usize::from(byte - b'A') == property).count()
                            >= k
                    }
                };
                let lines = thresholds.lines_of(row);
                let bit = |i: usize| lines[i / 512][i % 512 / 64] >> (i % 64) & 1 == 1;
                assert!(words.iter().enumerate().all(|(i, word)| bit(i) == has(word)));
                assert_eq!(
                    thresholds.size(row) as usize,
                    words.iter().filter(|word| has(word)).count()
                );
            }
        }
        assert_eq!(thresholds.lines(), 3);
    }
}
