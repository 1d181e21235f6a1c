//! A multiset of letters: one count per letter, one byte lane each. Racks, hands, the letters of a
//! word and the tiles left in a bag are all multisets. The lanes are padded to 32 bytes, so
//! comparing two multisets takes two vector operations.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::letter::Letter;

/// The text is not a multiset of letters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' at position {position} is not a letter: expected letters A to Z in either case with nothing \
     between them",
    .character.escape_debug()
)]
pub struct ParseLettersError {
    /// The character that is not a letter.
    pub character: char,
    /// Its position in the text, in characters, from 1.
    pub position: usize,
}

/// A multiset of letters, 0 to 255 of each. Counts saturate: a 256th letter of a kind is dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct LetterCounts {
    /// Lane `i` counts the letter with index `i`; lanes 26 to 31 stay 0.
    lanes: [u8; 32],
}

impl LetterCounts {
    /// No letters.
    pub const EMPTY: LetterCounts = LetterCounts { lanes: [0; 32] };

    /// No letters.
    pub const fn new() -> LetterCounts {
        LetterCounts::EMPTY
    }

    /// A multiset from a count of each letter, A to Z.
    pub const fn from_counts(counts: [u8; 26]) -> LetterCounts {
        let mut lanes = [0; 32];
        let mut index = 0;
        while index < 26 {
            lanes[index] = counts[index];
            index += 1;
        }
        LetterCounts { lanes }
    }

    /// The letters of a text in either case; every other byte is skipped.
    #[must_use]
    #[inline]
    pub fn of_word(word: impl AsRef<[u8]>) -> LetterCounts {
        word.as_ref().iter().filter_map(|&byte| Letter::from_ascii(byte)).collect()
    }

    /// Adds one letter; at 255 of it the count stays 255.
    #[inline]
    pub fn add(&mut self, letter: Letter) {
        let lane = &mut self.lanes[letter.index() & 31];
        *lane = lane.saturating_add(1);
    }

    /// Removes one letter; returns whether there was one.
    #[inline]
    pub fn remove(&mut self, letter: Letter) -> bool {
        let lane = &mut self.lanes[letter.index() & 31];
        let present = *lane > 0;
        *lane -= u8::from(present);
        present
    }

    /// The count of one letter.
    #[inline]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.lanes[letter.index() & 31]
    }

    /// The total number of letters, repeats included.
    #[inline]
    pub fn len(&self) -> usize {
        self.lanes.iter().map(|&count| u16::from(count)).sum::<u16>().into()
    }

    /// Whether there are no letters.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lanes == [0; 32]
    }

    /// Whether `other` can be made from these letters.
    #[inline]
    pub fn contains(&self, other: &LetterCounts) -> bool {
        self.lanes.iter().zip(&other.lanes).fold(true, |all, (here, there)| all & (here >= there))
    }

    /// The letters from A to Z, each repeated by its count.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        let counts = *self;
        Letter::ALL
            .into_iter()
            .flat_map(move |letter| std::iter::repeat_n(letter, usize::from(counts.count(letter))))
    }

    /// The sum of both multisets, with counts capped at 255.
    #[must_use]
    pub fn plus(&self, other: &LetterCounts) -> LetterCounts {
        let mut lanes = self.lanes;
        lanes
            .iter_mut()
            .zip(&other.lanes)
            .for_each(|(lane, &count)| *lane = lane.saturating_add(count));
        LetterCounts { lanes }
    }

    /// The greater count of each letter.
    #[must_use]
    pub(super) fn union(&self, other: &LetterCounts) -> LetterCounts {
        let mut lanes = self.lanes;
        lanes.iter_mut().zip(&other.lanes).for_each(|(lane, &count)| *lane = count.max(*lane));
        LetterCounts { lanes }
    }

    /// The rest after removing `other`; `None` if `other` is not contained.
    #[must_use]
    pub fn minus(&self, other: &LetterCounts) -> Option<LetterCounts> {
        let mut lanes = self.lanes;
        lanes
            .iter_mut()
            .zip(&other.lanes)
            .for_each(|(lane, &count)| *lane = lane.wrapping_sub(count));
        self.contains(other).then_some(LetterCounts { lanes })
    }
}

impl FromIterator<Letter> for LetterCounts {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut counts = LetterCounts::EMPTY;
        counts.extend(letters);
        counts
    }
}

impl Extend<Letter> for LetterCounts {
    fn extend<I: IntoIterator<Item = Letter>>(&mut self, letters: I) {
        letters.into_iter().for_each(|letter| self.add(letter));
    }
}

/// Letters in either case without separators; the empty text is the empty multiset.
impl std::str::FromStr for LetterCounts {
    type Err = ParseLettersError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.chars()
            .enumerate()
            .map(|(index, character)| {
                Letter::from_char(character)
                    .ok_or(ParseLettersError { character, position: index + 1 })
            })
            .collect()
    }
}

/// Upper-case letters from A to Z with repeats, e.g. `AABC`.
impl std::fmt::Display for LetterCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.letters().map(Letter::to_char).collect::<String>())
    }
}

/// Serialized as text, e.g. `"AABC"`.
impl Serialize for LetterCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserialized from text, letters in either case and any order.
impl<'de> Deserialize<'de> for LetterCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Letter, LetterCounts, ParseLettersError};

    fn letters(text: &str) -> LetterCounts {
        text.parse().unwrap()
    }

    #[test]
    fn text_reads_back_in_alphabetical_order() {
        assert_eq!(letters("cAbA").to_string(), "AABC");
        assert_eq!(letters(""), LetterCounts::new());
        assert_eq!(format!("[{:>5}]", letters("ba")), "[   AB]");
    }

    #[test]
    fn a_wrong_character_is_named_with_its_place() {
        let error = "AB\u{e9}D".parse::<LetterCounts>().unwrap_err();
        assert_eq!(error, ParseLettersError { character: '\u{e9}', position: 3 });
        assert!(error.to_string().starts_with("'\u{e9}' at position 3 is not a letter"), "{error}");
    }

    #[test]
    fn counts_saturate_at_255() {
        let a = Letter::ALL[0];
        let mut many: LetterCounts = std::iter::repeat_n(a, 300).collect();
        assert_eq!((many.count(a), many.len()), (255, 255));
        assert_eq!(many.plus(&many), many);
        assert!(many.remove(a));
        assert_eq!(many.count(a), 254);
    }

    #[test]
    fn nothing_is_taken_from_an_empty_lane() {
        let mut counts = letters("AB");
        assert!(!counts.remove(Letter::ALL[2]));
        assert!(counts.remove(Letter::ALL[1]));
        assert!(!counts.remove(Letter::ALL[1]));
        assert_eq!(counts, letters("A"));
        assert!(!counts.is_empty() && LetterCounts::EMPTY.is_empty());
    }

    proptest! {
        #[test]
        fn containment_is_that_of_each_letter(a in any::<[u8; 26]>(), b in any::<[u8; 26]>()) {
            let a = LetterCounts::from_counts(a.map(|n| n % 4));
            let b = LetterCounts::from_counts(b.map(|n| n % 4 / 3));
            let slow = Letter::ALL.iter().all(|&letter| a.count(letter) >= b.count(letter));
            assert_eq!(a.contains(&b), slow);
            assert_eq!(a.minus(&b).is_some(), slow);
        }

        #[test]
        fn minus_undoes_plus(a in any::<[u8; 26]>(), b in any::<[u8; 26]>()) {
            let [a, b] = [a, b].map(|counts| LetterCounts::from_counts(counts.map(|n| n / 2)));
            assert_eq!(a.plus(&b).minus(&b), Some(a));
            assert_eq!(a.plus(&b).len(), a.len() + b.len());
        }

        #[test]
        fn text_and_letters_read_back(counts in any::<[u8; 26]>()) {
            let counts = LetterCounts::from_counts(counts);
            assert_eq!(letters(&counts.to_string()), counts);
            assert_eq!(counts.letters().collect::<LetterCounts>(), counts);
        }
    }
}
