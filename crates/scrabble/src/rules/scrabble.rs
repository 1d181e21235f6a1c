//! Scrabble: rules, board and word list together.

use std::sync::Arc;

use thiserror::Error;

use crate::board::{Distribution, Layout};
use crate::rules::ScrabbleRules;
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_words::Lexicon;

/// Scrabble with these rules and words.
#[derive(Debug)]
pub struct Scrabble {
    pub(super) rules: ScrabbleRules,
    pub(super) layout: Arc<Layout>,
    pub(super) lexicon: Arc<Lexicon>,
}

/// A word list that Scrabble cannot be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WordsError {
    /// No words of two letters.
    #[error(
        "the word list has no words of two letters, without which hardly any play can be made beside another \
         one"
    )]
    NoShortWords,
    /// Words of other letters than the tiles.
    #[error(
        "the words are of other letters than the tiles: expected a word list in the language of the tiles"
    )]
    OtherLetters,
}

impl Diagnosed for WordsError {
    fn diagnosis(&self) -> Diagnosis {
        let is_other = *self == WordsError::OtherLetters;
        Cause::Surroundings.with(is_other.then_some(Remedy::Option("lexicon")))
    }
}

impl Scrabble {
    /// Checks that Scrabble can be played with these words by these rules.
    ///
    /// # Errors
    /// Words of other letters than the tiles, or none of two letters.
    pub fn admit_words(rules: &ScrabbleRules, lexicon: &Lexicon) -> Result<(), WordsError> {
        Scrabble::admit_letters(rules.distribution(), lexicon)?;
        lexicon.of_length(2).next().map(|_| ()).ok_or(WordsError::NoShortWords)
    }

    /// Checks that these words are of the letters of these tiles.
    ///
    /// # Errors
    /// They are not.
    pub fn admit_letters(tiles: &Distribution, lexicon: &Lexicon) -> Result<(), WordsError> {
        let is_same = lexicon.alphabet() == tiles.alphabet();
        if is_same { Ok(()) } else { Err(WordsError::OtherLetters) }
    }

    /// These rules with a lexicon of the same letters.
    #[must_use]
    pub fn new(rules: ScrabbleRules, lexicon: Arc<Lexicon>) -> Scrabble {
        let layout = Arc::new(rules.layout());
        Scrabble { rules, layout, lexicon }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &ScrabbleRules {
        &self.rules
    }

    /// Whether this many tiles may be exchanged with so many in the bag.
    #[must_use]
    pub fn may_exchange(&self, bag: usize, tiles: usize) -> bool {
        bag >= self.rules.exchange() && (1..=bag).contains(&tiles)
    }

    /// The premium squares.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The tiles.
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.layout.distribution()
    }

    /// The words.
    #[must_use]
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }
}
