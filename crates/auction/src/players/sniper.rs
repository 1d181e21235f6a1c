//! `sniper`: sits still for most of a round, then pays for the last letters of a word.
//!
//! In the first `still` per cent of the auctions of a round it bids `idle` for a letter that
//! brings the nearest seven-letter words nearer. After that a letter is worth the part of the words within reach
//! that would be lost without it, times `aim` points. The letter that completes a word is worth `shot`
//! at any time; once a word is complete everything is worth nothing. Source: a plan common in
//! classes: prices fall at the end of a round, and points that were saved win the letters that count.

use crate::players::sevens::{Sevens, Step};
use crate::players::{Bidder, has_gone, per_cent, points, strategy};
use crate::rules::{Auction, View};
use lettergame_core::base::Rng;
use lettergame_core::game::{Listing, Roster};
use lettergame_core::lexicon::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "sniper",
        suffix: None,
        idea: "sits still for most of a round, then bids high on the last letters of a word",
        parameters: &[
            per_cent("still", "50", "part of a round, per cent"),
            points("idle", "4", "points for a letter that brings words nearer, early"),
            points("aim", "14", "points for a letter that all words within reach need, later"),
            points("shot", "30", "points for the letter that completes a 7-letter word"),
        ],
    },
    make: |values, rules| {
        let still = values.read("still")?;
        let (idle, aim) = (values.read("idle")?, values.read("aim")?);
        let shot = values.read("shot")?;
        let reach = Sevens::prepare(rules);
        Ok(strategy(move |_, _| Sniper { sevens: Sevens::new(&reach), still, idle, aim, shot }))
    },
};

struct Sniper {
    sevens: Sevens,
    /// Per cent.
    still: usize,
    idle: i64,
    aim: i64,
    shot: i64,
}

impl Bidder for Sniper {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let step = self.sevens.step(view, letter);
        let waits = matches!(step, Step::Nears { .. }) && !has_gone(view, self.still);
        if !waits {
            step.points(self.aim, self.shot)
        } else if self.sevens.useful(letter) {
            self.idle
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_waits_and_then_pays_for_what_all_words_within_reach_need() {
        let mut table = Situation::new("sniper:still=40:idle=1:aim=20:shot=41", 3, 1, "QUARTERS");
        // two of five auctions are in the still part; the fourth completes QUARTER
        let bids = table.bids(&[&[], &[], &[], &[], &[]]);
        assert_eq!((bids[0], bids[1], bids[3], bids[4]), (1, 1, 41, 0), "{bids:?}");
        assert!(bids[2] > 1 && bids[2] <= 20, "{bids:?}");
    }

    #[test]
    fn a_letter_that_completes_a_word_is_shot_at_at_once() {
        assert_eq!(Situation::new("sniper:still=100:shot=41", 6, 1, "QUARTERX").bid(), 41);
    }
}
