//! Knockout: the better players of each group advance, until one group is left, which plays for the
//! win.
//!
//! The order of the list is the seeding. Players occupy positions; a stage deals them to its groups
//! in a serpentine (1, 2, .., q, then q, .., 2, 1), so that in pairs 1 meets the last and 2 the
//! second to last. Those who advance take over the best positions of their group, in the order of
//! their results: with pairs this is the usual bracket, where the winner of 1 against 8 meets the
//! winner of 4 against 5.
//!
//! Half of a group of `g` advances (rounded down, at least one). The first stage is the smallest
//! that makes all following ones full: the first players of the list have a bye in it, and its
//! groups may be smaller than `g`, as may later ones if `g` is odd and at least 5. A match is
//! decided by the share of games won, then by points, then by the place in the list.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::schedule::ranking::Placed;
use crate::schedule::results::{Entry, Match, Stage, WIN, match_of};
use crate::schedule::stages::Rule;

/// A knockout of this many players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knockout {
    pub(super) players: usize,
    pub(super) group: usize,
}

/// The effect of one stage on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round {
    /// The number of groups that play.
    groups: usize,
    /// The first positions, which advance without playing.
    byes: usize,
    /// The number of players left after it; 0 for the last stage.
    left: usize,
}

impl Knockout {
    /// The number of players of a group that advance.
    fn half(self) -> usize {
        (self.group / 2).max(1)
    }

    /// The stage for a field of this many players. Counting from the end, the last stage has one
    /// group, and each stage before it has as many groups as can send their better half to full
    /// ones. The result is the latest of these stages with room for the field, with the fewest
    /// groups that reduce it to those who advance from a full one.
    fn round(self, field: usize) -> Round {
        if field <= self.group {
            return Round { groups: 1, byes: 0, left: 0 };
        }
        let half = self.half();
        let mut full = 1;
        while full * self.group < field {
            full = full * self.group / half;
        }
        let left = full * half;
        let groups = (field - left).div_ceil(self.group - half);
        Round { groups, byes: left - groups * half, left }
    }

    /// The players in the order of their positions after the stages played.
    fn field(self, played: &[Stage]) -> Vec<usize> {
        let mut field: Vec<usize> = (0..self.players).collect();
        for stage in played {
            field = self.going_on(&field, stage);
        }
        field
    }

    fn going_on(self, field: &[usize], stage: &Stage) -> Vec<usize> {
        let places: BTreeMap<usize, usize> = field.iter().copied().zip(0..).collect();
        let byes = self.round(field.len()).byes;
        let mut next: BTreeMap<usize, usize> = (0..byes).zip(field.iter().copied()).collect();
        for group in stage {
            let mut own: Vec<usize> = group
                .entries
                .iter()
                .filter_map(|entry| places.get(&entry.player).copied())
                .collect();
            own.sort_unstable();
            next.extend(own.into_iter().zip(group.order()).take(self.half()));
        }
        next.into_values().collect()
    }
}

impl Rule for Knockout {
    fn sizes(&self, stage: usize) -> Option<Vec<usize>> {
        let mut field = self.players;
        for _ in 0..stage {
            field = self.round(field).left;
        }
        let round = self.round(field);
        (field > 0)
            .then(|| serpentine(field - round.byes, round.groups).iter().map(Vec::len).collect())
    }

    fn draw(&self, played: &[Stage]) -> Vec<Vec<usize>> {
        let field = self.field(played);
        let round = self.round(field.len());
        let playing = &field[round.byes..];
        let mut groups = serpentine(playing.len(), round.groups);
        for group in &mut groups {
            group.iter_mut().for_each(|place| *place = playing[*place]);
            group.sort_unstable();
        }
        groups
    }

    /// Players who advanced further rank higher; of those eliminated in the same stage, the one
    /// with more wins in it.
    fn rank(&self, played: &[Stage]) -> Vec<Placed> {
        let last = |player| {
            played.iter().enumerate().rev().find_map(|(stage, matches)| {
                match_of(matches, player).map(|(played, entry)| (stage, played, entry))
            })
        };
        let mut all: Vec<(usize, &Match, &Entry)> = (0..self.players).filter_map(last).collect();
        all.sort_by_key(|(stage, _, entry)| Reverse((*stage, entry.wins, entry.points)));
        let placed = |(rank, (stage, last, entry)): (usize, (usize, &Match, &Entry))| Placed {
            player: entry.player,
            points: (stage + usize::from(rank == 0)) as f64,
            tie_break: entry.wins as f64 / (WIN * last.games.max(1)) as f64,
            stages: stage + 1,
        };
        all.into_iter().enumerate().map(placed).collect()
    }
}

/// Deals `0..count` to groups: to the first, the second, .., the last, the last, .., the first, and
/// so on.
fn serpentine(count: usize, groups: usize) -> Vec<Vec<usize>> {
    let mut dealt = vec![Vec::new(); groups];
    for place in 0..count {
        let (row, column) = (place / groups, place % groups);
        dealt[if row % 2 == 0 { column } else { groups - 1 - column }].push(place);
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::{Knockout, Round};
    use crate::schedule::results::{Match, Stage};
    use crate::schedule::stages::Rule;

    /// A match won by the strongest.
    fn decided(group: &[usize], strength: impl Fn(usize) -> u64) -> Match {
        let mut played = Match::new(group);
        played.games = 1;
        played.entries.iter_mut().for_each(|entry| entry.wins = strength(entry.player));
        played
    }

    fn play(rule: Knockout, strength: impl Fn(usize) -> u64) -> Vec<Stage> {
        let mut played: Vec<Stage> = Vec::new();
        while rule.sizes(played.len()).is_some() {
            let groups = rule.draw(&played);
            played.push(groups.iter().map(|group| decided(group, &strength)).collect());
        }
        played
    }

    fn groups(stage: &Stage) -> Vec<Vec<usize>> {
        stage
            .iter()
            .map(|played| played.entries.iter().map(|entry| entry.player).collect())
            .collect()
    }

    #[test]
    fn eight_play_the_standard_bracket_and_winners_inherit_the_slot() {
        let rule = Knockout { players: 8, group: 2 };
        // the last seed beats all others
        let played = play(rule, |player| if player == 7 { 99 } else { 10 - player as u64 });
        assert_eq!(groups(&played[0]), [[0, 7], [1, 6], [2, 5], [3, 4]]);
        assert_eq!(groups(&played[1]), [[3, 7], [1, 2]]);
        assert_eq!(groups(&played[2]), [[1, 7]]);
        let order: Vec<usize> = rule.rank(&played).iter().map(|placed| placed.player).collect();
        assert_eq!(order, [7, 1, 2, 3, 0, 4, 5, 6]);
        let points: Vec<f64> = rule.rank(&played).iter().map(|placed| placed.points).collect();
        assert_eq!(points, [3.0, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn six_give_byes_to_the_first_two() {
        let played = play(Knockout { players: 6, group: 2 }, |player| 10 - player as u64);
        assert_eq!(groups(&played[0]), [[2, 5], [3, 4]]);
        assert_eq!(groups(&played[1]), [[0, 3], [1, 2]]);
        assert_eq!(groups(&played[2]), [[0, 1]]);
    }

    #[test]
    fn fields_are_reduced_to_full_brackets() {
        let round = |players, group| Knockout { players, group }.round(players);
        assert_eq!(round(4, 4), Round { groups: 1, byes: 0, left: 0 });
        assert_eq!(round(5, 4), Round { groups: 1, byes: 2, left: 4 });
        assert_eq!(round(16, 4), Round { groups: 4, byes: 0, left: 8 });
        assert_eq!(round(9, 3), Round { groups: 3, byes: 0, left: 3 });
        assert_eq!(round(4, 3), Round { groups: 1, byes: 2, left: 3 });
    }

    #[test]
    fn every_field_ends_in_one_group_and_each_is_eliminated_once() {
        for group in 2..=7 {
            for players in group..=60 {
                let rule = Knockout { players, group };
                let played = play(rule, |player| (player as u64 * 7919) % 101);
                let mut field: Vec<usize> = (0..players).collect();
                for (number, stage) in played.iter().enumerate() {
                    let shown = format!("{players} in {group}, stage {number}");
                    let sizes: Vec<usize> =
                        stage.iter().map(|played| played.entries.len()).collect();
                    assert_eq!(rule.sizes(number), Some(sizes.clone()), "{shown}");
                    assert!(sizes.iter().all(|size| (2..=group).contains(size)), "{shown}");
                    let mut playing = groups(stage).concat();
                    playing.sort_unstable();
                    let once = playing.windows(2).all(|pair| pair[0] < pair[1]);
                    assert!(once && playing.iter().all(|player| field.contains(player)), "{shown}");
                    assert!(number == 0 || playing.len() == field.len(), "{shown}: a late bye");
                    field = rule.field(&played[..=number]);
                }
                assert_eq!(played.last().map(Vec::len), Some(1), "{players} in {group}");
                let mut ranked: Vec<usize> =
                    rule.rank(&played).iter().map(|placed| placed.player).collect();
                ranked.sort_unstable();
                assert!(ranked.into_iter().eq(0..players), "{players} in {group}");
            }
        }
    }

    #[test]
    fn a_full_bracket_has_no_byes() {
        for players in [2, 4, 8, 16, 32, 64] {
            let rule = Knockout { players, group: 2 };
            let sizes: Vec<usize> =
                (0..).map_while(|stage| rule.sizes(stage)).map(|sizes| sizes.len()).collect();
            let halves: Vec<usize> =
                std::iter::successors(Some(players / 2), |&n| (n > 1).then_some(n / 2)).collect();
            assert_eq!(sizes, halves);
        }
    }

    #[test]
    fn equal_results_go_to_the_better_seed() {
        let played = play(Knockout { players: 4, group: 2 }, |_| 1);
        assert_eq!(groups(&played[1]), [[0, 1]]);
    }
}
