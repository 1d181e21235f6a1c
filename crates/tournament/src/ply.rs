//! A turn of a game as shown in a replay.

use std::fmt;

use serde::Serialize;

use lettergame_core::base::{Seat, SeatSet};
use lettergame_core::game::{Answer, FaultKind, Game, Recorded, Review, SeatNames, Table, Turn};

/// What a replay shows of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Only these seats, with what they could see; `None` for all seats.
    pub seats: Option<SeatSet>,
    /// Whether to include how well they played ([`Recorded::review`]), which takes time.
    pub review: bool,
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

impl PlyMove {
    fn new<M: fmt::Display>(seat: Seat, answer: &Answer<M>) -> PlyMove {
        PlyMove { seat, choice: answer.choice.to_string(), fault: answer.fault }
    }
}

impl Ply {
    /// The last turn of a table, with its announcements.
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
        let (ply, views, review) = (table.plies(), Vec::new(), Vec::new());
        Ply { ply, round: None, scene, moves, events, views, review, lines }
    }
}

/// Shows a replayed game turn by turn.
pub(super) struct Teller<'a> {
    names: SeatNames,
    options: ReplayOptions,
    tell: &'a mut dyn FnMut(&Ply),
}

impl<'a> Teller<'a> {
    /// For a game between players with these names.
    pub(super) fn new<'n>(
        names: impl IntoIterator<Item = &'n str>,
        options: ReplayOptions,
        tell: &'a mut dyn FnMut(&Ply),
    ) -> Teller<'a> {
        let names = SeatNames::new(names);
        let names = match options.seats {
            Some(seats) => names.only(seats),
            None => names,
        };
        Teller { names, options, tell }
    }

    /// What must be kept of a table before a turn.
    pub(super) fn before<G: Recorded>(&self, table: &Table<G>) -> Before<G> {
        let asked = match (self.options.seats, table.turn()) {
            (Some(seats), Turn::Ask(asked)) => {
                asked.iter().filter(|&s| seats.contains(s)).collect()
            }
            _ => SeatSet::EMPTY,
        };
        Before {
            scene: table.scene_for(&self.names),
            round: table.round(),
            views: asked.iter().map(|seat| view(table, seat)).collect(),
            table: self.options.review.then(|| table.clone()),
        }
    }

    /// Shows the last turn of a table.
    pub(super) fn after<G: Recorded>(&mut self, before: Before<G>, table: &Table<G>) {
        let mut ply = Ply::of(table, before.scene);
        (ply.round, ply.views) = (before.round, before.views);
        ply.lines = table.announcements(&self.names);
        if let Some(seats) = self.options.seats {
            ply.moves.retain(|choice| seats.contains(choice.seat));
        }
        if let Some(before) = before.table {
            ply.review = table.review(&before);
            ply.review.retain(|review| self.names.shows(review.seat));
            let lines = ply.review.iter_mut().flat_map(|review| &mut review.lines);
            lines.for_each(|line| *line = self.names.text(line));
        }
        (self.tell)(&ply);
    }
}

/// A table before a turn, as much of it as is needed afterwards.
pub(super) struct Before<G: Recorded> {
    scene: Option<String>,
    round: Option<usize>,
    views: Vec<PlyView>,
    table: Option<Table<G>>,
}

fn view<G: Game>(table: &Table<G>, seat: Seat) -> PlyView {
    let view = serde_json::to_value(table.view(seat)).unwrap_or_default();
    PlyView { seat, view }
}

impl Ply {
    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        let says_nothing = self.scene.is_none() && self.lines.is_empty();
        says_nothing && self.moves.is_empty() && self.review.is_empty()
    }
}
