//! The visible state of a game of Scrabble at one moment. It contains both racks; what a viewer may not
//! know is omitted when the page is rendered.

use std::sync::Arc;

use crate::rooms::{Names, Standing, Viewer};
use lettergame_base::{BySeat, Points, Seat, SeatSet};
use lettergame_game::{Table, Turn};
use lettergame_plan::PERSON;
use lettergame_scrabble::board::{Cells, Layout, Play, Rack, Square};
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::rules::{ChallengeRule, Event, Scrabble, challenged};

/// A turn that was taken.
pub(super) struct Taken {
    pub(super) number: usize,
    pub(super) seat: Seat,
    pub(super) rack: Rack,
    pub(super) done: String,
    pub(super) score: Points,
    pub(super) points: Points,
}

/// A game at one moment.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) layout: Arc<Layout>,
    pub(super) names: Names,
    pub(super) persons: SeatSet,
    pub(super) standing: Standing,
    pub(super) cells: Cells,
    pub(super) racks: BySeat<Rack>,
    pub(super) points: BySeat<Points>,
    pub(super) to_move: Option<Seat>,
    pub(super) bag: usize,
    /// The tiles that each seat has not seen.
    pub(super) unseen: BySeat<Rack>,
    pub(super) scoreless: u8,
    pub(super) challenge: ChallengeRule,
    /// The last play, if whoever is to move may challenge it.
    pub(super) contested: Option<Play>,
    /// Whether it ends the game unless it is challenged.
    pub(super) is_closing: bool,
    /// The squares covered last.
    pub(super) fresh: Vec<Square>,
    /// The turns, newest last.
    pub(super) taken: Vec<Arc<Taken>>,
    pub(super) end: Option<Arc<Event>>,
    /// The game as a GCG file when it is over; `None` for one from a position.
    pub(super) gcg: Option<Arc<str>>,
}

impl Board {
    pub(super) fn new(table: &Table<Scrabble>, players: &[String]) -> Board {
        let persons = Seat::first(players.len()).zip(players).filter(|(_, name)| *name == PERSON);
        let layout = table.rules().layout();
        let mut board = Board {
            layout: Arc::clone(layout),
            names: Names::of_players(players),
            persons: persons.map(|(seat, _)| seat).collect(),
            standing: Standing::Ready,
            cells: Cells::new(layout.side()),
            racks: BySeat::filled(table.seats(), Rack::new(layout.distribution())),
            points: BySeat::filled(table.seats(), Points::ZERO),
            to_move: None,
            bag: 0,
            unseen: BySeat::filled(table.seats(), Rack::new(layout.distribution())),
            scoreless: 0,
            challenge: table.rules().rules().challenge(),
            contested: None,
            is_closing: false,
            fresh: Vec::new(),
            taken: Vec::new(),
            end: None,
            gcg: None,
        };
        board.look(table, Standing::Ready);
        board
    }

    /// Updates itself from the table.
    pub(super) fn look(&mut self, table: &Table<Scrabble>, standing: Standing) {
        let view = table.view(Seat::FIRST);
        self.standing = standing;
        self.cells = view.board().cells();
        self.racks = BySeat::from_fn(table.seats(), |seat| *table.view(seat).rack());
        self.points = table.outcome().points;
        self.bag = view.bag();
        self.unseen = BySeat::from_fn(table.seats(), |seat| table.view(seat).unseen());
        self.scoreless = view.scoreless();
        self.contested = view.contested().copied();
        self.is_closing = view.is_closing();
        self.to_move = match table.turn() {
            Turn::Ask(seats) => seats.iter().next(),
            Turn::Over => None,
        };
    }

    /// Updates itself from announcements; the table is still in its previous state.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Play { seat, play, score, points } => {
                self.fresh = play.placed().map(|(square, _)| square).collect();
                self.take(*seat, play.to_string(), *score, *points);
            }
            Event::Exchange { seat, tiles, points } => {
                self.fresh.clear();
                self.take(*seat, format!("exchanges {tiles}"), Points::ZERO, *points);
            }
            Event::Pass { seat, points } => {
                self.fresh.clear();
                self.take(*seat, "passes".to_owned(), Points::ZERO, *points);
            }
            Event::Challenge { seat, invalid, gained, points, .. } => {
                self.fresh.clear();
                let opponent = seat.opponent();
                let [gained, points] = [gained, points].map(|points| points[opponent.index()]);
                // the tiles of the play are back
                let rack = self.taken.last().map_or(self.racks[opponent], |play| play.rack);
                self.take_with(rack, opponent, challenged(invalid), gained, points);
            }
            Event::End { .. } => self.end = Some(Arc::new(event.clone())),
        }
    }

    fn take(&mut self, seat: Seat, done: String, score: Points, points: Points) {
        self.take_with(self.racks[seat], seat, done, score, points);
    }

    fn take_with(&mut self, rack: Rack, seat: Seat, done: String, score: Points, points: Points) {
        let number = self.taken.len() + 1;
        self.taken.push(Arc::new(Taken { number, seat, rack, done, score, points }));
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat)
    }

    /// Identifies the current question, so that an answer to an earlier one is not mistaken for an answer to this one.
    pub(super) fn due(&self) -> String {
        self.taken.len().to_string()
    }

    /// Whether this viewer may see the tiles of that seat.
    pub(super) fn shows(&self, viewer: Viewer<'_>, seat: Seat) -> bool {
        let all = self.persons.is_empty() || self.standing == Standing::Over || viewer.sees_all;
        all || viewer.seat == Some(seat)
    }

    /// The position as known to `viewer`, in the format of a state file.
    pub(super) fn text(&self, viewer: Viewer<'_>) -> Option<String> {
        let seats = [Seat::FIRST, Seat::FIRST.opponent()];
        let distribution = self.layout.distribution();
        let none = Rack::new(distribution);
        let known = |seat| if self.shows(viewer, seat) { self.racks[seat] } else { none };
        let to_move = self.to_move.unwrap_or(Seat::FIRST);
        let position = Position::new(
            distribution,
            self.cells,
            seats.map(known),
            seats.map(|seat| self.points[seat]),
            to_move,
        );
        position.ok().map(|position| position.to_string())
    }
}
