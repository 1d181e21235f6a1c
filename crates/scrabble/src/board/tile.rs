//! A tile, a letter or a blank, and the number of tiles of each kind in the set.

use std::fmt;

use lettergame_core::lexicon::{Letter, TileSet};

/// The number of kinds of tiles: 26 letters and the blank.
pub const KINDS: usize = 27;

/// Blanks in the set.
const BLANKS: u8 = 2;

/// Tiles in the set: the 98 letters of [`TileSet::SCRABBLE_98`] and two blanks.
pub const TILES: usize = 100;

/// The values of tiles on the board, by their byte: upper case is a letter, anything else is worth nothing.
const VALUES: [u8; 256] = {
    let mut values = [0; 256];
    let mut index = 0;
    while index < 26 {
        values[b'A' as usize + index] = TileSet::SCRABBLE_98.value(Letter::ALL[index]) as u8;
        index += 1;
    }
    values
};

/// A tile on a rack or in the bag. As text its letter in upper case, or `?` for a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The blank.
    pub const BLANK: Tile = Tile(26);

    /// All kinds: A to Z, then the blank.
    pub fn all() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (0..KINDS as u8).map(Tile)
    }

    /// The tile of a letter.
    #[inline]
    #[must_use]
    pub const fn of(letter: Letter) -> Tile {
        Tile(letter.index() as u8)
    }

    /// The tile for a byte of a rack: an upper-case letter, or `?`, `_`, `*` or `[` for a blank.
    #[must_use]
    pub fn from_ascii(byte: u8) -> Option<Tile> {
        match byte {
            b'?' | b'_' | b'*' | b'[' => Some(Tile::BLANK),
            b'A'..=b'Z' => Some(Tile(byte - b'A')),
            _ => None,
        }
    }

    /// The tile placed where a board shows this byte: lower case is a blank.
    #[inline]
    #[must_use]
    pub fn of_square(byte: u8) -> Tile {
        if byte.is_ascii_uppercase() { Tile(byte - b'A') } else { Tile::BLANK }
    }

    /// Its number: 0 for A to 25 for Z, 26 for the blank.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter, `None` for a blank.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> Option<Letter> {
        Letter::from_index(self.index())
    }

    /// Its value in points: 0 to 10.
    #[inline]
    #[must_use]
    pub fn value(self) -> i32 {
        self.letter().map_or(0, |letter| TileSet::SCRABBLE_98.value(letter) as i32)
    }

    /// The number of these tiles in the set.
    #[must_use]
    pub fn in_set(self) -> u8 {
        self.letter().map_or(BLANKS, |letter| TileSet::SCRABBLE_98.count(letter))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter().map_or('?', Letter::to_char))
    }
}

/// The value in points of a byte of the board.
#[inline]
pub(crate) const fn value_on_square(byte: u8) -> i32 {
    VALUES[byte as usize] as i32
}

#[cfg(test)]
mod tests {
    use super::{TILES, Tile, value_on_square};

    #[test]
    fn the_set_has_a_hundred_tiles_worth_187() {
        let count: usize = Tile::all().map(|tile| usize::from(tile.in_set())).sum();
        let worth: i32 = Tile::all().map(|tile| tile.value() * i32::from(tile.in_set())).sum();
        assert_eq!((count, worth), (TILES, 187));
    }

    #[test]
    fn a_blank_on_a_square_is_worth_nothing() {
        assert_eq!((value_on_square(b'Q'), value_on_square(b'q'), value_on_square(0)), (10, 0, 0));
        assert_eq!(Tile::of_square(b'q'), Tile::BLANK);
        assert_eq!(Tile::of_square(b'Q').to_string(), "Q");
        assert_eq!(Tile::from_ascii(b'_'), Tile::from_ascii(b'?'));
        assert_eq!(Tile::from_ascii(b'q'), None);
    }
}
