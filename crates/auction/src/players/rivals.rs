//! Predicts the bids of a seat's rivals from their past bids.
//!
//! A rival's next bid for a letter is predicted as the mean of its bids for that letter or, for a
//! new letter, the mean of all its bids; never more than it owns.

use crate::rules::{Sale, View};
use lettergame_base::{BySeat, Seat};
use lettergame_words::Letter;

/// The past bids of one rival: sum and number, by letter and overall.
#[derive(Clone, Copy, Default)]
struct Habits {
    letters: [Mean; 26],
    all: Mean,
}

/// A running mean of integers, rounded towards 0; `None` before the first.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    sum: i64,
    count: i64,
}

impl Mean {
    pub(super) fn add(&mut self, value: i64) {
        self.sum += value;
        self.count += 1;
    }

    pub(super) fn value(self) -> Option<i64> {
        (self.count > 0).then(|| self.sum / self.count)
    }
}

impl Habits {
    fn note(&mut self, letter: Letter, bid: i64) {
        self.letters[letter.index()].add(bid);
        self.all.add(bid);
    }

    fn expect(&self, letter: Letter) -> i64 {
        self.letters[letter.index()].value().or(self.all.value()).unwrap_or(0)
    }
}

/// The habits of all other players at a table.
pub(super) struct Rivals {
    own: Seat,
    habits: BySeat<Habits>,
}

impl Rivals {
    /// For seat `own` at a table of `seats`.
    pub(super) fn new(own: Seat, seats: usize) -> Rivals {
        Rivals { own, habits: BySeat::filled(seats, Habits::default()) }
    }

    /// The highest predicted bid of the others; 0 if no one is left.
    pub(super) fn expected_price(&self, view: &View<'_>, letter: Letter) -> i64 {
        let rivals = self.habits.iter();
        let rivals = rivals.filter(|&(seat, _)| seat != self.own && !view.banned().contains(seat));
        rivals.map(|(seat, _)| self.expected_bid(view, seat, letter)).max().unwrap_or(0)
    }

    /// The predicted bid of a rival.
    pub(super) fn expected_bid(&self, view: &View<'_>, rival: Seat, letter: Letter) -> i64 {
        self.habits[rival].expect(letter).min(i64::from(view.all_points()[rival].0))
    }

    /// Records the bids of a sale.
    pub(super) fn observe(&mut self, sale: &Sale) {
        for (seat, bid) in sale.bids.iter() {
            if let Some(bid) = bid {
                self.habits[seat].note(sale.letter, i64::from(bid.0));
            }
        }
    }
}
