//! The weight of rivals' points, and what letters earn them: the standings decide the game.
//!
//! The probability of winning depends on the lead over the best rival. Its derivative with respect
//! to a rival's points is the probability that this is the one to beat; over all rivals these add
//! up to the derivative with respect to the own points. They are modelled as a softmax of the
//! extrapolated final points, with a spread that shrinks towards the end. Against a single rival
//! its point weighs as much as an own one.

use crate::rules::{RoundEnd, Sale};
use lettergame_core::base::{BySeat, Points, Seat, SeatSet};

/// Prior for the points earned per round; counts as one round.
const ROUND: f64 = 30.0;
/// The spread of the final points: for the last round, and per square root of further rounds.
const SPREAD: (f64, f64) = (15.0, 20.0);
/// Points of the best word from hidden letters alone, by their number from 0 to 7 (by simulation).
const HIDDEN_WORD: [f64; 8] = [0.0, 1.0, 3.0, 4.0, 5.0, 7.0, 9.0, 15.0];
/// Number of letters by which a rival's estimated profit is shrunk, and its maximum.
const DOUBT: f64 = 8.0;
const MOST_PROFIT: f64 = 20.0;

/// One player's game so far.
#[derive(Clone, Copy, Default)]
struct Record {
    points: f64,
    /// Points gained minus points spent, over all rounds.
    net: f64,
    rounds: f64,
    /// Letters won and what was bid for them: in this round, and in all previous ones, there with
    /// what words earned beyond the hidden letters and those bids.
    letters: f64,
    bids: f64,
    letters_before: f64,
    profit_before: f64,
}

/// All players' games so far.
pub(super) struct Standing {
    records: BySeat<Record>,
    hidden: usize,
}

impl Standing {
    pub(super) fn new(seats: usize, hidden: usize, start: Points) -> Standing {
        let record = Record { points: f64::from(start.0), ..Record::default() };
        Standing { records: BySeat::filled(seats, record), hidden }
    }

    pub(super) fn note_sale(&mut self, sale: &Sale) {
        if let Some(winner) = sale.winner {
            let bid = sale.bids[winner].map_or(0, |bid| bid.0);
            self.records[winner].letters += 1.0;
            self.records[winner].bids += f64::from(bid);
        }
    }

    pub(super) fn note_round(&mut self, end: &RoundEnd) {
        let word = HIDDEN_WORD[self.hidden.min(HIDDEN_WORD.len() - 1)];
        for (seat, points) in end.all_points.iter() {
            let record = &mut self.records[seat];
            let points = f64::from(points.0);
            record.net += points - record.points;
            record.points = points;
            record.rounds += 1.0;
            if record.letters > 0.0 {
                record.profit_before += f64::from(end.gained[seat].0) - word - record.bids;
                record.letters_before += record.letters;
            }
            (record.letters, record.bids) = (0.0, 0.0);
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

    /// A rival's mean profit from a letter it wins, beyond its bid: positive for a rival that bids
    /// less than letters are worth to it.
    pub(super) fn profit(&self, seat: Seat) -> f64 {
        let record = &self.records[seat];
        let mean = record.profit_before / (record.letters_before + DOUBT);
        mean.clamp(-MOST_PROFIT, MOST_PROFIT)
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;
    use crate::rules::{RoundEnd, Sale};
    use lettergame_core::base::{BySeat, Points, Seat, SeatSet};
    use lettergame_core::lexicon::Letter;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn points<const N: usize>(points: [i32; N]) -> BySeat<Points> {
        points.into_iter().map(Points).collect()
    }

    /// The rivals' weights for seat 0, one round before the end.
    fn weights<const N: usize>(now: [i32; N], out: SeatSet) -> Vec<f64> {
        let standing = Standing::new(N, 3, Points(100));
        standing.weights(seat(0), out, &points(now), 1).values().copied().collect()
    }

    fn sale(winner: usize, bid: i32, price: i32) -> Sale {
        let bids = (0..2).map(|other| (other == winner).then_some(Points(bid))).collect();
        let letter = Letter::from_char('E').unwrap();
        Sale { round: 1, letter, bids, winner: Some(seat(winner)), price: Points(price) }
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
        let mut standing = Standing::new(2, 3, Points(100));
        standing.note_round(&end([0, 40], [100, 140]));
        // 140 now, and with one prior round of 30, (40 + 30) / 2 more in the next
        let now = points([100, 140]);
        assert_eq!(standing.weights(seat(0), SeatSet::default(), &now, 1)[seat(1)], 1.0);
        let mut standing = Standing::new(3, 3, Points(100));
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

    #[test]
    fn profit_is_word_points_minus_hidden_letters_and_bids() {
        let mut standing = Standing::new(2, 3, Points(100));
        standing.note_sale(&sale(1, 10, 4));
        assert_eq!(standing.profit(seat(1)), 0.0, "not known before the round is over");
        standing.note_round(&end([5, 34], [105, 130]));
        // 34 - 4 for the hidden letters - 10, over one letter plus eight for shrinkage
        assert_eq!(standing.profit(seat(1)), 20.0 / 9.0);
        assert_eq!(standing.profit(seat(0)), 0.0, "it has won nothing");
        standing.note_sale(&sale(1, 500, 4));
        standing.note_round(&end([5, 0], [105, 130]));
        assert_eq!(standing.profit(seat(1)), -20.0, "no further");
    }
}
