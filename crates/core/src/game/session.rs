//! A session: a table with its occupants, played to its end.
//!
//! Whatever plays a game is a caller of [`Session`]: the runner, a replay, an environment, a page, the
//! terminal. So every player draws from the same stream, learns of the same events, and learns once how
//! the game ended.

use crate::base::{BySeat, Rng, Seat, SeatSet, Seed};
use crate::game::{Fault, Game, Player, Table, Turn};

/// Decides in a seat.
pub enum Occupant<G: Game> {
    /// A player that is asked here; it draws from the seat's random stream.
    Player(Box<dyn Player<G>>),
    /// An outside player, whose moves come through [`Session::answer`].
    Outside,
}

/// The result of [`Session::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A turn was taken; the table has its answers and its events until the next one begins.
    Announced,
    /// These seats (at least one) decide outside, and have not answered in this turn.
    Awaiting(SeatSet),
    /// The game is over, and its players know it.
    Over,
}

/// One game in progress with its players.
pub struct Session<G: Game> {
    table: Table<G>,
    occupants: BySeat<Occupant<G>>,
    streams: BySeat<Rng>,
    outside: SeatSet,
    /// The seats whose turn it is; empty when the game is over.
    asked: SeatSet,
    /// Of these, the seats that have not answered.
    silent: SeatSet,
}

impl<G: Game> Session<G> {
    /// The game of `deal` at a table, with an occupant for each of its seats.
    #[must_use]
    pub fn new(table: Table<G>, deal: Seed, occupants: BySeat<Occupant<G>>) -> Session<G> {
        let is_outside = |occupant: &Occupant<G>| matches!(occupant, Occupant::Outside);
        let outside = occupants.iter().filter(|(_, occupant)| is_outside(occupant));
        let mut session = Session {
            outside: outside.map(|(seat, _)| seat).collect(),
            streams: BySeat::from_fn(occupants.len(), |seat| deal.stream(seat)),
            asked: SeatSet::EMPTY,
            silent: SeatSet::EMPTY,
            table,
            occupants,
        };
        session.begin_turn();
        session
    }

    /// The table; its answers, events and offences are those of the last turn until one is given in the next.
    #[must_use]
    #[inline]
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The seats that decide outside.
    #[must_use]
    pub fn outside(&self) -> SeatSet {
        self.outside
    }

    /// Those of them whose answers are missing in this turn.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        let here = self.silent.without(self.outside);
        self.silent.without(here)
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.asked.is_empty()
    }

    /// Asks the players whose turn it is; once no outside seat is awaited any more it takes the turn, and tells all
    /// players what is announced and, after the last one, how the game ended.
    pub fn advance(&mut self) -> Step {
        if self.is_over() {
            return Step::Over;
        }
        for seat in self.silent.iter() {
            if let Occupant::Player(player) = &mut self.occupants[seat] {
                let said = player.choose(&self.table.view(seat), &mut self.streams[seat]);
                self.take(seat, said);
            }
        }
        if !self.silent.is_empty() {
            return Step::Awaiting(self.silent);
        }
        self.table.apply();
        for event in self.table.events() {
            for occupant in self.occupants.values_mut() {
                if let Occupant::Player(player) = occupant {
                    player.observe(event);
                }
            }
        }
        self.begin_turn();
        Step::Announced
    }

    /// Takes the answer of a seat, even of a player's: it is then not asked in this turn. `false`, and nothing
    /// has happened, if it is not this seat's turn or it has answered before.
    pub fn answer(&mut self, seat: Seat, said: Result<G::Move, Fault<G::Move>>) -> bool {
        let is_due = self.silent.contains(seat);
        if is_due {
            self.take(seat, said);
        }
        is_due
    }

    #[inline]
    fn take(&mut self, seat: Seat, said: Result<G::Move, Fault<G::Move>>) {
        if self.silent == self.asked {
            self.table.clear();
        }
        self.table.answer(seat, said);
        self.silent = self.silent.without(SeatSet::one(seat));
    }

    fn begin_turn(&mut self) {
        match self.table.turn() {
            Turn::Ask(asked) => (self.asked, self.silent) = (asked, asked),
            Turn::Over => {
                self.asked = SeatSet::EMPTY;
                self.finish();
            }
        }
    }

    /// Players learn how the game ended and are dropped, with all that they hold.
    fn finish(&mut self) {
        let (outcome, banned) = (self.table.outcome(), self.table.banned());
        for seat in self.occupants.seats() {
            let occupant = std::mem::replace(&mut self.occupants[seat], Occupant::Outside);
            if let Occupant::Player(mut player) = occupant {
                player.finish(&outcome, banned.contains(seat));
            }
        }
    }
}
