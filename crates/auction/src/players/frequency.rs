//! `frequency`: value against rarity.
//!
//! A letter that is frequent will come up again, and one that is valuable attracts other bidders;
//! so it bids `scale / (value x tiles in the bag)` for a letter that lengthens its best word, a
//! third of that for one that does not, and nothing once that word has seven letters. Source: the
//! bidding rule of one of the better players of a class.

use std::sync::Arc;

use crate::players::{Bidder, best_with_and_without, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<Frequency>(
    "frequency",
    "value against rarity: pays most for letters that lengthen its word and are few and cheap",
);

#[derive(Clone, Copy)]
struct Frequency {
    scale: i64,
}

impl Tunable<Auction> for Frequency {
    const DEFAULT: Frequency = Frequency { scale: 125 };
    const PARAMS: &'static [Param<Frequency>] = &[Param::integer(
        "scale",
        [1, 10_000],
        "points for a letter of value 1 with a single tile",
        field!(scale),
    )
    .unit("points")];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

impl Bidder for Frequency {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let (with, without) = best_with_and_without(view, letter);
        if without.length >= 7 {
            return 0;
        }
        let tiles = view.rules().tiles();
        let common = i64::from(tiles.value(letter)) * i64::from(tiles.count(letter));
        let full = self.scale / common.max(1);
        if with.length > without.length { full } else { full / 3 }
    }
}
