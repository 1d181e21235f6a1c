//! `zero`: never pays.
//!
//! Lives on hidden letters and on ties at 0. Whoever cannot beat it pays too much.

use crate::base::Rng;
use crate::game::{Listing, Roster};
use crate::games::auction::players::{Bidder, strategy};
use crate::games::auction::rules::{Auction, View};
use crate::lexicon::Letter;

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
