//! `shadow`: predicts each rival's next bid from its past bids.
//!
//! A rival's next bid for a letter is predicted as the mean of its bids for that letter or, for a new letter,
//! the mean of all its bids; never more than it owns. The highest of these is the expected price. A letter
//! worth more than that is bid for at its worth; for any other the bid stays a margin below the price, so a
//! rival who wants it pays for it. The worth is what the letter adds to the best word now, plus `need` points
//! while the seat holds fewer than seven letters.

use std::sync::Arc;

use crate::players::rivals::Rivals;
use crate::players::{Bidder, best_with_and_without, per_cent, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<ShadowParams>(
    "shadow",
    "models each rival's next bid from its past bids, and underbids it where it cannot gain",
);

#[derive(Clone, Copy)]
struct ShadowParams {
    need: i64,
    /// Per cent.
    drain: i64,
}

impl Tunable<Auction> for ShadowParams {
    const DEFAULT: ShadowParams = ShadowParams { need: 3, drain: 50 };
    const PARAMS: &'static [Param<ShadowParams>] = &[
        points("need", "points for any letter while it holds fewer than seven", field!(need)),
        per_cent(
            "drain",
            "per cent of a rival's expected bid to bid for letters it does not want",
            field!(drain),
        ),
    ];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |seat, seats| Shadow { params: self, rivals: Rivals::new(seat, seats) })
    }
}

struct Shadow {
    params: ShadowParams,
    rivals: Rivals,
}

impl Shadow {
    fn worth(&self, view: &View<'_>, letter: Letter) -> i64 {
        let (with, without) = best_with_and_without(view, letter);
        let need = if view.letters().len() < 7 { self.params.need } else { 0 };
        with.points - without.points + need
    }
}

impl Bidder for Shadow {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let price = self.rivals.expected_price(view, letter);
        let worth = self.worth(view, letter);
        if worth > price { worth } else { worth.max(price * self.params.drain / 100) }
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event {
            self.rivals.observe(sale);
        }
    }
}
