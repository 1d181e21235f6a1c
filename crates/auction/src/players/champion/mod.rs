//! `champion`: models what a letter is worth, what it will cost, and what both mean for the
//! standings.
//!
//! In a single Vickrey auction the best bid is the value of the item (Vickrey 1961). Here letters
//! complement each other, more auctions follow, and points buy letters later; but given the rest of
//! the round each auction is again a Vickrey auction, for the difference between the expected
//! outcome with the letter and without it. This is the truthful bid in sequential second-price
//! auctions, for which the bidder must know the distribution of later prices (Weber 1983,
//! "Multiple-object auctions"; Boutilier, Goldszmidt and Sabata 1999, "Sequential auctions for the
//! allocation of resources with complementarities", whose dynamic programme over bundles
//! corresponds to [`value`] with hands as bundles). Budgets matter in that a rival without points
//! cannot bid and a bid can exhaust a purse (Benoit and Krishna 2001, "Multiple-object auctions
//! with budget constrained bidders": it pays to raise the price of what a rival wins).
//!
//! 1. [`value`]: the expected value of a hand in the rest of the round, as optimal stopping over
//!    random letters at the predicted prices. [`odds`] has the probability that random letters
//!    complete a seven-letter word, and that letters do which are chosen one by one under a cap.
//! 2. [`habits`] and [`prices`]: predictions of each rival's bids from its past ones, and the
//!    resulting prices; [`past_prices`] corrects these by actual prices at each stage of a round.
//!    For the letter on sale, a network corrects each rival's prediction ([`next_bid`], from its
//!    [`record`]); [`forecast`] keeps all that is known of the others' bidding.
//! 3. [`standing`] and [`choice`]: the bid with the best expected standing instead of the most
//!    points: just below a rival's bid to make it pay. The pressure on rivals ([`pressure`]) is what
//!    would have worked best so far in the game, evaluated after each sale. One against one it starts with less,
//!    and a letter counts for more, as the rival does not get it.

mod bid_games;
mod bid_training;
mod bidder;
mod capped_training;
mod choice;
mod forecast;
mod habits;
mod next_bid;
mod odds;
mod odds_training;
mod past_prices;
mod pressure;
mod prices;
mod record;
mod standing;
mod table;
mod value;

use std::sync::Arc;

use crate::players::champion::bidder::{Champion, Plan};
use crate::players::champion::next_bid::NextBid;
use crate::players::champion::pressure::Pressure;
use crate::players::champion::value::Selection;
use crate::players::sevens::SEVEN;
use crate::players::{per_cent, strategy};
use crate::rules::Auction;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_game::{field, words};
use lettergame_words::Completions;

pub use bid_training::{BidFit, BidFitError, BidStep, BidTraining, fit_next_bid};
pub use capped_training::{CappedTraining, fit_capped_odds};
pub use odds_training::{OddsFit, OddsFitError, OddsTraining, fit_odds};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<ChampionParams>(
    "champion",
    "bids what a letter adds to the rest of the round at expected prices, adjusted for the standings",
);

/// Its parameters.
struct ChampionParams {
    /// Letters of lookahead.
    effort: u32,
    parts: Parts,
    /// How many of the affordable letters it buys, per cent.
    buys: i64,
    growth: i64,
    /// The network that forecasts the others' bids; the shipped one if none.
    bids: Option<Arc<NextBid>>,
}

/// One against one a letter is worth so many times what it adds, as the rival does not get it: what helps one hand
/// often helps the other.
const DENIAL: f64 = 1.2;

impl ChampionParams {
    fn selection(&self) -> Selection {
        Selection { fraction: self.buys as f64 / 100.0, growth: self.growth as f64 / 100.0 }
    }

    /// Whether it plays one against one, and knows what is different there.
    fn knows_duels(&self, seats: usize) -> bool {
        seats == 2 && self.parts >= Parts::All
    }

    /// The pressure that a game at a table with this many seats begins with.
    fn pressure(&self, seats: usize) -> Pressure {
        if self.knows_duels(seats) { Pressure::WITH_ONE } else { Pressure::among(seats) }
    }

    /// What a letter that adds this much is worth, as the others do not get it.
    fn with_denial(&self, adds: f64, seats: usize) -> f64 {
        if self.knows_duels(seats) { adds * DENIAL } else { adds }
    }
}

impl Tunable<Auction> for ChampionParams {
    // `buys` and `growth` were set in games against the held-out, mixed and unseen fields of nine
    const DEFAULT: ChampionParams =
        ChampionParams { effort: 1, parts: Parts::All, buys: 66, growth: 7, bids: None };
    const PARAMS: &'static [Param<ChampionParams>] = &[
        Param::integer(
            "effort",
            [0, 4],
            "letters it looks ahead near the end of a round",
            field!(effort),
        )
        .unit("letters")
        .costing_time(),
        Param::choice("parts", Parts::WORDS, "components in use", field!(parts)),
        per_cent("buys", "affordable letters it buys when one is left per player", field!(buys)),
        per_cent("growth", "and how many more each time e times as many are left", field!(growth)),
        Param::file(
            "bid-model",
            "what rivals bid next: a network by `train auction-bids`",
            |params, content| {
                params.bids = Some(Arc::new(NextBid::read(content)?));
                Ok(())
            },
        ),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let completions = Completions::new(rules.lexicon(), SEVEN);
        let plan = Arc::new(Plan { completions, game: Arc::clone(rules), params: self });
        strategy(move |seat, seats| Champion::new(seat, seats, Arc::clone(&plan)))
    }
}

/// The champion's components: each level includes all previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Parts {
    /// Bids the worth, at fixed prices.
    Value,
    /// Learns the rivals' bidding.
    Prices,
    /// Takes budgets into account, including its own.
    Budget,
    /// Bids for the standing.
    Standing,
    /// Puts pressure on rivals as long as it pays off.
    Pressure,
    /// Forecasts bids by a network, not only by this game's.
    Network,
    /// Plays otherwise one against one.
    All,
}

words!(Parts {
    Parts::Value => "value",
    Parts::Prices => "prices",
    Parts::Budget => "budget",
    Parts::Standing => "standing",
    Parts::Pressure => "pressure",
    Parts::Network => "network",
    Parts::All => "all",
});

#[cfg(test)]
mod tests {
    use super::{ChampionParams, Parts};
    use lettergame_game::Tunable;

    #[test]
    fn one_against_one_a_letter_is_worth_more_as_the_rival_does_not_get_it() {
        let worth = |parts, seats| {
            ChampionParams { parts, ..ChampionParams::DEFAULT }.with_denial(10.0, seats)
        };
        assert_eq!([2, 3, 9].map(|seats| worth(Parts::All, seats)), [12.0, 10.0, 10.0]);
        assert_eq!(worth(Parts::Network, 2), 10.0);
    }

    #[test]
    fn parts_are_read_by_name() {
        assert_eq!("value".parse(), Ok(Parts::Value));
        assert_eq!("standing".parse(), Ok(Parts::Standing));
        assert_eq!("all".parse(), Ok(Parts::All));
        assert_eq!("some".parse::<Parts>(), Err(()));
    }
}
