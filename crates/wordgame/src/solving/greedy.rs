//! The computer of the seed: the highest-scoring word, again and again.

use std::sync::Arc;

use super::Play;
use crate::rules::WordScore;
use lettergame_core::lexicon::{Best, BestWords, LetterCounts, Lexicon};

/// Always plays the word that scores most and stops when there is none. It never looks at what it
/// leaves, and so stays below [`Optimal`](super::Optimal) in about three of ten hands of seven.
///
/// Immutable and shareable between threads; preparing it sorts all classes of anagrams once.
/// Source: `comp_choose_word` and `comp_play_hand` of the problem set.
#[derive(Clone, Debug)]
pub struct Greedy {
    best: BestWords,
}

impl Greedy {
    /// Prepares a lexicon for one hand size. Some tens of milliseconds and 7 MiB with the shipped
    /// list.
    pub fn new(lexicon: &Arc<Lexicon>, score: WordScore) -> Greedy {
        Greedy { best: BestWords::new(lexicon, &score) }
    }

    /// The highest-scoring word of a hand, of equal scores the first in alphabetical order; `None`
    /// when the hand makes no word. For hands of any size; about a microsecond for 7 letters.
    pub fn choose(&self, hand: &LetterCounts) -> Option<Best<'_>> {
        self.best.best(hand)
    }

    /// The whole hand, word by word.
    pub fn play(&self, hand: &LetterCounts) -> Play<'_> {
        let mut left = *hand;
        std::iter::from_fn(|| {
            let best = self.choose(&left)?;
            left = left.minus(&best.word.parse().ok()?)?;
            Some(best)
        })
        .collect()
    }
}
