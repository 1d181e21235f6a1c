//! `flat`: a flat price for any letter, a little more for one that improves its word.
//!
//! Bids `any` for a letter, `better` for one that improves its best word, `longer` for one that also makes
//! that word longer, and nothing once that word has seven letters. Source: the bidding rule of one of the
//! good players of a class.

use std::sync::Arc;

use crate::players::sevens::SEVEN;
use crate::players::{Bidder, best_with_and_without, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<Flat>(
    "flat",
    "bids 3 for any letter, 5 or 6 for one that improves its word, 0 once that has seven letters",
);

#[derive(Clone, Copy)]
pub(super) struct Flat {
    any: i64,
    better: i64,
    longer: i64,
}

impl Tunable<Auction> for Flat {
    const DEFAULT: Flat = Flat { any: 3, better: 5, longer: 6 };
    const PARAMS: &'static [Param<Flat>] = &[
        points("any", "points for any letter", field!(any)),
        points("better", "points for a better word", field!(better)),
        points("longer", "points for a longer word", field!(longer)),
    ];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

impl Bidder for Flat {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let (with, without) = best_with_and_without(view, letter);
        if without.length >= SEVEN {
            0
        } else if with.points == without.points {
            self.any
        } else if with.length > without.length {
            self.longer
        } else {
            self.better
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn each_kind_of_letter_has_its_price() {
        let bid = |hidden, letters| Situation::new("flat", hidden, 1, letters).bid();
        assert_eq!(bid(2, "QVX"), 3);
        assert_eq!(bid(3, "BOAZ"), 5, "ZOA for BOA");
        assert_eq!(bid(6, "QUARTER"), 6);
        assert_eq!(bid(7, "QUARTERS"), 0);
    }
}
