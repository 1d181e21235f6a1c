//! Computer players that play the seats of persons who have left.

use std::sync::Arc;

use lettergame_base::{Rng, Seat, SeatSet, Seed};
use lettergame_game::{Fault, Game, Player, Strategy, Table};

/// Makes the player of that name.
type Make<G> = Box<dyn Fn(&str) -> Result<Arc<dyn Strategy<G>>, String> + Send>;

/// A seat's answer.
type Said<G> = Result<<G as Game>::Move, Fault<<G as Game>::Move>>;

/// The players that sit in for persons at a table.
pub(crate) struct StandIns<G: Game> {
    make: Make<G>,
    /// The seed of the seats' random streams.
    deal: Seed,
    playing: Vec<Playing<G>>,
}

struct Playing<G: Game> {
    seat: Seat,
    player: Box<dyn Player<G>>,
    stream: Rng,
}

impl<G: Game> StandIns<G> {
    /// No one has left yet.
    pub(crate) fn new(
        deal: Seed,
        make: impl Fn(&str) -> Result<Arc<dyn Strategy<G>>, String> + Send + 'static,
    ) -> StandIns<G> {
        StandIns { make: Box::new(make), deal, playing: Vec::new() }
    }

    /// At a table without persons.
    pub(crate) fn none() -> StandIns<G> {
        StandIns::new(Seed(0), |_| Err("no person plays here".to_owned()))
    }

    /// The seats they play.
    pub(crate) fn seats(&self) -> SeatSet {
        self.playing.iter().map(|playing| playing.seat).collect()
    }

    /// Puts a new player of that name into a seat.
    pub(crate) fn sit(&mut self, table: &Table<G>, seat: Seat, name: &str) -> Result<(), String> {
        let strategy = (self.make)(name)?;
        let player = strategy.sit(table.rules(), seat, table.seats());
        self.leave(seat);
        self.playing.push(Playing { seat, player, stream: self.deal.stream(seat) });
        Ok(())
    }

    /// Takes the player of a seat away.
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.playing.retain(|playing| playing.seat != seat);
    }

    /// The answers of these seats, as far as they are played here.
    pub(crate) fn answers(&mut self, table: &Table<G>, asked: SeatSet) -> Vec<(Seat, Said<G>)> {
        let asked = self.playing.iter_mut().filter(|playing| asked.contains(playing.seat));
        let said = asked.map(|Playing { seat, player, stream }| {
            (*seat, player.choose(&table.view(*seat), stream))
        });
        said.collect()
    }

    /// Announces what happened in a turn.
    pub(crate) fn observe(&mut self, events: &[G::Event]) {
        for event in events {
            self.playing.iter_mut().for_each(|playing| playing.player.observe(event));
        }
    }
}
