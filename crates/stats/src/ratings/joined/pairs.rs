//! The pairs of players that were in one group, with their points: a sparse table.

use super::super::bradley_terry::{PRIOR_POINTS, PairTerm, pair_term};

/// Pairs of players, the lower first, in order, with the sums of their points.
pub(super) struct Pairs {
    /// Where the pairs of each lower player start, and the end.
    starts: Vec<usize>,
    /// The higher player of each pair.
    higher: Vec<u32>,
    /// The points of the lower player, and of the higher one.
    won: Vec<f64>,
    lost: Vec<f64>,
}

/// The slope of the log posterior for each player, and its negated second derivatives: for each pair, and
/// for each player by the prior.
pub(super) struct Derivatives {
    pub(super) slope: Vec<f64>,
    pub(super) between: Vec<f64>,
    pub(super) ground: Vec<f64>,
}

impl Pairs {
    /// All pairs within each of several lists of `players` players, each list in increasing order. No points
    /// yet.
    pub(super) fn within<'a>(players: usize, lists: impl Iterator<Item = &'a [u32]>) -> Pairs {
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); players];
        for list in lists {
            for (at, &low) in list.iter().enumerate() {
                rows[low as usize].extend(&list[at + 1..]);
            }
        }
        let (mut starts, mut higher) = (vec![0], Vec::new());
        for row in &mut rows {
            row.sort_unstable();
            row.dedup();
            higher.append(row);
            starts.push(higher.len());
        }
        let (won, lost) = (vec![0.0; higher.len()], vec![0.0; higher.len()]);
        Pairs { starts, higher, won, lost }
    }

    pub(super) fn players(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of pairs.
    pub(super) fn count(&self) -> usize {
        self.higher.len()
    }

    /// Where the pair of two players is, the lower first; it must be one of the pairs.
    pub(super) fn position(&self, low: usize, high: usize) -> usize {
        let start = self.starts[low];
        let row = &self.higher[start..self.starts[low + 1]];
        start + row.partition_point(|other| (*other as usize) < high)
    }

    /// Adds points to the pair at a position.
    pub(super) fn add(&mut self, position: usize, won: f64, lost: f64) {
        self.won[position] += won;
        self.lost[position] += lost;
    }

    /// The pairs in order: position, lower and higher player.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, usize)> + Clone {
        (0..self.players()).flat_map(move |low| {
            let row = self.starts[low]..self.starts[low + 1];
            row.map(move |position| (position, low, self.higher[position] as usize))
        })
    }

    /// The points of the lower and of the higher player of the pair at a position.
    pub(super) fn points(&self, position: usize) -> (f64, f64) {
        (self.won[position], self.lost[position])
    }

    /// The games of the pair at a position.
    pub(super) fn games(&self, position: usize) -> f64 {
        self.won[position] + self.lost[position]
    }

    /// The derivatives of the log posterior at `strengths`. Takes an exponential per pair.
    pub(super) fn derivatives(&self, strengths: &[f64]) -> Derivatives {
        let prior = |strength: &f64| pair_term(*strength, PRIOR_POINTS, PRIOR_POINTS);
        let (mut slope, ground): (Vec<f64>, Vec<f64>) =
            strengths.iter().map(|at| (prior(at).slope, prior(at).curvature)).unzip();
        let mut between = vec![0.0; self.count()];
        for (position, low, high) in self.iter() {
            let (won, lost) = self.points(position);
            let PairTerm { slope: pull, curvature } =
                pair_term(strengths[low] - strengths[high], won, lost);
            between[position] = curvature;
            slope[low] += pull;
            slope[high] -= pull;
        }
        Derivatives { slope, between, ground }
    }

    /// Which players have ratings comparable through results: those of the class of more than one player with most
    /// of the `chosen`; of equals the one with most players, then the one with the first player. Classes are
    /// those of [`PairTable::classes`]. Unlike [`PairTable::linked`] it does not take all
    /// intervals away where there is another class: among many versions of players, two old ones may
    /// have beaten nobody but each other. Time is the number of pairs times the number of classes.
    ///
    /// [`PairTable::classes`]: super::super::pair_table::PairTable::classes
    /// [`PairTable::linked`]: super::super::pair_table::PairTable::linked
    pub(super) fn linked(&self, chosen: &[usize]) -> Vec<bool> {
        let mut beaten: Vec<Vec<u32>> = vec![Vec::new(); self.players()];
        let mut lost_to = beaten.clone();
        for (position, low, high) in self.iter() {
            for (one, other, points) in
                [(low, high, self.won[position]), (high, low, self.lost[position])]
            {
                if points > 0.0 {
                    beaten[one].push(other as u32);
                    lost_to[other].push(one as u32);
                }
            }
        }
        let mut classed = vec![false; self.players()];
        let mut best = ((0, 1), vec![false; self.players()]);
        for player in 0..self.players() {
            if classed[player] || beaten[player].is_empty() || lost_to[player].is_empty() {
                continue;
            }
            let (down, up) = (reached(&beaten, player), reached(&lost_to, player));
            let class: Vec<bool> = down.iter().zip(up).map(|(down, up)| *down && up).collect();
            classed.iter_mut().zip(&class).for_each(|(classed, is)| *classed |= is);
            let of_chosen = chosen.iter().filter(|&&player| class[player]).count();
            let size = (of_chosen, class.iter().filter(|is| **is).count());
            if size.1 > 1 && size > best.0 {
                best = (size, class);
            }
        }
        best.1
    }
}

/// The players reachable from one along arrows, itself included.
fn reached(arrows: &[Vec<u32>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; arrows.len()];
    reached[from] = true;
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        for &other in &arrows[player] {
            if !std::mem::replace(&mut reached[other as usize], true) {
                open.push(other as usize);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::Pairs;
    use crate::PairTable;
    use crate::ratings::simulation::Lcg;

    /// Random sparse tables of 7 players.
    #[test]
    fn linked_players_are_the_class_with_most_of_the_chosen() {
        let (mut lcg, mut kinds) = (Lcg(3), std::collections::BTreeSet::new());
        for _ in 0..2000 {
            let all: Vec<u32> = (0..7).collect();
            let (mut table, mut pairs) =
                (PairTable::new(7), Pairs::within(7, [&all[..]].into_iter()));
            for _ in 0..lcg.below(14) {
                let (one, other) = (lcg.below(7), lcg.below(7));
                if one < other {
                    let share = lcg.below(5).saturating_sub(1).min(2) as f64 / 2.0;
                    table.record(one, other, share).unwrap();
                    pairs.add(pairs.position(one, other), share, 1.0 - share);
                }
            }
            let chosen = [1, 4, 6];
            let mut classes = table.classes();
            classes.iter_mut().for_each(|class| class.sort_unstable());
            classes.retain(|class| class.len() > 1);
            let own =
                |class: &[usize]| class.iter().filter(|&player| chosen.contains(player)).count();
            classes.sort_by_key(|class| (std::cmp::Reverse((own(class), class.len())), class[0]));
            let best = classes.first().cloned().unwrap_or_default();
            let wanted: Vec<bool> = (0..7).map(|player| best.contains(&player)).collect();
            assert_eq!(pairs.linked(&chosen), wanted, "{classes:?}");
            if classes.len() < 2 {
                assert_eq!(wanted, table.linked());
            }
            kinds.insert((classes.len(), wanted));
        }
        assert!(kinds.len() > 20, "{}", kinds.len());
    }
}
