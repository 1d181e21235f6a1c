//! What a play is worth beside its score.

use arrayvec::ArrayVec;

use crate::board::{Play, RACK, Rack, Tile};
use crate::plays::Equity;

/// What is added to the score of a play.
pub trait Valuation {
    /// The worth of the tiles that are kept, at most seven, from A to Z, blanks last.
    fn kept(&self, kept: &[Tile]) -> Equity;

    /// The worth of the tiles of a rack, of which the first seven count.
    fn of_rack(&self, rack: &Rack) -> Equity {
        let kept: ArrayVec<Tile, RACK> = rack.iter().take(RACK).collect();
        self.kept(&kept)
    }

    /// Where the tiles lie: zero or less.
    fn placement(&self, _play: &Play) -> Equity {
        Equity::ZERO
    }

    /// Is [`Valuation::placement`] ever other than zero?
    fn heeds_placement(&self) -> bool {
        false
    }
}

/// Nothing but the score counts.
#[derive(Clone, Copy, Debug)]
pub struct Points;

impl Valuation for Points {
    fn kept(&self, _: &[Tile]) -> Equity {
        Equity::ZERO
    }
}
