//! The wordgame as rules and word list combined, and validation of words.

use std::sync::Arc;

use compact_str::CompactString;
use thiserror::Error;

use crate::rules::hand::{VOWELS, WILDCARD};
use crate::rules::{Hand, WordgameRules};
use lettergame_words::Lexicon;

/// The wordgame under some rules with a word list, ready to play.
pub struct Wordgame {
    pub(super) rules: WordgameRules,
    pub(super) lexicon: Arc<Lexicon>,
}

/// Why a word is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// Not in the word list.
    #[error("`{0}` is not in the word list")]
    NotInList(CompactString),
    /// Its letters are not all in the hand.
    #[error("`{word}` needs letters that are not in the hand {hand}")]
    NotInHand {
        /// The word.
        word: CompactString,
        /// The hand.
        hand: String,
    },
}

impl Wordgame {
    /// These rules with a word list.
    #[must_use]
    pub fn new(rules: WordgameRules, lexicon: Arc<Lexicon>) -> Wordgame {
        Wordgame { rules, lexicon }
    }

    /// The settings.
    #[must_use]
    pub fn rules(&self) -> &WordgameRules {
        &self.rules
    }

    /// The valid words.
    #[must_use]
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// The letters left in a hand after playing a word. A wildcard in the word stands for any
    /// vowel.
    ///
    /// # Errors
    /// [`Rejected`], if the word is not in the list or its letters are not in the hand.
    pub fn valid(&self, hand: &Hand, word: &str) -> Result<Hand, Rejected> {
        if !self.in_list(word) {
            return Err(Rejected::NotInList(word.into()));
        }
        let missing = || Rejected::NotInHand { word: word.into(), hand: hand.to_string() };
        hand.without(word).ok_or_else(missing)
    }

    fn in_list(&self, word: &str) -> bool {
        if !word.contains(WILDCARD) {
            return self.lexicon.contains(word);
        }
        VOWELS
            .into_iter()
            .any(|vowel| self.lexicon.contains(&word.replacen(WILDCARD, &vowel.to_string(), 1)))
    }

    pub(super) fn check_word(&self, hand: &Hand, word: &str) -> Result<(), Rejected> {
        match self.valid(hand, word) {
            Err(_) if self.rules.burns() && hand.burnt(word) != *hand => Ok(()),
            checked => checked.map(|_| ()),
        }
    }
}
