//! The value of a play beyond its score.

use arrayvec::ArrayVec;

use crate::board::{Play, RACK, Rack, Tile};
use crate::plays::Equity;

/// What is added to the score of a play.
pub trait Valuation {
    /// The value of the kept tiles, at most seven, in order, blanks last.
    fn kept(&self, kept: &[Tile]) -> Equity;

    /// The values of all subsets of at most seven tiles by mask; `tiles` are in order, blanks last, and bit 0
    /// of a mask is the last of them. `values` has a place for each mask.
    fn kept_of_subsets(&self, tiles: &[Tile], values: &mut [Equity]) {
        fill_subsets(tiles, values, |kept| self.kept(kept));
    }

    /// The value of the tiles of a rack; only the first seven count.
    fn of_rack(&self, rack: &Rack) -> Equity {
        let kept: ArrayVec<Tile, RACK> = rack.iter().take(RACK).collect();
        self.kept(&kept)
    }

    /// The value of the placement: zero or less.
    fn placement(&self, _play: &Play) -> Equity {
        Equity::ZERO
    }

    /// Whether [`Valuation::placement`] is ever non-zero.
    fn heeds_placement(&self) -> bool {
        false
    }
}

/// Fills in the value of each subset of at most seven tiles, by mask: bit 0 is the last tile.
pub(super) fn fill_subsets(
    tiles: &[Tile],
    values: &mut [Equity],
    value_of: impl Fn(&[Tile]) -> Equity,
) {
    for (mask, value) in values.iter_mut().enumerate() {
        let holds = |at: usize| mask >> (tiles.len() - 1 - at) & 1 == 1;
        let kept = tiles.iter().enumerate().filter(|&(at, _)| holds(at));
        *value = value_of(&kept.map(|(_, &tile)| tile).collect::<ArrayVec<Tile, RACK>>());
    }
}

/// Only the score counts.
#[derive(Clone, Copy, Debug)]
pub struct Points;

impl Valuation for Points {
    fn kept(&self, _: &[Tile]) -> Equity {
        Equity::ZERO
    }

    fn kept_of_subsets(&self, _: &[Tile], values: &mut [Equity]) {
        values.fill(Equity::ZERO);
    }
}
