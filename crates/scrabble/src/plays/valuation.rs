//! The value of a play beyond its score.

use arrayvec::ArrayVec;

use crate::board::{Play, RACK, Rack, Tile};
use crate::plays::Equity;

/// What is added to the score of a play.
pub trait Valuation {
    /// The value of the kept tiles, at most seven, from A to Z, blanks last.
    fn kept(&self, kept: &[Tile]) -> Equity;

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

/// Only the score counts.
#[derive(Clone, Copy, Debug)]
pub struct Points;

impl Valuation for Points {
    fn kept(&self, _: &[Tile]) -> Equity {
        Equity::ZERO
    }
}
