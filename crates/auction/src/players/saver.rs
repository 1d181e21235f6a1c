//! `saver`: plans its budget.
//!
//! At the start of a round it divides its points by the number of rounds left; `share` per cent of that is
//! the budget of the round, which it never exceeds. What is left of the budget is divided by the number of
//! letters that the nearest seven-letter word still lacks, and it never bids more than that for a letter. A
//! letter's worth is what it adds to the best word, and for a letter that adds nothing, `need` points if it
//! brings the nearest seven-letter words nearer. Once seven letters make a word it bids only for
//! improvements. Source: a common plan in classes.

use std::sync::Arc;

use crate::players::sevens::{Sevens, need_parameter};
use crate::players::{Bidder, best_with_and_without, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<SaverParams>(
    "saver",
    "divides its points by the rounds and letters left, and never exceeds that budget",
);

#[derive(Clone, Copy)]
struct SaverParams {
    /// Per cent.
    share: i64,
    need: i64,
}

impl Tunable<Auction> for SaverParams {
    const DEFAULT: SaverParams = SaverParams { share: 400, need: 4 };
    const PARAMS: &'static [Param<SaverParams>] = &[
        Param::integer(
            "share",
            [1, 1000],
            "per cent of an even share of its points for a round",
            field!(share),
        )
        .unit("per cent"),
        need_parameter(field!(need)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |_, _| Saver {
            params: self,
            sevens: Sevens::new(&reach),
            round: 0,
            reserve: 0,
        })
    }
}

struct Saver {
    params: SaverParams,
    sevens: Sevens,
    round: u16,
    /// The points it wants to keep at the end of the round, before its word is scored.
    reserve: i64,
}

impl Saver {
    /// What is left of the round's budget.
    fn budget(&mut self, view: &View<'_>) -> i64 {
        let owned = i64::from(view.points().0);
        if self.round != view.round() {
            self.round = view.round();
            let rounds = i64::from(view.rules().rules().rounds() - view.round() + 1);
            self.reserve = owned - (owned * self.params.share / (100 * rounds)).min(owned);
        }
        owned - self.reserve
    }

    fn worth(&self, view: &View<'_>, letter: Letter) -> i64 {
        let (with, without) = best_with_and_without(view, letter);
        let need = if self.sevens.useful(letter) { self.params.need } else { 0 };
        (with.points - without.points).max(need)
    }
}

impl Bidder for Saver {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let budget = self.budget(view);
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        self.worth(view, letter).min(budget / lacks.max(1) as i64)
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn a_letter_gets_its_share_of_the_remaining_budget() {
        // QUART lacks two letters; the budget is a tenth of 100 points, doubled
        let mut table = Situation::new("saver:share=200:need=50", 5, 2, "QUARTIIOOOEERR");
        assert_eq!(table.bid(), 10);
        table.sell(&[10, 7]);
        assert_eq!(table.bid(), 13, "one letter is lacking, 13 points are left");
    }

    #[test]
    fn worth_is_the_gain_of_the_letter_or_the_need() {
        // the E adds nothing to QUART, which is worth more than any word with it
        let mut table = Situation::new("saver:share=1000:need=3", 5, 1, "QUARTER");
        assert_eq!(table.bid(), 3);
        table.sell(&[3]);
        assert!(table.bid() > 50);
    }
}
