//! Alpha-rank: the share of time a population spends on each player when mutants occasionally enter.
//!
//! A population of [`POPULATION`] copies of one player meets a single copy of another, drawn uniformly.
//! Higher payoff means more offspring (the Fermi rule with selection strength [`SELECTION`]), until one of
//! the two is extinct. This gives a Markov chain of uniform populations; its stationary distribution is the
//! rank (S. Omidshafiei, C. Papadimitriou, G. Piliouras, K. Tuyls, M. Rowland, J.-B. Lespiau, W. M.
//! Czarnecki, M. Lanctot, J. Perolat and R. Munos, "alpha-Rank: multi-agent evaluation by evolution",
//! Scientific Reports 9, 2019, for one population). With such strong selection a lead of one percent of the
//! points is decisive, so the rank depends on who beats whom, not by how much.
//!
//! The distribution is found by subtraction-free elimination (W. K. Grassmann, M. I. Taksar and D. P. Heyman,
//! Operations Research 33, 1985), which is accurate however rare some transitions are.

use super::ShareTable;

/// Number of copies in a population.
pub const POPULATION: u32 = 50;

/// The selection strength, alpha.
pub const SELECTION: f64 = 100.0;

/// The smallest transition probability, which keeps the chain irreducible.
const MIN: f64 = 1e-100;

impl ShareTable {
    /// The share of time that a population spends on each player, summing to 1. Takes O(n³) time for n
    /// players.
    #[must_use]
    pub fn alpha_rank(&self) -> Vec<f64> {
        let players = self.players;
        let mut rates: Vec<Vec<f64>> = (0..players)
            .map(|from| (0..players).map(|to| self.takes_over(to, from)).collect())
            .collect();
        let mut sums = vec![1.0; players];
        for gone in (1..players).rev() {
            let leaving: f64 = rates[gone][..gone].iter().sum();
            sums[gone] = leaving;
            for from in 0..gone {
                let part = rates[from][gone] / leaving;
                for to in (0..gone).filter(|&to| to != from) {
                    rates[from][to] += part * rates[gone][to];
                }
            }
        }
        let mut time = vec![1.0_f64; players];
        for player in 1..players {
            let entering: f64 = (0..player).map(|from| time[from] * rates[from][player]).sum();
            time[player] = entering / sums[player];
            let most = time[..=player].iter().copied().fold(0.0, f64::max);
            time[..=player].iter_mut().for_each(|time| *time /= most);
        }
        let sum: f64 = time.iter().sum();
        time.iter().map(|time| time / sum).collect()
    }

    /// The probability that one copy of `new` takes over a population of `old`.
    fn takes_over(&self, new: usize, old: usize) -> f64 {
        let lead = SELECTION * (self.share(new, old) - self.share(old, new));
        let copies = f64::from(POPULATION);
        let chance = if lead == 0.0 {
            1.0 / copies
        } else if lead > 0.0 {
            (-lead).exp_m1() / (-copies * lead).exp_m1()
        } else {
            // the same, divided by the term that would overflow
            let behind = -lead;
            (-(copies - 1.0) * behind).exp() * (-behind).exp_m1() / (-copies * behind).exp_m1()
        };
        chance.max(MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::{POPULATION, SELECTION, ShareTable};

    fn table(players: usize, share: impl Fn(usize, usize) -> f64) -> ShareTable {
        ShareTable::of(players, |one, other| Some(share(one, other))).unwrap()
    }

    /// For two players the odds are `exp((population - 1) alpha lead)`, the ratio of the two probabilities.
    #[test]
    fn two_players_get_the_odds_of_their_lead() {
        let lead = 0.0002;
        let time = table(2, |_, _| 0.5 + lead / 2.0).alpha_rank();
        let wanted = ((f64::from(POPULATION) - 1.0) * SELECTION * lead).exp();
        assert!((time[0] / time[1] / wanted - 1.0).abs() < 1e-9, "{time:?} {wanted}");
    }

    #[test]
    fn a_cycle_is_uniform_and_a_chain_ends_at_its_best() {
        let ring =
            table(3, |one, other| if (one, other) == (0, 2) { 0.3 } else { 0.7 }).alpha_rank();
        assert!(ring.iter().all(|time| (time - 1.0 / 3.0).abs() < 1e-9), "{ring:?}");
        let chain = table(5, |_, _| 0.2).alpha_rank();
        assert!(chain[4] > 0.999_999 && chain.iter().all(|time| *time >= 0.0), "{chain:?}");
        assert_eq!(table(4, |_, _| 0.5).alpha_rank(), [0.25; 4]);
        assert_eq!(
            (table(1, |_, _| 0.5).alpha_rank(), table(0, |_, _| 0.5).alpha_rank().len()),
            (vec![1.0], 0)
        );
    }

    /// Three players in a cycle all beat a fourth; only who beats whom counts.
    #[test]
    fn a_player_that_loses_to_a_cycle_gets_no_mass() {
        let share = |one: usize, other: usize| match (one, other) {
            (_, 3) => 0.9,
            (0, 2) => 0.45,
            (0, 1) => 0.9,
            _ => 0.6,
        };
        let time = table(4, share).alpha_rank();
        assert!(time[3] < 1e-9, "{time:?}");
        assert!(time[..3].iter().all(|time| (time - 1.0 / 3.0).abs() < 1e-3), "{time:?}");
    }
}
