//! The highest total of a hand.
//!
//! Which words are played decides the total, not their order; and a word's score depends on nothing
//! but the word. So the best total of a hand is that of the best set of words that fit into it
//! together: each letter of the hand is in one of them or wasted. This is a packing problem. It is
//! solved exactly by a price for each letter, such that no word is worth more than its letters cost,
//! and a search for the set that loses least against what the whole hand costs.

use std::sync::Arc;

use thiserror::Error;

use super::Play;
use super::candidates::{Candidates, Needs};
use super::search::Search;
use crate::rules::WordScore;
use lettergame_core::base::Points;
use lettergame_core::lexicon::{Best, LetterCounts, Lexicon};

/// The most letters of a hand that [`Optimal::play`] solves.
pub const MOST_LETTERS: usize = 26;

/// How many steps a search may take: two to eight seconds. With the shipped list the hardest of 8000
/// hands of 26 letters, from several sets of letters and with bonuses for 2 to 9 letters, took 0.12
/// billion, an eighth of a second.
const MOST_STEPS: u64 = 2_000_000_000;

/// Why a hand was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OptimalError {
    /// The hand has more than [`MOST_LETTERS`] letters.
    #[error(
        "the hand has {letters} letters: expected at most \
         {MOST_LETTERS} to find the best total"
    )]
    TooManyLetters {
        /// How many letters the hand has.
        letters: usize,
    },
    /// The words of the hand fit together in too many ways to compare them all.
    #[error(
        "the words of this hand combine in too many ways to find the best total: expected a smaller \
         hand or a list of fewer words"
    )]
    TooManyWays,
}

/// Finds the words of a hand that score most together, over all sequences of words.
///
/// Immutable and shareable between threads. Of several best answers it gives the canonical one: the
/// highest total, then the fewest words. In an answer words stand by points, most first, and those
/// of equal points by the alphabet; of answers that are still equal, the one is given whose first
/// word stands first in that order, then its second, and so on.
///
/// With the shipped list and random letters it takes about 10 microseconds for 7 letters, 30 for 10,
/// 60 for 12, and a millisecond or two for 26; the hardest hands of 26 that were found take a fifth
/// of a second. A list made of random letters is much harder than one of words: a limit on the work,
/// the same on every machine, stops after some seconds and less than 1 GB.
#[derive(Clone, Debug)]
pub struct Optimal {
    lexicon: Arc<Lexicon>,
    needs: Needs,
    score: WordScore,
}

impl Optimal {
    /// Prepares a lexicon. A few milliseconds and 1 MiB with the shipped list.
    pub fn new(lexicon: &Arc<Lexicon>, score: WordScore) -> Optimal {
        Optimal { lexicon: Arc::clone(lexicon), needs: Needs::new(lexicon), score }
    }

    /// The best words of a hand in canonical order; none when the hand makes no word.
    ///
    /// # Errors
    /// When the hand has more than [`MOST_LETTERS`] letters, or the search ran into its limit.
    pub fn play(&self, hand: &LetterCounts) -> Result<Play<'_>, OptimalError> {
        let letters = hand.len();
        if letters > MOST_LETTERS {
            return Err(OptimalError::TooManyLetters { letters });
        }
        let candidates = Candidates::of(&self.lexicon, &self.needs, self.score, hand);
        let search = Search::new(&candidates, MOST_STEPS);
        let ranks = search.solve().map_err(|_| OptimalError::TooManyWays)?;
        let words = ranks.into_iter().map(|rank| &candidates.words[rank as usize]);
        let text = |word| self.lexicon.words().word(word);
        Ok(words.map(|word| Best { word: text(word.word), points: Points(word.points) }).collect())
    }
}
