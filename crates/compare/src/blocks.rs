//! From games to blocks: what each side achieved over all games of a deal.

use crate::Measure;
use lettergame_plan::GameScore;

/// Whose games count: a player's, in one pairing or in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The player's number in the config.
    pub player: usize,
    /// The pairing's number; `None` for all pairings.
    pub pairing: Option<u64>,
}

/// What a side achieved in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Means {
    /// Points per game.
    pub points: f64,
    /// Share of the wins, 0 to 1.
    pub wins: f64,
    /// Seats that were banned or committed a fault.
    pub faults: u64,
}

/// What a candidate and its baseline achieved on the same deal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Block {
    /// The candidate's.
    pub candidate: Means,
    /// The baseline's.
    pub baseline: Means,
}

impl Block {
    /// The candidate's value minus the baseline's.
    #[must_use]
    pub fn difference(&self, by: Measure) -> f64 {
        self.candidate.of(by) - self.baseline.of(by)
    }
}

impl Means {
    /// The value by this measure.
    #[must_use]
    pub fn of(&self, by: Measure) -> f64 {
        match by {
            Measure::Points => self.points,
            Measure::Wins => self.wins,
        }
    }

    /// Adds a share of others' means, and all of their faults.
    pub(super) fn add(&mut self, other: &Means, share: f64) {
        self.points += share * other.points;
        self.wins += share * other.wins;
        self.faults += other.faults;
    }
}

/// The games so far in the current deal.
#[derive(Clone, Debug)]
pub struct OpenDeal {
    sides: Vec<Side>,
    pairings: u64,
    /// The number of games per deal in the schedule.
    size: u64,
    /// The number of games of the deal that are played.
    played: u64,
    deal: Option<u64>,
    seen: u64,
    sums: Vec<Sum>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    seats: u64,
    points: i64,
    wins: f64,
    faults: u64,
}

impl OpenDeal {
    /// An empty one for deals of `size` games in this many pairings.
    #[must_use]
    pub fn new(sides: &[Side], pairings: u64, size: u64) -> OpenDeal {
        OpenDeal {
            sides: sides.to_vec(),
            pairings,
            size,
            played: size,
            deal: None,
            seen: 0,
            sums: vec![Sum::default(); sides.len()],
        }
    }

    /// The same if only this many of the pairings are played.
    #[must_use]
    pub fn of(mut self, pairings: u64) -> OpenDeal {
        self.played = self.size / self.pairings * pairings;
        self
    }

    /// Adds a game, in the order of their numbers. Returns what each side achieved in the deal once
    /// all of its games have been seen; a deal whose first games are missing yields nothing.
    pub fn add(&mut self, game: &GameScore) -> Option<Vec<Means>> {
        let deal = Some(game.game / self.size);
        if self.deal != deal {
            (self.deal, self.seen) = (deal, 0);
            self.sums.fill(Sum::default());
        }
        self.count(game);
        self.seen += 1;
        (self.seen == self.played).then(|| self.sums.iter().map(Sum::means).collect())
    }

    fn count(&mut self, game: &GameScore) {
        let pairing = game.game % self.pairings;
        for (side, sum) in self.sides.iter().zip(&mut self.sums) {
            if side.pairing.is_some_and(|own| own != pairing) {
                continue;
            }
            for (seat, end) in game.seats.iter().filter(|(_, end)| end.player == side.player) {
                sum.seats += 1;
                sum.points += i64::from(end.points.0);
                sum.wins += game.win_share(seat);
                sum.faults += u64::from(end.faulty);
            }
        }
    }
}

impl Sum {
    fn means(&self) -> Means {
        let seats = self.seats.max(1) as f64;
        Means { points: self.points as f64 / seats, wins: self.wins / seats, faults: self.faults }
    }
}

#[cfg(test)]
mod tests {
    use super::{Means, OpenDeal, Side};
    use lettergame_base::{BySeat, Points};
    use lettergame_plan::{GameScore, SeatScore};

    fn game(number: u64, seats: &[(usize, i32)]) -> GameScore {
        let best = seats.iter().map(|seat| seat.1).max().unwrap();
        let score = |&(player, points): &(usize, i32)| SeatScore {
            player,
            points: Points(points),
            place: if points == best { 1 } else { 2 },
            faulty: points < 0,
            failed: false,
            benched: false,
        };
        let seats: BySeat<SeatScore> = seats.iter().map(score).collect();
        GameScore { game: number, deal: number / 4, seats }
    }

    #[test]
    fn a_block_is_the_mean_over_all_games_of_a_deal() {
        // two candidates (0, 1) alternate against player 2, in both seatings: four games
        let sides = [0, 1].map(|player| Side { player, pairing: Some(player as u64) });
        let mut deal = OpenDeal::new(&sides, 2, 4);
        assert_eq!(deal.add(&game(4, &[(0, 30), (2, 10)])), None);
        assert_eq!(deal.add(&game(5, &[(1, 7), (2, 7)])), None);
        assert_eq!(deal.add(&game(6, &[(2, 50), (0, 20)])), None);
        let means = deal.add(&game(7, &[(2, 9), (1, -5)])).unwrap();
        let side = |points, wins, faults| Means { points, wins, faults };
        assert_eq!(means, [side(25.0, 0.5, 0), side(1.0, 0.25, 1)]);
    }

    #[test]
    fn games_of_unplayed_pairings_are_not_waited_for() {
        let sides = [0, 1].map(|player| Side { player, pairing: Some(player as u64) });
        let mut deal = OpenDeal::new(&sides, 2, 4).of(1);
        assert_eq!(deal.add(&game(5, &[(1, 7), (2, 7)])), None);
        let means = deal.add(&game(7, &[(2, 9), (1, -5)])).unwrap();
        assert_eq!(means[1], Means { points: 1.0, wins: 0.25, faults: 1 });
        assert_eq!(deal.add(&game(9, &[(1, 1), (2, 0)])), None);
        let means = deal.add(&game(11, &[(2, 0), (1, 1)])).unwrap();
        assert_eq!(means[1], Means { points: 1.0, wins: 1.0, faults: 0 });
    }

    #[test]
    fn a_partial_deal_yields_nothing() {
        let mut deal = OpenDeal::new(&[Side { player: 0, pairing: None }], 1, 2);
        assert_eq!(deal.add(&game(1, &[(0, 3)])), None);
        assert_eq!(deal.add(&game(2, &[(0, 5)])), None);
        let means = Means { points: 6.0, wins: 1.0, faults: 0 };
        assert_eq!(deal.add(&game(3, &[(0, 7)])), Some(vec![means]));
    }
}
