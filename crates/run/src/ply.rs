//! A turn of a game as shown in a replay.

use serde::Serialize;

use lettergame_base::{Seat, SeatSet};
use lettergame_game::{FaultKind, Picture, Review};

/// What a replay shows of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Only these seats, with what they could see; `None` for all seats.
    pub seats: Option<SeatSet>,
    /// Whether to include how well they played ([`review`](lettergame_game::Recorded::review)), which takes time.
    pub review: bool,
    /// Whether to include [pictures](lettergame_game::Presented::picture); there are none if only some seats are shown.
    pub pictures: bool,
}

/// One turn of a replayed game.
#[derive(Clone, Debug, Serialize)]
pub struct Ply {
    /// The turn's number, from 1.
    pub ply: u32,
    /// The round, from 1, if the game has rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// The contents of all hands, when worth showing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// The move of each seat that was asked.
    pub moves: Vec<PlyMove>,
    /// What was announced.
    pub events: Vec<serde_json::Value>,
    /// What the shown seats saw before they decided; empty if all seats are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<PlyView>,
    /// How well they played, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<Review>,
    /// What was announced, as readable text.
    #[serde(skip)]
    pub lines: Vec<String>,
    /// What the table looked like afterwards, if requested.
    #[serde(skip)]
    pub picture: Option<Picture>,
}

/// What one seat could see before a turn.
#[derive(Clone, Debug, Serialize)]
pub struct PlyView {
    /// The seat.
    pub seat: Seat,
    /// The view as defined by the player protocol.
    pub view: serde_json::Value,
}

/// The move of one seat in a turn.
#[derive(Clone, Debug, Serialize)]
pub struct PlyMove {
    /// The seat.
    pub seat: Seat,
    /// The move that counted, as text.
    #[serde(rename = "move")]
    pub choice: String,
    /// The fault that the move replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

impl Ply {
    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        let says_nothing = self.scene.is_none() && self.lines.is_empty();
        says_nothing && self.moves.is_empty() && self.review.is_empty()
    }
}
