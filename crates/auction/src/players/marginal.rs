//! `marginal`: bids what the letter adds to the expected best word.
//!
//! The rest of the round is simulated a number of times: the letters that the seat may expect to win are
//! drawn from those it has not seen. For each sample the best word is found with and without the letter on
//! sale; the mean difference is the letter's worth, and in a Vickrey auction the worth is the bid. `weight`
//! shades it, because points are also needed in later rounds.

use std::sync::Arc;

use crate::players::{BestWord, Bidder, hoped_for, strategy};
use crate::rules::{Auction, View};
use lettergame_base::{Rng, checkpoint};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::{Letter, LetterCounts};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<MarginalParams>(
    "marginal",
    "bids what the letter adds to the expected best word, by sampling the rest of the round",
);

#[derive(Clone, Copy)]
struct MarginalParams {
    samples: u32,
    /// Per cent.
    weight: i64,
}

impl Tunable<Auction> for MarginalParams {
    const DEFAULT: MarginalParams = MarginalParams { samples: 16, weight: 60 };
    const PARAMS: &'static [Param<MarginalParams>] = &[
        Param::integer("samples", [1, 100_000], "samples for each bid", field!(samples))
            .unit("samples")
            .costing_time(),
        Param::integer("weight", [1, 1000], "per cent of the worth to bid", field!(weight))
            .unit("per cent"),
    ];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| Marginal { params: self, pool: Vec::with_capacity(98) })
    }
}

struct Marginal {
    params: MarginalParams,
    /// The unseen letters, kept to avoid an allocation per bid.
    pool: Vec<Letter>,
}

impl Marginal {
    /// What the letter adds if these further letters are won.
    fn adds(view: &View<'_>, letter: Letter, won: &[Letter]) -> i64 {
        let mut letters: LetterCounts = *view.letters();
        won.iter().for_each(|&letter| letters.add(letter));
        let without = BestWord::of(view, &letters).points;
        letters.add(letter);
        BestWord::of(view, &letters).points - without
    }
}

impl Bidder for Marginal {
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64 {
        let MarginalParams { samples, weight } = self.params;
        self.pool.clear();
        self.pool.extend(view.unseen().letters());
        let hope = hoped_for(view);
        let total: i64 = (0..samples)
            .map(|_| {
                checkpoint();
                let count = (hope + rng.unit()) as usize;
                rng.shuffle_front(&mut self.pool, count);
                Marginal::adds(view, letter, &self.pool[..count.min(self.pool.len())])
            })
            .sum();
        total * weight / (100 * i64::from(samples))
    }
}
