//! A table from keys to classes of words: open addressing with linear probing, eight bytes per slot. A slot holds a
//! class and, in the remaining bits, the low bits of its key; the high ones decide where the search for it starts.

use super::numbers::Numbers;
use super::{Key, WordId};

/// A class of anagrams, known by its alphabetically first word; of two classes the smaller is the one whose first
/// word is earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId {
    first: WordId,
    alone: bool,
}

impl ClassId {
    /// The class with this first word, and whether it is the only one.
    #[inline]
    pub(crate) const fn new(first: WordId, alone: bool) -> ClassId {
        ClassId { first, alone }
    }

    /// The alphabetically first word of the class.
    #[inline]
    pub const fn first_word(self) -> WordId {
        self.first
    }

    /// Whether the class has no other word.
    #[inline]
    pub(crate) const fn is_single(self) -> bool {
        self.alone
    }
}

/// Classes of the words of a list, each found by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyTable {
    /// 0 if free. Otherwise bit 0 is set if the class has one word; above are the number of its first word plus 1 and
    /// low bits of its key.
    pub(crate) slots: Numbers<u64>,
    /// The number of slots where a search may start; the few behind them are for keys that find these full.
    starts: u64,
    /// The number of bits of a slot that hold a class.
    class_bits: u32,
}

/// The bit of a slot for a class of one word.
const ALONE: u64 = 1;

impl KeyTable {
    /// An empty table for the classes of `bound` words, at most two thirds full. `bound` is below 2^31.
    pub(crate) fn for_words(bound: usize) -> KeyTable {
        KeyTable::of_numbers(Numbers::repeated(0, starts(bound)), bound)
    }

    /// The table with these slots that was made for so many words.
    pub(crate) fn of_numbers(slots: Numbers<u64>, bound: usize) -> KeyTable {
        let class_bits = (bound + 1).next_power_of_two().trailing_zeros() + 1;
        KeyTable { slots, starts: starts(bound) as u64, class_bits }
    }

    /// The class with this key. Another one is mistaken for it with a probability of about 2^-44 for each slot that is
    /// looked at if there are a quarter of a million words.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<ClassId> {
        let (class, tag) = (self.class_mask(), self.tag(key));
        let mut used = self.slots.from(self.start(key)).take_while(|slot| *slot != 0);
        let slot = used.find(|slot| slot & !class == tag)?;
        Some(ClassId::new(first_word(slot & class), slot & ALONE != 0))
    }

    /// Adds a word to the class with this key; the first word of the class if it is another one.
    #[inline]
    pub(crate) fn add(&mut self, key: Key, word: WordId) -> Option<WordId> {
        let (class, tag, start) = (self.class_mask(), self.tag(key), self.start(key));
        let new = tag | (word.index() as u64 + 1) << 1 | ALONE;
        let ends_search = |slot: u64| slot == 0 || slot & !class == tag;
        let Some(place) = self.slots.from(start).position(ends_search) else {
            self.slots.push(new);
            return None;
        };
        match self.slots.get(start + place) {
            0 => {
                self.slots.set(start + place, new);
                None
            }
            slot => {
                self.slots.set(start + place, slot & !ALONE);
                Some(first_word(slot & class))
            }
        }
    }

    /// The slot where the search for a key starts: the high half of the key, scaled to the slots (D. Lemire, "Fast
    /// Random Integer Generation in an Interval", 2019).
    #[inline]
    fn start(&self, key: Key) -> usize {
        (((key.bits() >> 32) * self.starts) >> 32) as usize
    }

    /// The bits of a key stored in its slot.
    #[inline]
    fn tag(&self, key: Key) -> u64 {
        key.bits() << self.class_bits
    }

    /// Mask of the bits of a slot that hold a class.
    #[inline]
    fn class_mask(&self) -> u64 {
        (1 << self.class_bits) - 1
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes()
    }
}

/// The number of slots where a search may start, for so many words.
fn starts(bound: usize) -> usize {
    bound + bound / 2 + 1
}

/// The first word of the class in a slot.
#[inline]
fn first_word(class: u64) -> WordId {
    WordId::new((class >> 1) as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::{ClassId, Key, KeyTable, WordId};

    #[test]
    fn a_full_table_of_colliding_keys_finds_every_key() {
        let keys: Vec<Key> = (0..100).map(|index| Key::from_bits(u64::MAX - index % 60)).collect();
        let mut table = KeyTable::for_words(keys.len());
        for (place, &key) in keys.iter().enumerate() {
            let first = table.add(key, WordId::new(place as u32));
            assert_eq!(first.map(WordId::index), (place >= 60).then(|| place - 60));
        }
        for (place, &key) in keys.iter().enumerate().take(60) {
            let class = ClassId::new(WordId::new(place as u32), place >= 40);
            assert_eq!(table.find(key), Some(class));
        }
        assert_eq!(table.find(Key::from_bits(1)), None);
        assert_eq!(table.bytes(), (151 + 59) * 8);
    }

    #[test]
    fn tables_of_zero_or_one_words_work() {
        let mut table = KeyTable::for_words(1);
        assert_eq!(table.find(Key::EMPTY), None);
        assert_eq!(table.add(Key::EMPTY, WordId::new(0)), None);
        assert_eq!(table.find(Key::EMPTY), Some(ClassId::new(WordId::new(0), true)));
        assert_eq!(KeyTable::for_words(0).find(Key::EMPTY), None);
    }
}
