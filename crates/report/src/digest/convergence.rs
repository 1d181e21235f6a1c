//! The convergence of means: snapshots after increasing numbers of deals, at most a few hundred.
//!
//! A snapshot is taken after every `step` deals. When there are too many, every second one is dropped and the
//! step doubles, so the remaining ones are evenly spaced, whatever the number of deals.

use crate::digest::Checkpoint;
use lettergame_stats::{LEVEL, RatioSummary, ratio_interval};

/// Maximum number of snapshots before the last.
const MAX: usize = 128;

/// Takes snapshots of the scores of all players.
#[derive(Clone, Debug)]
pub(super) struct Convergence {
    step: u64,
    deals: u64,
    snapshots: Vec<Snapshot>,
}

#[derive(Clone, Debug)]
struct Snapshot {
    /// Games so far.
    games: u64,
    /// The deals so far, by player.
    scores: Vec<RatioSummary>,
}

impl Convergence {
    pub(super) fn new() -> Convergence {
        Convergence { step: 1, deals: 0, snapshots: Vec::new() }
    }

    /// Ends a deal, after this many games of the run; `scores` is called only when needed.
    pub(super) fn end_deal(&mut self, games: u64, scores: impl FnOnce() -> Vec<RatioSummary>) {
        self.deals += 1;
        if !self.deals.is_multiple_of(self.step) {
            return;
        }
        self.snapshots.push(Snapshot { games, scores: scores() });
        if self.snapshots.len() > MAX {
            let mut number = 0u64;
            self.snapshots.retain(|_| {
                number += 1;
                number.is_multiple_of(2)
            });
            self.step *= 2;
        }
    }

    /// The number of finished deals.
    pub(super) fn deals(&self) -> u64 {
        self.deals
    }

    /// The snapshots in which this player has played.
    pub(super) fn of(&self, player: usize) -> Vec<Checkpoint> {
        let told = |snapshot: &Snapshot| {
            let scores = snapshot.scores.get(player)?;
            let interval = ratio_interval(scores, LEVEL);
            Some(Checkpoint { games: snapshot.games, mean: scores.mean()?, interval })
        };
        self.snapshots.iter().filter_map(told).collect()
    }

    /// Adds the final snapshot, when all games are counted.
    pub(super) fn finish(&mut self, games: u64, scores: Vec<RatioSummary>) {
        self.deals += 1;
        if self.snapshots.last().is_none_or(|last| last.games < games) {
            self.snapshots.push(Snapshot { games, scores });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Convergence, MAX};
    use lettergame_stats::RatioSummary;

    #[test]
    fn snapshots_are_few_even_and_end_with_the_last_game() {
        for deals in [1, 2, 100, 128, 129, 1000, 99_999] {
            let mut convergence = Convergence::new();
            let mut scores = RatioSummary::default();
            for deal in 1..deals {
                scores.add(2.0 * deal as f64, 2.0);
                convergence.end_deal(deal * 2, || vec![scores]);
            }
            scores.add(2.0 * deals as f64, 2.0);
            convergence.finish(deals * 2, vec![scores]);
            let points = convergence.of(0);
            assert_eq!(convergence.deals(), deals);
            assert!(points.len() <= MAX + 1 && (deals < 128 || points.len() > MAX / 2));
            let last = points.last().unwrap();
            assert_eq!((last.games, last.mean), (deals * 2, (deals + 1) as f64 / 2.0));
            assert_eq!(last.interval.is_some(), deals > 1);
            let gaps: Vec<u64> = points.windows(2).map(|two| two[1].games - two[0].games).collect();
            let even = gaps.len().saturating_sub(1);
            assert!(gaps[..even].iter().all(|gap| *gap == gaps[0]), "{deals}: {gaps:?}");
        }
    }

    #[test]
    fn a_player_that_never_played_has_no_point() {
        let mut convergence = Convergence::new();
        convergence.finish(1, vec![RatioSummary::default()]);
        assert_eq!(convergence.of(0), []);
    }
}
