//! The address of a review.

use crate::rooms::Room;
use lettergame_base::{Seat, SeatSet};

/// The address of a room's review, after this many turns or where it opens, as the person in a seat sees it.
pub(crate) fn review_path(room: &Room, plies: Option<usize>, seat: Option<Seat>) -> String {
    let plies = plies.map_or(String::new(), |plies| format!("/{plies}"));
    // the only person of a game needs no number
    let seat = seat.filter(|seat| room.persons() != SeatSet::one(*seat));
    let seat = seat.map_or(String::new(), |seat| format!("?seat={}", seat.index() + 1));
    format!("{}/review{plies}{seat}", room.path())
}
