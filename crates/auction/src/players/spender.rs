//! `spender`: spends big early in each round, and is thrifty afterwards.
//!
//! In the first `early` per cent of a round's auctions a letter is worth the fraction of the seven-letter
//! words that have one more of it than are held, times `big` points: so it gets the best letters. Afterwards
//! a letter that brings the nearest seven-letter words nearer is worth `thrift` points. The letter that
//! completes a word is always worth `finish`. Source: a common plan in classes.

use std::sync::Arc;

use crate::players::copies::Copies;
use crate::players::sevens::{Sevens, Step, finish_parameter};
use crate::players::{Bidder, has_gone, per_cent, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<SpenderParams>(
    "spender",
    "spends big on the best letters early in each round, then is thrifty",
);

#[derive(Clone, Copy)]
pub(super) struct SpenderParams {
    /// Per cent.
    early: usize,
    big: i64,
    thrift: i64,
    finish: i64,
}

impl Tunable<Auction> for SpenderParams {
    const DEFAULT: SpenderParams = SpenderParams { early: 40, big: 10, thrift: 5, finish: 25 };
    const PARAMS: &'static [Param<SpenderParams>] = &[
        per_cent("early", "part of a round, per cent", field!(early)),
        points("big", "points for a letter that all words need, early", field!(big)),
        points("thrift", "points for a letter that brings words nearer, later", field!(thrift)),
        finish_parameter(field!(finish)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let (reach, copies) = (Sevens::prepare(rules), Copies::of(rules.lexicon()));
        strategy(move |_, _| Spender {
            params: self,
            sevens: Sevens::new(&reach),
            copies: Arc::clone(&copies),
        })
    }
}

struct Spender {
    params: SpenderParams,
    sevens: Sevens,
    copies: Arc<Copies>,
}

impl Bidder for Spender {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let SpenderParams { early, big, thrift, finish } = self.params;
        match self.sevens.step(view, letter) {
            Step::Done => 0,
            Step::Completes => finish,
            Step::Nears { .. } if !has_gone(view, early) => {
                self.copies.share(big, view.letters(), letter)
            }
            Step::Nears { .. } if self.sevens.useful(letter) => thrift,
            Step::Nears { .. } => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_bids_high_on_the_best_letters_early_and_low_on_all_later() {
        let mut table = Situation::new("spender:early=50:big=100:thrift=2", 4, 1, "QUARETJ");
        let bids = table.bids(&[&[], &[], &[]]);
        // two of four auctions are early: more words contain an E than a T
        assert!(bids[0] > bids[1] && bids[1] > 20, "{bids:?}");
        // J brings none of the nearest words nearer
        assert_eq!(bids[2], 0);
        let mut table = Situation::new("spender:early=0:thrift=2:finish=30", 3, 1, "QUARTERS");
        assert_eq!(table.bids(&[&[], &[], &[], &[], &[]]), [2, 2, 2, 30, 0]);
    }
}
