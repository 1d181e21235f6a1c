//! Keys of multisets: the sum of a fixed random number per letter. Adding letters to a multiset
//! adds to its key, and combining two multisets adds their keys, in any order (an additive multiset
//! hash: Clarke and others, "Incremental Multiset Hash Functions", ASIACRYPT 2003).

use super::alphabet::{FIRST_LETTER, MAX_LETTERS};
use super::counts::LetterCounts;
use super::letter::Letter;

/// The number of each letter of an alphabet by its place: the first outputs of SplitMix64 seeded with 0. Pinned, as
/// keys may be stored.
pub(super) const LETTER_KEYS: [u64; LETTERS] = {
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

/// The number of the letter with this ASCII code in either case, 0 for any other byte.
const BYTE_KEYS: [u64; 256] = {
    let mut numbers = [0; 256];
    let mut index = 0;
    while index < 26 {
        numbers[b'A' as usize + index] = LETTER_KEYS[index];
        numbers[b'a' as usize + index] = LETTER_KEYS[index];
        index += 1;
    }
    numbers
};

/// The key of a multiset of letters: 64 bits, equal for equal multisets, and different for
/// different ones except with probability 2^-64 per pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of no letters.
    pub const EMPTY: Key = Key(0);

    /// The key of a multiset.
    pub fn of(letters: &LetterCounts) -> Key {
        let sum = Letter::ALL.iter().zip(&LETTER_KEYS).fold(0_u64, |sum, (&letter, number)| {
            sum.wrapping_add(number.wrapping_mul(u64::from(letters.count(letter))))
        });
        Key(sum)
    }

    /// The key of the letters of a word in upper or lower case; other characters are skipped.
    #[inline]
    pub fn of_word(word: &str) -> Key {
        let numbers = word.bytes().map(|byte| BYTE_KEYS[usize::from(byte)]);
        Key(numbers.fold(0, u64::wrapping_add))
    }

    /// The key of a word of any alphabet, a byte a letter from [`FIRST_LETTER`] on.
    #[inline]
    #[must_use]
    pub fn of_letters(word: &[u8]) -> Key {
        let letters = word.iter().map(|byte| usize::from(byte.wrapping_sub(FIRST_LETTER)));
        letters.fold(Key::EMPTY, Key::plus_nth)
    }

    /// The key with one more letter.
    #[inline]
    #[must_use]
    pub const fn plus(self, letter: Letter) -> Key {
        self.plus_nth(letter.index())
    }

    /// The key with one more letter: that at this place of its alphabet, from 0.
    #[inline]
    #[must_use]
    pub const fn plus_nth(self, place: usize) -> Key {
        Key(self.0.wrapping_add(LETTER_KEYS[place % LETTERS]))
    }

    /// The keys with one more letter, one of the first so many of an alphabet.
    #[inline]
    pub(super) fn plus_each(self, letters: usize) -> impl DoubleEndedIterator<Item = Key> {
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

    /// A key of no particular multiset.
    #[cfg(test)]
    pub(super) const fn from_bits(bits: u64) -> Key {
        Key(bits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Key, LETTER_KEYS, Letter, LetterCounts};

    #[test]
    fn letter_keys_are_pinned() {
        assert_eq!(LETTER_KEYS[0], 0xE220_A839_7B1D_CDAF);
        assert_eq!(LETTER_KEYS[25], 0x935E_82F1_DB4C_4F7B);
        let all = LETTER_KEYS.iter().fold(0_u64, |all, key| all.rotate_left(1) ^ key);
        assert_eq!(all, 0xA126_432B_9EC8_3AFD);
        assert_eq!(Key::of_word("QUIZ").bits(), 0x2A6E_DE09_A273_8B6A);
    }

    proptest! {
        #[test]
        fn a_key_is_the_sum_over_its_letters(a in any::<[u8; 26]>(), b in any::<[u8; 26]>()) {
            let [a, b] = [a, b].map(|counts| LetterCounts::from_counts(counts.map(|n| n / 2)));
            assert_eq!(a.letters().fold(Key::EMPTY, Key::plus), Key::of(&a));
            assert_eq!(Key::of(&a).join(Key::of(&b)), Key::of(&a.plus(&b)));
            assert_eq!(Key::of(&a.plus(&b)).without(Key::of(&b)), Key::of(&a));
            assert_eq!(Key::of_word(&a.to_string()), Key::of(&a));
            assert_eq!(Key::of_word(&format!("- {}9\u{e9}", a.to_string().to_lowercase())), Key::of(&a));
        }

        #[test]
        fn an_extra_letter_changes_the_key(counts in any::<[u8; 26]>(), index in 0..26_usize) {
            let key = Key::of(&LetterCounts::from_counts(counts));
            assert_ne!(key.plus(Letter::ALL[index]), key);
        }
    }
}
