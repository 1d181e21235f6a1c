//! `letter-value`: bids what the letter is worth in a word.
//!
//! Never pays more for a letter than it brings, and wins the rare ones; blind to which letters go
//! together. Source: the sample player of the class project.

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "letter-value",
        suffix: None,
        idea: "bids the letter's value",
        parameters: &[],
    },
    make: |_, _| Ok(strategy(|_, _| LetterValue)),
};

struct LetterValue;

impl Bidder for LetterValue {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        i64::from(view.rules().tiles().value(letter))
    }
}
