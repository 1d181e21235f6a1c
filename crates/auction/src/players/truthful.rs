//! `truthful-N`: holds every letter to be worth N points, and bids just that.
//!
//! In one Vickrey auction the true value is the best bid; here the value is the same for all letters,
//! so the player wins what others disdain and pays what they bid.

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Parameter, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "truthful",
        suffix: Some("bid"),
        idea: "holds each letter to be worth N points (truthful-N), and bids that",
        parameters: &[Parameter::integer(
            "bid",
            "3",
            [0, 1_000_000],
            "points",
            "what every letter is worth, in points",
        )],
    },
    make: |values, _| {
        let bid = values.read("bid")?;
        Ok(strategy(move |_, _| Truthful { bid }))
    },
};

struct Truthful {
    bid: i64,
}

impl Bidder for Truthful {
    fn bid(&mut self, _: &View<'_>, _: Letter, _: &mut Rng) -> i64 {
        self.bid
    }
}
