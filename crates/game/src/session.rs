//! A session: a table with its occupants, played to the end.
//!
//! Everything that plays a game uses [`Session`]: the runner, a replay, an environment, a web page, the
//! terminal. So every player draws from the same stream, sees the same events, and receives the outcome
//! exactly once.

use crate::{Console, Fault, Game, Player, Table, Turn};
use lettergame_base::{BySeat, Rng, Seat, SeatSet, Seed};

/// Who decides for a seat.
pub enum Occupant<G: Game> {
    /// A player called directly; it draws from the seat's random stream.
    Player(Box<dyn Player<G>>),
    /// An outside player, whose moves come through [`Session::answer`].
    Outside,
}

/// The result of [`Session::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A turn was taken; the table keeps its answers and events until the next one begins.
    Announced,
    /// These seats (at least one) decide outside and have not answered in this turn.
    Awaiting(SeatSet),
    /// The game is over, and its players have been notified.
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
    /// The seats to move that have not answered.
    silent: SeatSet,
}

impl<G: Game> Session<G> {
    /// The game of `deal` at a table, with an occupant for each seat.
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

    /// The table; its answers, events and offences are those of the last turn until the first answer of the
    /// next.
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

    /// The outside seats whose answers are missing in this turn.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        let here = self.silent.without(self.outside);
        self.silent.without(here)
    }

    /// What the player in this seat has written for the person who watches it.
    #[must_use]
    pub fn console(&self, seat: Seat) -> Option<Console> {
        match &self.occupants[seat] {
            Occupant::Player(player) => player.console(),
            Occupant::Outside => None,
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.asked.is_empty()
    }

    /// Asks the players whose turn it is; once no outside seat is awaited it takes the turn, sends all
    /// players the announcements and, after the last turn, the outcome.
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

    /// Takes the answer of a seat, even of one with a player, which is then not asked in this turn. Returns
    /// `false`, without effect, if it is not this seat's turn or it has already answered.
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

    /// Notifies the players of the outcome and drops them with their resources.
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
