//! `zero`: never pays.
//!
//! Lives on hidden letters and on ties at 0. A player that cannot beat it pays too much.

use crate::players::{Bidder, Seated};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::Roster;
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> =
    Roster::of::<Seated<Zero>>("zero", "never pays: always bids 0");

#[derive(Default)]
struct Zero;

impl Bidder for Zero {
    fn bid(&mut self, _: &View<'_>, _: Letter, _: &mut Rng) -> i64 {
        0
    }
}
