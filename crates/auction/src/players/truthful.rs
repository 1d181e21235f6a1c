//! `truthful-N`: values every letter at N points, and bids exactly that.
//!
//! In a single Vickrey auction the true value is the best bid; here the value is the same for all letters, so
//! the player wins what others disdain and pays what they bid.

use std::sync::Arc;

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<Truthful>(
    "truthful",
    "values every letter at N points (truthful-N) and bids that",
)
.with_suffix("bid");

#[derive(Clone, Copy)]
struct Truthful {
    bid: i64,
}

impl Tunable<Auction> for Truthful {
    const DEFAULT: Truthful = Truthful { bid: 3 };
    const PARAMS: &'static [Param<Truthful>] = &[Param::integer(
        "bid",
        [0, 1_000_000],
        "what every letter is worth, in points",
        field!(bid),
    )
    .unit("points")];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

impl Bidder for Truthful {
    fn bid(&mut self, _: &View<'_>, _: Letter, _: &mut Rng) -> i64 {
        self.bid
    }
}
