//! The words of a list by their letters: which have the same, and which have given ones.

use super::anagrams::Anagrams;
use super::key_filter::KeyFilter;
use super::key_table::{ClassId, KeyTable};
use super::{Key, WordId};

/// The least size of the filter in bits, as a power of two: 1 MiB.
const FILTER_BITS: u32 = 23;

/// The classes of anagrams of a list of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    pub(crate) filter: KeyFilter,
    pub(crate) table: KeyTable,
    pub(crate) anagrams: Anagrams,
}

impl Classes {
    /// Finds the classes of words in one pass. Linear in their letters.
    ///
    /// # Errors
    /// If `check` refuses a word that has the same key as the earlier one.
    pub(crate) fn new<E>(
        keys: impl ExactSizeIterator<Item = Key>,
        check: impl Fn(WordId, WordId) -> Result<(), E>,
    ) -> Result<Classes, E> {
        let len = keys.len();
        let mut table = KeyTable::for_words(len);
        let mut filter = KeyFilter::new(filter_bits(len));
        let mut pairs = Vec::new();
        for (place, key) in keys.enumerate() {
            let word = WordId::new(place as u32);
            match table.add(key, word) {
                None => filter.insert(key),
                Some(first) => {
                    check(first, word)?;
                    pairs.push((first, word));
                }
            }
        }
        Ok(Classes { filter, table, anagrams: Anagrams::of_pairs(len, &pairs) })
    }

    /// The words of a class in alphabetical order.
    #[inline]
    pub(crate) fn words_of(&self, class: ClassId) -> impl Iterator<Item = WordId> + Clone {
        std::iter::successors(Some(class.first_word()), move |&word| {
            if class.is_single() { None } else { self.anagrams.next(word) }
        })
    }

    /// All classes of this many words, in the order of their first ones.
    pub(crate) fn of_words(&self, words: usize) -> impl Iterator<Item = ClassId> + Clone {
        let class = |word| ClassId::new(word, self.anagrams.next(word).is_none());
        self.anagrams.firsts(words).map(class)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.filter.bytes() + self.table.bytes() + self.anagrams.bytes()
    }
}

/// The size of the filter for this many words, so that few other keys pass.
fn filter_bits(words: usize) -> u32 {
    (words.next_power_of_two().trailing_zeros() + 4).max(FILTER_BITS)
}
