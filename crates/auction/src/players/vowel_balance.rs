//! `vowel-balance`: keeps vowels and consonants in proportion.
//!
//! Seven-letter words have about three vowels and four consonants. The kind of letter it lacks is worth
//! `premium` more than its value, the kind it has too many of is worth nothing; it does not bid for a third
//! copy of a letter, or for anything once it has ten letters.

use std::sync::Arc;

use crate::players::{Bidder, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<VowelBalance>(
    "vowel-balance",
    "keeps three vowels to four consonants, pays more for the kind it lacks",
);

#[derive(Clone, Copy)]
struct VowelBalance {
    premium: i64,
}

impl Tunable<Auction> for VowelBalance {
    const DEFAULT: VowelBalance = VowelBalance { premium: 4 };
    const PARAMS: &'static [Param<VowelBalance>] =
        &[points("premium", "points beyond its value for the kind it lacks", field!(premium))];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

/// Number of letters at which it stops buying.
const ENOUGH: usize = 10;

impl Bidder for VowelBalance {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let held = view.letters();
        if held.len() >= ENOUGH || held.count(letter) >= 2 {
            return 0;
        }
        let vowels = held.letters().filter(|held| held.is_vowel()).count();
        let consonants = held.len() - vowels;
        // vowels to consonants in the ratio 3 : 4
        let lacks = if letter.is_vowel() {
            4 * vowels <= 3 * consonants
        } else {
            3 * consonants <= 4 * vowels
        };
        if lacks { i64::from(view.rules().tiles().value(letter)) + self.premium } else { 0 }
    }
}
