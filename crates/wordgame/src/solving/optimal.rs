//! The highest total of a hand.
//!
//! The total depends on which words are played, not on their order; and a word's score depends only on the
//! word. So the best total of a hand is that of the best set of words that fit into it together: each letter
//! of the hand is in one of them or wasted. This is a packing problem. It is solved exactly by assigning a
//! price to each letter, such that no word is worth more than its letters cost, and searching for the set
//! that loses least relative to the cost of the whole hand.

use std::sync::Arc;

use thiserror::Error;

use super::Play;
use super::candidates::{Candidates, Needs};
use super::search::Search;
use crate::rules::WordScore;
use lettergame_base::Points;
use lettergame_words::{Best, LetterCounts, Lexicon};

/// The largest hand that [`Optimal::play`] solves.
pub const MAX_LETTERS: usize = 26;

/// The maximum number of steps in a search: two to eight seconds. With the shipped list the hardest of 8000
/// hands of 26 letters, from several sets of letters and with bonuses for 2 to 9 letters, took 0.12 billion,
/// an eighth of a second.
const MAX_STEPS: u64 = 2_000_000_000;

/// Why a hand was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OptimalError {
    /// The hand has more than [`MAX_LETTERS`] letters.
    #[error(
        "the hand has {letters} letters: expected at most \
         {MAX_LETTERS} to find the best total"
    )]
    TooManyLetters {
        /// Number of letters in the hand.
        letters: usize,
    },
    /// The words of the hand combine in too many ways to compare them all.
    #[error(
        "the words of this hand combine in too many ways to find the best total: expected a smaller \
         hand or a list of fewer words"
    )]
    TooManyWays,
}

/// Finds the highest-scoring words of a hand, over all sequences of words.
///
/// Immutable and shareable between threads. Ties are resolved to the canonical answer: the highest total,
/// then the fewest words. Within an answer words are sorted by descending points, then alphabetically;
/// answers that are still tied are compared word by word in that order.
///
/// With the shipped list and random letters it takes about 10 microseconds for 7 letters, 30 for 10, 60 for
/// 12, and a millisecond or two for 26; the hardest hands of 26 found so far take a fifth of a second. A list
/// of random letters is much harder than one of words: a work limit, identical on every machine, stops after
/// a few seconds and less than 1 GB.
#[derive(Clone, Debug)]
pub struct Optimal {
    lexicon: Arc<Lexicon>,
    needs: Needs,
    score: WordScore,
}

impl Optimal {
    /// Prepares a lexicon. Takes a few milliseconds and 1 MiB with the shipped list.
    pub fn new(lexicon: &Arc<Lexicon>, score: WordScore) -> Optimal {
        Optimal { lexicon: Arc::clone(lexicon), needs: Needs::new(lexicon), score }
    }

    /// The best words of a hand in canonical order; empty if the hand makes no word.
    ///
    /// # Errors
    /// If the hand has more than [`MAX_LETTERS`] letters, or the search reached its limit.
    pub fn play(&self, hand: &LetterCounts) -> Result<Play<'_>, OptimalError> {
        let letters = hand.len();
        if letters > MAX_LETTERS {
            return Err(OptimalError::TooManyLetters { letters });
        }
        let candidates = Candidates::of(&self.lexicon, &self.needs, self.score, hand);
        let search = Search::new(&candidates, MAX_STEPS);
        let ranks = search.solve().map_err(|_| OptimalError::TooManyWays)?;
        let words = ranks.into_iter().map(|rank| &candidates.words[rank as usize]);
        let text = |word| self.lexicon.words().word(word);
        Ok(words.map(|word| Best { word: text(word.word), points: Points(word.points) }).collect())
    }
}
