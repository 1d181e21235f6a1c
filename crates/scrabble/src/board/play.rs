//! A play: a word, where it starts, and which tiles are new. As text `8D S(CuR)RY`: letters in parentheses
//! are already on the board, lower case is a blank.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::board::line_id::{LineId, offset};
use crate::board::square::ParsePlaceError;
use crate::board::{Cell, Distribution, MAX_SIDE, Place, Rack, Square};

/// Stands for a letter already on the board, in texts that do not repeat it.
const THROUGH: char = '.';

/// The longest text of a play's word in bytes: each letter with a long name in brackets and parentheses.
const LONGEST_TEXT: usize = 20 * MAX_SIDE;

/// A word and where it starts.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    place: Place,
    /// The letters of the word; empty where the text omits them.
    word: [Cell; MAX_SIDE],
    len: u8,
    /// The newly placed letters, bit 0 for the first.
    placed: u32,
    distribution: &'static Distribution,
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
        "invalid letter `{character}` in `{word}`: expected {letters}, lower case for a blank, and letters \
         that are already on the board in parentheses or as dots"
    )]
    Character {
        /// The character.
        character: char,
        /// The word.
        word: String,
        /// The letters that are expected.
        letters: String,
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
    /// A word and where it starts: its letters, and which of them are new (bit 0 for the first). `None` if
    /// there are no letters, too many for any board, or no new ones.
    #[must_use]
    pub fn new(
        distribution: &'static Distribution,
        place: Place,
        letters: &[Cell],
        placed: u32,
    ) -> Option<Play> {
        let start = offset(place.square, place.direction);
        let placed = placed & ((1 << letters.len().min(MAX_SIDE)) - 1);
        if start + letters.len() > MAX_SIDE || placed == 0 {
            return None;
        }
        let mut word = [Cell::EMPTY; MAX_SIDE];
        word[..letters.len()].copy_from_slice(letters);
        Some(Play { place, word, len: letters.len() as u8, placed, distribution })
    }

    /// A play already known to fit, with nothing in `word` after its letters.
    #[inline]
    pub(crate) fn on_board(
        distribution: &'static Distribution,
        place: Place,
        word: [Cell; MAX_SIDE],
        len: u8,
        placed: u32,
    ) -> Play {
        Play { place, word, len, placed, distribution }
    }

    /// Reads `8D S(CuR)RY`, `8D S...RY`, or `8D SCuRRY`, which does not mark the letters already on the board.
    ///
    /// # Errors
    /// Not a place and a word, a character that is no letter, parentheses that do not match, a word that does
    /// not fit on any board, or no new tile.
    pub fn read(distribution: &'static Distribution, text: &str) -> Result<Play, ParsePlayError> {
        let shown = || text.chars().take(40).collect::<String>();
        let mut parts = text.split_ascii_whitespace();
        let (Some(place), Some(word), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(ParsePlayError::Form(shown()));
        };
        let place = place.parse()?;
        if word.len() > LONGEST_TEXT {
            return Err(ParsePlayError::Long(shown()));
        }
        let Letters { letters, placed } = Letters::read(distribution, word, &shown)?;
        let short = letters.len() <= MAX_SIDE && placed == 0;
        Play::new(distribution, place, &letters, placed).ok_or_else(|| {
            if short { ParsePlayError::NothingNew(shown()) } else { ParsePlayError::Long(shown()) }
        })
    }

    /// The distribution that its tiles are of.
    #[inline]
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.distribution
    }

    /// Its place.
    #[inline]
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The letters of the main word; empty where the text omits them.
    #[inline]
    #[must_use]
    pub fn letters(&self) -> &[Cell] {
        &self.word[..usize::from(self.len)]
    }

    /// The main word as on the board after the play, blanks in lower case.
    #[must_use]
    pub fn word(&self) -> String {
        self.distribution.cells_text(self.letters())
    }

    /// Which letters of the word are new, bit 0 for the first.
    #[inline]
    #[must_use]
    pub fn new_letters(&self) -> u32 {
        self.placed
    }

    /// The newly covered squares, in order, each with what it holds then.
    pub fn placed(&self) -> impl Iterator<Item = (Square, Cell)> + use<> {
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
        Rack::of(self.distribution, self.placed().map(|(_, cell)| cell.tile()))
    }

    /// The tiles of a rack that it does not take.
    #[must_use]
    pub fn kept(&self, rack: &Rack) -> Rack {
        let mut kept = *rack;
        let is_new = |index: &usize| self.placed >> index & 1 == 1;
        for index in (0..usize::from(self.len)).filter(is_new) {
            kept.remove(self.word[index].tile());
        }
        kept
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
        let cells: ArrayVec<Cell, MAX_SIDE> = self.placed().map(|(_, cell)| cell).collect();
        self.distribution.cells_text(&cells)
    }

    /// The word with the letters already on the board in parentheses: `S(CuR)RY`.
    #[must_use]
    pub fn through_text(&self) -> String {
        let mut text = String::with_capacity(self.letters().len() + 4);
        let (mut from, len) = (0, self.letters().len());
        let is_new = |index: usize| self.placed >> index & 1 == 1;
        while from < len {
            let run = (from..len).take_while(|&index| is_new(index) == is_new(from)).count();
            let cells = self.distribution.cells_text(&self.word[from..from + run]);
            match is_new(from) {
                true => text += &cells,
                false => text.extend(["(", &cells, ")"]),
            }
            from += run;
        }
        text
    }
}

/// The letters of a word as text.
struct Letters {
    letters: Vec<Cell>,
    /// The new ones, bit 0 for the first.
    placed: u32,
}

impl Letters {
    fn read(
        distribution: &'static Distribution,
        word: &str,
        shown: &impl Fn() -> String,
    ) -> Result<Letters, ParsePlayError> {
        let (mut letters, mut placed, mut rest) = (Vec::with_capacity(MAX_SIDE), 0, word);
        let (mut inside, mut opened) = (false, 0);
        while let Some(character) = rest.chars().next() {
            rest = match character {
                '(' if !inside => {
                    (inside, opened) = (true, letters.len());
                    &rest[1..]
                }
                ')' if inside && letters.len() > opened => {
                    inside = false;
                    &rest[1..]
                }
                '(' | ')' => return Err(ParsePlayError::Parentheses(shown())),
                THROUGH => {
                    letters.push(Cell::EMPTY);
                    &rest[1..]
                }
                _ => {
                    let wrong = || ParsePlayError::Character {
                        character,
                        word: word.chars().take(40).collect(),
                        letters: distribution.alphabet().to_string(),
                    };
                    let (cell, len) = distribution.read_cell(rest).ok_or_else(wrong)?;
                    placed |= u32::from(!inside) << letters.len().min(31);
                    letters.push(cell);
                    &rest[len..]
                }
            }
        }
        match inside {
            true => Err(ParsePlayError::Parentheses(shown())),
            false => Ok(Letters { letters, placed }),
        }
    }
}

/// Equal plays place the same tiles of the same distribution on the same squares.
impl PartialEq for Play {
    fn eq(&self, other: &Play) -> bool {
        (self.place, self.letters(), self.placed) == (other.place, other.letters(), other.placed)
            && self.distribution == other.distribution
    }
}

impl Eq for Play {}

impl Hash for Play {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.place, self.letters(), self.placed).hash(state);
    }
}

impl Play {
    /// The texts that [`Play::cmp_text`] compares.
    pub(crate) fn sort_text(&self) -> (impl Ord + use<>, String) {
        (self.place.text(), self.through_text())
    }

    /// Compares the texts, which most often differ in the place.
    pub(crate) fn cmp_text(&self, other: &Play) -> Ordering {
        let by_word = || self.through_text().cmp(&other.through_text());
        self.place.text().cmp(&other.place.text()).then_with(by_word)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.through_text())
    }
}

/// Reads a play of the English distribution, as [`Play::read`].
impl FromStr for Play {
    type Err = ParsePlayError;
    fn from_str(text: &str) -> Result<Play, ParsePlayError> {
        Play::read(Distribution::english(), text)
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Play;
    use crate::board::Distribution;

    fn play(text: &str) -> Play {
        text.parse().unwrap()
    }

    #[test]
    fn plays_read_back() {
        for text in ["8D S(CuR)RY", "D8 (AB)C", "1A A(B)", "O15 Z", "8A ABCDEFGHIJKLMNOPQRSTU"] {
            assert_eq!(play(text).to_string(), text);
        }
        let play = play("8D S(CuR)RY");
        assert_eq!((play.word().as_str(), play.new_text().as_str()), ("SCuRRY", "SRY"));
        assert_eq!((play.tiles().to_string().as_str(), play.count()), ("RSY", 3));
    }

    #[test]
    fn plays_of_another_alphabet_read_back() {
        let spanish = Distribution::named("spanish").unwrap();
        let play = |text| Play::read(spanish, text).unwrap();
        for (text, shown) in [
            ("8D CHICO", "8D [CH]ICO"),
            ("8D [ch]I(CO)", "8D [ch]I(CO)"),
            ("D8 C(H)O", "D8 C(H)O"),
            ("8D ñ...RR", "8D ñ(...)[RR]"),
        ] {
            assert_eq!(play(text).to_string(), shown);
            assert_eq!(play(shown), play(text));
        }
        assert_eq!(play("8D CHICO").tiles().to_string(), "C[CH]IO");
        assert_eq!(play("8D CHICO").letters().len(), 4);
        let error = Play::read(spanish, "8D KILO").unwrap_err().to_string();
        assert!(error.starts_with("invalid letter `K` in `KILO`: expected A B C CH D"), "{error}");
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
        assert!(refused("8U AB").contains("does not fit"));
        assert!(refused("8A ABCDEFGHIJKLMNOPQRSTUV").contains("does not fit"));
        assert!(refused(&format!("8A {}", "A".repeat(100_000))).contains("does not fit"));
        assert!(refused(&format!("8H AT{}XYZ", "()".repeat(31))).contains("do not match"));
        assert!(refused("8D (AB)").contains("places no new tile"));
        assert!(refused("8D ...").contains("places no new tile"));
    }
}
