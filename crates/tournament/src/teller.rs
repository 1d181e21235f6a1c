//! Tells the turns of a game as they are shown in a replay.

use std::fmt;

use lettergame_base::{Seat, SeatSet};
use lettergame_game::{Answer, Configurable, Presented, SeatNames, Table, Turn};
use lettergame_run::{Ply, PlyMove, PlyView, ReplayOptions};

fn move_of<M: fmt::Display>(seat: Seat, answer: &Answer<M>) -> PlyMove {
    PlyMove { seat, choice: answer.choice.to_string(), fault: answer.fault }
}

/// The last turn of a table, with its announcements.
pub(super) fn last_ply<G: Presented>(table: &Table<G>, scene: Option<String>) -> Ply {
    let events = table.events();
    let lines = events.iter().map(ToString::to_string).collect();
    let events =
        events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
    let moves = table
        .answers()
        .iter()
        .filter_map(|(seat, answer)| answer.as_ref().map(|answer| move_of(seat, answer)))
        .collect();
    let (ply, views, review) = (table.plies(), Vec::new(), Vec::new());
    Ply { ply, round: None, scene, moves, events, views, review, lines, picture: None }
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
    pub(super) fn before<G: Configurable>(&self, table: &Table<G>) -> Before<G> {
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
    pub(super) fn after<G: Configurable>(&mut self, before: Before<G>, table: &Table<G>) {
        let mut ply = last_ply(table, before.scene);
        (ply.round, ply.views) = (before.round, before.views);
        ply.lines = table.announcements(&self.names);
        if let Some(seats) = self.options.seats {
            ply.moves.retain(|choice| seats.contains(choice.seat));
        }
        if self.options.pictures && self.options.seats.is_none() {
            ply.picture = table.picture();
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
pub(super) struct Before<G: Configurable> {
    scene: Option<String>,
    round: Option<usize>,
    views: Vec<PlyView>,
    table: Option<Table<G>>,
}

fn view<G: Presented>(table: &Table<G>, seat: Seat) -> PlyView {
    let view = serde_json::to_value(table.view(seat)).unwrap_or_default();
    PlyView { seat, view }
}
