//! Racks of the endgame packed into one number, so that whether a rack holds the tiles of a play is one
//! subtraction.

use crate::board::{Distribution, KINDS, Play, Rack, Tile};

/// Kinds of tiles on two racks of seven.
const MAX_KINDS: usize = 14;

/// The highest bit of each count: free, because a rack has at most seven tiles.
const GUARD: u64 = 0x8888_8888_8888_8888;

/// A rack: four bits a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tiles(pub(super) u64);

impl Tiles {
    /// Whether it holds these tiles.
    #[inline]
    pub(super) fn holds(self, used: Tiles) -> bool {
        (self.0 | GUARD).wrapping_sub(used.0) & GUARD == GUARD
    }

    /// The tiles left without these, which it holds.
    #[inline]
    pub(super) fn without(self, used: Tiles) -> Tiles {
        Tiles(self.0 - used.0)
    }
}

/// The kinds of tiles on both racks, which give each its place in the number.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    distribution: &'static Distribution,
    place: [u8; KINDS],
    kinds: Vec<Tile>,
}

impl Packing {
    pub(super) fn new(own: &Rack, other: &Rack) -> Packing {
        let kinds: Vec<Tile> =
            own.plus(other).kinds().map(|(tile, _)| tile).take(MAX_KINDS).collect();
        let mut place = [0; KINDS];
        kinds.iter().enumerate().for_each(|(index, tile)| place[tile.index()] = index as u8);
        Packing { distribution: own.distribution(), place, kinds }
    }

    #[inline]
    fn one(&self, tile: Tile) -> u64 {
        1 << (4 * self.place[tile.index()])
    }

    pub(super) fn pack(&self, rack: &Rack) -> Tiles {
        Tiles(rack.iter().map(|tile| self.one(tile)).sum())
    }

    /// The tiles that a play takes.
    pub(super) fn used(&self, play: &Play) -> Tiles {
        Tiles(play.placed().map(|(_, cell)| self.one(cell.tile())).sum())
    }

    /// The number of tiles of each kind.
    pub(super) fn counts(&self, tiles: Tiles) -> impl Iterator<Item = (Tile, u32)> {
        let count = move |index: usize| (tiles.0 >> (4 * index) & 7) as u32;
        self.kinds.iter().enumerate().map(move |(index, &tile)| (tile, count(index)))
    }

    pub(super) fn rack(&self, tiles: Tiles) -> Rack {
        let tiles = self.counts(tiles);
        let tiles = tiles.flat_map(|(tile, count)| std::iter::repeat_n(tile, count as usize));
        Rack::of(self.distribution, tiles)
    }

    /// The number of blanks.
    #[inline]
    pub(super) fn blanks(&self, tiles: Tiles) -> u32 {
        match self.kinds.last() {
            Some(&Tile::BLANK) => (tiles.0 >> (4 * (self.kinds.len() - 1)) & 7) as u32,
            _ => 0,
        }
    }

    /// The sum of the tile values.
    pub(super) fn points(&self, tiles: Tiles) -> i32 {
        let value = |tile| self.distribution.value(tile);
        self.counts(tiles).map(|(tile, count)| value(tile) * count as i32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;
    use crate::board::Rack;

    #[test]
    fn packed_racks_behave_as_racks() {
        let racks = ["AAEIO??", "QQQQQQQ", "A", "BCDFGHJ", "?", "", "AEQ"];
        for own in racks {
            for other in racks {
                let (own, other): (Rack, Rack) = (own.parse().unwrap(), other.parse().unwrap());
                let packing = Packing::new(&own, &other);
                let (one, two) = (packing.pack(&own), packing.pack(&other));
                assert_eq!((packing.rack(one), packing.points(one)), (own, own.points()));
                assert_eq!(packing.blanks(one) as usize, own.blanks());
                assert_eq!(one.holds(two), own.minus(&other).is_some(), "{own} {other}");
                if let Some(left) = own.minus(&other) {
                    assert_eq!(packing.rack(one.without(two)), left);
                }
            }
        }
    }
}
