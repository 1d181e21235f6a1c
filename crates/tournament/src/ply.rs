//! A turn of a game as it is told: to whoever reads a replay.

use std::fmt;

use serde::Serialize;

use lettergame_core::base::Seat;
use lettergame_core::game::{Answer, FaultKind, Game, Table};

/// One turn of a replayed game.
#[derive(Clone, Debug, Serialize)]
pub struct Ply {
    /// The turn's number, from 1.
    pub ply: u32,
    /// What all hands hold, at a point of the game where that is worth telling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// What each asked seat did.
    pub moves: Vec<PlyMove>,
    /// What was announced.
    pub events: Vec<serde_json::Value>,
    /// What was announced, for people.
    #[serde(skip)]
    pub lines: Vec<String>,
}

/// What one seat did in a turn.
#[derive(Clone, Debug, Serialize)]
pub struct PlyMove {
    /// The seat.
    pub seat: Seat,
    /// The move that counted, as text.
    #[serde(rename = "move")]
    pub choice: String,
    /// The fault it stands in for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

impl PlyMove {
    fn new<M: fmt::Display>(seat: Seat, answer: &Answer<M>) -> PlyMove {
        PlyMove { seat, choice: answer.choice.to_string(), fault: answer.fault }
    }
}

impl Ply {
    /// The last turn of a table, with what was announced in it.
    pub(super) fn of<G: Game>(table: &Table<G>, scene: Option<String>) -> Ply {
        let events = table.events();
        let lines = events.iter().map(ToString::to_string).collect();
        let events =
            events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
        let moves = table
            .answers()
            .iter()
            .filter_map(|(seat, answer)| answer.as_ref().map(|answer| PlyMove::new(seat, answer)))
            .collect();
        Ply { ply: table.plies(), scene, moves, events, lines }
    }
}
