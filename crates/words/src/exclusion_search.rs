//! The best class for a rack of any size, by exclusion: a class cannot be made if it needs more of some letter
//! than the rack has. Letters are in groups, and for each combination of how many of its letters are held a
//! group has a bitmap of the classes that this excludes. X of a rack
//! the first in rank order is the answer, unless it needs more of a letter than is counted apart.

use super::counts::LetterCounts;
use super::letter::Letter;
use super::thresholds::{LINE, Line, Thresholds};

/// The letters of each group, and the count from which on holding more of one makes no difference: the common
/// letters first, because their bitmaps exclude most. In all 194 rows: larger groups are searched a little faster, but
/// take more memory than the rest of the index.
const GROUPS: [(&[u8], usize); 8] = [
    (b"EAS", 2),
    (b"RNI", 2),
    (b"LTO", 2),
    (b"CDU", 2),
    (b"PMG", 2),
    (b"BFZ", 2),
    (b"KVHY", 1),
    (b"WXQJ", 1),
];

/// Groups combined before the first check whether any class is left.
const FIRST_GROUPS: usize = 4;

/// The classes that each combination of held letters excludes, by rank.
#[derive(Clone, Debug)]
pub(super) struct ExclusionSearch {
    classes: usize,
    /// Lines of one row.
    lines: usize,
    /// Of each group the rows of its combinations, the count of its first letter the least digit.
    rows: [Box<[Line]>; GROUPS.len()],
}

impl ExclusionSearch {
    /// From one word of each class, by rank. Linear in the letters.
    pub(super) fn new<'a>(
        words: impl ExactSizeIterator<Item = &'a [u8]> + Clone,
    ) -> ExclusionSearch {
        let classes = words.len();
        let needs = Thresholds::new(words);
        let lines = needs.lines();
        let rows = GROUPS.map(|(letters, most)| {
            // without letters nothing is excluded; each letter multiplies the rows
            let mut rows = vec![[0; 8]; lines];
            for letter in letters.iter().filter_map(|&byte| Letter::from_ascii(byte)) {
                let without = rows;
                rows = Vec::with_capacity((most + 1) * without.len());
                for held in 0..most {
                    match needs.row(letter, held + 1) {
                        Some(lacks) => rows.extend(
                            without.iter().zip(lacks.iter().cycle()).map(|(a, b)| union(a, b)),
                        ),
                        None => rows.extend_from_slice(&without),
                    }
                }
                rows.extend(without);
            }
            rows.into_boxed_slice()
        });
        ExclusionSearch { classes, lines, rows }
    }

    /// The smallest rank that can be made from the rack. `is_made` decides whether a class that seems to be can
    /// be made, since counts above two are not told apart.
    pub(super) fn best_rank(
        &self,
        rack: &LetterCounts,
        is_made: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let rows: [&[Line]; GROUPS.len()] = std::array::from_fn(|group| self.row(group, rack));
        (0..self.lines).find_map(|line| {
            let excluded = excluded(&rows, line)?;
            let ranks = excluded.into_iter().zip(line * LINE / 64..).flat_map(|(word, place)| {
                let mut left = !word;
                std::iter::from_fn(move || {
                    let rank = (left != 0).then(|| place * 64 + left.trailing_zeros() as usize);
                    left &= left.wrapping_sub(1);
                    rank
                })
            });
            let mut ranks = ranks.take_while(|&rank| rank < self.classes).map(|rank| rank as u32);
            ranks.find(|&rank| is_made(rank))
        })
    }

    /// The bitmap of what these letters of a group exclude.
    #[inline]
    fn row(&self, group: usize, rack: &LetterCounts) -> &[Line] {
        let (letters, most) = GROUPS[group];
        let row = letters.iter().rev().fold(0, |row, &letter| {
            let held = Letter::from_ascii(letter).map_or(0, |letter| rack.count(letter));
            row * (most + 1) + usize::from(held).min(most)
        });
        &self.rows[group][row * self.lines..][..self.lines]
    }

    /// The most lines of classes that a search visits.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.rows.iter().map(|rows| size_of_val(&**rows)).sum()
    }
}

/// The classes of a line that are in any of the rows; `None` if all are.
#[inline]
fn excluded(rows: &[&[Line]; GROUPS.len()], line: usize) -> Option<Line> {
    let (first, last) = rows.split_at(FIRST_GROUPS);
    let with = |excluded: Line, row: &&[Line]| union(&excluded, &row[line]);
    let is_full = |line: &Line| line.iter().fold(u64::MAX, |all, bits| all & bits) == u64::MAX;
    let excluded = first.iter().fold([0; 8], with);
    if is_full(&excluded) {
        return None;
    }
    let excluded = last.iter().fold(excluded, with);
    (!is_full(&excluded)).then_some(excluded)
}

/// The classes in either line.
#[inline]
fn union(a: &Line, b: &Line) -> Line {
    std::array::from_fn(|word| a[word] | b[word])
}

#[cfg(test)]
mod tests {
    use super::{ExclusionSearch, GROUPS, Letter, LetterCounts};

    fn best(words: &[&str], rack: &str) -> Option<u32> {
        let search = ExclusionSearch::new(words.iter().map(|word| word.as_bytes()));
        let rack = rack.parse::<LetterCounts>().unwrap();
        let is_made = |rank: u32| rack.contains(&LetterCounts::of_word(words[rank as usize]));
        search.best_rank(&rack, is_made)
    }

    #[test]
    fn every_letter_is_in_one_group() {
        let letters = GROUPS.iter().flat_map(|(letters, _)| letters.iter().copied());
        let mut letters: Vec<Letter> = letters.filter_map(Letter::from_ascii).collect();
        letters.sort();
        assert_eq!(letters, Letter::ALL);
    }

    #[test]
    fn the_first_class_that_lacks_nothing_is_found() {
        let words = ["STATE", "TEA", "AT", "A"];
        assert_eq!(
            ["", "Q", "QA", "QTA", "ETAA", "STATES"].map(|rack| best(&words, rack)),
            [None, None, Some(3), Some(2), Some(1), Some(0)]
        );
    }

    #[test]
    fn a_class_that_needs_more_than_is_counted_is_passed_over() {
        let words = ["HUSHY", "EERIE", "HUSY", "EERI"];
        assert_eq!(best(&words, "HUSYEERI"), Some(2));
        assert_eq!(best(&words, "EERI"), Some(3));
        assert_eq!(best(&words, "HHUSYEEERI"), Some(0));
    }

    #[test]
    fn positions_after_the_last_class_are_never_returned() {
        let mut words = vec!["ZZ"; 700];
        assert_eq!(best(&words, "Z"), None);
        words.push("Z");
        assert_eq!(best(&words, "Z"), Some(700));
    }
}
