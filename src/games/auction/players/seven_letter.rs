//! `seven-letter`: bids by how many seven-letter words stay within reach.
//!
//! A word is within reach if the letters it lacks are no more than the seat may hope to win in the
//! rest of the round. A letter is worth the part of those words that would be lost without it, times
//! `reach` points; the letter that completes a word is worth the bonus less a margin (`finish`), and
//! once a seven-letter word is complete everything else is worth nothing.

use std::sync::Arc;

use crate::base::Rng;
use crate::game::{Listing, Roster, Setting};
use crate::games::auction::players::{Bidder, hoped_for, strategy};
use crate::games::auction::rules::{Auction, View};
use crate::lexicon::{Distances, Letter, LetterCounts, Reach};

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "seven-letter",
        suffix: None,
        idea: "bids by how many 7-letter words stay within reach",
        settings: &[
            Setting {
                key: "reach",
                default: "14",
                about: "points for a letter that all words within reach need, 0 to 1000",
            },
            Setting {
                key: "finish",
                default: "30",
                about: "points for the letter that completes a 7-letter word, 0 to 1000",
            },
        ],
    },
    make: |settings, rules| {
        let points = |n: &u32| (0..=1000).contains(n);
        let reach_points = settings.take("reach", 14, "0 to 1000", points)?;
        let finish_points = settings.take("finish", 30, "0 to 1000", points)?;
        let reach = Arc::new(Reach::new(rules.lexicon(), 7));
        Ok(strategy(move |_, _| SevenLetter::new(Arc::clone(&reach), reach_points, finish_points)))
    },
};

struct SevenLetter {
    reach: Arc<Reach>,
    reach_points: u32,
    finish_points: u32,
    /// How far each seven-letter word is from `counted`.
    distances: Distances,
    counted: LetterCounts,
    round: u16,
}

impl SevenLetter {
    fn new(reach: Arc<Reach>, reach_points: u32, finish_points: u32) -> SevenLetter {
        let distances = Distances::new();
        let counted = LetterCounts::default();
        SevenLetter { reach, reach_points, finish_points, distances, counted, round: 0 }
    }

    /// Brings the distances up to the letters that are held now.
    fn catch_up(&mut self, view: &View<'_>) {
        if self.round != view.round() {
            self.round = view.round();
            self.counted = LetterCounts::default();
            self.distances.start(&self.reach);
        }
        if let Some(gained) = view.letters().minus(&self.counted) {
            gained.letters().for_each(|letter| self.distances.gain(&self.reach, letter));
            self.counted = *view.letters();
        }
    }
}

impl Bidder for SevenLetter {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.catch_up(view);
        if self.distances.within(&self.reach, 0) > 0 {
            return 0;
        }
        if self.distances.within_after(&self.reach, letter, 0) > 0 {
            return i64::from(self.finish_points);
        }
        let hope = hoped_for(view).ceil() as usize;
        let with = self.distances.within_after(&self.reach, letter, hope);
        let without = self.distances.within(&self.reach, hope);
        if with == 0 {
            return 0;
        }
        i64::from(self.reach_points) * i64::from(with - without) / i64::from(with)
    }
}
