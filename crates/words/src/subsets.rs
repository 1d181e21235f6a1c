//! The keys of all multisets contained in a rack, each once. They are built by doubling: the
//! previous keys, and those with one, two or more copies of the next letter added.

use super::counts::LetterCounts;
use super::index::Key;
use super::letter::Letter;

/// Writes the key of every multiset contained in the rack, the empty one first, and returns their
/// number: the product of each letter's count plus one, at most 2 to the number of letters.
///
/// # Panics
/// If `keys` is shorter than that.
#[inline]
pub(super) fn write_subset_keys(rack: &LetterCounts, keys: &mut [Key]) -> usize {
    keys[0] = Key::EMPTY;
    let mut len = 1;
    for &letter in Letter::ALL.iter().filter(|letter| rack.count(**letter) > 0) {
        let before = len;
        for _ in 0..rack.count(letter) {
            let (done, free) = keys.split_at_mut(len);
            let last = &done[len - before..];
            free[..before].iter_mut().zip(last).for_each(|(key, last)| *key = last.plus(letter));
            len += before;
        }
    }
    len
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Key, LetterCounts, write_subset_keys};

    fn keys_of(rack: &str) -> Vec<Key> {
        let mut keys = [Key::EMPTY; 256];
        let len = write_subset_keys(&rack.parse().unwrap(), &mut keys);
        keys[..len].to_vec()
    }

    #[test]
    fn every_subset_is_there_once() {
        for rack in ["", "A", "AB", "AAB", "ABCDEFGH", "AABBCCD", "ZZZZZZZZ"] {
            let letters: Vec<char> = rack.chars().collect();
            let expected: BTreeSet<Key> = (0..1_usize << letters.len())
                .map(|bits| {
                    (0..letters.len())
                        .filter(|i| bits >> i & 1 == 1)
                        .map(|i| letters[i])
                        .collect::<String>()
                })
                .map(|subset| Key::of(&subset.parse::<LetterCounts>().unwrap()))
                .collect();
            let keys = keys_of(rack);
            assert_eq!(keys.len(), expected.len(), "{rack}");
            assert_eq!(keys.into_iter().collect::<BTreeSet<_>>(), expected, "{rack}");
        }
        assert_eq!(keys_of("AAB").len(), 6);
    }
}
