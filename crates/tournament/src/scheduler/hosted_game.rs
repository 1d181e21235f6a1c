//! A game in the scheduler, with the programs seated there and the answers that are awaited.

use std::time::Duration;

use crate::recorded_game::RecordedGame;
use lettergame_base::{BySeat, Seat};
use lettergame_game::Game;
use lettergame_protocol::CorrectedMoves;
use lettergame_run::DecisionTimes;

/// A program in its seat.
pub(super) struct ProgramSeat {
    /// The number of its client.
    pub(super) client: usize,
    /// How many bytes of the announcements it has received.
    pub(super) told: usize,
    /// The time it has used in this game.
    pub(super) used: Duration,
    /// Its decisions in this game.
    pub(super) times: DecisionTimes,
    pub(super) corrected: CorrectedMoves,
}

/// A game in progress.
pub(super) struct HostedGame<G: Game> {
    pub(super) game: RecordedGame<G>,
    /// `None` for seats whose players decide in this process.
    pub(super) seats: BySeat<Option<ProgramSeat>>,
    /// The seats whose answers are awaited, and to which question.
    pub(super) waiting: Vec<(Seat, u64)>,
}

impl<G: Game> HostedGame<G> {
    /// How the rules correct a move of a seat, if they do.
    pub(super) fn correction(&self, seat: Seat, choice: &G::Move) -> Option<String> {
        G::correction(&self.game.session.table().view(seat), choice)
    }

    /// The events that a program has not received yet; marks them as sent.
    pub(super) fn news(&mut self, seat: Seat) -> Vec<u8> {
        let announced = &self.game.announced;
        let chair = self.seats[seat].as_mut();
        chair.map_or(Vec::new(), |chair| announced.since(&mut chair.told).to_vec())
    }
}
