//! The transposition table: of fixed size, two entries a bucket.

/// What the player to move gains from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) gain: i32,
    /// Whether nothing was left out: the value or bound is proven.
    pub(super) full: bool,
}

/// The kind of bound that a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    /// The hash of the best play, 0 for none.
    pub(super) best: u64,
    /// The search that stored it; others do not see it.
    search: u32,
    gain: i16,
    pub(super) bound: Bound,
    full: bool,
    /// The depth to which it was searched, in plies; 0 for a playout.
    depth: u8,
    /// The iteration in which it was searched.
    iteration: u8,
}

/// Positions and what is known about them, 32 bytes each.
#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Vec<Known>,
    /// The number of entries in use, a power of two.
    len: usize,
    search: u32,
}

const NOTHING: Known = Known {
    key: 0,
    best: 0,
    search: 0,
    gain: 0,
    bound: Bound::Exact,
    full: false,
    depth: 0,
    iteration: 0,
};

impl Known {
    pub(super) fn worth(&self) -> Worth {
        Worth { gain: self.gain.into(), full: self.full }
    }

    /// Its value, if it answers a search with this depth, iteration and window.
    pub(super) fn answer(&self, depth: u8, iteration: u8, alpha: i32, beta: i32) -> Option<Worth> {
        let worth = self.worth();
        let deep = self.iteration == iteration && self.depth >= depth || depth == 0;
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => worth.gain >= beta,
            Bound::AtMost => worth.gain <= alpha,
        };
        (fits && (worth.full || deep)).then_some(worth)
    }
}

impl Table {
    /// Starts a search with this number of entries, rounded up to a power of two; nothing of earlier searches
    /// is seen.
    pub(super) fn start(&mut self, entries: usize) {
        self.len = entries.next_power_of_two().max(2);
        if self.entries.len() < self.len {
            self.entries.resize(self.len, NOTHING);
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(NOTHING);
            self.search = 1;
        }
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.len - 2)
    }

    pub(super) fn get(&self, key: u64) -> Option<&Known> {
        let from = self.bucket(key);
        let bucket = &self.entries[from..from + 2];
        bucket.iter().find(|known| known.key == key && known.search == self.search)
    }

    /// Stores what is known: in the entry of the same position, else in that of least use.
    pub(super) fn put(
        &mut self,
        key: u64,
        worth: Worth,
        bound: Bound,
        (depth, iteration): (u8, u8),
        best: u64,
    ) {
        let (from, search) = (self.bucket(key), self.search);
        let use_of = |known: &Known| match known.search == search {
            false => (0, 0, 0),
            true if known.key == key => (1, 0, 0),
            true => (2, known.iteration, known.depth),
        };
        let [first, second] = [&self.entries[from], &self.entries[from + 1]].map(use_of);
        let same = second.0 == 1 || first.0 != 1 && second < first;
        let place = from + usize::from(same);
        let gain = worth.gain as i16;
        let full = worth.full;
        self.entries[place] = Known { key, best, search, gain, bound, full, depth, iteration };
    }
}
