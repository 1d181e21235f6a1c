//! `marginal`: bids what the letter adds to the expected best word.
//!
//! The rest of the round is imagined a number of times: the letters that the seat may still hope to
//! win are drawn from those it has not seen. In each sample the best word is found with and without
//! the letter on sale; the mean difference is what the letter is worth, and in a Vickrey auction the
//! worth is the bid. `weight` shades it, because points are also wanted in later rounds.

use crate::players::{BestWord, Bidder, hoped_for, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::{Rng, checkpoint};
use lettergame_core::game::{Listing, Parameter, Roster};
use lettergame_core::lexicon::{Letter, LetterCounts};

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "marginal",
        suffix: None,
        idea: "bids what the letter adds to the expected best word, by sampling the rest of the round",
        parameters: &[
            Parameter::integer("samples", "16", [1, 100_000], "samples", "samples for each bid")
                .costing_time(),
            Parameter::integer(
                "weight",
                "60",
                [1, 1000],
                "per cent",
                "per cent of the worth to bid",
            ),
        ],
    },
    make: |values, _| {
        let samples = values.read("samples")?;
        let weight = values.read("weight")?;
        Ok(strategy(move |_, _| Marginal { samples, weight, pool: Vec::with_capacity(98) }))
    },
};

struct Marginal {
    samples: u32,
    /// Per cent.
    weight: i64,
    /// The letters not seen, kept to save an allocation for each bid.
    pool: Vec<Letter>,
}

impl Marginal {
    /// What the letter adds when these further letters are won.
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
        self.pool.clear();
        self.pool.extend(view.unseen().letters());
        let hope = hoped_for(view);
        let total: i64 = (0..self.samples)
            .map(|_| {
                checkpoint();
                let count = (hope + rng.unit()) as usize;
                rng.shuffle_front(&mut self.pool, count);
                Marginal::adds(view, letter, &self.pool[..count.min(self.pool.len())])
            })
            .sum();
        total * self.weight / (100 * i64::from(self.samples))
    }
}
