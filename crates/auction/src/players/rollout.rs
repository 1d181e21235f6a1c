//! `rollout`: plays the rest of the round in its head, with and without the letter on sale.
//!
//! In each of `samples` roll-outs the letters to come are drawn from those it has not seen, and each costs what
//! a random recent sale would have cost. The imagined player buys every letter that brings the nearest
//! seven-letter word nearer, if it costs at most `stake` points divided by the number of letters that are
//! lacking; at the end it has its best word less what it spent. Both hands meet the same letters and costs. The
//! mean difference is the worth of the letter, of which `weight` per cent are bid. With a seven-letter word a
//! letter is worth what it adds. Source: Tesauro and Galperin, "On-line Policy Improvement using Monte-Carlo
//! Search" (1996).

use std::sync::Arc;

use crate::players::market::Market;
use crate::players::sevens::Sevens;
use crate::players::{BestWord, Bidder, added, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, checkpoint};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Distances, Letter, Reach};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<RolloutParams>(
    "rollout",
    "plays the rest of the round in its head at recent prices, with and without the letter",
);

#[derive(Clone, Copy)]
struct RolloutParams {
    samples: u32,
    stake: i64,
    /// Per cent.
    weight: i64,
}

impl Tunable<Auction> for RolloutParams {
    const DEFAULT: RolloutParams = RolloutParams { samples: 10, stake: 40, weight: 80 };
    const PARAMS: &'static [Param<RolloutParams>] = &[
        Param::integer("samples", [1, 100_000], "roll-outs for each bid", field!(samples))
            .unit("samples")
            .costing_time(),
        points("stake", "points it would pay for the lacking letters", field!(stake)),
        Param::integer("weight", [1, 1000], "per cent of the worth to bid", field!(weight))
            .unit("per cent"),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |own, _| Rollout {
            params: self,
            reach: Arc::clone(&reach),
            sevens: Sevens::new(&reach),
            market: Market::new(own),
            pool: Vec::new(),
        })
    }
}

struct Rollout {
    params: RolloutParams,
    reach: Arc<Reach>,
    sevens: Sevens,
    market: Market,
    /// The unseen letters, kept to avoid an allocation per bid.
    pool: Vec<Letter>,
}

impl Rollout {
    /// The net points of a hand that lacks so many letters, after these letters at these costs.
    fn play(
        &self,
        view: &View<'_>,
        hand: &Distances,
        lacks: usize,
        to_come: &[(Letter, i64)],
    ) -> i64 {
        let (mut hand, mut lacks, mut spent) = (hand.clone(), lacks, 0);
        for &(letter, cost) in to_come {
            if lacks == 0 {
                break;
            }
            let affordable = cost * lacks as i64 <= self.params.stake;
            if affordable && hand.within_after(&self.reach, letter, lacks - 1) > 0 {
                hand.gain(&self.reach, letter);
                lacks -= 1;
                spent += cost;
            }
        }
        BestWord::of(view, hand.held()).points - spent
    }
}

impl Bidder for Rollout {
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64 {
        let RolloutParams { samples, weight, .. } = self.params;
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            return added(view, letter);
        }
        let without = self.sevens.distances().clone();
        let mut with = without.clone();
        with.gain(&self.reach, letter);
        let lacks_with = lacks - usize::from(with.within(&self.reach, lacks - 1) > 0);
        self.pool.clear();
        self.pool.extend(view.unseen().letters());
        let left = (view.auctions_left() - 1).min(self.pool.len());
        let mut total = 0;
        for _ in 0..samples {
            checkpoint();
            let to_come = self.market.scenario(&mut self.pool, left, rng);
            total += self.play(view, &with, lacks_with, &to_come);
            total -= self.play(view, &without, lacks, &to_come);
        }
        total * weight / (100 * i64::from(samples))
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Auction(sale) = event {
            self.market.observe(sale);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn the_last_letter_of_a_round_is_worth_what_it_adds() {
        let bid = |weight| {
            let player = format!("rollout:weight={weight}");
            let mut table = Situation::new(&player, 6, 1, "QUARTEVR");
            table.sell(&[0]);
            table.bid()
        };
        assert!(bid(100) > 40);
        assert_eq!(bid(200), 2 * bid(100));
    }

    #[test]
    fn a_letter_is_worth_less_if_it_can_be_had_cheaply_later() {
        let bid = |stake| {
            let player = format!("rollout:samples=50:weight=100:stake={stake}");
            let rivals = "BBCCDDFFGGHHIIJKLLMMNNOOPPSSVVWWXYYZAEIOUEA";
            Situation::new(&player, 6, 8, &format!("QUARTE{}R", &rivals[..42])).bid()
        };
        assert!(bid(40) < bid(0));
    }
}
