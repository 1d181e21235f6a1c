//! Keys of multisets: the sum of a fixed random number per letter. Adding letters to a multiset
//! adds to its key, and combining two multisets adds their keys, in any order (an additive multiset
//! hash: Clarke and others, "Incremental Multiset Hash Functions", ASIACRYPT 2003).

use super::{FIRST_LETTER, MAX_LETTERS};

/// The number of each letter of an alphabet by its place: the first outputs of SplitMix64 seeded with 0. Pinned, as
/// keys may be stored.
pub(crate) const LETTER_KEYS: [u64; LETTERS] = {
    let (mut keys, mut index) = ([0; LETTERS], 0);
    while index < LETTERS {
        keys[index] = split_mix(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(index as u64 + 1));
        index += 1;
    }
    keys
};

/// Room for the letters of any alphabet.
const LETTERS: usize = MAX_LETTERS.next_power_of_two();

/// The mixing step of SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
const fn split_mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The key of a multiset of letters: 64 bits, equal for equal multisets, and different for
/// different ones except with probability 2^-64 per pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of no letters.
    pub const EMPTY: Key = Key(0);

    /// The key of a word of any alphabet, a byte a letter from [`FIRST_LETTER`] on.
    #[inline]
    #[must_use]
    pub fn of_letters(word: &[u8]) -> Key {
        let letters = word.iter().map(|byte| usize::from(byte.wrapping_sub(FIRST_LETTER)));
        letters.fold(Key::EMPTY, Key::plus_nth)
    }

    /// The key with one more letter: that at this place of its alphabet, from 0.
    #[inline]
    #[must_use]
    pub const fn plus_nth(self, place: usize) -> Key {
        Key(self.0.wrapping_add(LETTER_KEYS[place % LETTERS]))
    }

    /// The keys with one more letter, one of the first so many of an alphabet.
    #[inline]
    pub(crate) fn plus_each(self, letters: usize) -> impl DoubleEndedIterator<Item = Key> {
        LETTER_KEYS[..letters].iter().map(move |number| Key(self.0.wrapping_add(*number)))
    }

    /// The key of both multisets combined.
    #[inline]
    #[must_use]
    pub const fn join(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0))
    }

    /// The key of the letters left when these are taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, part: Key) -> Key {
        Key(self.0.wrapping_sub(part.0))
    }

    /// The key as a number with 64 uniformly distributed bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The key that is this number.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Key {
        Key(bits)
    }
}
