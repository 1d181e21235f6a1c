//! `marginal`: bids what the letter adds to the expected best word.
//!
//! The rest of the round is imagined a number of times: the letters that the seat may still hope to
//! win are drawn from those it has not seen. In each sample the best word is found with and without
//! the letter on sale; the mean difference is what the letter is worth, and in a Vickrey auction the
//! worth is the bid. `weight` shades it, because points are also wanted in later rounds.

use crate::base::{Rng, checkpoint};
use crate::game::{Listing, Roster, Setting};
use crate::games::auction::players::{BestWord, Bidder, hoped_for, strategy};
use crate::games::auction::rules::{Auction, View};
use crate::lexicon::{Letter, LetterCounts};

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "marginal",
        suffix: None,
        idea: "bids what the letter adds to the expected best word, by sampling the rest of the round",
        settings: &[
            Setting { key: "samples", default: "16", about: "samples for each bid, 1 to 100000" },
            Setting {
                key: "weight",
                default: "60",
                about: "per cent of the worth to bid, 1 to 1000",
            },
        ],
    },
    make: |settings, _| {
        let samples = settings.take("samples", 16, "1 to 100000", |n| (1..=100_000).contains(n))?;
        let weight = settings.take("weight", 60, "1 to 1000", |n| (1..=1000).contains(n))?;
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
