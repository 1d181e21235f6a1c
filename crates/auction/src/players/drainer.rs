//! `drainer`: bids to drain others.
//!
//! The expected price is the highest predicted bid of any rival. A letter worth more than that is bid for at
//! its worth. For any other it bids just below the price, so the winner pays it: a point less, and `caution`
//! per cent of the mean error of past predictions less. The worth is what the letter adds to the best word
//! now (`finish` if that becomes a seven-letter word); otherwise it is the fraction of the seven-letter words
//! within reach that would be lost without it, times `reach` points, or `need` points if that is more and it
//! brings the nearest of them nearer. Source: bidding up rivals' costs, a known use of second-price auctions,
//! for example Brandt and Weiss, "Antisocial Agents and Vickrey Auctions" (2001).

use std::sync::Arc;

use crate::players::rivals::{Mean, Rivals};
use crate::players::sevens::{Sevens, Step, finish_parameter, need_parameter, reach_parameter};
use crate::players::{Bidder, best_with_and_without, strategy};
use crate::rules::{Auction, Event, Sale, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<DrainerParams>(
    "drainer",
    "bids just below what the strongest rival is expected to bid, takes what is cheap and useful",
);

#[derive(Clone, Copy)]
struct DrainerParams {
    /// Per cent.
    caution: i64,
    reach: i64,
    need: i64,
    finish: i64,
}

impl Tunable<Auction> for DrainerParams {
    const DEFAULT: DrainerParams = DrainerParams { caution: 300, reach: 10, need: 3, finish: 30 };
    const PARAMS: &'static [Param<DrainerParams>] = &[
        Param::integer(
            "caution",
            [0, 1000],
            "margin below the expected price, in per cent of its mean error",
            field!(caution),
        )
        .unit("per cent"),
        reach_parameter(field!(reach)),
        need_parameter(field!(need)),
        finish_parameter(field!(finish)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let words = Sevens::prepare(rules);
        strategy(move |own, seats| Drainer {
            params: self,
            own,
            rivals: Rivals::new(own, seats),
            sevens: Sevens::new(&words),
            expected: 0,
            error: Mean::default(),
        })
    }
}

struct Drainer {
    params: DrainerParams,
    own: Seat,
    rivals: Rivals,
    sevens: Sevens,
    /// The predicted price of the letter on sale.
    expected: i64,
    /// The error of the predicted prices.
    error: Mean,
}

impl Drainer {
    fn worth(&mut self, view: &View<'_>, letter: Letter) -> i64 {
        let DrainerParams { reach, need, finish, .. } = self.params;
        let step = self.sevens.step(view, letter);
        let worth = step.points(reach, finish);
        if step == Step::Completes {
            return worth;
        }
        let (with, without) = best_with_and_without(view, letter);
        let need = if self.sevens.useful(letter) { need } else { 0 };
        worth.max(with.points - without.points).max(need)
    }

    fn learn(&mut self, sale: &Sale) {
        if let Some(highest) = sale.bids_of_others(self.own).map(|(_, bid)| bid).max() {
            self.error.add((i64::from(highest.0) - self.expected).abs());
        }
        self.rivals.observe(sale);
    }
}

impl Bidder for Drainer {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.expected = self.rivals.expected_price(view, letter);
        let worth = self.worth(view, letter);
        let margin = 1 + self.params.caution * self.error.value().unwrap_or(0) / 100;
        if worth > self.expected { worth } else { worth.max(self.expected - margin) }
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event {
            self.learn(sale);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_bids_just_below_the_strongest_rival_for_what_it_does_not_want() {
        let mut table = Situation::new("drainer:reach=0:need=0:caution=100", 0, 3, "III");
        // bids for I are 9 and 5: 9 - 1 - the mean error of 9 and 0
        let others: [&[i64]; 3] = [&[9, 5], &[9, 5], &[9, 5]];
        assert_eq!(table.bids(&others), [0, 0, 4]);
        let mut bold = Situation::new("drainer:reach=0:need=0:caution=0", 0, 3, "III");
        assert_eq!(bold.bids(&others), [0, 8, 8]);
    }

    #[test]
    fn it_takes_letters_worth_more_than_their_price() {
        let mut table = Situation::new("drainer:finish=41", 6, 2, "QUARTEEEEEEERR");
        assert_eq!(table.bid(), 41);
        table.sell(&[0, 60]);
        assert_eq!(table.bid(), 41, "the price of 60 less a point and an error of 60 is below");
    }
}
