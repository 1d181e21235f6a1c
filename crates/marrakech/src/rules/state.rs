//! The full state of a game of Marrakech: the stage, future dice rolls, and the books.

use arrayvec::ArrayVec;

use crate::rules::position::MAX_PLAYERS;
use crate::rules::{Die, Event, Facing, MarrakechRules, Move, Phase, Stage};
use lettergame_base::{Branch, Rng, Seed};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) stage: Stage,
    /// The number of rolls; every turn has one.
    pub(super) rolls: u16,
    pub(super) rolled: Option<Die>,
    pub(super) books: ArrayVec<Book, MAX_PLAYERS>,
    /// The dice are part of the deal: the n-th roll is the same for any player.
    dice: Rng,
}

/// A player's income and payments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Book {
    pub(super) paid: u16,
    pub(super) received: u16,
    /// The turn in which the player went out, from 1; 0 if still in.
    pub(super) out_in: u16,
}

impl State {
    /// The start of a deal, which includes Assam's initial facing.
    pub(super) fn new(rules: &MarrakechRules, seats: usize, deal: Seed) -> State {
        let mut dice = deal.derive(Branch::Chance, 0).rng();
        let facing = Facing::ALL[dice.below(4) as usize];
        State::at(Stage::start(rules, seats, facing), dice)
    }

    /// A game that continues from a stage, with new dice.
    #[must_use]
    pub fn resume(stage: Stage, deal: Seed) -> State {
        State::at(stage, deal.derive(Branch::Chance, 0).rng())
    }

    fn at(stage: Stage, dice: Rng) -> State {
        let books = (0..stage.seats()).map(|_| Book::default()).collect();
        State { stage, rolls: 0, rolled: None, books, dice }
    }

    /// The current stage.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Applies a checked move, and the rolls that follow from it.
    pub(super) fn apply(&mut self, choice: Move, events: &mut Vec<Event>) {
        match choice {
            Move::Rotate(rotation) => {
                let colour = self.stage.colour();
                self.stage.rotate(rotation);
                let assam = self.stage.position().assam();
                events.push(Event::Rotated { colour, rotation, assam });
            }
            Move::Place(squares) => {
                events.push(Event::Placed { rug: self.stage.place(squares) });
            }
        }
        while self.stage.phase() == Phase::Roll {
            self.roll(events);
        }
    }

    fn roll(&mut self, events: &mut Vec<Event>) {
        let (colour, die) = (self.stage.colour(), Die::roll(&mut self.dice));
        self.rolled = Some(die);
        self.rolls += 1;
        let payment = self.stage.roll(die);
        events.push(Event::Rolled { colour, die, assam: self.stage.position().assam() });
        let Some(payment) = payment else { return };
        events.push(payment.into());
        let owner = |colour| self.stage.owner(colour).unwrap_or_default();
        let (from, to) = (owner(payment.from), owner(payment.to));
        self.books[from].paid += payment.paid;
        self.books[to].received += payment.paid;
        if payment.ruins() {
            self.books[from].out_in = self.rolls;
            events.push(Event::Out { colour: payment.from });
        }
    }
}
