//! The words of two letters, by either letter: the usual answer to which letters go beside a single tile.

use super::identities::Identities;
use super::index::Key;
use super::index::{FIRST_LETTER, MAX_LETTERS};

/// The words of two letters.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// For each letter those that form a word after it, bit 0 for the first.
    after: [u64; MAX_LETTERS],
    /// For each letter those that form a word before it.
    before: [u64; MAX_LETTERS],
}

impl Pairs {
    /// The words of two letters of a list, with one lookup for each pair of letters.
    pub(super) fn new(identities: &Identities) -> Pairs {
        let mut pairs = Pairs { after: [0; MAX_LETTERS], before: [0; MAX_LETTERS] };
        let letters = identities.list().alphabet().len();
        for (first, second) in
            (0..letters).flat_map(|first| (0..letters).map(move |it| (first, it)))
        {
            let mut anagrams = identities.find(Key::EMPTY.plus_nth(first).plus_nth(second));
            let word = [first, second].map(|letter| FIRST_LETTER + letter as u8);
            if anagrams.any(|id| identities.list().letters(id) == word) {
                pairs.after[first] |= 1 << second;
                pairs.before[second] |= 1 << first;
            }
        }
        pairs
    }

    /// The letters that form a word of two letters after this one, bit 0 for the first.
    #[inline]
    pub(super) fn after(&self, letter: usize) -> u64 {
        self.after[letter]
    }

    /// The letters that form a word of two letters before this one.
    #[inline]
    pub(super) fn before(&self, letter: usize) -> u64 {
        self.before[letter]
    }
}
