//! The transposition table.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are hashes already.
pub(super) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;

/// Uses a number as its own hash.
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

/// What the player to move gains from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) gain: i32,
    /// Whether nothing was left out.
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
    pub(super) worth: Worth,
    pub(super) bound: Bound,
    /// The depth to which it was searched, in plies; 0 for a playout.
    pub(super) depth: u8,
    /// The iteration in which it was searched.
    pub(super) iteration: u8,
    /// The hash of the best play, 0 for none.
    pub(super) best: u64,
}

impl Known {
    /// Its value, if it answers a search with this depth, iteration and window.
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
