//! A table from keys to small numbers: open addressing with linear probing, four bytes per slot. A
//! slot holds a number and, in the remaining bits, a part of the key, so most probes for another
//! key are rejected without reading the key itself.

use super::key::Key;

/// Numbers below a bound, each found by its key. The table does not store the keys: the caller
/// compares the key of the returned number.
#[derive(Clone, Debug)]
pub(super) struct KeyTable {
    /// 0 if free, otherwise the number plus 1 in the low bits and low bits of the key above them.
    slots: Vec<u32>,
    /// Right shift that maps a key to its first slot.
    shift: u32,
    /// Mask of the low bits of a slot, which hold the number.
    number: u32,
}

impl KeyTable {
    /// An empty table for the numbers 0 to `bound - 1`, at most two thirds full. `bound` is at most
    /// 2^29.
    pub(super) fn for_numbers(bound: usize) -> KeyTable {
        let len = (bound + bound / 2 + 1).next_power_of_two().max(2);
        let number = (bound + 1).next_power_of_two() as u32 - 1;
        KeyTable { slots: vec![0; len], shift: 64 - len.trailing_zeros(), number }
    }

    /// The first number added for this key that `is` confirms as having this key.
    #[inline]
    pub(super) fn find(&self, key: Key, is: impl FnMut(u32) -> bool) -> Option<u32> {
        self.probe(key, is).ok()
    }

    /// The number already stored for this key, if `is` confirms one; otherwise `new`, which is
    /// added.
    #[inline]
    pub(super) fn find_or_insert(
        &mut self,
        key: Key,
        new: u32,
        is: impl FnMut(u32) -> bool,
    ) -> u32 {
        self.probe(key, is).unwrap_or_else(|free| {
            self.slots[free] = self.tag(key) | (new + 1);
            new
        })
    }

    /// The number that `is` confirms, or the free slot where the search ended.
    #[inline]
    fn probe(&self, key: Key, mut is: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let (tag, last) = (self.tag(key), self.slots.len() - 1);
        let mut place = (key.bits() >> self.shift) as usize;
        loop {
            let slot = self.slots[place & last];
            if slot == 0 {
                return Err(place & last);
            }
            let number = (slot & self.number).wrapping_sub(1);
            if slot & !self.number == tag && is(number) {
                return Ok(number);
            }
            place += 1;
        }
    }

    /// The bits of a key stored in its slot.
    #[inline]
    fn tag(&self, key: Key) -> u32 {
        key.bits() as u32 & !self.number
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, KeyTable};

    #[test]
    fn a_full_table_of_colliding_keys_finds_every_key() {
        let keys: Vec<Key> = (0..100).map(|index| Key::from_bits(u64::MAX - index % 50)).collect();
        let mut table = KeyTable::for_numbers(keys.len());
        for (number, &key) in keys.iter().enumerate() {
            let expected = if number < 50 { number as u32 } else { number as u32 - 50 };
            assert_eq!(
                table.find_or_insert(key, number as u32, |other| keys[other as usize] == key),
                expected
            );
        }
        assert_eq!(table.find(Key::from_bits(1), |_| true), None);
        assert_eq!(table.bytes(), 1024);
    }

    #[test]
    fn tables_of_zero_or_one_numbers_work() {
        let mut table = KeyTable::for_numbers(1);
        assert_eq!(table.find(Key::EMPTY, |_| true), None);
        assert_eq!(table.find_or_insert(Key::EMPTY, 0, |_| true), 0);
        assert_eq!(table.find(Key::EMPTY, |_| true), Some(0));
        assert_eq!(KeyTable::for_numbers(0).find(Key::EMPTY, |_| true), None);
    }
}
