//! `sniper`: waits for most of a round, then pays for the last letters of a word.
//!
//! In the first `still` per cent of a round's auctions it bids `idle` for a letter that brings the nearest
//! seven-letter words nearer. After that a letter is worth the fraction of the words within reach that would
//! be lost without it, times `aim` points. The letter that completes a word is always worth `shot`; once a
//! word is complete everything is worth nothing. Source: a common plan in classes: prices fall towards the
//! end of a round, and saved points win the letters that count.

use std::sync::Arc;

use crate::players::sevens::{Sevens, Step};
use crate::players::{Bidder, has_gone, per_cent, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<SniperParams>(
    "sniper",
    "waits for most of a round, then bids high on the last letters of a word",
);

#[derive(Clone, Copy)]
pub(super) struct SniperParams {
    /// Per cent.
    still: usize,
    idle: i64,
    aim: i64,
    shot: i64,
}

impl Tunable<Auction> for SniperParams {
    const DEFAULT: SniperParams = SniperParams { still: 50, idle: 4, aim: 14, shot: 30 };
    const PARAMS: &'static [Param<SniperParams>] = &[
        per_cent("still", "part of a round, per cent", field!(still)),
        points("idle", "points for a letter that brings words nearer, early", field!(idle)),
        points("aim", "points for a letter that all words within reach need, later", field!(aim)),
        points("shot", "points for the letter that completes a 7-letter word", field!(shot)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |_, _| Sniper { params: self, sevens: Sevens::new(&reach) })
    }
}

struct Sniper {
    params: SniperParams,
    sevens: Sevens,
}

impl Bidder for Sniper {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let SniperParams { still, idle, aim, shot } = self.params;
        let step = self.sevens.step(view, letter);
        let waits = matches!(step, Step::Nears { .. }) && !has_gone(view, still);
        if !waits {
            step.points(aim, shot)
        } else if self.sevens.useful(letter) {
            idle
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_waits_then_pays_for_letters_every_reachable_word_needs() {
        let mut table = Situation::new("sniper:still=40:idle=1:aim=20:shot=41", 3, 1, "QUARTERS");
        // two of five auctions are in the waiting part; the fourth completes QUARTER
        let bids = table.bids(&[&[], &[], &[], &[], &[]]);
        assert_eq!((bids[0], bids[1], bids[3], bids[4]), (1, 1, 41, 0), "{bids:?}");
        assert!(bids[2] > 1 && bids[2] <= 20, "{bids:?}");
    }

    #[test]
    fn it_bids_high_at_once_for_a_letter_that_completes_a_word() {
        assert_eq!(Situation::new("sniper:still=100:shot=41", 6, 1, "QUARTERX").bid(), 41);
    }
}
