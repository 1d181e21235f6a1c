//! Scrabble: rules, board and word list together.

use std::sync::Arc;

use thiserror::Error;

use crate::board::Layout;
use crate::rules::ScrabbleRules;
use lettergame_core::lexicon::Lexicon;

/// Scrabble with these rules, on the standard board, with these words.
#[derive(Debug)]
pub struct Scrabble {
    pub(super) rules: ScrabbleRules,
    pub(super) layout: Arc<Layout>,
    pub(super) lexicon: Arc<Lexicon>,
}

/// A word list that Scrabble cannot be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the word list has no words of two letters, without which hardly any play can be made beside another \
     one"
)]
pub struct NoShortWords;

impl Scrabble {
    /// Checks that Scrabble can be played with these words.
    ///
    /// # Errors
    /// [`NoShortWords`] if there are none of two letters.
    pub fn admit_words(lexicon: &Lexicon) -> Result<(), NoShortWords> {
        lexicon.of_length(2).next().map(|_| ()).ok_or(NoShortWords)
    }

    /// These rules with a lexicon.
    #[must_use]
    pub fn new(rules: ScrabbleRules, lexicon: Arc<Lexicon>) -> Scrabble {
        let layout = Layout::standard(rules.bingo());
        Scrabble::on(layout, rules, lexicon)
    }

    /// These rules on a board of another layout, whose bonus for seven tiles is replaced by that of the
    /// rules.
    #[must_use]
    pub fn on(layout: Layout, rules: ScrabbleRules, lexicon: Arc<Lexicon>) -> Scrabble {
        Scrabble { rules, layout: Arc::new(layout.with_bingo(rules.bingo())), lexicon }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &ScrabbleRules {
        &self.rules
    }

    /// The premium squares.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The words.
    #[must_use]
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }
}
