//! The squares of the board, and sets of squares as bitboards.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Squares per side.
pub const SIDE: usize = 7;

/// Squares on the board.
pub(super) const SQUARES: usize = SIDE * SIDE;

/// One of the 49 squares: index `7x + y`, (0,0) in the top left corner, y downwards.
///
/// As text its two coordinates, `x` first: `40` is the fifth column of the top row. As JSON `[4,0]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Square(u8);

impl Square {
    /// Where Assam starts: (3,3).
    pub const CENTRE: Square = Square(24);

    /// The square at column `x` and row `y`, or `None` off the board.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Option<Square> {
        if x < SIDE as u8 && y < SIDE as u8 { Some(Square(x * SIDE as u8 + y)) } else { None }
    }

    /// The square at `index`; the caller keeps it below 49.
    pub(super) const fn at(index: u8) -> Square {
        assert!((index as usize) < SQUARES);
        Square(index)
    }

    /// All squares in the order of state strings: column by column.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// Column, 0 to 6 from the left.
    #[must_use]
    pub const fn x(self) -> u8 {
        self.0 / SIDE as u8
    }

    /// Row, 0 to 6 from the top.
    #[must_use]
    pub const fn y(self) -> u8 {
        self.0 % SIDE as u8
    }

    /// `7x + y`, below 49.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the two share an edge.
    #[must_use]
    pub const fn touches(self, other: Square) -> bool {
        Squares::one(self).neighbours().contains(other)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.x(), self.y())
    }
}

/// A set of squares, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u64);

/// The whole board.
const BOARD: u64 = (1 << SQUARES) - 1;
/// The top row: bit 0 of each column.
const TOP: u64 = 0x0000_0408_1020_4081;
/// The bottom row.
const BOTTOM: u64 = TOP << (SIDE - 1);

impl Squares {
    /// The empty set.
    pub const EMPTY: Squares = Squares(0);
    /// The 24 squares at the edge of the board.
    pub const EDGE: Squares =
        Squares(TOP | BOTTOM | ((1 << SIDE) - 1) | ((1 << SIDE) - 1) << (SQUARES - SIDE));

    /// The set of one square.
    #[must_use]
    pub const fn one(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// The number of squares, 0 to 49.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in either set.
    #[must_use]
    pub const fn or(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// The squares in both sets.
    #[must_use]
    pub const fn and(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }

    /// The squares in this set but not in the other.
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// All squares that share an edge with one in the set (members only if they touch each other).
    #[must_use]
    pub const fn neighbours(self) -> Squares {
        let north = (self.0 & !TOP) >> 1;
        let south = (self.0 & !BOTTOM) << 1;
        let west = self.0 >> SIDE;
        let east = self.0 << SIDE;
        Squares((north | south | west | east) & BOARD)
    }

    /// The part of this set connected with `from` by edges; empty if `from` is not in it.
    #[must_use]
    pub const fn region(self, from: Square) -> Squares {
        let mut region = Squares::one(from).and(self);
        loop {
            let grown = region.or(region.neighbours().and(self));
            if grown.0 == region.0 {
                return region;
            }
            region = grown;
        }
    }

    /// The square with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The squares in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(square)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{SIDE, Square, Squares};

    fn square(x: u8, y: u8) -> Square {
        Square::new(x, y).unwrap()
    }

    #[test]
    fn index_and_coordinates_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(square.x(), square.y()), Some(square));
        }
        assert_eq!(Square::CENTRE, square(3, 3));
        assert_eq!((Square::new(7, 0), Square::new(0, 7)), (None, None));
        assert_eq!(square(4, 0).to_string(), "40");
    }

    #[test]
    fn neighbours_share_an_edge() {
        for one in Square::all() {
            let neighbours = Squares::one(one).neighbours();
            for other in Square::all() {
                let distance = one.x().abs_diff(other.x()) + one.y().abs_diff(other.y());
                assert_eq!(neighbours.contains(other), distance == 1, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_region_is_connected_by_edges_only() {
        let ring: Vec<Square> = Square::all()
            .filter(|s| s.x() == 0 || s.y() == 0 || s.x() == 6 || s.y() == 6)
            .collect();
        let set = ring.iter().fold(Squares::EMPTY, |set, &s| set.or(Squares::one(s)));
        assert_eq!(set, Squares::EDGE);
        assert_eq!(set.region(square(0, 0)).len() as usize, 4 * (SIDE - 1));
        assert_eq!(set.region(Square::CENTRE), Squares::EMPTY);
        let corners = Squares::one(square(2, 2)).or(Squares::one(square(3, 3)));
        assert_eq!(corners.region(square(2, 2)).len(), 1);
        assert_eq!(set.iter().collect::<Vec<_>>(), ring);
    }
}
