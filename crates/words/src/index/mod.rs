//! The index of a word list: where each word is in the text, and which words have given letters.
//!
//! Nothing here needs another part of the crate, as the build script compiles this folder as well: it indexes the shipped
//! list, so that the index is part of the program and costs no time when it starts.

mod anagrams;
mod classes;
mod key;
mod key_filter;
mod key_table;
pub(crate) mod numbers;
mod word_places;

pub(crate) use anagrams::Anagrams;
pub(crate) use classes::Classes;
pub use key::Key;
pub(crate) use key::LETTER_KEYS;
pub(crate) use key_filter::KeyFilter;
pub use key_table::ClassId;
pub(crate) use key_table::KeyTable;
pub(crate) use numbers::Numbers;
pub(crate) use word_places::WordPlaces;

/// The most letters of an alphabet, so that their bytes are ASCII.
pub const MAX_LETTERS: usize = 62;

/// The byte of the first letter of any alphabet: `A`.
pub const FIRST_LETTER: u8 = b'A';

/// The maximum word length in any list.
pub const MAX_WORD_LEN: usize = 63;

/// The index of a word in its list, from 0, in alphabetical order: of two words in a list the
/// earlier has the smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(u32);

impl WordId {
    /// The id of the word at this index.
    #[inline]
    pub(crate) const fn new(place: u32) -> WordId {
        WordId(place)
    }

    /// The index in the list, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
