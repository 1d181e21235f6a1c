//! A tile, a letter or a blank, and what a square holds. Which letter is meant, and what it is worth, says the
//! [`Distribution`](crate::board::Distribution).

use lettergame_words::{FIRST_LETTER, MAX_LETTERS};

/// Room for the kinds of tiles of any distribution: its letters and the blank.
pub(crate) const KINDS: usize = 64;

/// A tile on a rack or in the bag: a letter of the alphabet by its place, or a blank. Blanks come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The blank.
    pub const BLANK: Tile = Tile(KINDS as u8 - 1);

    /// The tile of a letter by its place in the alphabet, from 0.
    ///
    /// # Panics
    /// If no alphabet has so many letters.
    #[inline]
    #[must_use]
    pub const fn letter(place: usize) -> Tile {
        assert!(place < MAX_LETTERS, "an alphabet has at most 62 letters");
        Tile(place as u8)
    }

    /// The tile of a letter A to Z in either case, if the alphabet is that.
    #[must_use]
    pub fn latin(letter: char) -> Option<Tile> {
        let upper = u8::try_from(letter).ok()?.to_ascii_uppercase();
        upper.is_ascii_uppercase().then(|| Tile(upper - b'A'))
    }

    /// Its number: the place of its letter in the alphabet, 63 for the blank.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % KINDS
    }

    /// The tile with this number.
    #[inline]
    pub(crate) const fn of_index(index: usize) -> Tile {
        Tile(index as u8)
    }

    /// Whether it is a blank.
    #[inline]
    #[must_use]
    pub const fn is_blank(self) -> bool {
        self.0 == Tile::BLANK.0
    }

    /// Its letter by its place in the alphabet, `None` for a blank.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        if self.is_blank() { None } else { Some(self.index()) }
    }
}

/// What a square holds: nothing, a letter, or a blank that stands for a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// Set in the byte of a blank.
const BLANK: u8 = 0x80;

impl Cell {
    /// Nothing.
    pub const EMPTY: Cell = Cell(0);

    /// The letter at this place in the alphabet, from 0.
    #[inline]
    #[must_use]
    pub const fn letter(place: usize) -> Cell {
        Cell(FIRST_LETTER + Tile::letter(place).0)
    }

    /// A blank for the letter at this place in the alphabet.
    #[inline]
    #[must_use]
    pub const fn blank(place: usize) -> Cell {
        Cell::letter(place).as_blank(true)
    }

    /// The letter of this byte of a word.
    #[inline]
    pub(crate) const fn of_byte(byte: u8) -> Cell {
        Cell(byte)
    }

    /// The same letter, as a blank or not.
    #[inline]
    #[must_use]
    pub const fn as_blank(self, blank: bool) -> Cell {
        Cell(self.0 & !BLANK | (blank as u8) << 7)
    }

    /// Whether it is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds a blank.
    #[inline]
    #[must_use]
    pub const fn is_blank(self) -> bool {
        self.0 & BLANK != 0
    }

    /// The letter by its place in the alphabet, `None` if it is empty.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        if self.is_empty() { None } else { Some((self.byte() - FIRST_LETTER) as usize) }
    }

    /// The tile that was placed there: a blank if it is empty.
    #[inline]
    #[must_use]
    pub const fn tile(self) -> Tile {
        if self.is_blank() || self.is_empty() { Tile::BLANK } else { Tile(self.0 - FIRST_LETTER) }
    }

    /// The byte of its letter in a word, 0 if it is empty.
    #[inline]
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0 & !BLANK
    }

    /// A number below 256 for each content.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Tile};

    #[test]
    fn letters_and_blanks_read_back() {
        for place in 0..62 {
            let (letter, blank) = (Cell::letter(place), Cell::blank(place));
            assert_eq!((letter.place(), blank.place()), (Some(place), Some(place)));
            assert_eq!((letter.tile(), blank.tile()), (Tile::letter(place), Tile::BLANK));
            assert_eq!((letter.is_blank(), blank.is_blank()), (false, true));
            assert_eq!(blank.as_blank(false), letter);
            assert_eq!(blank.byte(), letter.byte());
        }
        assert_eq!(Cell::letter(16).byte(), b'Q');
        assert_eq!((Cell::EMPTY.place(), Cell::EMPTY.byte()), (None, 0));
        assert_eq!(Tile::latin('q'), Some(Tile::letter(16)));
        assert_eq!((Tile::latin('é'), Tile::latin('?')), (None, None));
        assert_eq!((Tile::BLANK.place(), Tile::letter(3).place()), (None, Some(3)));
    }
}
