//! Who sits where at the tables of single games, ready to be played any number of times.

use std::sync::Arc;

use lettergame_core::base::{BySeat, Seat, SeatSet, Seed};
use lettergame_core::game::{Game, Occupant, Session, Strategy, Table};

/// Rules with those who sit at their tables; a seat of nobody is open, and decides outside.
pub struct Lineup<G: Game> {
    rules: Arc<G>,
    strategies: BySeat<Option<Arc<dyn Strategy<G>>>>,
}

impl<G: Game> Lineup<G> {
    /// For as many seats as the rules have admitted.
    pub(super) fn new(
        rules: Arc<G>,
        strategies: BySeat<Option<Arc<dyn Strategy<G>>>>,
    ) -> Lineup<G> {
        Lineup { rules, strategies }
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &Arc<G> {
        &self.rules
    }

    /// How many sit at a table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.strategies.len()
    }

    /// The seats of nobody.
    #[must_use]
    pub fn open_seats(&self) -> SeatSet {
        self.strategies.iter().filter(|(_, who)| who.is_none()).map(|(seat, _)| seat).collect()
    }

    /// The game of `deal`, before its first decision, with the seeds of a tournament's game of that deal.
    #[must_use]
    pub fn session(&self, deal: Seed) -> Session<G> {
        let table = Table::new(Arc::clone(&self.rules), self.seats(), deal);
        // whoever made this has found the rules to admit so many
        self.session_at(table.unwrap_or_else(|error| unreachable!("{error}")), deal)
    }

    /// A game that goes on from a table of as many seats.
    #[must_use]
    pub fn session_at(&self, table: Table<G>, deal: Seed) -> Session<G> {
        let seats = self.seats();
        let sit = |seat: Seat| match &self.strategies[seat] {
            Some(strategy) => Occupant::Player(strategy.sit(&self.rules, seat, seats)),
            None => Occupant::Outside,
        };
        Session::new(table, deal, BySeat::from_fn(seats, sit))
    }
}
