//! Ladder: players are placed on rungs, initially in the order of the list; groups of neighbours
//! play, and their rungs are reassigned in the order of their results.
//!
//! The groups of every second stage are shifted by half a group, so that players can climb and fall
//! as far as their results take them, stage by stage. The remainder at either end plays as a
//! smaller group, or sits out the stage if it is a single player. Tied players keep their order. If
//! all players are one group, nothing is shifted.

use std::ops::Range;

use crate::schedule::ranking::Placed;
use crate::schedule::results::{Stage, WIN, match_of};
use crate::schedule::stages::Rule;

/// A ladder of this many players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ladder {
    pub(super) players: usize,
    pub(super) group: usize,
    pub(super) stages: usize,
}

impl Ladder {
    /// The rungs of each group that plays in a stage.
    fn spans(self, stage: usize) -> Vec<Range<usize>> {
        let shifted = stage % 2 == 1 && self.players > self.group;
        let shift = if shifted { self.group / 2 } else { 0 };
        let groups = (shift..self.players).step_by(self.group);
        let groups = groups.map(|first| first..self.players.min(first + self.group));
        std::iter::once(0..shift).chain(groups).filter(|span| span.len() >= 2).collect()
    }

    /// The players by rung, the best first.
    fn rungs(self, played: &[Stage]) -> Vec<usize> {
        let mut rungs: Vec<usize> = (0..self.players).collect();
        for (number, stage) in played.iter().enumerate() {
            for (span, own) in self.spans(number).into_iter().zip(stage) {
                rungs[span].copy_from_slice(&own.order());
            }
        }
        rungs
    }
}

impl Rule for Ladder {
    fn sizes(&self, stage: usize) -> Option<Vec<usize>> {
        let sizes = || self.spans(stage).into_iter().map(|span| span.len()).collect();
        (stage < self.stages).then(sizes)
    }

    fn draw(&self, played: &[Stage]) -> Vec<Vec<usize>> {
        let rungs = self.rungs(played);
        self.spans(played.len()).into_iter().map(|span| rungs[span].to_vec()).collect()
    }

    fn rank(&self, played: &[Stage]) -> Vec<Placed> {
        let points = |player| -> u64 {
            let matches = played.iter().filter_map(|stage| match_of(stage, player));
            matches.map(|(played, entry)| played.match_points(entry)).sum()
        };
        let placed = |(rung, player): (usize, usize)| Placed {
            player,
            points: points(player) as f64 / WIN as f64,
            tie_break: player as f64 - rung as f64,
            stages: played.len(),
        };
        self.rungs(played).into_iter().enumerate().map(placed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Ladder;
    use crate::schedule::results::{Match, Stage};
    use crate::schedule::stages::Rule;

    fn play(rule: Ladder, strength: impl Fn(usize) -> u64) -> Vec<Stage> {
        let mut played: Vec<Stage> = Vec::new();
        while rule.sizes(played.len()).is_some() {
            let decided = |group: &Vec<usize>| {
                let mut played = Match::new(group);
                played.entries.iter_mut().for_each(|entry| entry.wins = strength(entry.player));
                played
            };
            played.push(rule.draw(&played).iter().map(decided).collect());
        }
        played
    }

    #[test]
    fn every_second_stage_is_shifted_by_half_a_group() {
        let spans = |players, group, stage| Ladder { players, group, stages: 9 }.spans(stage);
        assert_eq!(spans(5, 2, 0), [0..2, 2..4]);
        assert_eq!(spans(5, 2, 1), [1..3, 3..5]);
        assert_eq!(spans(9, 4, 0), [0..4, 4..8]);
        assert_eq!(spans(9, 4, 3), [0..2, 2..6, 6..9]);
        assert_eq!(spans(3, 3, 1), spans(3, 3, 0));
    }

    #[test]
    fn no_player_is_lost_and_each_plays_at_most_once_per_stage() {
        for group in 2..=5 {
            for players in group..=20 {
                let rule = Ladder { players, group, stages: 6 };
                let played = play(rule, |player| player as u64 * 31 % 17);
                for (number, stage) in played.iter().enumerate() {
                    let shown = format!("{players} in {group}, stage {number}");
                    let sizes: Vec<usize> = stage.iter().map(|own| own.entries.len()).collect();
                    assert_eq!(rule.sizes(number), Some(sizes.clone()), "{shown}");
                    assert!(sizes.iter().all(|size| (2..=group).contains(size)), "{shown}");
                    let mut rungs = rule.rungs(&played[..=number]);
                    rungs.sort_unstable();
                    assert!(rungs.into_iter().eq(0..players), "{shown}");
                }
                let plays = |player| {
                    played.iter().any(|stage| stage.iter().any(|own| own.entry(player).is_some()))
                };
                assert!((0..players).all(plays), "{players} in {group}");
            }
        }
    }

    #[test]
    fn enough_stages_sort_the_ladder() {
        for (players, group) in [(2, 2), (7, 2), (8, 2), (9, 3), (10, 4)] {
            let rule = Ladder { players, group, stages: players };
            let played = play(rule, |player| player as u64);
            let order: Vec<usize> = rule.rank(&played).iter().map(|placed| placed.player).collect();
            assert!(order.iter().copied().eq((0..players).rev()), "{players}: {order:?}");
            let climbed = rule.rank(&played)[0].tie_break;
            assert_eq!(climbed, (players - 1) as f64);
        }
    }

    #[test]
    fn equal_results_keep_the_order_of_the_ladder() {
        let rule = Ladder { players: 5, group: 2, stages: 4 };
        assert_eq!(rule.rungs(&play(rule, |_| 3)), [0, 1, 2, 3, 4]);
    }
}
