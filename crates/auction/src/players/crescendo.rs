//! `crescendo`: bids more the closer it is to seven letters.
//!
//! The nearest seven-letter word lacks some letters. A letter that brings it to n of its seven is worth
//! `base + (top - base) * (n / 7)^curve` points, a letter that only helps words lacking one more is worth a
//! third of that; anything else, and everything once seven letters make a word, is worth nothing. Source: a
//! common plan in classes.

use std::sync::Arc;

use crate::players::sevens::{SEVEN, Sevens};
use crate::players::{Bidder, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<CrescendoParams>(
    "crescendo",
    "bids more the closer it is to seven letters that make a word",
);

#[derive(Clone, Copy)]
pub(super) struct CrescendoParams {
    top: i64,
    base: i64,
    curve: u32,
}

impl Tunable<Auction> for CrescendoParams {
    const DEFAULT: CrescendoParams = CrescendoParams { top: 16, base: 4, curve: 2 };
    const PARAMS: &'static [Param<CrescendoParams>] = &[
        points("top", "points for the last letter", field!(top)),
        points("base", "points before the first", field!(base)),
        Param::integer("curve", [0, 9], "how steeply bids rise", field!(curve)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |_, _| Crescendo { params: self, sevens: Sevens::new(&reach) })
    }
}

struct Crescendo {
    params: CrescendoParams,
    sevens: Sevens,
}

impl Bidder for Crescendo {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            return 0;
        }
        let reached = (SEVEN + 1 - lacks) as i64;
        let CrescendoParams { top, base, curve } = self.params;
        let full = base + (top - base) * reached.pow(curve) / (SEVEN as i64).pow(curve);
        self.sevens.help(letter, lacks).points(full)
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn bids_rise_with_the_letters_of_the_nearest_word() {
        let mut table = Situation::new("crescendo:base=0:top=49:curve=2", 3, 1, "QUARTERSX");
        // QUA and four more: 4, 5, 6 and 7 of 7 letters; then QUARTER is complete
        assert_eq!(table.bids(&[&[], &[], &[], &[], &[]]), [16, 25, 36, 49, 0]);
    }

    #[test]
    fn a_letter_that_helps_only_farther_words_is_worth_a_third() {
        // QUARTE lacks one letter; V brings no word to seven letters, but some, such as AVERTED, to
        // five
        assert_eq!(Situation::new("crescendo:base=0:top=49:curve=2", 6, 1, "QUARTEV").bid(), 16);
    }
}
