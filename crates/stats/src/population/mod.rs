//! Fields of players without a total order: how a population of them would evolve.
//!
//! A [`ShareTable`] has the share that each player takes from each other player. [`ShareTable::nash_average`]
//! weights players such that no mixture does better, [`ShareTable::alpha_rank`] gives the time a population
//! spends on each player when mutants occasionally enter, [`ShareTable::replicator`] lets the fractions of a
//! population grow with their payoff.
//!
//! All three use the shares as they are, without intervals: they describe the table.

mod alpha_rank;
mod nash_average;
mod replicator;

pub use alpha_rank::{POPULATION, SELECTION};
pub use nash_average::NashAverage;

/// The share of points that each player takes from each other player, with all pairs known.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareTable {
    players: usize,
    /// Row by row; one half on the diagonal.
    shares: Vec<f64>,
}

impl ShareTable {
    /// The table in which `share(i, j)`, 0 to 1, is what `i` takes from `j`, for `i < j`; the rest follows.
    ///
    /// `None` if a share is unknown or not between 0 and 1.
    pub fn of(players: usize, share: impl Fn(usize, usize) -> Option<f64>) -> Option<ShareTable> {
        let mut shares = vec![0.5; players * players];
        for one in 0..players {
            for other in one + 1..players {
                let share = share(one, other).filter(|share| (0.0..=1.0).contains(share))?;
                shares[one * players + other] = share;
                shares[other * players + one] = 1.0 - share;
            }
        }
        Some(ShareTable { players, shares })
    }

    /// Number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The share that `one` takes from `other`, 0 to 1.
    ///
    /// # Panics
    /// If either index is out of range.
    #[must_use]
    pub fn share(&self, one: usize, other: usize) -> f64 {
        self.row(one)[other]
    }

    fn row(&self, player: usize) -> &[f64] {
        &self.shares[player * self.players..(player + 1) * self.players]
    }

    /// The share that each player takes from a mixture of players.
    fn against(&self, mixture: &[f64]) -> Vec<f64> {
        let taken = |player: usize| {
            self.row(player).iter().zip(mixture).map(|(share, part)| share * part).sum()
        };
        (0..self.players).map(taken).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ShareTable;

    #[test]
    fn shares_of_a_pair_sum_to_one() {
        let table = ShareTable::of(2, |_, _| Some(0.75)).unwrap();
        assert_eq!((table.share(0, 1), table.share(1, 0), table.share(1, 1)), (0.75, 0.25, 0.5));
        assert_eq!(ShareTable::of(2, |_, _| None), None);
        assert_eq!(ShareTable::of(2, |_, _| Some(1.5)), None);
        assert_eq!(ShareTable::of(0, |_, _| None).map(|table| table.players()), Some(0));
    }
}
