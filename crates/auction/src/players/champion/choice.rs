//! The best bid, given the letter's worth and the rivals' possible bids.
//!
//! A bid `b` wins against the highest rival bid `m` if `b > m` (half of the time if `b = m`) and
//! earns the worth minus `m`. If a rival wins, it pays at least `b`: since the standings decide the
//! game, a rival's point counts against the own points with a weight. So a bid just below a rival's
//! makes it pay. What the letter brings the rival is not known, and a rival that does not get this letter
//! soon buys another; so it is left out among three or more (games with an estimate of it were worse), and
//! one against one it is a share of the own worth.

use std::cmp::Ordering;

use crate::players::champion::prices::{LEVELS, Levels};
use lettergame_base::Seat;

/// A rival that may bid higher.
pub(super) struct Opponent {
    pub(super) seat: Seat,
    /// The weight of one of its points relative to an own one.
    pub(super) weight: f64,
    /// The probability that its bid is at most this.
    pub(super) at_most: Levels,
}

/// A letter on sale, reduced to what determines the bid.
pub(super) struct Offer {
    /// What it brings, in expected points; negative if it takes the room of others.
    pub(super) worth: f64,
    pub(super) opponents: Vec<Opponent>,
}

impl Offer {
    /// The bid up to `most` with the best expected standing, with the benefit of making rivals pay
    /// weighted by `pressure`. The lowest bid wins ties. Linear in the levels, quadratic in the
    /// opponents.
    pub(super) fn best_bid(&self, most: usize, pressure: f64) -> usize {
        let highest = self.highest();
        let gain = |bid: usize| highest[bid] * (self.worth - bid as f64);
        let mut gained = 0.5 * gain(0);
        let (mut best, mut most_gained) = (0, gained);
        for bid in 1..=most.min(LEVELS - 1) {
            gained += 0.5 * (gain(bid) + gain(bid - 1));
            if pressure > 0.0 {
                gained += pressure * self.raised(bid - 1);
            }
            if gained > most_gained + 1e-9 {
                (best, most_gained) = (bid, gained);
            }
        }
        best
    }

    /// The probability distribution of the opponents' highest bid.
    fn highest(&self) -> Levels {
        let mut before = 0.0;
        std::array::from_fn(|level| {
            let reached: f64 =
                self.opponents.iter().map(|opponent| opponent.at_most[level]).product();
            reached - std::mem::replace(&mut before, reached)
        })
    }

    /// The gain if the winner above `level` pays one point more: all others bid at most `level`.
    fn raised(&self, level: usize) -> f64 {
        let alone = |(index, opponent): (usize, &Opponent)| {
            let others = self.opponents.iter().enumerate().filter(|&(other, _)| other != index);
            let others: f64 = others.map(|(_, other)| other.at_most[level]).product();
            opponent.weight * (1.0 - opponent.at_most[level]) * others
        };
        self.opponents.iter().enumerate().map(alone).sum()
    }

    /// The result that a bid would have had against these bids of the others.
    pub(super) fn outcome(&self, bid: usize, others: impl Iterator<Item = (Seat, i32)>) -> f64 {
        let bid = bid as i32;
        let (mut highest, mut second, mut winner) = (0, 0, None);
        for (seat, other) in others {
            if winner.is_none() || other > highest {
                (second, highest, winner) = (highest, other, Some(seat));
            } else {
                second = second.max(other);
            }
        }
        let won = self.worth - f64::from(highest);
        let rival = self.opponents.iter().find(|opponent| Some(opponent.seat) == winner);
        let lost = rival.map_or(0.0, |rival| {
            let price = second.max(bid);
            -rival.weight * f64::from(highest - price)
        });
        match bid.cmp(&highest) {
            Ordering::Greater => won,
            Ordering::Equal => (won + lost) / 2.0,
            Ordering::Less => lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Offer, Opponent};
    use lettergame_base::Seat;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    /// A rival that makes one of these bids, with equal probability.
    fn opponent(index: usize, weight: f64, bids: &[usize]) -> Opponent {
        let at_most =
            |level| bids.iter().filter(|&&bid| bid <= level).count() as f64 / bids.len() as f64;
        Opponent { seat: seat(index), weight, at_most: std::array::from_fn(at_most) }
    }

    #[test]
    fn without_pressure_the_bid_wins_exactly_when_worth_exceeds_price() {
        for (worth, wanted) in [(-1.0, 0), (4.0, 3), (5.5, 6), (9.0, 8), (60.0, 8)] {
            let opponents = vec![opponent(0, 1.0, &[2, 5, 7])];
            let bid = Offer { worth, opponents }.best_bid(LEVELS, 0.0);
            // the lowest bid that wins against all rivals worth beating
            assert_eq!(bid, wanted, "{worth}");
        }
    }

    #[test]
    fn pressure_bids_just_below_what_a_rival_will_pay() {
        let offer = Offer { worth: 0.0, opponents: vec![opponent(0, 1.0, &[9])] };
        assert_eq!(offer.best_bid(LEVELS, 1.0), 8, "a tie would win half of the time");
        assert_eq!(offer.best_bid(5, 1.0), 5);
        let two = vec![opponent(0, 0.5, &[9]), opponent(1, 0.5, &[9])];
        assert_eq!(
            Offer { worth: 0.0, opponents: two }.best_bid(LEVELS, 1.0),
            0,
            "they do it themselves"
        );
    }

    #[test]
    fn outcomes_match_the_auction() {
        let offer =
            Offer { worth: 10.0, opponents: vec![opponent(0, 0.5, &[0]), opponent(2, 0.25, &[0])] };
        let outcome = |bid| offer.outcome(bid, [(seat(0), 4), (seat(2), 8)].into_iter());
        assert_eq!(outcome(9), 2.0, "wins at 8");
        assert_eq!(outcome(3), -0.25 * 4.0, "the rival pays 4");
        assert_eq!(outcome(7), -0.25, "and 7 here");
        assert_eq!(outcome(8), 1.0, "half of winning, half of a rival that gains nothing");
    }
}
