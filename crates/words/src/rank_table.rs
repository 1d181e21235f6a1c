//! A table from keys to ranks for querying many keys at once, when only the smallest rank matters. Ranks are
//! in buckets of four; reading a bucket takes the minimum of its slots without branching, since a slot of
//! another key yields a number larger than any rank.

use super::index::Key;

/// Slots read together.
type Bucket = [u32; 4];

/// Set in the last slot of a bucket if a key that hashes there was moved to a later one.
const SPILLED: u32 = 1 << 31;

/// Ranks by key. Keys may occasionally be confused, so the smallest rank returned may be that of
/// another key; but it is never larger than the true one.
#[derive(Clone, Debug)]
pub(super) struct RankTable {
    /// A slot is 0 if free, otherwise the rank plus 1 in the low bits and a part of the key above
    /// them, excluding the [`SPILLED`] bit.
    buckets: Vec<Bucket>,
    /// Right shift that maps a key to its bucket.
    shift: u32,
    /// Mask of the low bits of a slot, which hold the rank.
    rank: u32,
}

impl RankTable {
    /// The table for the keys of all ranks, in order; at most 2^28. The buckets are a quarter to
    /// half full.
    pub(super) fn new(keys: impl ExactSizeIterator<Item = Key>) -> RankTable {
        let len = keys.len().div_ceil(2).next_power_of_two().max(2);
        let rank = (keys.len() + 1).next_power_of_two() as u32 - 1;
        let mut table =
            RankTable { buckets: vec![[0; 4]; len], shift: 64 - len.trailing_zeros(), rank };
        keys.enumerate().for_each(|(rank, key)| table.insert(key, rank as u32));
        table
    }

    /// Puts a rank in the first bucket with room, starting from the key's own, and marks those
    /// without.
    fn insert(&mut self, key: Key, rank: u32) {
        let (slot, last) = (self.tag(key) | (rank + 1), self.buckets.len() - 1);
        let mut place = self.home(key);
        loop {
            let bucket = &mut self.buckets[place & last];
            if let Some(free) = bucket.iter_mut().find(|slot| **slot == 0) {
                *free = slot;
                return;
            }
            bucket[3] |= SPILLED;
            place += 1;
        }
    }

    /// The smallest rank that any of these keys may have; `None` if none has one. `later` is
    /// scratch space for keys to be probed twice, at least as long as `keys`.
    #[inline]
    pub(super) fn smallest(&self, keys: &[Key], later: &mut [Key]) -> Option<u32> {
        let (mut best, mut waiting) = (u32::MAX, 0);
        for &key in keys {
            let bucket = &self.buckets[self.home(key)];
            best = best.min(least(bucket, self.tag(key)));
            later[waiting] = key;
            waiting += (bucket[3] >> 31) as usize;
        }
        let spilled = later[..waiting].iter().map(|&key| self.least_beyond(key));
        let best = spilled.fold(best, u32::min);
        (best < self.rank).then_some(best)
    }

    /// The smallest rank of a key in the buckets after its own, up to the first one that did not
    /// spill.
    fn least_beyond(&self, key: Key) -> u32 {
        let (tag, last) = (self.tag(key), self.buckets.len() - 1);
        let (mut best, mut place) = (u32::MAX, self.home(key));
        while self.buckets[place & last][3] & SPILLED != 0 {
            place += 1;
            best = best.min(least(&self.buckets[place & last], tag));
        }
        best
    }

    /// The home bucket of a key.
    #[inline]
    fn home(&self, key: Key) -> usize {
        (key.bits() >> self.shift) as usize
    }

    /// The bits of a key stored in its slot.
    #[inline]
    fn tag(&self, key: Key) -> u32 {
        key.bits() as u32 & !(self.rank | SPILLED)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }
}

/// The smallest rank in a bucket with a given tag. A slot with another tag leaves high bits set,
/// and a free slot at best a 0 that wraps around: both are larger than every rank.
#[inline]
fn least(bucket: &Bucket, tag: u32) -> u32 {
    bucket.iter().map(|slot| ((slot & !SPILLED) ^ tag).wrapping_sub(1)).fold(u32::MAX, u32::min)
}

#[cfg(test)]
mod tests {
    use super::{Key, RankTable};

    fn smallest(table: &RankTable, keys: &[Key]) -> Option<u32> {
        table.smallest(keys, &mut vec![Key::EMPTY; keys.len()])
    }

    #[test]
    fn every_key_has_its_rank_even_if_all_share_one_bucket() {
        for top in [0, u64::MAX << 40] {
            let keys: Vec<Key> = (0..100).map(|index| Key::from_bits(top | index << 12)).collect();
            let table = RankTable::new(keys.iter().copied());
            for rank in 0..100 {
                assert_eq!(smallest(&table, &keys[rank..=rank]), Some(rank as u32));
                assert_eq!(smallest(&table, &keys[rank..]), Some(rank as u32));
            }
            assert_eq!(smallest(&table, &[Key::from_bits(top | 100 << 12)]), None);
            assert_eq!(table.bytes(), 64 * 16);
        }
    }

    #[test]
    fn tables_of_zero_or_one_ranks_work() {
        let table = RankTable::new([Key::EMPTY].into_iter());
        assert_eq!(smallest(&table, &[Key::EMPTY]), Some(0));
        assert_eq!(smallest(&table, &[]), None);
        let table = RankTable::new([].into_iter());
        assert_eq!(smallest(&table, &[Key::EMPTY, Key::from_bits(u64::MAX)]), None);
    }
}
