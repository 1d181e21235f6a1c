//! A hand: letters in the order dealt, in one edition including a wildcard.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::rules::WordgameRules;
use crate::rules::settings::MAX_LETTERS;
use lettergame_base::Rng;
use lettergame_words::{Letter, LetterCounts};

/// Stands for any vowel and is worth nothing; typed as is.
pub const WILDCARD: char = '*';

pub(super) const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
const VOWEL_TILES: &[u8] = b"aeiou";
const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxyz";

/// Lower-case letters in the order dealt; at most 26.
///
/// The text form has no separators (`aqlmuil`); commas and blanks are accepted when parsing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand(ArrayVec<u8, MAX_LETTERS>);

/// The text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseHandError {
    /// A character that is neither a letter nor the wildcard.
    #[error(
        "invalid letter {0:?} at character {1} of the hand: expected a to z, or * for a wildcard"
    )]
    Character(char, usize),
    /// Too many letters.
    #[error("the hand has {0} letters: expected at most {MAX_LETTERS}")]
    TooMany(usize),
    /// No letters.
    #[error("the hand is empty: expected at least one letter")]
    Empty,
}

impl Hand {
    /// Deals a hand: first the vowels, one of which is the wildcard if there is one, then the
    /// consonants, each letter drawn uniformly with replacement.
    #[must_use]
    pub fn deal(rules: &WordgameRules, rng: &mut Rng) -> Hand {
        let (size, vowels) = (rules.hand_size(), rules.vowels());
        let mut pick = |letters: &[u8]| letters[rng.below(letters.len() as u32) as usize];
        let mut tiles: ArrayVec<u8, MAX_LETTERS> = (0..size)
            .map(|place| pick(if place < vowels { VOWEL_TILES } else { CONSONANTS }))
            .collect();
        if rules.wildcard() && vowels > 0 {
            tiles[vowels - 1] = WILDCARD as u8;
        }
        Hand(tiles)
    }

    /// Number of letters, including the wildcard.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Are there no letters left?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The letters in the order dealt, in lower case or [`WILDCARD`].
    pub fn tiles(&self) -> impl Iterator<Item = char> + '_ {
        self.0.iter().map(|&tile| char::from(tile))
    }

    /// The letters except the wildcard.
    #[must_use]
    pub fn letters(&self) -> LetterCounts {
        self.0.iter().filter_map(|&tile| Letter::from_ascii(tile)).collect()
    }

    /// Is there a wildcard?
    #[must_use]
    pub fn has_wildcard(&self) -> bool {
        self.0.contains(&(WILDCARD as u8))
    }

    /// The letters left after playing a word, if the hand contains them all. Case is ignored.
    #[must_use]
    pub fn without(&self, word: &str) -> Option<Hand> {
        let mut left = self.clone();
        word.bytes().all(|letter| left.take(letter)).then_some(left)
    }

    /// The letters left after burning all letters of a text that are in the hand.
    #[must_use]
    pub fn burnt(&self, text: &str) -> Hand {
        let mut left = self.clone();
        text.bytes().for_each(|letter| {
            left.take(letter);
        });
        left
    }

    /// Removes the last copy of a letter, so the first keeps its position.
    fn take(&mut self, letter: u8) -> bool {
        let wanted = letter.to_ascii_lowercase();
        let place = self.0.iter().rposition(|&tile| tile == wanted);
        place.map(|place| self.0.remove(place)).is_some()
    }

    /// Replaces all copies of a letter by one new letter of the same kind that is not in the hand;
    /// unchanged if the hand does not contain the letter.
    #[must_use]
    pub fn substituted(&self, letter: Letter, rng: &mut Rng) -> Hand {
        let old = letter.to_char().to_ascii_lowercase() as u8;
        let kind = if VOWEL_TILES.contains(&old) { VOWEL_TILES } else { CONSONANTS };
        let fresh: ArrayVec<u8, MAX_LETTERS> =
            kind.iter().copied().filter(|tile| !self.0.contains(tile)).collect();
        if fresh.is_empty() || !self.0.contains(&old) {
            return self.clone();
        }
        let new = fresh[rng.below(fresh.len() as u32) as usize];
        Hand(self.0.iter().map(|&tile| if tile == old { new } else { tile }).collect())
    }

    /// The letters in the order dealt, separated by blanks: `a q l m u i l`.
    #[must_use]
    pub fn spaced(&self) -> String {
        self.tiles().map(String::from).collect::<Vec<_>>().join(" ")
    }

    /// The same with equal letters together, where the first of them was dealt, as the sessions show a hand:
    /// `a q l l m u i`.
    #[must_use]
    pub fn grouped(&self) -> String {
        let mut letters: Vec<String> = Vec::with_capacity(self.len());
        for tile in self.tiles().map(String::from) {
            let place = letters.iter().rposition(|letter| *letter == tile);
            letters.insert(place.map_or(letters.len(), |place| place + 1), tile);
        }
        letters.join(" ")
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles().try_for_each(|tile| write!(f, "{tile}"))
    }
}

impl FromStr for Hand {
    type Err = ParseHandError;
    fn from_str(text: &str) -> Result<Hand, ParseHandError> {
        let mut tiles = Vec::new();
        for (place, c) in text.chars().enumerate() {
            match c {
                ',' | ' ' => {}
                'a'..='z' | 'A'..='Z' | WILDCARD => tiles.push(c.to_ascii_lowercase() as u8),
                other => return Err(ParseHandError::Character(other, place + 1)),
            }
        }
        if tiles.is_empty() {
            return Err(ParseHandError::Empty);
        }
        let tiles = ArrayVec::try_from(&tiles[..]);
        tiles.map(Hand).map_err(|_| ParseHandError::TooMany(text.len()))
    }
}

/// Serialized as text.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
