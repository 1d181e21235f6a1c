//! `seven-letter`: bids by how many seven-letter words stay within reach.
//!
//! A word is within reach if the letters it lacks are no more than the seat may hope to win in the
//! rest of the round. A letter is worth the part of those words that would be lost without it, times
//! `reach` points; the letter that completes a word is worth the bonus less a margin (`finish`), and
//! once a seven-letter word is complete everything else is worth nothing.

use crate::base::Rng;
use crate::game::{Listing, Roster};
use crate::games::auction::players::sevens::{Sevens, finish_setting, reach_setting};
use crate::games::auction::players::{Bidder, points, strategy};
use crate::games::auction::rules::{Auction, View};
use crate::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "seven-letter",
        suffix: None,
        idea: "bids by how many 7-letter words stay within reach",
        settings: &[reach_setting("14"), finish_setting("30")],
    },
    make: |settings, rules| {
        let reach_points = points(settings, "reach", 14)?;
        let finish_points = points(settings, "finish", 30)?;
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
