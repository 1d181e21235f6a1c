//! `vowel-balance`: keeps vowels and consonants in proportion.
//!
//! Seven-letter words have about three vowels and four consonants. The kind of letter it lacks is
//! worth `premium` more than its value, the kind it has too many of is worth nothing; a letter that it
//! already holds twice is left to others, and so is everything once it has ten letters.

use crate::players::{Bidder, points, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "vowel-balance",
        suffix: None,
        idea: "keeps three vowels to four consonants, pays more for the kind it lacks",
        parameters: &[points("premium", "4", "points beyond its value for the kind it lacks")],
    },
    make: |values, _| {
        let premium = values.read("premium")?;
        Ok(strategy(move |_, _| VowelBalance { premium }))
    },
};

/// Letters beyond which nothing more is bought.
const ENOUGH: usize = 10;

struct VowelBalance {
    premium: i64,
}

impl Bidder for VowelBalance {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let held = view.letters();
        if held.len() >= ENOUGH || held.count(letter) >= 2 {
            return 0;
        }
        let vowels = held.letters().filter(|held| held.is_vowel()).count();
        let consonants = held.len() - vowels;
        // vowels : consonants as 3 : 4
        let lacks = if letter.is_vowel() {
            4 * vowels <= 3 * consonants
        } else {
            3 * consonants <= 4 * vowels
        };
        if lacks { i64::from(view.rules().tiles().value(letter)) + self.premium } else { 0 }
    }
}
