//! The champion in its seat: asks the models for a letter's worth and the others' bids, and keeps
//! them up to date.

use std::sync::Arc;

use crate::players::champion::choice::{Offer, Opponent};
use crate::players::champion::forecast::Forecast;
use crate::players::champion::next_bid::NextBid;
use crate::players::champion::odds::Odds;
use crate::players::champion::past_prices::PastPrices;
use crate::players::champion::pressure::{FULL, Pressure, WEIGHTS};
use crate::players::champion::prices::{LEVELS, PriceList, at_most, highest};
use crate::players::champion::standing::Standing;
use crate::players::champion::value::{Holding, Market};
use crate::players::champion::{ChampionParams, Parts};
use crate::players::sevens::SEVEN;
use crate::players::{BestWord, Bidder, best_with_and_without};
use crate::rules::{Auction, AuctionRules, Event, Sale, View};
use lettergame_base::{Points, Rng, Seat};
use lettergame_words::{Completions, Letter, LetterCounts};

/// With more auctions than this left in a round it looks at most one letter ahead.
const FURTHER: usize = 20;
/// Number of auctions for which results about the same hand, or about prices, are reused.
const CACHE_AUCTIONS: usize = 4;

/// What is prepared before a game.
pub(super) struct Plan {
    pub(super) completions: Completions,
    pub(super) game: Arc<Auction>,
    pub(super) params: ChampionParams,
}

impl Plan {
    fn rules(&self) -> &AuctionRules {
        self.game.rules()
    }

    /// The network of the forecasts, if it takes part.
    fn network(&self) -> Option<Arc<NextBid>> {
        let network = || self.params.bids.as_ref().map_or_else(NextBid::shipped, Arc::clone);
        (self.params.parts >= Parts::Network).then(network)
    }
}

/// A bid awaiting its sale, to be compared with alternatives.
struct Pending {
    offer: Offer,
    /// The bid by each weight of pressure.
    bids: [usize; WEIGHTS],
}

pub(super) struct Champion {
    seat: Seat,
    plan: Arc<Plan>,
    forecast: Forecast,
    past_prices: PastPrices,
    standing: Standing,
    /// For this round: the predicted prices, and the auctions left when they were computed.
    prices: Option<(usize, PriceList)>,
    /// For this round: the own hand, and the auctions left when it was evaluated.
    holding: Option<(usize, Holding)>,
    pressure: Pressure,
    pending: Option<Pending>,
}

impl Champion {
    pub(super) fn new(seat: Seat, seats: usize, plan: Arc<Plan>) -> Champion {
        Champion {
            seat,
            forecast: Forecast::new(seat, seats, &plan.game, plan.network()),
            past_prices: PastPrices::new(),
            standing: Standing::new(seats, plan.rules().start_points()),
            prices: None,
            holding: None,
            pressure: plan.params.pressure(seats),
            pending: None,
            plan,
        }
    }

    /// The other players able to bid now, with the points they may spend.
    fn rivals(&self, view: &View<'_>) -> Vec<(Seat, i32)> {
        let cap = self.plan.rules().letter_cap().unwrap_or(usize::MAX);
        let rivals = view.all_points().iter().filter(|&(seat, _)| {
            seat != self.seat
                && !view.banned().contains(seat)
                && self.forecast.table.held(seat) < cap
        });
        let purse = |points: &Points| if self.knows_purses() { points.0 } else { i32::MAX };
        rivals.map(|(seat, points)| (seat, purse(points))).collect()
    }

    fn knows_purses(&self) -> bool {
        self.plan.params.parts >= Parts::Budget
    }

    fn learns(&self) -> bool {
        self.plan.params.parts >= Parts::Prices
    }

    /// Expected points with the letter minus those without it.
    fn worth(&mut self, view: &View<'_>, letter: Letter, rivals: &[(Seat, i32)]) -> f64 {
        let (with, without) = best_with_and_without(view, letter);
        let left = self.forecast.table.left().saturating_sub(1);
        if left == 0 || without.length >= SEVEN {
            return (with.points - without.points) as f64;
        }
        let unseen = view.unseen();
        let (priced, prices) = self.prices_to_come(rivals, &unseen);
        let known = self.known_holding(view.letters());
        let market = Market {
            view,
            completions: &self.plan.completions,
            odds: Odds::shipped(),
            prices: &prices,
            selection: self.plan.params.selection(),
            purse: if self.knows_purses() { f64::from(view.points().0) } else { f64::INFINITY },
            left,
        };
        let (looked, holding) = known
            .unwrap_or_else(|| (self.forecast.table.sold, market.holding(view.letters(), &unseen)));
        let ahead =
            if left < FURTHER { self.plan.params.effort } else { self.plan.params.effort.min(1) };
        let now = market.worth(&holding, &unseen, ahead);
        let more = if with.length >= SEVEN {
            with.points as f64
        } else {
            let mut letters = *view.letters();
            letters.add(letter);
            market.worth(&market.holding(&letters, &unseen), &unseen, ahead)
        };
        self.prices = Some((priced, prices));
        self.holding = Some((looked, holding));
        more - now
    }

    /// The prices for the rest of the round, and when they were computed.
    fn prices_to_come(
        &mut self,
        rivals: &[(Seat, i32)],
        unseen: &LetterCounts,
    ) -> (usize, PriceList) {
        let fresh = self.prices.take().filter(|&(found, _)| self.is_fresh(found));
        fresh.unwrap_or_else(|| {
            let (forecast, table) = (&self.forecast, &self.forecast.table);
            let prices = PriceList::new(table.left(), unseen, |letter, stage| {
                let left = PriceList::middle(table.left(), stage);
                let bids = |&(seat, purse): &(Seat, i32)| forecast.later(seat, letter, left, purse);
                let mut reached = highest(rivals.iter().map(bids));
                self.past_prices.correct(letter, table.part(left), &mut reached);
                reached
            });
            (table.sold, prices)
        })
    }

    /// The evaluation of the hand some auctions ago, if the hand is unchanged.
    fn known_holding(&mut self, letters: &LetterCounts) -> Option<(usize, Holding)> {
        let known = self.holding.take()?;
        (known.1.letters == *letters && self.is_fresh(known.0)).then_some(known)
    }

    /// Is a result computed after `sold` sales still valid? At the end of a round nothing is
    /// reused.
    fn is_fresh(&self, sold: usize) -> bool {
        let age = self.forecast.table.sold - sold;
        age == 0 || (age < CACHE_AUCTIONS && self.forecast.table.left() > 2 * CACHE_AUCTIONS)
    }

    /// The bid with the best expected standing.
    fn choose(
        &mut self,
        view: &View<'_>,
        letter: Letter,
        worth: f64,
        rivals: &[(Seat, i32)],
    ) -> i64 {
        let rounds_left = self.plan.rules().rounds() - view.round() + 1;
        let weights =
            self.standing.weights(self.seat, view.banned(), view.all_points(), rounds_left);
        let opponents = rivals.iter().map(|&(seat, purse)| {
            let bids = self.forecast.now(seat, letter, purse);
            Opponent { seat, weight: weights[seat], at_most: at_most(&bids) }
        });
        let worth = self.plan.params.with_denial(worth, view.seats());
        let offer = Offer { worth, opponents: opponents.collect() };
        let most = self.most(view, letter);
        if self.plan.params.parts < Parts::Pressure {
            return offer.best_bid(most, FULL) as i64;
        }
        let bids = self.pressure.weights().map(|weight| offer.best_bid(most, weight));
        self.pending = Some(Pending { offer, bids });
        bids[self.pressure.best()] as i64
    }

    /// The maximum useful bid: the points of the best word from the own letters, this one and all
    /// unseen letters.
    fn most(&self, view: &View<'_>, letter: Letter) -> usize {
        let mut all = view.letters().plus(&view.unseen());
        all.add(letter);
        let purse = view.points().0.max(0) as usize;
        purse.min(BestWord::of(view, &all).points.max(0) as usize).min(LEVELS - 1)
    }

    fn note_sale(&mut self, sale: &Sale) {
        let others = || sale.bids_of_others(self.seat).map(|(seat, bid)| (seat, bid.0));
        if let Some(Pending { offer, bids }) = self.pending.take() {
            self.pressure.note(bids.map(|bid| offer.outcome(bid, others())));
        }
        if self.learns() {
            self.forecast.learn(sale);
            let left = self.forecast.table.part(self.forecast.table.left() as f64);
            let highest = others().map(|(_, bid)| bid).max();
            self.past_prices.note(sale.letter, left, highest.unwrap_or(0));
        }
        self.forecast.note_sale(sale);
    }

    fn begin_round(&mut self) {
        self.forecast.begin_round();
        (self.prices, self.holding) = (None, None);
    }
}

impl Bidder for Champion {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let rivals = self.rivals(view);
        if rivals.is_empty() {
            return 0;
        }
        let worth = self.worth(view, letter, &rivals);
        if self.plan.params.parts < Parts::Standing {
            return worth.max(0.0).round() as i64;
        }
        self.choose(view, letter, worth, &rivals)
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::Auction(sale) => self.note_sale(sale),
            Event::Round(end) => {
                self.standing.note_round(end);
                self.begin_round();
            }
            Event::Banned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::best_with_and_without;
    use crate::players::situation::Situation;
    use crate::rules::Prompt;

    #[test]
    fn at_the_last_sale_it_bids_what_the_letter_adds() {
        // seat 0 has RETAINQ; the H goes to the other seat, then the S makes QINTARS
        let letters = "RETAINQBBCCDDGHS";
        for parts in ["value", "prices", "budget"] {
            let mut table = Situation::new(&format!("champion:parts={parts}"), 7, 2, letters);
            table.sell(&[0, 1]);
            let bid = table.bid();
            let view = table.view();
            let Prompt::Bid(letter) = view.asked() else { panic!("a letter is on sale") };
            let (with, without) = best_with_and_without(&view, letter);
            assert_eq!((with.points, letter.to_char()), (66, 'S'));
            assert_eq!(bid, with.points - without.points, "{parts}");
        }
    }

    #[test]
    fn holding_a_seven_letter_word_it_only_bids_for_improvements() {
        // no rival ever bids; RETAINS and another vowel make no better word
        for parts in ["value", "prices", "budget"] {
            let player = format!("champion:parts={parts}");
            let mut table = Situation::new(&player, 7, 2, "RETAINSBBCCDDGAE");
            assert_eq!(table.bids(&[&[0], &[0]]), [0, 0], "{parts}");
        }
    }

    #[test]
    fn a_letter_that_helps_is_worth_more_than_one_that_does_not() {
        let bid = |letter| {
            let letters = format!("RETAINQBBCCDDGH{letter}");
            let mut table = Situation::new("champion", 7, 2, &letters);
            table.sell(&[0, 1]);
            table.bid()
        };
        assert!(bid('S') > bid('V') + 5, "{} {}", bid('S'), bid('V'));
    }

    #[test]
    fn it_bids_no_more_than_it_owns() {
        for parts in ["standing", "all"] {
            let player = format!("champion:parts={parts}");
            let mut table = Situation::new(&player, 6, 2, "RETAINBBCCDDGS");
            // 98 points are paid for the G; the S would make a word worth 57
            table.sell(&[99, 98]);
            let bid = table.bid();
            assert!((0..=2).contains(&bid), "{parts}: {bid}");
        }
    }

    #[test]
    fn it_learns_what_rivals_bid() {
        let bid = |parts: &str, usual: i64| {
            let player = format!("champion:parts={parts}");
            let mut table = Situation::new(&player, 3, 2, "RETBCDAINSEOU");
            (0..3).for_each(|_| table.sell(&[0, usual]));
            table.bid()
        };
        assert_eq!(bid("value", 1), bid("value", 30));
        assert_ne!(bid("prices", 1), bid("prices", 30));
    }

    #[test]
    fn it_knows_what_works_one_against_one() {
        let bids = |parts: &str, others: &[i64]| {
            let player = format!("champion:parts={parts}");
            let mut table = Situation::new(&player, 2, others.len() + 1, "RETBCDAINSEOUGLS");
            table.bids(&[others; 6])
        };
        assert_ne!(bids("network", &[9]), bids("all", &[9]));
        assert_eq!(bids("network", &[9, 4]), bids("all", &[9, 4]));
    }

    #[test]
    fn a_new_round_starts_with_no_letters_held() {
        let mut table = Situation::new("champion", 3, 2, "RETBCDAINSEOU");
        table.end_round();
        assert!((0..=100).contains(&table.bid()));
    }
}
