//! The value of every leave: one number for each multiset of up to six tiles, found without a search.
//!
//! The kinds of a leave in order, each plus its place, are a set of numbers, and sets of one size are numbered by
//! the combinatorial number system (D. H. Lehmer, "The machine tools of combinatorics", 1964).

use crate::board::{KINDS, Tile};
use crate::plays::Equity;

/// The most tiles of a leave: a play takes at least one of seven.
pub(super) const MAX_LEAVE: usize = 6;

/// The most letters of an alphabet for which a table is kept: it takes 31 MB then.
pub(super) const MAX_TABLE_LETTERS: usize = 40;

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

/// A value for each leave of up to six tiles, 0 where none was given. Takes 4.4 MB for an alphabet of 26
/// letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveTable {
    letters: usize,
    /// The first number of the leaves of each size, then their number.
    first: [u32; MAX_LEAVE + 2],
    values: Box<[Equity]>,
}

impl LeaveTable {
    /// No values yet, for an alphabet of at most 40 letters.
    #[must_use]
    pub fn new(letters: usize) -> LeaveTable {
        let mut first = [0, 1, 0, 0, 0, 0, 0, 0];
        for size in 1..=MAX_LEAVE {
            first[size + 1] = first[size] + CHOOSE[size - 1][letters + size];
        }
        let leaves = first[MAX_LEAVE + 1] as usize;
        LeaveTable { letters, first, values: vec![Equity::ZERO; leaves].into_boxed_slice() }
    }

    /// The number of letters of the alphabet.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Sets the value of a leave of at most six tiles, in order, blanks last.
    ///
    /// # Panics
    /// With more tiles.
    pub fn set(&mut self, leave: &[Tile], value: Equity) {
        self.values[self.number(leave)] = value;
    }

    /// The value of a leave, in order, blanks last. A full rack is worth its best six tiles.
    #[inline]
    #[must_use]
    pub fn value(&self, leave: &[Tile]) -> Equity {
        if leave.len() <= MAX_LEAVE {
            self.values[self.number(leave)]
        } else {
            self.best_six(leave)
        }
    }

    #[cold]
    fn best_six(&self, leave: &[Tile]) -> Equity {
        let without = |gone: usize| {
            let kept = leave.iter().enumerate().filter(|&(place, _)| place != gone);
            let kept: Vec<Tile> = kept.map(|(_, &tile)| tile).take(MAX_LEAVE).collect();
            self.values[self.number(&kept)]
        };
        (0..leave.len()).map(without).max().unwrap_or(Equity::ZERO)
    }

    /// The number of a leave.
    #[inline]
    fn number(&self, leave: &[Tile]) -> usize {
        let mut number = self.first[leave.len()];
        for (place, tile) in leave.iter().enumerate() {
            // blanks are the last kind
            number += CHOOSE[place][tile.index().min(self.letters) + place];
        }
        number as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{LeaveTable, MAX_LEAVE};
    use crate::board::{Distribution, Tile};
    use crate::plays::Equity;

    /// All leaves that begin with this one.
    fn all(distribution: &Distribution, leave: &mut Vec<Tile>, take: &mut impl FnMut(&[Tile])) {
        take(leave);
        if leave.len() == MAX_LEAVE {
            return;
        }
        let last = leave.last().copied();
        for tile in distribution.kinds().filter(|tile| last.is_none_or(|last| last <= *tile)) {
            leave.push(tile);
            all(distribution, leave, take);
            leave.pop();
        }
    }

    #[test]
    fn every_leave_has_its_own_place() {
        for (name, leaves) in [("english", 1_107_568), ("italian", 376_740), ("polish", 3_262_623)]
        {
            let distribution = Distribution::named(name).unwrap();
            let table = LeaveTable::new(distribution.alphabet().len());
            let mut is_taken = vec![false; table.values.len()];
            let mut count = 0;
            all(distribution, &mut Vec::new(), &mut |leave| {
                assert!(!std::mem::replace(&mut is_taken[table.number(leave)], true), "{leave:?}");
                count += 1;
            });
            assert_eq!((count, table.values.len()), (leaves, leaves), "{name}");
        }
    }

    #[test]
    fn values_are_kept_and_a_full_rack_is_worth_its_best_six() {
        let tiles = |text: &str| -> Vec<Tile> {
            text.parse::<crate::board::Rack>().unwrap().iter().collect()
        };
        let mut table = LeaveTable::new(26);
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
