//! Keys of letters in the forms that games have them in; [`Key`] itself is part of the index.

use super::counts::LetterCounts;
use super::index::{Key, LETTER_KEYS};
use super::letter::Letter;

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

impl Key {
    /// The key of a multiset.
    pub fn of(letters: &LetterCounts) -> Key {
        let sum = Letter::ALL.iter().zip(&LETTER_KEYS).fold(0_u64, |sum, (&letter, number)| {
            sum.wrapping_add(number.wrapping_mul(u64::from(letters.count(letter))))
        });
        Key::from_bits(sum)
    }

    /// The key of the letters of a word in upper or lower case; other characters are skipped.
    #[inline]
    pub fn of_word(word: &str) -> Key {
        let numbers = word.bytes().map(|byte| BYTE_KEYS[usize::from(byte)]);
        Key::from_bits(numbers.fold(0, u64::wrapping_add))
    }

    /// The key with one more letter.
    #[inline]
    #[must_use]
    pub const fn plus(self, letter: Letter) -> Key {
        self.plus_nth(letter.index())
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
