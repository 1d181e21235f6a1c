//! Swiss system: in every stage players with similar results so far meet, and no one is eliminated.
//!
//! Modelled on the FIDE Handbook, C.04 (Swiss rules) and C.07 (tie-breaks). The order of the first
//! stage is drawn by lot from the tournament's seed; later ones follow the standings. A match of a
//! pair is worth 1, 1/2 or 0 by the games won in it; in a larger group, the share of the others
//! that a player beat. If the number of players is not a multiple of the group size, the
//! lowest-placed players among those with the fewest byes sit out, and are credited with a won
//! stage. The others are grouped as neighbours in the standings, with as few rematches as can be
//! found.
//!
//! The standings are ordered by points, then Buchholz (the points of all opponents, as often as
//! they were met; for a bye the player's own points replace those of each opponent), then the mean
//! score per game, then the order of the list.
//!
//! Differences from FIDE: no seeding by rating; neighbours are paired instead of the halves of a
//! score group; no colours (every deal is played from every seat); groups of any size; and Buchholz
//! without its later refinements.

use std::cmp::Reverse;

use crate::schedule::grouping::grouped;
use crate::schedule::ranking::Placed;
use crate::schedule::results::{Stage, WIN};
use crate::schedule::stages::Rule;
use lettergame_base::{Branch, Seed};

/// A Swiss tournament of this many players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swiss {
    pub(super) players: usize,
    pub(super) group: usize,
    pub(super) stages: usize,
    pub(super) seed: Seed,
}

/// What is known about a player.
#[derive(Clone, Debug, Default)]
struct Results {
    /// Match points, in parts of a win.
    points: u64,
    /// All opponents, as often as it met them.
    opponents: Vec<usize>,
    byes: usize,
    /// Points of games, and the number of games.
    scored: i64,
    games: u64,
}

impl Swiss {
    fn records(self, played: &[Stage]) -> Vec<Results> {
        let mut records = vec![Results::default(); self.players];
        for stage in played {
            let mut sat_out = vec![true; self.players];
            for played in stage {
                for own in &played.entries {
                    let others = played.entries.iter().map(|other| other.player);
                    let record = &mut records[own.player];
                    record.points += played.match_points(own);
                    record.opponents.extend(others.filter(|&other| other != own.player));
                    record.scored += own.points;
                    record.games += played.games;
                    sat_out[own.player] = false;
                }
            }
            let byes = records.iter_mut().zip(sat_out).filter(|(_, sat_out)| *sat_out);
            byes.for_each(|(record, _)| {
                record.byes += 1;
                record.points += WIN;
            });
        }
        records
    }

    /// The points of the opponents, in parts of a win.
    fn buchholz(self, records: &[Results], player: usize) -> u64 {
        let own = &records[player];
        let met: u64 = own.opponents.iter().map(|&other| records[other].points).sum();
        met + own.points * (own.byes * (self.group - 1)) as u64
    }

    /// All players, best first.
    fn standing(self, records: &[Results]) -> Vec<usize> {
        let mean = |player: usize| {
            let record: &Results = &records[player];
            record.scored as f64 / record.games.max(1) as f64
        };
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by(|&a, &b| {
            let key =
                |player: usize| Reverse((records[player].points, self.buchholz(records, player)));
            key(a).cmp(&key(b)).then(mean(b).total_cmp(&mean(a)))
        });
        order
    }

    fn lots(self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players).collect();
        self.seed.derive(Branch::Lots, 0).rng().shuffle_front(&mut order, self.players);
        order
    }
}

impl Rule for Swiss {
    fn sizes(&self, stage: usize) -> Option<Vec<usize>> {
        (stage < self.stages).then(|| vec![self.group; self.players / self.group])
    }

    fn draw(&self, played: &[Stage]) -> Vec<Vec<usize>> {
        let records = self.records(played);
        let mut order = if played.is_empty() { self.lots() } else { self.standing(&records) };
        let mut from_below: Vec<usize> = order.iter().rev().copied().collect();
        from_below.sort_by_key(|&player| records[player].byes);
        from_below.truncate(self.players % self.group);
        order.retain(|player| !from_below.contains(player));
        let met = |a: usize, b: usize| {
            records[a].opponents.iter().filter(|&&other| other == b).count() as u64
        };
        grouped(&order, self.group, met)
    }

    fn rank(&self, played: &[Stage]) -> Vec<Placed> {
        let records = self.records(played);
        let in_wins = |parts: u64| parts as f64 / WIN as f64;
        let placed = |player: usize| Placed {
            player,
            points: in_wins(records[player].points),
            tie_break: in_wins(self.buchholz(&records, player)),
            stages: played.len(),
        };
        self.standing(&records).into_iter().map(placed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Swiss;
    use crate::schedule::results::{Match, Stage};
    use crate::schedule::stages::Rule;
    use lettergame_base::Seed;

    /// A stage in which the stronger of a group wins every game.
    fn decided(groups: &[Vec<usize>], strength: impl Fn(usize) -> u64) -> Stage {
        let of_group = |group: &Vec<usize>| {
            let mut played = Match::new(group);
            played.games = 1;
            played.entries.iter_mut().for_each(|entry| entry.wins = strength(entry.player));
            played
        };
        groups.iter().map(of_group).collect()
    }

    fn meetings(stage: &Stage) -> Vec<(usize, usize)> {
        let mut met = Vec::new();
        for played in stage {
            let mut own: Vec<usize> = played.entries.iter().map(|entry| entry.player).collect();
            own.sort_unstable();
            for (place, &a) in own.iter().enumerate() {
                met.extend(own[place + 1..].iter().map(|&b| (a, b)));
            }
        }
        met
    }

    /// Whether these players can be paired without any of these meetings.
    fn can_be_paired(free: &[usize], met: &[(usize, usize)]) -> bool {
        let Some((&first, rest)) = free.split_first() else { return true };
        rest.iter().any(|&other| {
            let left: Vec<usize> = rest.iter().copied().filter(|&player| player != other).collect();
            !met.contains(&(first.min(other), first.max(other))) && can_be_paired(&left, met)
        })
    }

    #[test]
    fn no_pair_meets_twice_while_avoidable() {
        let mut avoidable = 0;
        for players in 2..=11 {
            for seed in 0..12 {
                let stages = players + 1;
                let rule = Swiss { players, group: 2, stages, seed: Seed(seed) };
                let strength = |player: usize| (player as u64 + 3) * (seed + 5) * 7919 % 23;
                let (mut played, mut met): (Vec<Stage>, Vec<(usize, usize)>) = Default::default();
                for _ in 0..stages {
                    let stage = decided(&rule.draw(&played), strength);
                    let now = meetings(&stage);
                    let playing: Vec<usize> = now.iter().flat_map(|&(a, b)| [a, b]).collect();
                    let again = now.iter().any(|pair| met.contains(pair));
                    if can_be_paired(&playing, &met) {
                        assert!(!again, "{players} players, seed {seed}: {now:?}");
                        avoidable += 1;
                    }
                    met.extend(now);
                    played.push(stage);
                }
            }
        }
        assert!(avoidable > 400, "{avoidable}");
    }

    #[test]
    fn large_fields_avoid_rematches_too() {
        for (players, stages) in [(40, 8), (101, 8), (32, 12)] {
            let rule = Swiss { players, group: 2, stages, seed: Seed(3) };
            let (mut played, mut met): (Vec<Stage>, Vec<(usize, usize)>) = Default::default();
            for _ in 0..stages {
                let stage = decided(&rule.draw(&played), |player| player as u64);
                let now = meetings(&stage);
                assert!(now.iter().all(|pair| !met.contains(pair)), "{players}: {now:?}");
                met.extend(now);
                played.push(stage);
            }
        }
    }

    #[test]
    fn each_plays_once_per_stage_and_byes_rotate() {
        for group in 2..=4 {
            for players in group..=13 {
                let rule = Swiss { players, group, stages: 7, seed: Seed(players as u64) };
                let mut played: Vec<Stage> = Vec::new();
                while let Some(sizes) = rule.sizes(played.len()) {
                    let groups = rule.draw(&played);
                    assert!(groups.iter().map(Vec::len).eq(sizes));
                    let mut playing = groups.concat();
                    playing.sort_unstable();
                    assert!(playing.windows(2).all(|pair| pair[0] < pair[1]), "{groups:?}");
                    played.push(decided(&groups, |player| player as u64));
                    let byes: Vec<usize> =
                        rule.records(&played).iter().map(|record| record.byes).collect();
                    let (least, most) = (byes.iter().min(), byes.iter().max());
                    assert!(most.zip(least).is_some_and(|(a, b)| a - b <= 1), "{byes:?}");
                }
            }
        }
    }

    #[test]
    fn standings_are_ordered_by_points_then_buchholz_then_list() {
        let rule = Swiss { players: 4, group: 2, stages: 2, seed: Seed(1) };
        let first = decided(&[vec![0, 1], vec![2, 3]], |player| player as u64);
        let second = decided(&[vec![3, 1], vec![2, 0]], |player| player as u64);
        let ranks: Vec<(usize, f64, f64)> = rule
            .rank(&[first, second])
            .iter()
            .map(|placed| (placed.player, placed.points, placed.tie_break))
            .collect();
        // 3 beat 2 and 1; 1 beat 0 and 2 beat 0, both lost to 3
        assert_eq!(ranks, [(3, 2.0, 2.0), (1, 1.0, 2.0), (2, 1.0, 2.0), (0, 0.0, 2.0)]);
    }

    #[test]
    fn a_bye_counts_as_a_win_and_goes_to_the_lowest_ranked() {
        let rule = Swiss { players: 3, group: 2, stages: 2, seed: Seed(1) };
        let first = decided(&[vec![0, 1]], |player| 9 - player as u64);
        // 2 had the bye; 1 is the lowest of the others
        assert_eq!(rule.draw(std::slice::from_ref(&first)).concat().len(), 2);
        assert!(!rule.draw(std::slice::from_ref(&first)).concat().contains(&1));
        let ranks = rule.rank(&[first]);
        let rank = |player| ranks.iter().find(|placed| placed.player == player).unwrap();
        assert_eq!((rank(2).points, rank(2).tie_break), (1.0, 1.0));
        assert_eq!((rank(0).points, rank(0).tie_break), (1.0, 0.0));
    }

    #[test]
    fn the_first_stage_is_drawn_from_the_seed() {
        let draw = |seed| Swiss { players: 12, group: 3, stages: 1, seed: Seed(seed) }.draw(&[]);
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
    }
}
