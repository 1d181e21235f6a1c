//! The weight of rivals' points: the standings decide the game.
//!
//! The probability of winning depends on the lead over the best rival. Its derivative with respect
//! to a rival's points is the probability that this is the one to beat; over all rivals these add
//! up to the derivative with respect to the own points. They are modelled as a softmax of the
//! extrapolated final points, with a spread that shrinks towards the end. Against a single rival
//! its point weighs as much as an own one.

use crate::rules::RoundEnd;
use lettergame_base::{BySeat, Points, Seat, SeatSet};

/// Prior for the points earned per round; counts as one round.
const ROUND: f64 = 30.0;
/// The spread of the final points: for the last round, and per square root of further rounds.
const SPREAD: (f64, f64) = (15.0, 20.0);

/// One player's game so far.
#[derive(Clone, Copy, Default)]
struct Record {
    points: f64,
    /// Points gained minus points spent, over all rounds.
    net: f64,
    rounds: f64,
}

/// All players' games so far.
pub(super) struct Standing {
    records: BySeat<Record>,
}

impl Standing {
    pub(super) fn new(seats: usize, start: Points) -> Standing {
        let record = Record { points: f64::from(start.0), ..Record::default() };
        Standing { records: BySeat::filled(seats, record) }
    }

    pub(super) fn note_round(&mut self, end: &RoundEnd) {
        for (seat, points) in end.all_points.iter() {
            let record = &mut self.records[seat];
            let points = f64::from(points.0);
            record.net += points - record.points;
            record.points = points;
            record.rounds += 1.0;
        }
    }

    /// The weight of each rival's point relative to an own one; they sum to 1, except for a single
    /// player.
    pub(super) fn weights(
        &self,
        own: Seat,
        out: SeatSet,
        points: &BySeat<Points>,
        rounds_left: u16,
    ) -> BySeat<f64> {
        let left = f64::from(rounds_left);
        let spread = SPREAD.0 + SPREAD.1 * left.sqrt();
        let at_the_end = |seat: Seat| {
            let record = &self.records[seat];
            f64::from(points[seat].0) + left * (record.net + ROUND) / (record.rounds + 1.0)
        };
        let rivals = || points.seats().filter(|&seat| seat != own && !out.contains(seat));
        let best = rivals().map(at_the_end).fold(f64::NEG_INFINITY, f64::max);
        let mut weights = BySeat::filled(points.len(), 0.0);
        rivals().for_each(|seat| weights[seat] = libm::exp((at_the_end(seat) - best) / spread));
        let sum: f64 = weights.values().sum();
        weights.map(|weight| if sum > 0.0 { weight / sum } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;
    use crate::rules::RoundEnd;
    use lettergame_base::{BySeat, Points, Seat, SeatSet};

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn points<const N: usize>(points: [i32; N]) -> BySeat<Points> {
        points.into_iter().map(Points).collect()
    }

    /// The rivals' weights for seat 0, one round before the end.
    fn weights<const N: usize>(now: [i32; N], out: SeatSet) -> Vec<f64> {
        let standing = Standing::new(N, Points(100));
        standing.weights(seat(0), out, &points(now), 1).values().copied().collect()
    }

    fn end(gained: [i32; 2], now: [i32; 2]) -> RoundEnd {
        let words = ["", ""].into_iter().map(Into::into).collect();
        RoundEnd { round: 1, words, gained: points(gained), all_points: points(now) }
    }

    #[test]
    fn the_leader_has_the_largest_weight_and_weights_sum_to_one() {
        assert_eq!(weights([100, 100], SeatSet::default()), [0.0, 1.0]);
        assert_eq!(weights([100, 80, 80], SeatSet::default()), [0.0, 0.5, 0.5]);
        let three = weights([300, 90, 160, 120], SeatSet::default());
        assert!((three.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(three[2] > three[3] && three[3] > three[1], "{three:?}");
        // 35 points, the spread of one round, are a factor of e
        let two = weights([0, 135, 100], SeatSet::default());
        assert!((two[1] / two[2] - std::f64::consts::E).abs() < 1e-12, "{two:?}");
    }

    #[test]
    fn eliminated_players_have_zero_weight() {
        assert_eq!(weights([100, 900, 100], SeatSet::one(seat(1))), [0.0, 0.0, 1.0]);
        assert_eq!(weights([100, 100], SeatSet::one(seat(1))), [0.0, 0.0]);
        assert_eq!(weights([100], SeatSet::default()), [0.0]);
    }

    #[test]
    fn on_equal_points_the_bigger_gainer_has_more_weight() {
        let mut standing = Standing::new(2, Points(100));
        standing.note_round(&end([0, 40], [100, 140]));
        // 140 now, and with one prior round of 30, (40 + 30) / 2 more in the next
        let now = points([100, 140]);
        assert_eq!(standing.weights(seat(0), SeatSet::default(), &now, 1)[seat(1)], 1.0);
        let mut standing = Standing::new(3, Points(100));
        let words = ["", "", ""].into_iter().map(Into::into).collect();
        let now = points([100, 140, 100]);
        let gained = points([0, 40, 0]);
        standing.note_round(&RoundEnd { round: 1, words, gained, all_points: now });
        let equal = points([100, 120, 120]);
        let weights = standing.weights(seat(0), SeatSet::default(), &equal, 4);
        // 80 points more are expected in four rounds, with a spread of 15 + 20 x 2
        let ratio = weights[seat(1)] / weights[seat(2)];
        assert!((ratio.ln() - 80.0 / 55.0).abs() < 1e-9, "{ratio}");
    }
}
