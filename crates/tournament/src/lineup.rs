//! The players at the table of single games, ready to be played any number of times.

use std::sync::Arc;

use lettergame_base::{BySeat, Seat, SeatSet, Seed};
use lettergame_game::{Game, Occupant, Session, Strategy, Table};

/// Rules with the players at their tables; a seat without a player is open, and decides from
/// outside.
pub struct Lineup<G: Game> {
    rules: Arc<G>,
    strategies: BySeat<Option<Arc<dyn Strategy<G>>>>,
}

impl<G: Game> Lineup<G> {
    /// For a number of seats that the rules have accepted.
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

    /// The number of seats at a table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.strategies.len()
    }

    /// The seats without a player.
    #[must_use]
    pub fn open_seats(&self) -> SeatSet {
        self.strategies.iter().filter(|(_, who)| who.is_none()).map(|(seat, _)| seat).collect()
    }

    /// The game of `deal` before its first decision, with the seeds that a tournament's game of
    /// that deal has.
    #[must_use]
    pub fn session(&self, deal: Seed) -> Session<G> {
        let table = Table::new(Arc::clone(&self.rules), self.seats(), deal);
        // the rules accepted this number of seats when the lineup was created
        self.session_at(table.unwrap_or_else(|error| unreachable!("{error}")), deal)
    }

    /// A game that continues from a table with the same number of seats.
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
