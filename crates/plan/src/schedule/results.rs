//! The results of a stage: its matches, each consisting of the games of one group, in whole
//! numbers.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::GameScore;

/// The number of parts in a win. Shares of a win and match points are whole numbers of parts, so
/// that sums do not depend on their order: 720720 is divisible by every number up to 16, and by 18,
/// 20, 22, 24 and 26.
pub(super) const WIN: u64 = 720_720;

/// The result of one player of a group, over all games of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) player: usize,
    /// Games won, in parts; a win shared by k players is 1/k for each.
    pub(super) wins: u64,
    /// Total points over the games.
    pub(super) points: i64,
}

/// The games of one group in one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Match {
    /// In the order in which the group was paired.
    pub(super) entries: Vec<Entry>,
    pub(super) games: u64,
}

/// The matches of one stage, in the order of its groups.
pub(super) type Stage = Vec<Match>;

/// The results of the first stages of a schedule, each of them complete. The games of the next stage follow from
/// them; what they are written as is of use to the same version only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageResults {
    pub(super) stages: Vec<Stage>,
}

impl Match {
    /// A match without games.
    pub(super) fn new(players: &[usize]) -> Match {
        let entry = |&player| Entry { player, wins: 0, points: 0 };
        Match { entries: players.iter().map(entry).collect(), games: 0 }
    }

    /// Whether these are the players of the other match, as they were paired.
    pub(super) fn has_players_of(&self, other: &Match) -> bool {
        let players =
            |own: &Match| own.entries.iter().map(|entry| entry.player).collect::<Vec<_>>();
        players(self) == players(other)
    }

    /// Counts a game of this group.
    pub(super) fn note(&mut self, score: &GameScore) {
        self.games += 1;
        let share = WIN / score.firsts().max(1) as u64;
        for seat in score.seats.values() {
            let entry = self.entries.iter_mut().find(|entry| entry.player == seat.player);
            if let Some(entry) = entry {
                entry.wins += if seat.place == 1 { share } else { 0 };
                entry.points += i64::from(seat.points.0);
            }
        }
    }

    /// The result of a player, if it is in this group.
    pub(super) fn entry(&self, player: usize) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player == player)
    }

    /// The players, best first: more wins, then more points, then as paired.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<&Entry> = self.entries.iter().collect();
        order.sort_by_key(|entry| Reverse((entry.wins, entry.points)));
        order.iter().map(|entry| entry.player).collect()
    }

    /// The match points of one of its players, in parts of a win: the share of the others that it
    /// beat, by more wins or, with equal wins, more points; a tie is half a win. In a pair this is
    /// 1, 1/2 or 0.
    pub(super) fn match_points(&self, own: &Entry) -> u64 {
        let others = self.entries.iter().filter(|other| other.player != own.player);
        let halves: u64 = others
            .map(|other| match (own.wins, own.points).cmp(&(other.wins, other.points)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            })
            .sum();
        halves * WIN / (2 * (self.entries.len() as u64 - 1).max(1))
    }
}

/// The match of a player in a stage, with its result; `None` if it did not play.
pub(super) fn match_of(stage: &Stage, player: usize) -> Option<(&Match, &Entry)> {
    stage.iter().find_map(|played| Some((played, played.entry(player)?)))
}

#[cfg(test)]
mod tests {
    use super::{Match, WIN};
    use crate::{GameScore, SeatScore};
    use lettergame_base::Points;

    fn game(ends: &[(usize, i32, u8)]) -> GameScore {
        let seat = |&(player, points, place): &(usize, i32, u8)| SeatScore {
            player,
            points: Points(points),
            place,
            faulty: false,
            failed: false,
            benched: false,
        };
        GameScore { game: 0, deal: 0, seats: ends.iter().map(seat).collect() }
    }

    #[test]
    fn a_shared_win_is_shared_and_the_order_goes_by_wins_then_points_then_the_draw() {
        let mut played = Match::new(&[7, 4, 9, 2]);
        played.note(&game(&[(4, 10, 1), (7, 10, 1), (9, 10, 1), (2, 0, 4)]));
        assert_eq!(played.entry(4).unwrap().wins * 3, WIN);
        assert_eq!(played.order(), [7, 4, 9, 2]);
        played.note(&game(&[(4, 9, 2), (7, 8, 3), (9, 1, 4), (2, 30, 1)]));
        assert_eq!(played.order(), [2, 4, 7, 9]);
        assert_eq!(played.games, 2);
    }

    #[test]
    fn match_points_are_the_share_of_opponents_beaten() {
        let mut pair = Match::new(&[0, 1]);
        let points = |played: &Match, player| played.match_points(played.entry(player).unwrap());
        assert_eq!((points(&pair, 0), points(&pair, 1)), (WIN / 2, WIN / 2));
        pair.note(&game(&[(0, 5, 2), (1, 6, 1)]));
        assert_eq!((points(&pair, 0), points(&pair, 1)), (0, WIN));
        let mut three = Match::new(&[0, 1, 2]);
        three.note(&game(&[(0, 5, 1), (1, 3, 2), (2, 3, 2)]));
        // equal wins are separated by points
        let mut even = Match::new(&[0, 1]);
        even.note(&game(&[(0, 9, 1), (1, 3, 2)]));
        even.note(&game(&[(0, 3, 2), (1, 4, 1)]));
        assert_eq!((points(&even, 0), points(&even, 1)), (WIN, 0));
        let all = [0, 1, 2].map(|player| points(&three, player) * 4 / WIN);
        assert_eq!(all, [4, 1, 1]);
    }

    #[test]
    fn every_match_point_is_a_whole_number_of_parts() {
        for others in 1..14 {
            assert_eq!(WIN % (2 * others), 0, "{others}");
            assert_eq!(WIN % (others + 1), 0, "{others}");
        }
    }
}
