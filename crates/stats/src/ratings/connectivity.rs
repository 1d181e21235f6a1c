//! Which players are comparable by results alone: the strongly connected components of who took points from
//! whom.
//!
//! Draw an arrow from each player to every player from whom it took any points. The maximum likelihood
//! strengths are finite and unique if and only if every player is reachable from every other along arrows (L.
//! R. Ford, "Solution of a ranking problem from binary comparisons", The American Mathematical Monthly 64,
//! 1957). Otherwise players fall into classes within which that holds, and the gap between two classes is
//! arbitrary (they never met) or infinite (one lost every point).

use super::pair_table::PairTable;

/// Why results do not bound a player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unlinked {
    /// It took every point from everyone it met.
    WonAll,
    /// It took no point from anyone it met.
    LostAll,
    /// Results link it to other players in one direction only, or to a part of them.
    OneWay,
}

impl PairTable {
    /// The classes of players whose strengths are comparable by results, without a prior. With a single
    /// class, all ratings are determined by results. In a tie both take points.
    ///
    /// A class that took points from another, directly or indirectly, comes before it; otherwise the one with
    /// more classes below it comes first, then the one with the lowest index. Within a class, players are in
    /// index order. Takes at most O(n³) time for n players.
    ///
    /// ```
    /// use lettergame_stats::PairTable;
    ///
    /// let mut table = PairTable::new(3);
    /// table.record(0, 2, 0.5)?;
    /// table.record(1, 2, 0.0)?;
    /// assert_eq!(table.classes(), [vec![0, 2], vec![1]]);
    /// # Ok::<(), lettergame_stats::PairError>(())
    /// ```
    #[must_use]
    pub fn classes(&self) -> Vec<Vec<usize>> {
        let reached: Vec<Vec<bool>> = (0..self.players()).map(|from| self.reached(from)).collect();
        let mutual = |i: usize, j: usize| reached[i][j] && reached[j][i];
        let mut classes: Vec<Vec<usize>> = (0..self.players())
            .filter(|&first| !(0..first).any(|earlier| mutual(first, earlier)))
            .map(|first| (first..self.players()).filter(|&other| mutual(first, other)).collect())
            .collect();
        let below = |class: &Vec<usize>| reached[class[0]].iter().filter(|below| **below).count();
        classes.sort_by_key(|class| std::cmp::Reverse(below(class)));
        classes
    }

    /// The players who played but whose ratings have no interval, in index order, with the reason.
    #[must_use]
    pub fn unlinked(&self) -> Vec<(usize, Unlinked)> {
        let linked = self.linked();
        let why = |player: usize| {
            let others = || 0..self.players();
            if others().all(|other| self.points(other, player) == 0.0) {
                Unlinked::WonAll
            } else if others().all(|other| self.points(player, other) == 0.0) {
                Unlinked::LostAll
            } else {
                Unlinked::OneWay
            }
        };
        (0..self.players())
            .filter(|&player| self.has_played(player) && !linked[player])
            .map(|player| (player, why(player)))
            .collect()
    }

    /// Which players have ratings comparable through results: those of the only class with more than one
    /// player.
    pub(super) fn linked(&self) -> Vec<bool> {
        let mut linked = vec![false; self.players()];
        let mut classes = self.classes().into_iter().filter(|class| class.len() > 1);
        if let (Some(class), None) = (classes.next(), classes.next()) {
            class.into_iter().for_each(|player| linked[player] = true);
        }
        linked
    }

    /// The players reachable from a player along arrows, itself included.
    fn reached(&self, from: usize) -> Vec<bool> {
        let mut reached = vec![false; self.players()];
        reached[from] = true;
        let mut open = vec![from];
        while let Some(player) = open.pop() {
            for (other, known) in reached.iter_mut().enumerate() {
                if !*known && self.points(player, other) > 0.0 {
                    *known = true;
                    open.push(other);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use crate::ratings::simulation::table_of_wins;
    use crate::{PairTable, Unlinked};

    #[test]
    fn a_ring_of_wins_is_one_class() {
        let ring = table_of_wins([[0, 1, 0], [0, 0, 1], [1, 0, 0]]).unwrap();
        assert_eq!(ring.classes(), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_chain_of_wins_is_one_class_each_strongest_first() {
        let chain = table_of_wins([[0, 0, 0], [1, 0, 0], [0, 5, 0]]).unwrap();
        assert_eq!(chain.classes(), [vec![2], vec![1], vec![0]]);
        let why = [(0, Unlinked::LostAll), (1, Unlinked::OneWay), (2, Unlinked::WonAll)];
        assert_eq!(chain.unlinked(), why);
    }

    #[test]
    fn groups_that_never_met_or_never_lost_are_separate() {
        let mut table = table_of_wins([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]);
        let table = table.as_mut().unwrap();
        assert_eq!(table.classes(), [vec![0, 1], vec![2, 3]]);
        assert_eq!(table.unlinked(), [0, 1, 2, 3].map(|player| (player, Unlinked::OneWay)));
        table.record(3, 0, 1.0).unwrap();
        assert_eq!(table.classes(), [vec![2, 3], vec![0, 1]]);
        table.record(1, 2, 0.5).unwrap();
        assert_eq!(table.classes(), [vec![0, 1, 2, 3]]);
        assert_eq!(table.unlinked(), []);
    }

    #[test]
    fn players_without_a_game_are_classes_of_their_own() {
        assert!(PairTable::new(0).classes().is_empty());
        assert_eq!(PairTable::new(2).classes(), [[0], [1]]);
        assert_eq!(PairTable::new(2).unlinked(), []);
    }
}
