//! A letter: one of the 26 of the Latin alphabet, without case. Text is converted to letters at the
//! boundary, so the code inside does not have to handle case, digits or accents.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A letter A to Z, ordered alphabetically; [`Letter::index`] is 0 for A to 25 for Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// All letters, A to Z.
    pub const ALL: [Letter; 26] = {
        let mut all = [Letter(0); 26];
        let mut index = 0;
        while index < 26 {
            all[index] = Letter(index as u8);
            index += 1;
        }
        all
    };

    /// The index in the alphabet, 0 for A to 25 for Z.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter with this index in the alphabet, `None` from 26.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Letter> {
        if index < 26 { Some(Letter(index as u8)) } else { None }
    }

    /// The letter of this character, in either case; `None` for anything but A to Z and a to z.
    #[inline]
    pub const fn from_char(character: char) -> Option<Letter> {
        if character.is_ascii() { Letter::from_ascii(character as u8) } else { None }
    }

    /// The letter of this ASCII byte, in either case; `None` for anything but A to Z and a to z.
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Letter> {
        // without the bit by which the cases differ
        Letter::from_index((byte & !0x20).wrapping_sub(b'A') as usize)
    }

    /// The letter as an upper-case character.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'A' + self.0) as char
    }

    /// Whether it is A, E, I, O or U. Y counts as a consonant.
    #[inline]
    pub const fn is_vowel(self) -> bool {
        matches!(self.to_char(), 'A' | 'E' | 'I' | 'O' | 'U')
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.to_char(), f)
    }
}

/// Serialized as a string of one upper-case character.
impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.to_char())
    }
}

/// Deserialized from a string of one character, in either case.
impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let character = char::deserialize(deserializer)?;
        Letter::from_char(character).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Char(character), &"a letter A to Z")
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{CharDeserializer, Error, StrDeserializer};

    use super::Letter;

    #[test]
    fn the_alphabet_is_pinned() {
        let alphabet: String = Letter::ALL.iter().map(|letter| letter.to_char()).collect();
        assert_eq!(alphabet, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        let vowels: String =
            Letter::ALL.iter().filter(|letter| letter.is_vowel()).map(Letter::to_string).collect();
        assert_eq!(vowels, "AEIOU");
    }

    #[test]
    fn every_letter_reads_back_from_each_of_its_forms() {
        for (index, letter) in Letter::ALL.into_iter().enumerate() {
            let upper = letter.to_char();
            assert_eq!(letter.index(), index);
            assert_eq!(Letter::from_index(index), Some(letter));
            assert_eq!(Letter::from_char(upper), Some(letter));
            assert_eq!(Letter::from_char(upper.to_ascii_lowercase()), Some(letter));
            assert_eq!(Letter::from_ascii(upper as u8), Some(letter));
        }
    }

    #[test]
    fn only_52_characters_are_letters() {
        let read = ('\0'..='\u{FFFF}').filter_map(Letter::from_char).count();
        assert_eq!(read, 52);
        assert_eq!((0..=u8::MAX).filter_map(Letter::from_ascii).count(), 52);
        assert_eq!(Letter::from_index(26), None);
    }

    #[test]
    fn serde_reads_one_character_in_either_case_and_nothing_else() {
        let read = |text: &'static str| {
            let deserializer: StrDeserializer<'_, Error> = text.into_deserializer();
            <Letter as serde::Deserialize>::deserialize(deserializer)
        };
        assert_eq!(read("Q"), Ok(Letter(16)));
        assert_eq!(read("q"), Ok(Letter(16)));
        assert!(read("QU").is_err());
        assert!(read("").is_err());
        let error = read("7").unwrap_err().to_string();
        assert!(error.contains("a letter A to Z") && error.contains('7'), "{error}");
        let deserializer: CharDeserializer<Error> = 'z'.into_deserializer();
        assert_eq!(<Letter as serde::Deserialize>::deserialize(deserializer), Ok(Letter(25)));
    }
}
