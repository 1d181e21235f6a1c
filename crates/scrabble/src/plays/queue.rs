//! A queue of what is left to search, roughly in descending order of bounds. The order decides only how soon
//! a search stops, so bounds of about the same number of points share a bucket, and neither adding nor taking
//! compares entries.

use crate::plays::Equity;

/// Buckets. Bounds beyond the last count as in the last.
const BUCKETS: usize = 256;

/// A bucket holds a range of this many bits of thousandths of a point.
const BUCKET_BITS: u32 = 10;

/// No entry.
const NONE: u16 = u16::MAX;

/// Entries with an upper bound each, in buckets.
#[derive(Debug)]
pub(super) struct Queue<T> {
    /// The first entry of each bucket.
    firsts: [u16; BUCKETS],
    /// All buckets above this one are empty.
    top: usize,
    entries: Vec<Entry<T>>,
}

#[derive(Debug)]
struct Entry<T> {
    bound: Equity,
    item: T,
    /// The next entry of the same bucket.
    next: u16,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { firsts: [NONE; BUCKETS], top: 0, entries: Vec::new() }
    }
}

impl<T: Copy> Queue<T> {
    /// Removes everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.firsts = [NONE; BUCKETS];
        self.top = 0;
        self.entries.clear();
    }

    /// Adds an entry; at most 65,535 until the queue is cleared.
    #[inline]
    pub(super) fn push(&mut self, bound: Equity, item: T) {
        let bucket = (bound.0 >> BUCKET_BITS).clamp(0, BUCKETS as i32 - 1) as usize;
        self.top = self.top.max(bucket);
        let next = std::mem::replace(&mut self.firsts[bucket], self.entries.len() as u16);
        self.entries.push(Entry { bound, item, next });
    }

    /// Takes an entry whose bound is at least `floor` out of the highest bucket that has one; `None` if there
    /// is none left.
    #[inline]
    pub(super) fn pop(&mut self, floor: Equity) -> Option<T> {
        loop {
            let first = self.firsts[self.top];
            if first == NONE {
                let below = (self.top as i32) << BUCKET_BITS;
                if self.top == 0 || floor.0 >= below {
                    return None;
                }
                self.top -= 1;
                continue;
            }
            let entry = &self.entries[usize::from(first)];
            self.firsts[self.top] = entry.next;
            if entry.bound >= floor {
                return Some(entry.item);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;
    use crate::plays::Equity;

    #[test]
    fn entries_come_out_by_descending_points_down_to_the_floor() {
        let mut queue = Queue::default();
        for _ in 0..2 {
            for points in [5, -3, 900, 31, 5, 0, 300] {
                queue.push(Equity::points(points), points);
            }
            let mut taken = Vec::new();
            while let Some(points) = queue.pop(Equity::points(5)) {
                taken.push(points);
            }
            taken[..2].sort_unstable();
            assert_eq!(taken, [300, 900, 31, 5, 5]);
            queue.clear();
        }
        queue.push(Equity::MIN, 1);
        assert_eq!(queue.pop(Equity::ZERO), None);
        queue.push(Equity::MIN, 2);
        assert_eq!(queue.pop(Equity::MIN), Some(2));
        assert_eq!(queue.pop(Equity::MIN), None);
    }
}
