//! Players that beat each other in a cycle, which no ratings can explain.
//!
//! One player beats another if the interval of its share of their points lies above one half. If A beats B, B
//! beats C and C beats A, each of these is that certain by itself. In a field where every pair is decided, a
//! longer cycle always contains one of three (J. W. Moon, "Topics on Tournaments", 1968, theorem 3), so
//! longer ones are searched for only if there is none of three.

use super::super::ratio::RatioSummary;
use super::super::share_interval::share_interval;
use super::bootstrap::BootstrapRatings;
use std::collections::VecDeque;

/// Maximum number of listed cycles.
const MAX_LISTED: usize = 10;

/// Cycles of significant wins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cycles {
    /// Number of cycles of three; 1 if there is none of three but a longer one was found.
    pub count: u64,
    /// The first of them, ordered by their weakest win, clearest first: each player beats the next, and the
    /// last beats the first, which is the one with the lowest index.
    pub cycles: Vec<Vec<usize>>,
}

impl BootstrapRatings {
    /// The cycles of wins that are each significant at `level`; a block is one observation. Takes
    /// O(n³) time for n players, plus n² times the number of blocks.
    #[must_use]
    pub fn cycles(&self, level: f64) -> Cycles {
        let players = self.players();
        let lows: Vec<Vec<f64>> = (0..players)
            .map(|one| (0..players).map(|other| self.least_share(one, other, level)).collect())
            .collect();
        let beats = |one: usize, other: usize| lows[one][other] > 0.5;
        let mut found: Vec<Vec<usize>> = Vec::new();
        for first in 0..players {
            for second in (first + 1..players).filter(|&second| beats(first, second)) {
                let thirds = (first + 1..players)
                    .filter(|&third| beats(second, third) && beats(third, first));
                found.extend(thirds.map(|third| vec![first, second, third]));
            }
        }
        if found.is_empty() {
            found.extend(shortest(players, beats));
        }
        let weakest = |cycle: &Vec<usize>| {
            let next = |place: usize| cycle[(place + 1) % cycle.len()];
            (0..cycle.len()).map(|place| lows[cycle[place]][next(place)]).fold(1.0, f64::min)
        };
        found.sort_by(|a, b| weakest(b).total_cmp(&weakest(a)));
        let count = found.len() as u64;
        found.truncate(MAX_LISTED);
        Cycles { count, cycles: found }
    }

    /// The lower end of the interval of a player's share against another; 0 if they have not met.
    fn least_share(&self, one: usize, other: usize, level: f64) -> f64 {
        let mut shares = RatioSummary::default();
        for cell in self.cells() {
            let (won, lost) = (cell.points(one, other), cell.points(other, one));
            if won + lost > 0.0 {
                shares.add(won, won + lost);
            }
        }
        share_interval(&shares, level).map_or(0.0, |interval| interval.low)
    }
}

/// A shortest cycle, starting at its player with the lowest index.
fn shortest(players: usize, beats: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let from = |first: usize| {
        let mut before: Vec<Option<usize>> = vec![None; players];
        let mut open = VecDeque::from([first]);
        while let Some(player) = open.pop_front() {
            if beats(player, first) {
                let back = std::iter::successors(Some(player), |&player| before[player]);
                let mut cycle: Vec<usize> = back.collect();
                cycle.reverse();
                return Some(cycle);
            }
            for (next, before) in before.iter_mut().enumerate().skip(first + 1) {
                if before.is_none() && beats(player, next) {
                    *before = Some(player);
                    open.push_back(next);
                }
            }
        }
        None
    };
    (0..players).filter_map(from).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::{BootstrapRatings, Cycles};

    /// Each pair's first player wins the given number of 100 games, one in each block.
    fn results(players: usize, pairs: &[(usize, usize, u64)]) -> BootstrapRatings {
        let mut results = BootstrapRatings::new(players);
        for &(one, other, wins) in pairs {
            for deal in 0..100 {
                let share = if deal * 37 % 100 < wins { 1.0 } else { 0.0 };
                results.record(deal, one, other, share).unwrap();
            }
        }
        results
    }

    #[test]
    fn a_significant_cycle_is_listed_once_from_its_first_player() {
        let found = results(4, &[(0, 1, 63), (1, 2, 85), (2, 0, 100), (0, 3, 90)]).cycles(0.95);
        assert_eq!(found, Cycles { count: 1, cycles: vec![vec![0, 1, 2]] });
        let found = results(3, &[(0, 2, 70), (2, 1, 70), (1, 0, 70)]).cycles(0.95);
        assert_eq!(found.cycles, [vec![0, 2, 1]]);
    }

    #[test]
    fn a_result_that_may_be_chance_is_not_a_cycle() {
        let found = results(3, &[(0, 1, 55), (1, 2, 85), (2, 0, 100)]).cycles(0.95);
        assert_eq!(found, Cycles::default());
        assert_eq!(BootstrapRatings::new(2).cycles(0.95), Cycles::default());
    }

    #[test]
    fn a_larger_cycle_is_found_if_there_is_none_of_three() {
        let ring = [(0, 1, 80), (1, 2, 80), (2, 3, 80), (3, 0, 80), (0, 2, 50), (1, 3, 50)];
        assert_eq!(results(4, &ring).cycles(0.95).cycles, [vec![0, 1, 2, 3]]);
    }

    #[test]
    fn the_clearest_cycles_come_first() {
        let pairs = [(0, 1, 70), (1, 2, 70), (2, 0, 70), (3, 4, 95), (4, 5, 95), (5, 3, 95)];
        let found = results(6, &pairs).cycles(0.95);
        assert_eq!((found.count, &found.cycles[0][..]), (2, &[3, 4, 5][..]));
    }
}
