//! Words and letters: the lower layer of every letter game.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! | | |
//! | --- | --- |
//! | [`Alphabet`], [`Letter`] | the letters of a language, A to Z or others; one of the 26. A word is a byte a letter |
//! | [`LetterCounts`], [`TileSet`] | a multiset of letters: a rack, a bag, the letters of a word; count and value of each letter |
//! | [`WordList`], [`Identities`], [`Key`] | words in alphabetical order; words by their letters in any order, by a key that is a sum over the letters |
//! | [`Lexicon`] | both |
//! | [`BestWords`], [`Scoring`] | the word with the most points that can be made from a rack |
//! | [`Reach`] | the number of words of one length that given letters are close to |
//!
//! ```
//! use std::sync::Arc;
//!
//! use lettergame_base::Points;
//! use lettergame_words::{BestWords, Letter, Lexicon, Scoring, TileSet};
//!
//! struct Seven;
//!
//! impl Scoring for Seven {
//!     fn value(&self, letter: Letter) -> u32 {
//!         TileSet::SCRABBLE_98.value(letter)
//!     }
//!
//!     fn points(&self, sum: u32, len: usize) -> Points {
//!         Points(sum as i32 + if len == 7 { 50 } else { 0 })
//!     }
//!
//!     fn max_len(&self) -> usize {
//!         7
//!     }
//! }
//!
//! let lexicon = Arc::new(Lexicon::shipped());
//! assert_eq!(lexicon.anagrams(&"anpw".parse()?).collect::<Vec<_>>(), ["PAWN"]);
//! let best = BestWords::new(&lexicon, &Seven);
//! let word = best.best(&"ctrose".parse()?).unwrap();
//! assert_eq!((word.word, word.points), ("CORSET", Points(8)));
//! # Ok::<(), lettergame_words::ParseLettersError>(())
//! ```

mod alphabet;
mod best;
mod completions;
mod counts;
mod dictionary;
mod exclusion_search;
mod identities;
mod index;
mod key;
mod kwg;
mod lengths;
mod letter;
mod pairs;
mod rank_table;
mod ranking;
mod reach;
mod scoring;
mod shipped;
mod subset_search;
mod subsets;
mod thresholds;
mod tiles;
mod word_list;
mod word_list_text;

pub use alphabet::{Alphabet, AlphabetError, LetterName, LetterRead};
pub use best::{Best, BestWords, best_naive};
pub use completions::{Branches, Completions, Ways};
pub use counts::{LetterCounts, ParseLettersError};
pub use dictionary::Lexicon;
pub use identities::{Identities, KeyCollision};
pub use index::{ClassId, FIRST_LETTER, Key, MAX_LETTERS, MAX_WORD_LEN, WordId};
pub use kwg::{KwgSizeError, WordGraph, WordGraphError, write_kwg, write_word_graph};
pub use letter::Letter;
pub use reach::{Distances, Reach};
pub use scoring::Scoring;
pub use tiles::TileSet;
pub use word_list::WordList;
pub use word_list_text::{Parsed, WordListError};
