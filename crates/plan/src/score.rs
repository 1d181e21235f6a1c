//! The outcome of a game, for standings and statistics.

use serde::{Deserialize, Serialize};

use lettergame_base::{BySeat, Points, Seat};

/// How one seat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatScore {
    /// The player's number in the config.
    pub player: usize,
    /// Points at the end.
    pub points: Points,
    /// 1 is best; ties share the better place.
    pub place: u8,
    /// The seat was banned or committed a fault.
    pub faulty: bool,
    /// Its program itself failed, rather than its choice of move.
    pub failed: bool,
    /// The player was benched: not asked, because its program failed in earlier games.
    pub benched: bool,
}

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameScore {
    /// The game's number.
    pub game: u64,
    /// The deal's number.
    pub deal: u64,
    /// How each seat ended.
    pub seats: BySeat<SeatScore>,
}

impl GameScore {
    /// The seat's share of the win: 1 for a sole first place, 1/k if shared by k, otherwise 0.
    #[must_use]
    pub fn win_share(&self, seat: Seat) -> f64 {
        win_share(self.seats[seat].place, self.firsts())
    }

    /// The number of seats that share first place.
    #[must_use]
    pub fn firsts(&self) -> usize {
        self.seats.values().filter(|seat| seat.place == 1).count()
    }
}

/// The share of the win at a place: 1 for a sole first place, 1/k if shared by k, otherwise 0.
#[must_use]
pub fn win_share(place: u8, firsts: usize) -> f64 {
    if place == 1 { 1.0 / firsts as f64 } else { 0.0 }
}
