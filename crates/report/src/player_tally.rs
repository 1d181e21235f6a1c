//! The counts of one player, for its row of the standings: whole numbers, so that counts of parts of a run
//! add up to those of the whole, bit for bit.

use serde::{Deserialize, Serialize};

use crate::history::{CELLS, CellSum};
use lettergame_base::Name;
use lettergame_plan::SeatScore;
use lettergame_stats::{BlockSums, RatioSummary};

/// A win in whole units, however many of up to 14 seats share it: the least common multiple of 1 to 14.
const WIN: u32 = 360_360;

/// The sums of a player over its games. Those of parts of a run add up to those of the whole; divided by
/// `games` they are the means of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerTotals {
    /// The player's name in files.
    pub player: String,
    /// Seats taken, over all games (clones count each).
    pub games: u64,
    /// Wins; a win shared by k seats counts 1/k for each.
    pub wins: f64,
    /// Points.
    pub points: i64,
    /// Places, 1 being the best of a game.
    pub places: u64,
    /// Seats that were banned or committed a fault.
    pub faults: u64,
}

/// Some seats of a player: their number, and what they won and scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatSums {
    games: u64,
    /// In parts of a win: see [`WIN`].
    wins: u64,
    points: i64,
}

impl SeatSums {
    /// Counts a seat of a game that is won by this many seats.
    pub(super) fn add(&mut self, seat: &SeatScore, firsts: usize) {
        self.games += 1;
        self.points += i64::from(seat.points.0);
        if seat.place == 1 {
            self.wins += u64::from(WIN) / firsts.max(1) as u64;
        }
    }

    pub(super) fn merge(&mut self, other: &SeatSums) {
        self.games += other.games;
        self.wins += other.wins;
        self.points += other.points;
    }

    fn cell(&self) -> CellSum {
        CellSum { games: self.games, points: self.points, wins: wins(self.wins) }
    }
}

fn wins(units: u64) -> f64 {
    units as f64 / f64::from(WIN)
}

/// The counts of one player over complete deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerTally {
    all: SeatSums,
    /// The sum of its places, and the number of its seats with a fault or a ban.
    places: u64,
    faults: u64,
    win_shares: BlockSums,
    scores: BlockSums,
    /// The sums over deals, by deal number modulo [`CELLS`], so that runs of the same deals can be paired.
    cells: Vec<SeatSums>,
}

impl Default for PlayerTally {
    fn default() -> PlayerTally {
        PlayerTally {
            all: SeatSums::default(),
            places: 0,
            faults: 0,
            win_shares: BlockSums::default(),
            scores: BlockSums::default(),
            cells: vec![SeatSums::default(); CELLS],
        }
    }
}

impl PlayerTally {
    /// Counts a seat of a game that is won by this many seats, except for what is counted by deals.
    pub(super) fn add(&mut self, seat: &SeatScore, firsts: usize) {
        self.all.add(seat, firsts);
        self.places += u64::from(seat.place);
        self.faults += u64::from(seat.faulty);
    }

    /// Counts the deal with this number.
    pub(super) fn add_deal(&mut self, number: u64, deal: &SeatSums) {
        if deal.games == 0 {
            return;
        }
        let size = deal.games.cast_signed();
        self.cells[(number % CELLS as u64) as usize].merge(deal);
        self.win_shares.add_in_units(deal.wins.cast_signed(), size, i64::from(WIN));
        self.scores.add(deal.points, size);
    }

    /// Adds the counts of other games.
    pub(super) fn merge(&mut self, other: &PlayerTally) {
        self.all.merge(&other.all);
        self.places += other.places;
        self.faults += other.faults;
        self.win_shares.merge(&other.win_shares);
        self.scores.merge(&other.scores);
        self.cells.iter_mut().zip(&other.cells).for_each(|(own, other)| own.merge(other));
    }

    /// Whether it has as many cells as it must have.
    pub(super) fn is_whole(&self) -> bool {
        self.cells.len() == CELLS
    }

    pub(super) fn games(&self) -> u64 {
        self.all.games
    }

    /// A win shared by k seats counts 1/k for each.
    pub(super) fn wins(&self) -> f64 {
        wins(self.all.wins)
    }

    pub(super) fn points(&self) -> i64 {
        self.all.points
    }

    pub(super) fn places(&self) -> u64 {
        self.places
    }

    pub(super) fn faults(&self) -> u64 {
        self.faults
    }

    /// The sums of the player of this name.
    pub(super) fn totals(&self, name: &Name) -> PlayerTotals {
        PlayerTotals {
            player: name.to_string(),
            games: self.games(),
            wins: self.wins(),
            points: self.points(),
            places: self.places,
            faults: self.faults,
        }
    }

    /// Wins per game, over deals.
    pub(super) fn win_shares(&self) -> RatioSummary {
        self.win_shares.summary(f64::from(WIN))
    }

    /// Points per game, over deals.
    pub(super) fn scores(&self) -> RatioSummary {
        self.scores.summary(1.0)
    }

    /// The sums over deals, by deal number modulo [`CELLS`].
    pub(super) fn cells(&self) -> Vec<CellSum> {
        self.cells.iter().map(SeatSums::cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::WIN;
    use lettergame_base::MAX_SEATS;

    #[test]
    fn every_share_of_a_win_is_a_whole_number_of_units() {
        assert!((1..=MAX_SEATS as u32).all(|seats| WIN.is_multiple_of(seats)));
    }
}
