//! A play: a word, where it starts, and which tiles are new. As text `8D S(CuR)RY`: letters in parentheses
//! are already on the board, lower case is a blank.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::board::line_id::{LineId, offset};
use crate::board::square::ParsePlaceError;
use crate::board::{Place, Rack, SIDE, Square, Tile};

/// Stands for a letter already on the board, in texts that do not repeat it.
const THROUGH: u8 = b'.';

/// The longest text of a play's word: each letter in its own parentheses.
const LONGEST_TEXT: usize = 3 * SIDE;

/// A word and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    place: Place,
    /// The letters of the word, in lower case for blanks; `.` where the text omits them.
    word: [u8; SIDE],
    len: u8,
    /// The newly placed letters, bit 0 for the first.
    placed: u16,
}

/// Why a text is not a valid play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePlayError {
    /// Not a square and a word.
    #[error("invalid play `{0}`: expected a square and a word, as in `8D S(CuR)RY`")]
    Form(String),
    /// The first part is not a square.
    #[error(transparent)]
    Place(#[from] ParsePlaceError),
    /// A character that cannot be part of a word.
    #[error(
        "invalid letter `{character}` in `{word}`: expected A to Z, a to z for a blank, and letters that \
         are already on the board in parentheses or as dots"
    )]
    Character {
        /// The character.
        character: char,
        /// The word.
        word: String,
    },
    /// Unbalanced or empty parentheses.
    #[error("the parentheses of `{0}` do not match or are empty")]
    Parentheses(String),
    /// Too many letters, or it leaves the board.
    #[error("`{0}` does not fit on the board")]
    Long(String),
    /// No tile is placed.
    #[error("`{0}` places no new tile")]
    NothingNew(String),
}

impl Play {
    /// A word and where it starts: its letters, in lower case for blanks, and which of them are new (bit 0
    /// for the first). `None` if there are no letters, too many for the board, or no new ones.
    #[must_use]
    pub fn new(place: Place, letters: &[u8], placed: u16) -> Option<Play> {
        let start = offset(place.square, place.direction);
        let placed = (u32::from(placed) & ((1 << letters.len().min(SIDE)) - 1)) as u16;
        if start + letters.len() > SIDE || placed == 0 {
            return None;
        }
        let mut word = [0; SIDE];
        word[..letters.len()].copy_from_slice(letters);
        Some(Play { place, word, len: letters.len() as u8, placed })
    }

    /// A play already known to fit; anything in `word` after its letters is ignored.
    #[inline]
    pub(crate) fn on_board(place: Place, mut word: [u8; SIDE], len: u8, placed: u16) -> Play {
        word[usize::from(len)..].fill(0);
        Play { place, word, len, placed }
    }

    /// Its place.
    #[inline]
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The letters of the main word, in lower case for blanks.
    #[inline]
    #[must_use]
    pub fn letters(&self) -> &[u8] {
        &self.word[..usize::from(self.len)]
    }

    /// The main word as on the board after the play, blanks in lower case.
    #[must_use]
    pub fn word(&self) -> String {
        self.letters().iter().map(|&byte| byte as char).collect()
    }

    /// Which letters of the word are new, bit 0 for the first.
    #[inline]
    #[must_use]
    pub fn new_letters(&self) -> u16 {
        self.placed
    }

    /// The newly covered squares, in order, each with its letter, in lower case for a blank.
    pub fn placed(&self) -> impl Iterator<Item = (Square, u8)> + use<> {
        let play = *self;
        (0..usize::from(self.len))
            .filter(move |index| play.placed >> index & 1 == 1)
            .map(move |index| (play.square(index), play.word[index]))
    }

    /// The square of a letter of the word.
    #[must_use]
    pub(super) fn square(&self, index: usize) -> Square {
        let start = offset(self.place.square, self.place.direction);
        let line = LineId::through(self.place.square, self.place.direction);
        line.square(start + index)
    }

    /// The tiles it takes from the rack.
    #[must_use]
    pub fn tiles(&self) -> Rack {
        self.placed().map(|(_, cell)| Tile::of_square(cell)).collect()
    }

    /// The number of tiles it takes from the rack, 1 to 7.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.placed.count_ones() as usize
    }

    /// The newly placed letters, in order, blanks in lower case.
    #[must_use]
    pub fn new_text(&self) -> String {
        self.placed().map(|(_, cell)| cell as char).collect()
    }

    /// The word with the letters already on the board in parentheses: `S(CuR)RY`.
    #[must_use]
    pub fn through_text(&self) -> String {
        let mut text = String::with_capacity(self.letters().len() + 4);
        let mut inside = false;
        for (index, &byte) in self.letters().iter().enumerate() {
            let through = self.placed >> index & 1 == 0;
            if through != inside {
                text.push(if through { '(' } else { ')' });
                inside = through;
            }
            text.push(byte as char);
        }
        if inside {
            text.push(')');
        }
        text
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.through_text())
    }
}

/// Reads `8D S(CuR)RY`, `8D S...RY`, or `8D SCuRRY`, which does not mark the letters already on the board.
impl FromStr for Play {
    type Err = ParsePlayError;
    fn from_str(text: &str) -> Result<Play, ParsePlayError> {
        let shown = || text.chars().take(40).collect::<String>();
        let mut parts = text.split_ascii_whitespace();
        let (Some(place), Some(word), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(ParsePlayError::Form(shown()));
        };
        let place = place.parse()?;
        if word.len() > LONGEST_TEXT {
            return Err(ParsePlayError::Long(shown()));
        }
        let (mut letters, mut placed, mut inside) = (Vec::with_capacity(SIDE), 0_u32, false);
        let mut opened = 0;
        for character in word.chars() {
            match character {
                '(' if !inside => (inside, opened) = (true, letters.len()),
                ')' if inside && letters.len() > opened => inside = false,
                '(' | ')' => return Err(ParsePlayError::Parentheses(shown())),
                _ => {
                    let byte = letter(character).ok_or_else(|| ParsePlayError::Character {
                        character,
                        word: word.chars().take(40).collect(),
                    })?;
                    placed |= u32::from(!inside && byte != THROUGH) << letters.len().min(31);
                    letters.push(byte);
                }
            }
        }
        if inside {
            return Err(ParsePlayError::Parentheses(shown()));
        }
        let short = letters.len() <= SIDE && placed == 0;
        Play::new(place, &letters, placed as u16).ok_or_else(|| {
            if short { ParsePlayError::NothingNew(shown()) } else { ParsePlayError::Long(shown()) }
        })
    }
}

/// The byte of a letter or the dot.
fn letter(character: char) -> Option<u8> {
    let fits = character.is_ascii_alphabetic() || character == char::from(THROUGH);
    u8::try_from(character).ok().filter(|_| fits)
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Play {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Play, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Play;

    fn play(text: &str) -> Play {
        text.parse().unwrap()
    }

    #[test]
    fn plays_read_back() {
        for text in ["8D S(CuR)RY", "D8 (AB)C", "1A A(B)", "O15 Z", "8A ABCDEFGHIJKLMNO"] {
            assert_eq!(play(text).to_string(), text);
        }
        let play = play("8D S(CuR)RY");
        assert_eq!((play.word().as_str(), play.new_text().as_str()), ("SCuRRY", "SRY"));
        assert_eq!((play.tiles().to_string().as_str(), play.count()), ("RSY", 3));
    }

    #[test]
    fn invalid_plays_are_refused() {
        let refused = |text: &str| text.parse::<Play>().unwrap_err().to_string();
        assert!(refused("8D").starts_with("invalid play `8D`"));
        assert!(refused("8D A B").contains("invalid play"));
        assert!(refused("X AB").contains("invalid place"));
        assert!(refused("8D A1").starts_with("invalid letter `1` in `A1`"));
        for text in ["8D A(B", "8D A)B", "8D ((A))", "8D A(B))", "8D ()AB"] {
            assert!(refused(text).contains("do not match"), "{text}");
        }
        assert!(refused("8O AB").contains("does not fit"));
        assert!(refused("8A ABCDEFGHIJKLMNOP").contains("does not fit"));
        assert!(refused(&format!("8A {}", "A".repeat(100_000))).contains("does not fit"));
        assert!(refused(&format!("8H AT{}XYZ", "()".repeat(31))).contains("does not fit"));
        assert!(refused("8D (AB)").contains("places no new tile"));
        assert!(refused("8D ...").contains("places no new tile"));
    }
}
