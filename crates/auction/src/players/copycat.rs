//! `copycat`: bids what the last winner paid, plus one.
//!
//! The price of a letter is its last price, in any round; for a letter not sold before, the last price of any
//! letter. It bids one more, but at most `most`, since two copycats drive each other up. It does not bid for
//! a third copy of a letter, or for anything once seven letters make a word. Source: a common plan in
//! classes.

use std::sync::Arc;

use crate::players::{Bidder, has_seven, held_twice, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<CopycatParams>(
    "copycat",
    "bids the last price of the letter plus one, or of any letter if it is new",
);

#[derive(Clone, Copy)]
struct CopycatParams {
    most: i64,
}

impl Tunable<Auction> for CopycatParams {
    const DEFAULT: CopycatParams = CopycatParams { most: 6 };
    const PARAMS: &'static [Param<CopycatParams>] =
        &[points("most", "highest bid in points", field!(most))];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| Copycat { params: self, prices: [None; 26], last: 0 })
    }
}

struct Copycat {
    params: CopycatParams,
    /// The last price of each letter, if it was sold before.
    prices: [Option<i64>; 26],
    /// The last price of any letter.
    last: i64,
}

impl Bidder for Copycat {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        if held_twice(view, letter) || has_seven(view) {
            return 0;
        }
        let price = self.prices[letter.index()].unwrap_or(self.last);
        (price + 1).min(self.params.most)
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event
            && sale.winner.is_some()
        {
            self.last = i64::from(sale.price.0);
            self.prices[sale.letter.index()] = Some(self.last);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_bids_the_last_price_of_the_letter_or_any_letter_plus_one() {
        let mut table = Situation::new("copycat:most=8", 0, 3, "ABABAAA");
        // A is sold for 4, B for 2; A then for 5, B for 3, A for 9, above `most`; it has two A
        let others: [&[i64]; 7] = [&[9, 4], &[2, 2], &[0, 0], &[9, 3], &[9, 9], &[0, 0], &[0, 0]];
        assert_eq!(table.bids(&others), [1, 5, 5, 3, 1, 8, 0]);
    }
}
