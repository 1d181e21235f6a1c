//! `random`: bids a uniform number up to an eighth of its points.
//!
//! The baseline for all other players: it has no plan. Source: the sample player of the class project.

use std::sync::Arc;

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> =
    Roster::tunable::<Random>("random", "bids a uniform number up to an eighth of its points");

#[derive(Clone, Copy)]
struct Random {
    share: u32,
}

impl Tunable<Auction> for Random {
    const DEFAULT: Random = Random { share: 8 };
    const PARAMS: &'static [Param<Random>] = &[Param::integer(
        "share",
        [1, 1000],
        "the highest bid is points divided by this",
        field!(share),
    )];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

impl Bidder for Random {
    fn bid(&mut self, view: &View<'_>, _: Letter, rng: &mut Rng) -> i64 {
        let most = view.points().0.max(0) as u32 / self.share;
        i64::from(rng.below(most + 1))
    }
}
