//! Squares and the two directions of play, as players write them: `8D` is row 8, column D, across; `D8` is
//! the same square, down.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Squares per side of the standard board.
pub const SIDE: usize = 15;

/// The most squares per side of a board.
pub const MAX_SIDE: usize = 21;

/// A direction of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Along a row, left to right.
    Across,
    /// Along a column, top to bottom.
    Down,
}

impl Direction {
    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The square in this row and column, both from 0.
    ///
    /// # Panics
    /// If either is 21 or more.
    #[inline]
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Square {
        assert!(row < MAX_SIDE && column < MAX_SIDE, "a board has at most 21 rows and 21 columns");
        Square { row: row as u8, column: column as u8 }
    }

    /// The centre of a board with this many squares per side.
    #[must_use]
    pub const fn centre(side: usize) -> Square {
        Square::at(side / 2, side / 2)
    }

    /// All squares of a board with this many per side, row by row.
    pub fn all(side: usize) -> impl Iterator<Item = Square> + Clone {
        (0..side).flat_map(move |row| (0..side).map(move |column| Square::at(row, column)))
    }

    /// Its row, from 0.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Its column, from 0.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }
}

/// The start and direction of a play: `8D` across, `D8` down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The first square of the main word.
    pub square: Square,
    /// Its direction.
    pub direction: Direction,
}

/// Why a text is not a valid place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid place `{0}`: expected row and column for a play across (8D), column and row for one down (D8), rows 1 to 15, columns A to O, or to 21 and U on a larger board"
)]
pub struct ParsePlaceError(String);

impl Place {
    /// Its text, with blanks at the end.
    pub(crate) fn text(self) -> [u8; 3] {
        let (row, column) = (self.square.row() as u8 + 1, b'A' + self.square.column() as u8);
        let [ten, one] = [row / 10, row % 10].map(|digit| b'0' + digit);
        match self.direction {
            Direction::Across if row < 10 => [one, column, b' '],
            Direction::Across => [ten, one, column],
            Direction::Down if row < 10 => [column, one, b' '],
            Direction::Down => [column, ten, one],
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        f.write_str(str::from_utf8(text.trim_ascii_end()).map_err(|_| fmt::Error)?)
    }
}

/// Reads the `Display` format, in either case.
impl FromStr for Place {
    type Err = ParsePlaceError;
    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let refuse = || ParsePlaceError(text.chars().take(20).collect());
        let letter = text.bytes().position(|byte| byte.is_ascii_alphabetic()).ok_or_else(refuse)?;
        let column = usize::from(text.as_bytes()[letter].to_ascii_uppercase() - b'A');
        let (digits, direction) = match letter {
            0 => (&text[1..], Direction::Down),
            _ if letter + 1 == text.len() => (&text[..letter], Direction::Across),
            _ => return Err(refuse()),
        };
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: usize = digits.parse().ok().filter(|_| plain).ok_or_else(refuse)?;
        if !(1..=MAX_SIDE).contains(&row) || column >= MAX_SIDE {
            return Err(refuse());
        }
        Ok(Place { square: Square::at(row - 1, column), direction })
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, MAX_SIDE, Place, SIDE, Square};

    #[test]
    fn coordinates_read_back() {
        for square in Square::all(MAX_SIDE) {
            for direction in [Direction::Across, Direction::Down] {
                let place = Place { square, direction };
                assert_eq!(place.to_string().parse(), Ok(place));
            }
        }
        assert_eq!("8d".parse::<Place>().unwrap().to_string(), "8D");
        assert_eq!("O15".parse::<Place>().unwrap().direction, Direction::Down);
        assert_eq!("8H".parse::<Place>().unwrap().square, Square::centre(SIDE));
        assert_eq!("11K".parse::<Place>().unwrap().square, Square::centre(MAX_SIDE));
    }

    #[test]
    fn invalid_squares_are_refused() {
        for text in [
            "",
            "8",
            "H",
            "22A",
            "V1",
            "0A",
            "A0",
            "8HH",
            "+8H",
            "H+8",
            "é8",
            "8é",
            "88888888888888888888H",
        ] {
            let error = text.parse::<Place>().unwrap_err().to_string();
            assert!(error.contains("invalid place"), "{text}: {error}");
        }
    }
}
