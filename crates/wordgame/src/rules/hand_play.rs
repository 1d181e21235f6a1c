//! The play of a hand: word after word until the player stops or it is empty.

use compact_str::CompactString;
use serde::Serialize;

use crate::rules::{Hand, Rejected, Wordgame};
use lettergame_base::Points;

/// A word that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The word as typed, in lower case.
    pub word: CompactString,
    /// Its points.
    pub points: Points,
}

/// A hand in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandPlay {
    dealt: Hand,
    now: Hand,
    words: Vec<Played>,
}

impl HandPlay {
    /// Starts a dealt hand.
    #[must_use]
    pub fn new(hand: Hand) -> HandPlay {
        HandPlay { now: hand.clone(), dealt: hand, words: Vec::new() }
    }

    /// The hand as dealt.
    #[must_use]
    pub fn dealt(&self) -> &Hand {
        &self.dealt
    }

    /// The letters left.
    #[must_use]
    pub fn now(&self) -> &Hand {
        &self.now
    }

    /// The words so far.
    #[must_use]
    pub fn words(&self) -> &[Played] {
        &self.words
    }

    /// The points so far.
    #[must_use]
    pub fn total(&self) -> Points {
        self.words.iter().map(|played| played.points).sum()
    }

    /// Was nothing played or burnt yet?
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.now == self.dealt
    }

    /// Plays a word and returns its points. An invalid word costs nothing, or burns the letters it
    /// names if the rules say so.
    ///
    /// # Errors
    /// [`Rejected`], if it is invalid.
    pub fn play(&mut self, game: &Wordgame, word: &str) -> Result<Points, Rejected> {
        match game.valid(&self.now, word) {
            Ok(left) => {
                let points = game.rules().word_points(word, self.now.len());
                self.words.push(Played { word: word.to_lowercase().into(), points });
                self.now = left;
                Ok(points)
            }
            Err(rejected) => {
                if game.rules().burns() {
                    self.now = self.now.burnt(word);
                }
                Err(rejected)
            }
        }
    }
}
