//! Replicator dynamics: a population in which players grow by what they take from the others.
//!
//! In every generation each player meets the whole population, itself included (half a point), and its
//! fraction of the next one is its current fraction times its share, over the average share: the replicator
//! dynamics in discrete time (P. D. Taylor and L. B. Jonker, "Evolutionary stable strategies and game
//! dynamics", Mathematical Biosciences 40, 1978), which R. Axelrod applied to the strategies of his
//! tournaments ("The Evolution of Cooperation", 1984, chapter 2).

use super::ShareTable;

impl ShareTable {
    /// The fraction of each player in generations 0 to `generations`, starting uniform. Each generation sums
    /// to 1. Takes O(n²) time per generation for n players.
    #[must_use]
    pub fn replicator(&self, generations: usize) -> Vec<Vec<f64>> {
        let even = vec![1.0 / self.players.max(1) as f64; self.players];
        let next = |parts: &Vec<f64>| {
            let taken = self.against(parts);
            let grown: Vec<f64> =
                parts.iter().zip(taken).map(|(part, taken)| part * taken).collect();
            // the total is one half, up to rounding
            let sum: f64 = grown.iter().sum();
            Some(grown.iter().map(|part| part / sum).collect())
        };
        std::iter::successors(Some(even), next).take(generations + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ShareTable;

    #[test]
    fn a_player_that_scores_above_average_grows() {
        let table = ShareTable::of(2, |_, _| Some(0.75)).unwrap();
        let found = table.replicator(60);
        assert_eq!((found.len(), &found[0][..]), (61, &[0.5, 0.5][..]));
        // by hand: the first takes 5/8, the second 3/8
        assert!((found[1][0] - 0.625).abs() < 1e-12, "{:?}", found[1]);
        assert!(found[60][0] > 0.999_999);
        assert!(found.iter().all(|parts| (parts.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    }

    /// The first beats only the second, which has died out by the time the third dominates the
    /// first.
    #[test]
    fn a_predator_dies_out_with_its_prey() {
        let share = |one: usize, other: usize| match (one, other) {
            (0, 1) => 1.0,
            (0, 2) => 0.4,
            _ => 0.1,
        };
        let found =
            ShareTable::of(3, |one, other| Some(share(one, other))).unwrap().replicator(400);
        let part = |generation: usize| found[generation][0];
        assert!(part(3) > part(0) && part(400) < 1e-6, "{:?} {:?}", found[3], found[400]);
        assert!(found[400][2] > 0.999);
    }

    #[test]
    fn equal_players_keep_their_shares() {
        let found = ShareTable::of(4, |_, _| Some(0.5)).unwrap().replicator(5);
        assert!(found.iter().flatten().all(|part| *part == 0.25));
        assert_eq!(
            ShareTable::of(0, |_, _| None).unwrap().replicator(1),
            [Vec::<f64>::new(), vec![]]
        );
    }
}
