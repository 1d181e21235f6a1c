//! The computer of the problem set: the highest-scoring word, repeatedly.

use std::sync::Arc;

use super::Play;
use crate::rules::WordScore;
use lettergame_words::{Best, BestWords, LetterCounts, Lexicon};

/// Always plays the highest-scoring word and stops when there is none. It ignores what it leaves,
/// and so stays below [`Optimal`](super::Optimal) in about three out of ten hands of seven.
///
/// Immutable and shareable between threads; preparing it sorts all classes of anagrams once.
/// Source: `comp_choose_word` and `comp_play_hand` of the problem set.
#[derive(Clone, Debug)]
pub struct Greedy {
    best: BestWords,
}

impl Greedy {
    /// Prepares a lexicon for one hand size. Takes tens of milliseconds and 7 MiB with the shipped
    /// list.
    pub fn new(lexicon: &Arc<Lexicon>, score: WordScore) -> Greedy {
        Greedy { best: BestWords::new(lexicon, &score) }
    }

    /// The highest-scoring word of a hand, with ties broken alphabetically; `None` if the hand
    /// makes no word. Works for hands of any size; takes about a microsecond for 7 letters.
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
