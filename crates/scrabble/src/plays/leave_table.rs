//! The value of every leave: one number for each multiset of up to six tiles, found without a search.
//!
//! The kinds of a leave in order, each plus its place, are a set of numbers, and sets of one size are numbered by
//! the combinatorial number system (D. H. Lehmer, "The machine tools of combinatorics", 1964).

use crate::board::{KINDS, Tile};
use crate::plays::Equity;

/// The most tiles of a leave: a play takes at least one of seven.
pub(super) const MAX_LEAVE: usize = 6;

/// `CHOOSE[i][n]`: the number of ways to choose `i + 1` of `n`.
const CHOOSE: [[u32; KINDS + MAX_LEAVE]; MAX_LEAVE] = {
    let mut table = [[0; KINDS + MAX_LEAVE]; MAX_LEAVE];
    let mut n = 1;
    while n < KINDS + MAX_LEAVE {
        table[0][n] = n as u32;
        let mut i = 1;
        while i < MAX_LEAVE {
            table[i][n] = table[i][n - 1] + table[i - 1][n - 1];
            i += 1;
        }
        n += 1;
    }
    table
};

/// The first number of the leaves of each size.
const FIRST: [u32; MAX_LEAVE + 2] = {
    let mut first = [0; MAX_LEAVE + 2];
    first[1] = 1;
    let mut size = 1;
    while size <= MAX_LEAVE {
        first[size + 1] = first[size] + CHOOSE[size - 1][KINDS + size - 1];
        size += 1;
    }
    first
};

/// The number of leaves.
const LEAVES: usize = FIRST[MAX_LEAVE + 1] as usize;

/// A value for each leave of up to six tiles, 0 where none was given. Takes 4.4 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveTable {
    values: Box<[Equity]>,
}

impl Default for LeaveTable {
    fn default() -> LeaveTable {
        LeaveTable { values: vec![Equity::ZERO; LEAVES].into_boxed_slice() }
    }
}

impl LeaveTable {
    /// Sets the value of a leave of at most six tiles, from A to Z, blanks last.
    ///
    /// # Panics
    /// With more tiles.
    pub fn set(&mut self, leave: &[Tile], value: Equity) {
        self.values[place(leave)] = value;
    }

    /// The value of a leave, from A to Z, blanks last. A full rack is worth its best six tiles.
    #[inline]
    #[must_use]
    pub fn value(&self, leave: &[Tile]) -> Equity {
        if leave.len() <= MAX_LEAVE { self.values[place(leave)] } else { self.best_six(leave) }
    }

    #[cold]
    fn best_six(&self, leave: &[Tile]) -> Equity {
        let without = |gone: usize| {
            let kept = leave.iter().enumerate().filter(|&(place, _)| place != gone);
            let kept: Vec<Tile> = kept.map(|(_, &tile)| tile).take(MAX_LEAVE).collect();
            self.values[place(&kept)]
        };
        (0..leave.len()).map(without).max().unwrap_or(Equity::ZERO)
    }
}

/// The number of a leave.
#[inline]
fn place(leave: &[Tile]) -> usize {
    let mut number = FIRST[leave.len()];
    for (place, tile) in leave.iter().enumerate() {
        number += CHOOSE[place][tile.index() + place];
    }
    number as usize
}

#[cfg(test)]
mod tests {
    use super::{LEAVES, LeaveTable, MAX_LEAVE, place};
    use crate::board::Tile;
    use crate::plays::Equity;

    /// All leaves that begin with this one.
    fn all(leave: &mut Vec<Tile>, take: &mut impl FnMut(&[Tile])) {
        take(leave);
        if leave.len() == MAX_LEAVE {
            return;
        }
        let last = leave.last().copied();
        for tile in Tile::all().filter(|tile| last.is_none_or(|last| last <= *tile)) {
            leave.push(tile);
            all(leave, take);
            leave.pop();
        }
    }

    #[test]
    fn every_leave_has_its_own_place() {
        let mut is_taken = vec![false; LEAVES];
        let mut count = 0;
        all(&mut Vec::new(), &mut |leave| {
            assert!(!std::mem::replace(&mut is_taken[place(leave)], true), "{leave:?}");
            count += 1;
        });
        assert_eq!(count, LEAVES);
        assert_eq!(LEAVES, 1_107_568);
    }

    #[test]
    fn values_are_kept_and_a_full_rack_is_worth_its_best_six() {
        let tiles = |text: &str| -> Vec<Tile> {
            text.parse::<crate::board::Rack>().unwrap().iter().collect()
        };
        let mut table = LeaveTable::default();
        table.set(&tiles("ER?"), Equity(33_000));
        table.set(&tiles(""), Equity(-1));
        table.set(&tiles("ABCDEF"), Equity(5));
        table.set(&tiles("BCDEFG"), Equity(-7));
        assert_eq!(table.value(&tiles("ER?")), Equity(33_000));
        assert_eq!(table.value(&[]), Equity(-1));
        assert_eq!(table.value(&tiles("Q")), Equity::ZERO);
        assert_eq!(table.value(&tiles("ABCDEFG")), Equity(5));
    }
}
