//! Head-to-head points: all that the ratings need.
//!
//! The likelihood of the Bradley-Terry model depends on the results only through the number of
//! points that each player took from each other player (D. R. Hunter, "MM algorithms for
//! generalized Bradley-Terry models", The Annals of Statistics 32, 2004). A square table of sums is
//! therefore as good as the list of all results, stays small, and adds up over shards.

use thiserror::Error;

/// An invalid result or table.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PairError {
    /// A player's index is out of range.
    #[error("player {player} is out of range: the table has {players} players")]
    UnknownPlayer {
        /// The given index, from 0.
        player: usize,
        /// Number of players in the table.
        players: usize,
    },
    /// A player was paired with itself.
    #[error("player {player} cannot play against itself")]
    SamePlayer {
        /// The index given twice.
        player: usize,
    },
    /// A share is not between 0 and 1, or is NaN.
    #[error("share {share} of player {player} is not between 0 and 1")]
    Share {
        /// The player with this share.
        player: usize,
        /// The given share.
        share: f64,
    },
    /// Two tables of different sizes cannot be merged.
    #[error("cannot merge a table of {other} players into one of {players}")]
    Size {
        /// Number of players in the receiving table.
        players: usize,
        /// Number of players in the other table.
        other: usize,
    },
    /// A list does not have the length that follows from the number of players.
    #[error("expected {expected} numbers, found {found}")]
    Length {
        /// The given length.
        found: usize,
        /// The length of a valid list.
        expected: usize,
    },
    /// Points of a block are negative, infinite or NaN.
    #[error("points {points} are not a finite number from 0")]
    Points {
        /// The given points.
        points: f64,
    },
    /// A player is listed twice in one group.
    #[error("player {player} is listed twice in a group")]
    Twice {
        /// The index given twice.
        player: usize,
    },
}

/// Points of each player against each other player, in two-player games: a win is 1, a tie 0.5, a
/// loss 0.
///
/// Memory is the square of the number of players, however many results there are. Sums of wins and
/// ties are exact up to 2^52 points, and hence equal bit for bit in any order; other shares agree
/// within rounding.
#[derive(Debug, Clone, PartialEq)]
pub struct PairTable {
    players: usize,
    /// Row by row: the points of `i` against `j` at `i * players + j`.
    points: Vec<f64>,
}

impl PairTable {
    /// An empty table of `players` players, numbered from 0.
    pub fn new(players: usize) -> Self {
        PairTable { players, points: vec![0.0; players * players] }
    }

    /// Number of players, with or without results.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds one game between `i` and `j`, of which `i` took `share_for_i` of the point (1 a win,
    /// 0.5 a tie, 0 a loss) and `j` the rest. Constant time.
    ///
    /// # Errors
    /// If an index is out of range, both are the same, or the share is not in `0.0..=1.0`; the
    /// table is then unchanged.
    pub fn record(&mut self, i: usize, j: usize, share_for_i: f64) -> Result<(), PairError> {
        PairTable::check(self.players, i, j, share_for_i)?;
        self.points[i * self.players + j] += share_for_i;
        self.points[j * self.players + i] += 1.0 - share_for_i;
        Ok(())
    }

    /// The share of the points that `i` took in its games against `j`; `None` without a game.
    pub fn share(&self, i: usize, j: usize) -> Option<f64> {
        let [own, other] = [(i, j), (j, i)].map(|(i, j)| self.points[i * self.players + j]);
        (own + other > 0.0).then(|| own / (own + other))
    }

    /// Adds points that `i` took from `j`, as summed up elsewhere.
    ///
    /// # Errors
    /// As [`record`](PairTable::record); also if `points` is not a finite number from 0.
    pub(super) fn add_points(&mut self, i: usize, j: usize, points: f64) -> Result<(), PairError> {
        PairTable::check(self.players, i, j, 0.0)?;
        if !points.is_finite() || points < 0.0 {
            return Err(PairError::Points { points });
        }
        self.points[i * self.players + j] += points;
        Ok(())
    }

    /// Adds all results of `other`. Takes O(n²) time for n players.
    ///
    /// # Errors
    /// If the tables differ in their number of players; this one is then unchanged.
    pub fn merge(&mut self, other: &PairTable) -> Result<(), PairError> {
        if self.players != other.players {
            return Err(PairError::Size { players: self.players, other: other.players });
        }
        self.absorb(other);
        Ok(())
    }

    /// Adds all results of `other`, which has the same number of players.
    pub(super) fn absorb(&mut self, other: &PairTable) {
        debug_assert_eq!(self.players, other.players);
        for (own, theirs) in self.points.iter_mut().zip(&other.points) {
            *own += theirs;
        }
    }

    /// The points of `i` against `j`.
    pub(super) fn points(&self, i: usize, j: usize) -> f64 {
        self.points[i * self.players + j]
    }

    /// Whether `player` has any result.
    pub(super) fn has_played(&self, player: usize) -> bool {
        (0..self.players).any(|other| self.points(player, other) + self.points(other, player) > 0.0)
    }

    /// Whether there are no results.
    pub(super) fn is_empty(&self) -> bool {
        self.points.iter().all(|points| *points == 0.0)
    }

    /// Validates a result for a table of `players` players.
    pub(super) fn check(
        players: usize,
        i: usize,
        j: usize,
        share_for_i: f64,
    ) -> Result<(), PairError> {
        if let Some(player) = [i, j].into_iter().find(|&player| player >= players) {
            return Err(PairError::UnknownPlayer { player, players });
        }
        if i == j {
            return Err(PairError::SamePlayer { player: i });
        }
        if !(0.0..=1.0).contains(&share_for_i) {
            return Err(PairError::Share { player: i, share: share_for_i });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PairError, PairTable};

    #[test]
    fn a_result_credits_both_players_with_their_points() {
        let mut table = PairTable::new(3);
        table.record(0, 2, 1.0).unwrap();
        table.record(2, 0, 0.5).unwrap();
        assert_eq!((table.points(0, 2), table.points(2, 0)), (1.5, 0.5));
        assert_eq!(
            (0..3).map(|player| table.has_played(player)).collect::<Vec<_>>(),
            [true, false, true]
        );
    }

    #[test]
    fn merging_adds_every_cell() {
        let (mut left, mut right) = (PairTable::new(2), PairTable::new(2));
        left.record(0, 1, 1.0).unwrap();
        right.record(1, 0, 0.5).unwrap();
        left.merge(&right).unwrap();
        assert_eq!((left.points(0, 1), left.points(1, 0)), (1.5, 0.5));
    }

    #[test]
    fn refused_results_are_named_and_leave_no_trace() {
        let mut table = PairTable::new(2);
        let unknown = table.record(0, 2, 1.0).unwrap_err();
        assert_eq!(unknown.to_string(), "player 2 is out of range: the table has 2 players");
        let same = table.record(1, 1, 1.0).unwrap_err();
        assert_eq!(same.to_string(), "player 1 cannot play against itself");
        let share = table.record(0, 1, 1.5).unwrap_err();
        assert_eq!(share.to_string(), "share 1.5 of player 0 is not between 0 and 1");
        assert!(matches!(table.record(0, 1, f64::NAN), Err(PairError::Share { .. })));
        let size = table.merge(&PairTable::new(3)).unwrap_err();
        assert_eq!(size.to_string(), "cannot merge a table of 3 players into one of 2");
        assert_eq!(table, PairTable::new(2));
    }
}
