//! `letter-value`: bids the letter's value in a word.
//!
//! Never pays more for a letter than it earns, and wins the rare ones; ignores which letters go
//! together. Source: the sample player of the class project.

use crate::players::{Bidder, Seated};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::Roster;
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> =
    Roster::of::<Seated<LetterValue>>("letter-value", "bids the letter's value");

#[derive(Default)]
struct LetterValue;

impl Bidder for LetterValue {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        i64::from(view.rules().tiles().value(letter))
    }
}
