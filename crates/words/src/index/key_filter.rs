//! A filter in front of the key table: one bit for each key's leading bits. Most multisets of
//! letters form no word, which one bit shows; the filter fits into the second-level cache, unlike
//! the table.

use super::Key;
use super::numbers::Numbers;

/// A set of keys with false positives: about one in `bits / keys` of other keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyFilter {
    /// 64 bits a number; there is a power of two of them.
    pub(crate) bits: Numbers<u64>,
    shift: u32,
}

impl KeyFilter {
    /// An empty filter with 2^`log2_bits` bits; `log2_bits` is 6 to 32.
    pub(crate) fn new(log2_bits: u32) -> KeyFilter {
        KeyFilter { bits: Numbers::repeated(0, 1 << (log2_bits - 6)), shift: 64 - log2_bits }
    }

    /// The filter with these bits.
    pub(crate) fn of_numbers(bits: Numbers<u64>) -> KeyFilter {
        KeyFilter { shift: 64 - 6 - bits.len().trailing_zeros(), bits }
    }

    /// Adds a key.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key) {
        let bit = key.bits() >> self.shift;
        let place = (bit >> 6) as usize;
        self.bits.set(place, self.bits.get(place) | 1 << (bit & 63));
    }

    /// 1 for every added key and for a few others, otherwise 0.
    #[inline]
    pub(crate) fn bit(&self, key: Key) -> usize {
        let bit = key.bits() >> self.shift;
        (self.bits.get((bit >> 6) as usize) >> (bit & 63)) as usize & 1
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bits.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, KeyFilter};

    #[test]
    fn every_key_passes_and_most_others_do_not() {
        let mut filter = KeyFilter::new(13);
        let key = |index: u64| Key::from_bits(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (0..100).for_each(|index| filter.insert(key(index)));
        assert!((0..100).all(|index| filter.bit(key(index)) == 1));
        let others: usize = (100..1100).map(|index| filter.bit(key(index))).sum();
        assert!(others < 50, "{others}");
        assert_eq!(filter.bytes(), 1024);
    }
}
