//! `seven-letter`: bids by the number of seven-letter words that stay within reach.
//!
//! A word is within reach if it lacks no more letters than the seat may expect to win in the rest of the
//! round. A letter is worth the fraction of those words that would be lost without it, times `reach` points;
//! the letter that completes a word is worth the bonus less a margin (`finish`), and once a seven-letter word
//! is complete everything else is worth nothing.

use std::sync::Arc;

use crate::players::sevens::{Sevens, finish_parameter, reach_parameter};
use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<SevenLetterParams>(
    "seven-letter",
    "bids by how many 7-letter words stay within reach",
);

#[derive(Clone, Copy)]
pub(super) struct SevenLetterParams {
    reach: i64,
    finish: i64,
}

impl Tunable<Auction> for SevenLetterParams {
    const DEFAULT: SevenLetterParams = SevenLetterParams { reach: 14, finish: 30 };
    const PARAMS: &'static [Param<SevenLetterParams>] =
        &[reach_parameter(field!(reach)), finish_parameter(field!(finish))];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |_, _| SevenLetter { params: self, sevens: Sevens::new(&reach) })
    }
}

struct SevenLetter {
    params: SevenLetterParams,
    sevens: Sevens,
}

impl Bidder for SevenLetter {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.step(view, letter).points(self.params.reach, self.params.finish)
    }
}
