//! `spender`: spends big early in each round, and is thrifty afterwards.
//!
//! In the first `early` per cent of the auctions of a round a letter is worth the part of the
//! seven-letter words that have one more of it than are held, times `big` points: so it gets the best
//! letters. Afterwards a letter that brings the nearest seven-letter words nearer is worth `thrift` points. The letter
//! that completes a word is worth `finish` at any time. Source: a plan common in classes.

use std::sync::Arc;

use crate::players::copies::Copies;
use crate::players::sevens::{Sevens, Step, finish_parameter};
use crate::players::{Bidder, has_gone, per_cent, points, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "spender",
        suffix: None,
        idea: "spends big on the best letters early in each round, is thrifty afterwards",
        parameters: &[
            per_cent("early", "40", "part of a round, per cent"),
            points("big", "10", "points for a letter that all words need, early"),
            points("thrift", "5", "points for a letter that brings words nearer, later"),
            finish_parameter("25"),
        ],
    },
    make: |values, rules| {
        let early = values.read("early")?;
        let (big, thrift) = (values.read("big")?, values.read("thrift")?);
        let finish = values.read("finish")?;
        let (reach, copies) = (Sevens::prepare(rules), Copies::of(rules.lexicon()));
        Ok(strategy(move |_, _| {
            let copies = Arc::clone(&copies);
            Spender { sevens: Sevens::new(&reach), copies, early, big, thrift, finish }
        }))
    },
};

struct Spender {
    sevens: Sevens,
    copies: Arc<Copies>,
    /// Per cent.
    early: usize,
    big: i64,
    thrift: i64,
    finish: i64,
}

impl Bidder for Spender {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        match self.sevens.step(view, letter) {
            Step::Done => 0,
            Step::Completes => self.finish,
            Step::Nears { .. } if !has_gone(view, self.early) => {
                self.copies.share(self.big, view.letters(), letter)
            }
            Step::Nears { .. } if self.sevens.useful(letter) => self.thrift,
            Step::Nears { .. } => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn the_best_letters_are_dear_early_and_all_are_cheap_later() {
        let mut table = Situation::new("spender:early=50:big=100:thrift=2", 4, 1, "QUARETJ");
        let bids = table.bids(&[&[], &[], &[]]);
        // two of four auctions are early: more words have an E than a T
        assert!(bids[0] > bids[1] && bids[1] > 20, "{bids:?}");
        // J brings none of the nearest words nearer
        assert_eq!(bids[2], 0);
        let mut table = Situation::new("spender:early=0:thrift=2:finish=30", 3, 1, "QUARTERS");
        assert_eq!(table.bids(&[&[], &[], &[], &[], &[]]), [2, 2, 2, 30, 0]);
    }
}
