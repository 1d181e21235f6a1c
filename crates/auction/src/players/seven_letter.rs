//! `seven-letter`: bids by how many seven-letter words stay within reach.
//!
//! A word is within reach if the letters it lacks are no more than the seat may hope to win in the
//! rest of the round. A letter is worth the part of those words that would be lost without it, times
//! `reach` points; the letter that completes a word is worth the bonus less a margin (`finish`), and
//! once a seven-letter word is complete everything else is worth nothing.

use crate::players::sevens::{Sevens, finish_parameter, reach_parameter};
use crate::players::{Bidder, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "seven-letter",
        suffix: None,
        idea: "bids by how many 7-letter words stay within reach",
        parameters: &[reach_parameter("14"), finish_parameter("30")],
    },
    make: |values, rules| {
        let reach_points = values.read("reach")?;
        let finish_points = values.read("finish")?;
        let reach = Sevens::prepare(rules);
        Ok(strategy(move |_, _| {
            let sevens = Sevens::new(&reach);
            SevenLetter { sevens, reach_points, finish_points }
        }))
    },
};

struct SevenLetter {
    sevens: Sevens,
    reach_points: i64,
    finish_points: i64,
}

impl Bidder for SevenLetter {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.step(view, letter).points(self.reach_points, self.finish_points)
    }
}
