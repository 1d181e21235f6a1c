//! What plays of a position are worth beside their points.

use crate::games::scrabble::notation::Position;
use crate::games::scrabble::plays::{LeaveValue, Leaves};

/// The valuation that equity is told by: that of the player `equity`.
pub(super) fn valuation_for(position: &Position) -> LeaveValue<'static> {
    let opening = position.cells().as_flattened().iter().all(|&cell| cell == 0);
    LeaveValue::at(Leaves::shipped(), position.bag(), opening, || position.unseen())
}
