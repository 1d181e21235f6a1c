//! The words of two letters, by either letter: the usual answer to which letters go beside a single tile.

use super::identities::Identities;
use super::key::Key;
use super::letter::Letter;

/// The words of two letters.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// For each letter those that form a word after it, bit 0 for A.
    after: [u32; Letter::ALL.len()],
    /// For each letter those that form a word before it.
    before: [u32; Letter::ALL.len()],
}

impl Pairs {
    /// The words of two letters of a list, with one lookup for each pair of letters.
    pub(super) fn new(identities: &Identities) -> Pairs {
        let mut pairs = Pairs { after: [0; Letter::ALL.len()], before: [0; Letter::ALL.len()] };
        for first in Letter::ALL {
            for second in Letter::ALL {
                let anagrams = identities.find(Key::EMPTY.plus(first).plus(second));
                let word = [first.to_char() as u8, second.to_char() as u8];
                if anagrams.iter().any(|&id| identities.list().word(id).as_bytes() == word) {
                    pairs.after[first.index()] |= 1 << second.index();
                    pairs.before[second.index()] |= 1 << first.index();
                }
            }
        }
        pairs
    }

    /// The letters that form a word of two letters after this one, bit 0 for A.
    #[inline]
    pub(super) fn after(&self, letter: Letter) -> u32 {
        self.after[letter.index()]
    }

    /// The letters that form a word of two letters before this one.
    #[inline]
    pub(super) fn before(&self, letter: Letter) -> u32 {
        self.before[letter.index()]
    }
}
