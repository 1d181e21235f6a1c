//! `regret`: replays each round with other plans and follows those that would have earned most.
//!
//! A plan is a pair of limits: for a letter that brings the nearest seven-letter word to n of its seven letters
//! it bids `first + (last - first) * (n / 7)^2`, for one that helps only words lacking one letter more a third
//! of that, otherwise nothing. All bids are public, so after each round every plan is replayed with the hidden
//! letters of the round: it would have bought what it bids more for than the others did, for their highest bid.
//! Its earnings are those of its best word less these costs. The bid is the mean of the bids of all plans,
//! weighted by `exp(rate * earnings)`, `rate` in thousandths, and rounded. Source: the exponentially weighted
//! average forecaster, Cesa-Bianchi and Lugosi, "Prediction, Learning, and Games" (2006).

use std::sync::Arc;

use crate::players::market::cost;
use crate::players::sevens::{SEVEN, Sevens};
use crate::players::{Bidder, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Distances, Letter, LetterCounts, Reach};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<RegretParams>(
    "regret",
    "bids the mean of eight plans, weighted by what they would have earned so far",
);

#[derive(Clone, Copy)]
struct RegretParams {
    /// Thousandths.
    rate: f64,
}

impl Tunable<Auction> for RegretParams {
    const DEFAULT: RegretParams = RegretParams { rate: 60.0 };
    const PARAMS: &'static [Param<RegretParams>] =
        &[Param::integer("rate", [0, 10_000], "rate of learning, in thousandths", field!(rate))];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let (reach, rules) = (Sevens::prepare(rules), Arc::clone(rules));
        strategy(move |own, _| Regret {
            params: self,
            own,
            rules: Arc::clone(&rules),
            reach: Arc::clone(&reach),
            hand: Distances::new(),
            earned: [0; PLANS.len()],
            round: 0,
            hidden: Vec::new(),
            sales: Vec::new(),
        })
    }
}

/// The first and the last limit of a plan.
type Plan = (i64, i64);

const PLANS: [Plan; 8] = [(2, 10), (3, 14), (4, 18), (5, 14), (3, 24), (6, 20), (2, 36), (6, 44)];

struct Regret {
    params: RegretParams,
    own: Seat,
    rules: Arc<Auction>,
    reach: Arc<Reach>,
    /// The distances of the words from its letters.
    hand: Distances,
    /// What each plan would have earned in all rounds before.
    earned: [i64; PLANS.len()],
    round: u16,
    /// The hidden letters of the round, and each letter sold with its cost.
    hidden: Vec<Letter>,
    sales: Vec<(Letter, i64)>,
}

impl Regret {
    /// A hand of these letters.
    fn deal(&self, letters: impl Iterator<Item = Letter>) -> Distances {
        let mut hand = self.hand.clone();
        hand.start(&self.reach);
        letters.for_each(|letter| hand.gain(&self.reach, letter));
        hand
    }

    /// The bid of a plan with this hand.
    fn limit(&self, (first, last): Plan, hand: &Distances, letter: Letter) -> i64 {
        let near = |&most: &usize| hand.within(&self.reach, most) > 0;
        let lacks = (0..SEVEN).find(near).unwrap_or(SEVEN);
        if lacks == 0 {
            return 0;
        }
        let reached = (SEVEN + 1 - lacks) as i64;
        let full = first + (last - first) * reached * reached / (SEVEN * SEVEN) as i64;
        let after = |most| hand.within_after(&self.reach, letter, most);
        if after(lacks - 1) > 0 {
            full
        } else if after(lacks) > hand.within(&self.reach, lacks) {
            full / 3
        } else {
            0
        }
    }

    /// What a plan would have earned in the round that ends.
    fn replay(&self, plan: Plan) -> i64 {
        let mut hand = self.deal(self.hidden.iter().copied());
        let mut spent = 0;
        for &(letter, cost) in &self.sales {
            if self.limit(plan, &hand, letter) > cost {
                hand.gain(&self.reach, letter);
                spent += cost;
            }
        }
        let word = self.rules.best_word(hand.held());
        word.map_or(0, |word| i64::from(word.points.0)) - spent
    }

    /// The weight of each plan.
    fn weights(&self) -> [f64; PLANS.len()] {
        let most = self.earned.iter().copied().max().unwrap_or(0);
        self.earned.map(|earned| libm::exp(self.params.rate / 1000.0 * (earned - most) as f64))
    }
}

impl Bidder for Regret {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        if self.round != view.round() {
            self.round = view.round();
            self.hidden = view.hidden().to_vec();
            self.hand = self.deal(view.letters().letters());
        }
        let gained = view.letters().minus(self.hand.held()).unwrap_or(LetterCounts::EMPTY);
        gained.letters().for_each(|letter| self.hand.gain(&self.reach, letter));
        let weights = self.weights();
        let bids = PLANS.map(|plan| self.limit(plan, &self.hand, letter) as f64);
        let sum: f64 = bids.iter().zip(weights).map(|(bid, weight)| bid * weight).sum();
        libm::round(sum / weights.iter().sum::<f64>()) as i64
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::Auction(sale) => self.sales.push((sale.letter, cost(sale, self.own))),
            Event::Round(_) => {
                for (place, plan) in PLANS.into_iter().enumerate() {
                    self.earned[place] += self.replay(plan);
                }
                self.sales.clear();
            }
            Event::Banned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_bids_the_mean_of_all_plans_at_first() {
        let bid = |letters| Situation::new("regret", 6, 1, letters).bid();
        // the mean of the last limits is 22.5; V helps only words that lack one letter more
        assert_eq!((bid("QUARTER"), bid("QUARTEV")), (23, 7));
    }

    #[test]
    fn it_bids_more_after_a_round_in_which_only_the_highest_plan_completes_a_word() {
        let later = |cost| {
            let mut table = Situation::new("regret:rate=10000", 6, 2, "QUARTEIIIIIIRVVW");
            table.bid();
            table.sell(&[0, cost]);
            table.end_round();
            let others: [&[i64]; 4] = [&[100]; 4];
            table.bids(&others).iter().sum::<i64>()
        };
        assert!(later(40) > later(0), "{} {}", later(40), later(0));
    }
}
