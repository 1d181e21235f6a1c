//! Words: the list, its anagrams, and the best word of some letters.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lettergame_arena::Words;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Rules, Settings};
use lettergame_words::{Alphabet, LetterCounts, TileSet};
use pyo3::prelude::*;

use crate::failure::failed;

/// The value of each letter.
#[pyfunction]
pub(crate) fn letter_values() -> BTreeMap<String, u32> {
    TileSet::SCRABBLE_98.scoring(0).values
}

/// A word list with its index.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Lexicon {
    words: Words,
}

impl Lexicon {
    /// The words, shared.
    pub(crate) fn shared(&self) -> Arc<lettergame_words::Lexicon> {
        Arc::clone(&self.words.lexicon)
    }
}

fn counts(letters: &str) -> PyResult<LetterCounts> {
    letters.parse().map_err(failed)
}

fn owned<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

#[pymethods]
impl Lexicon {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(path: Option<PathBuf>) -> PyResult<Lexicon> {
        Ok(Lexicon { words: Words::load(path.as_deref(), Alphabet::english()).map_err(failed)? })
    }

    fn __len__(&self) -> usize {
        self.words.lexicon.len()
    }

    fn __contains__(&self, word: &str) -> bool {
        self.words.lexicon.contains(word)
    }

    /// The fingerprint of the list's text.
    #[getter]
    fn fingerprint(&self) -> &str {
        &self.words.fingerprint
    }

    /// All words, or those of one length, in alphabetical order.
    #[pyo3(signature = (length=None))]
    fn words(&self, length: Option<usize>) -> Vec<String> {
        let lexicon = &self.words.lexicon;
        match length {
            Some(length) => owned(lexicon.of_length(length)),
            None => owned(lexicon.words().iter()),
        }
    }

    fn anagrams(&self, letters: &str) -> PyResult<Vec<String>> {
        Ok(owned(self.words.lexicon.anagrams(&counts(letters)?)))
    }

    fn sub_anagrams(&self, letters: &str) -> PyResult<Vec<String>> {
        Ok(owned(self.words.lexicon.sub_anagrams(&counts(letters)?)))
    }

    /// The word search of a preset of the Letter Game.
    fn search(&self, preset: &str) -> PyResult<WordSearch> {
        let rules = AuctionRules::read(preset, Settings::default()).map_err(failed)?;
        Ok(WordSearch { auction: Box::new(Auction::new(rules, Arc::clone(&self.words.lexicon))) })
    }
}

/// The points of words by the rules of a Letter Game, and the best word of some letters.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct WordSearch {
    // boxed: its content is aligned for vector instructions, which Python objects are not
    auction: Box<Auction>,
}

impl WordSearch {
    /// By the rules given to players.
    pub(crate) fn by_rules(
        lexicon: Arc<lettergame_words::Lexicon>,
        rules: &serde_json::Value,
    ) -> PyResult<WordSearch> {
        let mut settings = Settings::default();
        for (key, value) in rules.as_object().into_iter().flatten() {
            settings
                .set(key, value.as_str().map_or_else(|| value.to_string(), str::to_owned).as_str());
        }
        let rules = AuctionRules::read_all(settings).map_err(failed)?;
        Ok(WordSearch { auction: Box::new(Auction::new(rules, lexicon)) })
    }
}

#[pymethods]
impl WordSearch {
    /// The highest-scoring word and its points; `None` if no word can be made.
    fn best(&self, letters: &str) -> PyResult<Option<(String, i32)>> {
        let best = self.auction.best_word(&counts(letters)?);
        Ok(best.map(|best| (best.word.to_owned(), best.points.0)))
    }

    /// The points of a word made from these letters.
    fn points(&self, word: &str, letters: &str) -> PyResult<i32> {
        Ok(self.auction.word_points(word, &counts(letters)?).0)
    }
}
