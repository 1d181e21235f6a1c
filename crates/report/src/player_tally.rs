//! The counts of one player, for its row of the standings.

use crate::history::{CELLS, CellSum};
use lettergame_core::stats::RatioSummary;
use lettergame_tournament::SeatScore;

/// The sums of a player over deals, by deal number modulo [`CELLS`], so that runs of the same deals can be
/// paired.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DealCells(pub(super) [CellSum; CELLS]);

impl Default for DealCells {
    fn default() -> DealCells {
        DealCells([CellSum::default(); CELLS])
    }
}

/// The games so far of the deal in progress.
#[derive(Clone, Debug, Default)]
struct OpenDeal {
    games: u64,
    wins: f64,
    points: i64,
}

/// The counts of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerTally {
    pub(super) games: u64,
    pub(super) wins: f64,
    pub(super) places: u64,
    pub(super) faults: u64,
    pub(super) points: i64,
    pub(super) win_shares: RatioSummary,
    pub(super) scores: RatioSummary,
    pub(super) cells: DealCells,
    open_deal: OpenDeal,
}

impl PlayerTally {
    /// Counts a seat; a win is shared if several seats are in first place.
    pub(super) fn add(&mut self, seat: &SeatScore, win: f64) {
        self.games += 1;
        self.wins += win;
        self.places += u64::from(seat.place);
        self.points += i64::from(seat.points.0);
        self.faults += u64::from(seat.faulty);
        self.open_deal.games += 1;
        self.open_deal.wins += win;
        self.open_deal.points += i64::from(seat.points.0);
    }

    /// Ends the deal with this number.
    pub(super) fn close_deal(&mut self, number: u64) {
        let deal = std::mem::take(&mut self.open_deal);
        if deal.games > 0 {
            self.cells.0[(number % CELLS as u64) as usize].add(deal.games, deal.points, deal.wins);
            self.win_shares.add(deal.wins, deal.games as f64);
            self.scores.add(deal.points as f64, deal.games as f64);
        }
    }
}
