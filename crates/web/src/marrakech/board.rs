//! The visible state of a game of Marrakech at one moment. Nothing in it is secret.

use std::collections::VecDeque;

use lettergame_base::{BySeat, Seat, SeatSet};
use lettergame_game::Table;
use lettergame_marrakech::rules::{
    Assam, Colour, Die, Event, Marrakech, Payment, Rug, Squares, Stage,
};
use lettergame_plan::PERSON;

use crate::rooms::{Names, Standing};

/// Maximum number of log lines.
const LINES: usize = 80;

/// What one seat has paid and received so far, and the turn in which it went out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    pub(super) paid: u16,
    pub(super) received: u16,
    pub(super) out_in: Option<u16>,
}

/// A walk of Assam, and what it cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    pub(super) colour: Colour,
    /// Where it began, already rotated.
    pub(super) from: Assam,
    pub(super) die: Die,
    pub(super) payment: Option<Payment>,
    /// The rugs that were paid for.
    pub(super) region: Squares,
    pub(super) out: bool,
}

/// A game at one moment.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) stage: Stage,
    pub(super) names: Names,
    /// Whether persons play, who have cards.
    pub(super) has_cards: bool,
    pub(super) standing: Standing,
    /// Rolls so far.
    pub(super) rolls: u16,
    pub(super) places: BySeat<u8>,
    pub(super) books: BySeat<Account>,
    /// The last walk.
    pub(super) walk: Option<Walk>,
    /// The rug laid last.
    pub(super) rug: Option<Rug>,
    /// The newest event first, with the seat that it is about.
    pub(super) log: VecDeque<(Option<Seat>, Event)>,
    /// How many of them the last step announced.
    pub(super) news: usize,
    /// The persons who asked to see expected payments.
    pub(super) hints: SeatSet,
}

impl Board {
    pub(super) fn new(table: &Table<Marrakech>, players: &[String]) -> Board {
        let mut board = Board {
            stage: table.view(Seat::FIRST).stage().clone(),
            names: Names::of_players(players),
            has_cards: players.iter().any(|player| player == PERSON),
            standing: Standing::Ready,
            rolls: 0,
            places: BySeat::filled(players.len(), 1),
            books: BySeat::filled(players.len(), Account::default()),
            walk: None,
            rug: None,
            log: VecDeque::new(),
            news: 0,
            hints: SeatSet::EMPTY,
        };
        board.look(table, Standing::Ready);
        board
    }

    /// Updates itself from the table.
    pub(super) fn look(&mut self, table: &Table<Marrakech>, standing: Standing) {
        let view = table.view(Seat::FIRST);
        self.stage = view.stage().clone();
        self.rolls = view.rolls();
        self.places = table.outcome().places;
        self.standing = standing;
    }

    /// Updates itself from the announcements of a step; `before` is Assam's square before it.
    pub(super) fn note(&mut self, events: &[Event], before: Assam) {
        let mut from = before;
        for event in events {
            let own = match *event {
                Event::Rotated { colour, assam, .. } => {
                    from = assam;
                    colour
                }
                Event::Rolled { colour, die, .. } => {
                    self.rolls += 1;
                    let (payment, region) = (None, Squares::EMPTY);
                    self.walk = Some(Walk { colour, from, die, payment, region, out: false });
                    self.rug = None;
                    colour
                }
                Event::Paid { colour, to, owed, paid } => {
                    self.paid(Payment { from: colour, to, owed, paid });
                    colour
                }
                Event::Out { colour } => {
                    self.gone(colour);
                    colour
                }
                Event::Placed { rug } => {
                    self.rug = Some(rug);
                    rug.id.colour()
                }
            };
            self.log.push_front((self.seat_of(own), *event));
        }
        self.log.truncate(LINES);
        self.news = events.len();
    }

    fn paid(&mut self, payment: Payment) {
        if let (Some(from), Some(to)) = (self.seat_of(payment.from), self.seat_of(payment.to)) {
            self.books[from].paid += payment.paid;
            self.books[to].received += payment.paid;
        }
        if let Some(walk) = &mut self.walk {
            walk.payment = Some(payment);
            // no rug was laid since the last update
            let end = walk.from.moved(walk.die).square;
            walk.region = self.stage.position().board().region(end);
        }
    }

    fn gone(&mut self, colour: Colour) {
        if let Some(seat) = self.seat_of(colour) {
            self.books[seat].out_in = Some(self.rolls);
        }
        if let Some(walk) = &mut self.walk {
            walk.out = true;
        }
    }

    fn seat_of(&self, colour: Colour) -> Option<Seat> {
        self.stage.owner(colour).and_then(Seat::new)
    }

    pub(super) fn is_over(&self) -> bool {
        self.standing == Standing::Over
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat)
    }

    /// `Ada (cyan)`.
    pub(super) fn name_of(&self, colour: Colour) -> String {
        let name = self.seat_of(colour).map_or("", |seat| self.name(seat));
        format!("{name} ({colour})")
    }

    /// Identifies the current question, so that an answer to an earlier one is not mistaken for an answer to this one.
    pub(super) fn due(&self) -> String {
        format!("{}-{}", self.rolls, self.stage.phase().name())
    }

    /// Whether this seat belongs to a person who must decide now.
    pub(super) fn asks(&self, seat: Seat) -> bool {
        matches!(self.standing, Standing::Waits(persons) if persons.contains(seat))
    }
}
