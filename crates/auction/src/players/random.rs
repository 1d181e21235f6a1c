//! `random`: bids a uniform number up to an eighth of what it owns.
//!
//! The yardstick for everything else: it needs no thought and keeps no plan. Source: the sample player
//! of the class project.

use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Parameter, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "random",
        suffix: None,
        idea: "bids a uniform number up to an eighth of its points",
        parameters: &[Parameter::integer(
            "share",
            "8",
            [1, 1000],
            "",
            "the highest bid is points divided by this",
        )],
    },
    make: |values, _| {
        let share = values.read("share")?;
        Ok(strategy(move |_, _| Random { share }))
    },
};

#[derive(Clone, Copy)]
struct Random {
    share: u32,
}

impl Bidder for Random {
    fn bid(&mut self, view: &View<'_>, _: Letter, rng: &mut Rng) -> i64 {
        let most = view.points().0.max(0) as u32 / self.share;
        i64::from(rng.below(most + 1))
    }
}
