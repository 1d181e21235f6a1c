//! The address of a review.

use crate::rooms::Room;

/// The address of a room's review.
pub(crate) fn review_path(room: &Room) -> String {
    format!("{}/review", room.path())
}
