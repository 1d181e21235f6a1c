//! Pairs of players: shares of points and differences of scores in their meetings.
//!
//! A meeting is a pair of seats of different players in one game. Only pairs that met use memory.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::digest::deal_mean::DealMean;
use crate::digest::{Estimate, PairDigest};
use lettergame_base::Name;
use lettergame_plan::{GameScore, SeatScore};
use lettergame_stats::Interval;

/// Counts the meetings of players, identified by their positions in the config.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs(BTreeMap<(usize, usize), Meetings>);

/// The meetings of two players, from the point of view of the first in the config.
#[derive(Clone, Debug, Default)]
struct Meetings {
    share: DealMean,
    difference: DealMean,
}

impl Pairs {
    /// Counts every meeting of a game.
    pub(super) fn add(&mut self, game: &GameScore) {
        for (index, one) in game.seats.values().enumerate() {
            for other in game.seats.values().skip(index + 1) {
                match one.player.cmp(&other.player) {
                    Ordering::Less => self.add_meeting(game.deal, one, other),
                    Ordering::Greater => self.add_meeting(game.deal, other, one),
                    Ordering::Equal => {}
                }
            }
        }
    }

    fn add_meeting(&mut self, deal: u64, one: &SeatScore, other: &SeatScore) {
        let share = match one.place.cmp(&other.place) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        };
        let meetings = self.0.entry((one.player, other.player)).or_default();
        meetings.share.add(deal, share);
        meetings.difference.add(deal, f64::from(one.points.0) - f64::from(other.points.0));
    }

    /// Every ordered pair that met, in the order of the config.
    pub(super) fn digest(&self, names: &[Name]) -> Vec<PairDigest> {
        let told = self.0.iter().filter_map(|(&(one, other), meetings)| {
            let (share, difference) = (meetings.share.share()?, meetings.difference.mean()?);
            let mirrored = (mirror(share, 1.0), mirror(difference, 0.0));
            Some([((one, other), (share, difference)), ((other, one), mirrored)])
        });
        let ordered: BTreeMap<_, _> = told.flatten().collect();
        let pair = |((one, other), (share, difference)): ((usize, usize), (Estimate, Estimate))| {
            let (player, opponent) = (names[one].to_string(), names[other].to_string());
            PairDigest { player, opponent, share, difference }
        };
        ordered.into_iter().map(pair).collect()
    }
}

/// The same from the other player's point of view: `whole` minus each number.
fn mirror(estimate: Estimate, whole: f64) -> Estimate {
    let interval = estimate.interval;
    let mirrored = |Interval { low, high }| Interval { low: whole - high, high: whole - low };
    Estimate { mean: whole - estimate.mean, interval: interval.map(mirrored), ..estimate }
}

#[cfg(test)]
mod tests {
    use super::Pairs;
    use lettergame_base::{Points, unique_names};
    use lettergame_plan::{GameScore, SeatScore};

    /// A game whose seats are (player, points, place).
    fn game(game: u64, deal: u64, seats: &[(usize, i32, u8)]) -> GameScore {
        let seat = |&(player, points, place)| SeatScore {
            player,
            points: Points(points),
            place,
            faulty: false,
            failed: false,
            benched: false,
        };
        GameScore { game, deal, seats: seats.iter().map(seat).collect() }
    }

    #[test]
    fn each_side_mirrors_the_other() {
        let mut pairs = Pairs::default();
        pairs.add(&game(0, 0, &[(0, 30, 1), (1, 10, 2)]));
        pairs.add(&game(1, 0, &[(1, 20, 1), (0, 20, 1)]));
        pairs.add(&game(2, 1, &[(0, 5, 2), (1, 45, 1)]));
        let found = pairs.digest(&unique_names(&["a", "b", "c"]));
        assert_eq!(found.len(), 2, "c met no one");
        let (ab, ba) = (&found[0], &found[1]);
        assert_eq!((ab.player.as_str(), ab.opponent.as_str()), ("a", "b"));
        assert_eq!((ba.player.as_str(), ba.opponent.as_str()), ("b", "a"));
        assert_eq!((ab.share.mean, ba.share.mean), (0.5, 0.5));
        assert!((ab.difference.mean + 20.0 / 3.0).abs() < 1e-12);
        assert_eq!(ba.difference.mean, -ab.difference.mean);
        let (ab, ba) = (ab.difference.interval.unwrap(), ba.difference.interval.unwrap());
        assert_eq!((ab.low, ab.high), (-ba.high, -ba.low));
    }

    #[test]
    fn clones_are_paired_with_others_and_not_with_each_other() {
        let mut pairs = Pairs::default();
        pairs.add(&game(0, 0, &[(0, 4, 1), (1, 3, 2), (0, 2, 3), (1, 1, 4)]));
        let found = pairs.digest(&unique_names(&["a", "b"]));
        assert_eq!((found.len(), found[0].share.count, found[0].share.mean), (2, 4, 0.75));
        assert_eq!((found[0].difference.mean, found[0].difference.deals), (1.0, 1));
        assert_eq!(found[0].share.interval, None);
    }
}
