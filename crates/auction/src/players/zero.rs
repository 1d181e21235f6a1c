//! `zero`: never pays.
//!
//! Lives on hidden letters and on ties at 0. Whoever cannot beat it pays too much.

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "zero",
        suffix: None,
        idea: "never pays: always bids 0",
        parameters: &[],
    },
    make: |_, _| Ok(strategy(|_, _| Zero)),
};

struct Zero;

impl Bidder for Zero {
    fn bid(&mut self, _: &View<'_>, _: Letter, _: &mut Rng) -> i64 {
        0
    }
}
