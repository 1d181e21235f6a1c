//! What is known of positions that were looked at before.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are well mixed numbers.
pub(super) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;

/// Takes a number as its own hash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// What the mover gains from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) gain: i32,
    /// Was nothing left out?
    pub(super) full: bool,
}

/// Which side of the truth a worth may lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) worth: Worth,
    pub(super) bound: Bound,
    /// How many plies deep it was looked at, 0 for a playout.
    pub(super) depth: u8,
    /// In which iteration.
    pub(super) iteration: u8,
    /// The number of the best play, 0 for none.
    pub(super) best: u64,
}

impl Known {
    /// Its worth, if that answers a search of this depth, iteration and window.
    pub(super) fn answer(&self, depth: u8, iteration: u8, alpha: i32, beta: i32) -> Option<Worth> {
        let deep = self.iteration == iteration && self.depth >= depth || depth == 0;
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.worth.gain >= beta,
            Bound::AtMost => self.worth.gain <= alpha,
        };
        (fits && (self.worth.full || deep)).then_some(self.worth)
    }
}
