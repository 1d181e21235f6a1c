//! The best class for a small rack, by looking up every multiset contained in it. A filter discards those
//! that form no word; the table gives the rank of the others, and the smallest rank is the answer. There are
//! no branches that depend on the letters, since a mispredicted branch costs as much as several lookups.

use super::counts::LetterCounts;
use super::index::Key;
use super::index::KeyFilter;
use super::rank_table::RankTable;
use super::subsets::write_subset_keys;

/// The largest rack that can be searched this way.
pub(super) const MAX_LETTERS: usize = 12;

/// Filter bits per key, with the total rounded up to a power of two; about one in this many multisets is a
/// false positive. More bits reduce them, but a filter that outgrows the fast caches costs more than that
/// saves.
const BITS_A_KEY: usize = 8;

/// The ranks of classes by key.
#[derive(Clone, Debug)]
pub(super) struct SubsetSearch {
    filter: KeyFilter,
    table: RankTable,
}

impl SubsetSearch {
    /// From the keys of the classes by rank.
    pub(super) fn new(keys: impl ExactSizeIterator<Item = Key> + Clone) -> SubsetSearch {
        let bits = (keys.len() * BITS_A_KEY).next_power_of_two().max(64);
        let mut filter = KeyFilter::new(bits.trailing_zeros());
        keys.clone().for_each(|key| filter.insert(key));
        SubsetSearch { filter, table: RankTable::new(keys) }
    }

    /// The smallest rank of a class that the rack can make or, rarely, a smaller one that it
    /// cannot; `None` if it can make none.
    ///
    /// # Panics
    /// If the rack has more than [`MAX_LETTERS`] letters.
    #[inline]
    pub(super) fn best_rank(&self, rack: &LetterCounts) -> Option<u32> {
        match rack.len() {
            0..=4 => self.search::<16>(rack),
            5..=7 => self.search::<128>(rack),
            8 => self.search::<256>(rack),
            9 => self.search::<512>(rack),
            10 => self.search::<1024>(rack),
            11 => self.search::<2048>(rack),
            _ => self.search::<{ 1 << MAX_LETTERS }>(rack),
        }
    }

    /// The search with room for `N` subsets.
    fn search<const N: usize>(&self, rack: &LetterCounts) -> Option<u32> {
        let mut keys = [Key::EMPTY; N];
        let len = write_subset_keys(rack, &mut keys);
        let mut passed = [Key::EMPTY; N];
        let kept = self.keep_passing(&keys[..len], &mut passed);
        self.table.smallest(&passed[..kept], &mut keys)
    }

    /// Copies the keys that pass the filter and returns their number, without branching on the
    /// filter.
    #[inline]
    fn keep_passing(&self, keys: &[Key], passed: &mut [Key]) -> usize {
        let mut kept = 0;
        for &key in keys {
            passed[kept] = key;
            kept += self.filter.bit(key);
        }
        kept
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.filter.bytes() + self.table.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, LetterCounts, SubsetSearch};

    #[test]
    fn the_smallest_rank_within_the_rack_is_found() {
        let keys = ["STATE", "TEA", "AT", "A"].map(Key::of_word);
        let search = SubsetSearch::new(keys.into_iter());
        let best = |rack: &str| search.best_rank(&rack.parse::<LetterCounts>().unwrap());
        let racks = [
            "",
            "Q",
            "QA",
            "QTA",
            "QTAE",
            "TTAESAA",
            "TTAEQAA",
            "TTAEQAAA",
            "TTAESXXXX",
            "TTTTTTTTT",
        ];
        let expected =
            [None, None, Some(3), Some(2), Some(1), Some(0), Some(1), Some(1), Some(0), None];
        assert_eq!(racks.map(best), expected);
    }
}
