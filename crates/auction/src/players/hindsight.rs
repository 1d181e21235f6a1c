//! `hindsight`: asks what it would have bought, knowing the rest of the round.
//!
//! It keeps the `targets` words that are most probable by the letters it has not seen: of a seven-letter word
//! each letter lacking counts with its number among them, copies one by one. In each of `samples` scenarios the
//! letters to come are drawn from the unseen ones, and each costs what a random recent sale would have cost.
//! With perfect foresight it would buy the cheapest letters for the word that earns most after costs, or buy
//! nothing. The letter on sale is worth the mean difference that it makes to that optimum, of which `weight`
//! per cent are bid. With a seven-letter word a letter is worth what it adds. Source: hindsight optimisation,
//! Chong, Givan and Chang, "A Framework for Simulation-based Network Control via Hindsight Optimization" (2000).

use std::sync::Arc;

use crate::players::market::Market;
use crate::players::sevens::SEVEN;
use crate::players::targets::{Stock, Target, probable};
use crate::players::{Bidder, best_with_and_without, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, checkpoint};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Letter, LetterCounts};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<HindsightParams>(
    "hindsight",
    "bids what the letter would add to its best purchases if it knew the rest of the round",
);

#[derive(Clone, Copy)]
struct HindsightParams {
    targets: usize,
    samples: u32,
    /// Per cent.
    weight: i64,
}

impl Tunable<Auction> for HindsightParams {
    const DEFAULT: HindsightParams = HindsightParams { targets: 150, samples: 12, weight: 100 };
    const PARAMS: &'static [Param<HindsightParams>] = &[
        Param::integer("targets", [1, 10_000], "words it keeps", field!(targets))
            .unit("words")
            .costing_time(),
        Param::integer("samples", [1, 100_000], "scenarios for each bid", field!(samples))
            .unit("samples")
            .costing_time(),
        Param::integer("weight", [1, 1000], "per cent of the worth to bid", field!(weight))
            .unit("per cent"),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let lexicon = rules.lexicon();
        let classes = lexicon.identities().classes().map(|class| lexicon.letters_of(class));
        let words: Arc<[LetterCounts]> = classes.filter(|word| word.len() == SEVEN).collect();
        strategy(move |own, _| Hindsight {
            params: self,
            words: Arc::clone(&words),
            market: Market::new(own),
            targets: Vec::new(),
            known: (0, LetterCounts::EMPTY),
            pool: Vec::new(),
        })
    }
}

struct Hindsight {
    params: HindsightParams,
    /// All seven-letter words, anagrams once.
    words: Arc<[LetterCounts]>,
    market: Market,
    targets: Vec<Target>,
    /// The round and the letters for which the targets were chosen.
    known: (u16, LetterCounts),
    /// The unseen letters, kept to avoid an allocation per bid.
    pool: Vec<Letter>,
}

impl Hindsight {
    /// The most that any target earns after the costs of its letters: without and with a free `gift`.
    fn optima(&self, stock: &Stock, gift: Letter, floor: i64) -> (i64, i64) {
        let (mut without, mut with) = (floor, floor);
        for target in &self.targets {
            let paid = stock.price(&target.lacks, None);
            let saved = stock.price(&target.lacks, Some(gift));
            without = without.max(target.points - paid);
            with = with.max(target.points - saved);
        }
        (without, with)
    }
}

impl Bidder for Hindsight {
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64 {
        let HindsightParams { samples, weight, .. } = self.params;
        let (with, without) = best_with_and_without(view, letter);
        if without.length >= SEVEN {
            return with.points - without.points;
        }
        if self.known != (view.round(), *view.letters()) {
            self.targets = probable(&self.words, view, letter, self.params.targets);
            self.known = (view.round(), *view.letters());
        }
        self.pool.clear();
        self.pool.extend(view.unseen().letters());
        let left = (view.auctions_left() - 1).min(self.pool.len());
        let mut total = 0;
        for _ in 0..samples {
            checkpoint();
            let mut stock = Stock::default();
            for (letter, cost) in self.market.scenario(&mut self.pool, left, rng) {
                stock.add(letter, cost);
            }
            stock.sort();
            let (without, with) = self.optima(&stock, letter, without.points);
            total += with - without;
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
    use super::Letter;
    use crate::players::best_with_and_without;
    use crate::players::situation::Situation;

    #[test]
    fn the_last_letter_of_a_round_is_worth_what_it_adds() {
        let mut table = Situation::new("hindsight:weight=100", 6, 1, "QUARTEVR");
        table.sell(&[0]);
        let (with, without) = best_with_and_without(&table.view(), Letter::from_char('R').unwrap());
        assert!(with.points - without.points > 40);
        assert_eq!(table.bid(), with.points - without.points);
    }
}
