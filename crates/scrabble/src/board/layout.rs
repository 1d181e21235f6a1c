//! The layout of a board: its premium squares and the bonus for seven tiles.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::line_id::LineId;
use crate::board::{SIDE, SQUARES, Square};

/// The premium squares of the standard board.
const STANDARD: &str = "\
$..2...$...2..$
.#...3...3...#.
..#...2.2...#..
2..#...2...#..2
....#.....#....
.3...3...3...3.
..2...2.2...2..
$..2...#...2..$
..2...2.2...2..
.3...3...3...3.
....#.....#....
2..#...2...#..2
..#...2.2...#..
.#...3...3...#.
$..2...$...2..$
";

/// The standard bonus for seven tiles.
pub const BINGO: i32 = 50;

/// The effect of covering a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premium {
    /// Nothing.
    None,
    /// Doubles the letter.
    DoubleLetter,
    /// Triples the letter.
    TripleLetter,
    /// Doubles the word.
    DoubleWord,
    /// Triples the word.
    TripleWord,
}

impl Premium {
    fn from_char(character: char) -> Option<Premium> {
        match character {
            '.' => Some(Premium::None),
            '2' => Some(Premium::DoubleLetter),
            '3' => Some(Premium::TripleLetter),
            '#' => Some(Premium::DoubleWord),
            '$' => Some(Premium::TripleWord),
            _ => None,
        }
    }

    fn to_char(self) -> char {
        match self {
            Premium::None => '.',
            Premium::DoubleLetter => '2',
            Premium::TripleLetter => '3',
            Premium::DoubleWord => '#',
            Premium::TripleWord => '$',
        }
    }

    /// The letter and word factors.
    #[must_use]
    pub fn factors(self) -> (i16, i16) {
        match self {
            Premium::None => (1, 1),
            Premium::DoubleLetter => (2, 1),
            Premium::TripleLetter => (3, 1),
            Premium::DoubleWord => (1, 2),
            Premium::TripleWord => (1, 3),
        }
    }
}

/// The premium squares of a board and the bonus for seven tiles in one play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    premiums: [Premium; SQUARES],
    /// The letter and word factors of each square of each line.
    factors: Vec<[(i16, i16); SIDE]>,
    bingo: i32,
}

/// Why a text is not a valid layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseLayoutError {
    /// The text does not have 15 lines.
    #[error("expected 15 lines of premium squares, found {0}")]
    Lines(usize),
    /// A line that is too long or too short.
    #[error("line {line}: expected 15 squares, found {found}")]
    Length {
        /// The line, from 1.
        line: usize,
        /// The number of its squares.
        found: usize,
    },
    /// Not a premium square.
    #[error(
        "line {line}, column {column}: invalid square `{character}`: expected $ (triple word), # \
         (double word), 3 (triple letter), 2 (double letter) or . (none)"
    )]
    Square {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character there.
        character: char,
    },
}

impl Layout {
    /// The standard board with this bonus for seven tiles.
    ///
    /// # Panics
    /// Never: the standard board is well-formed.
    #[must_use]
    pub fn standard(bingo: i32) -> Layout {
        STANDARD
            .parse::<Layout>()
            .map_or_else(|error| panic!("{error}"), |layout| layout.with_bingo(bingo))
    }

    /// The same squares with another bonus for seven tiles.
    #[must_use]
    pub fn with_bingo(self, bingo: i32) -> Layout {
        Layout { bingo, ..self }
    }

    /// The effect of covering a square.
    #[must_use]
    pub fn premium(&self, square: Square) -> Premium {
        self.premiums[square.index()]
    }

    /// The bonus for seven tiles in one play, in points.
    #[inline]
    #[must_use]
    pub fn bingo(&self) -> i32 {
        self.bingo
    }

    /// The letter and word factors along a line.
    #[inline]
    pub(crate) fn factors(&self, line: LineId) -> &[(i16, i16); SIDE] {
        &self.factors[line.index()]
    }

    fn new(premiums: [Premium; SQUARES]) -> Layout {
        let along = |line: LineId| {
            std::array::from_fn(|offset| premiums[line.square(offset).index()].factors())
        };
        Layout { premiums, factors: LineId::all().map(along).collect(), bingo: BINGO }
    }
}

/// Reads 15 lines of 15 squares; trailing blanks and trailing empty lines are ignored.
impl FromStr for Layout {
    type Err = ParseLayoutError;
    fn from_str(text: &str) -> Result<Layout, ParseLayoutError> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        if lines.len() != SIDE {
            return Err(ParseLayoutError::Lines(lines.len()));
        }
        let mut premiums = [Premium::None; SQUARES];
        for (row, line) in lines.into_iter().enumerate() {
            for (column, character) in line.chars().take(SIDE).enumerate() {
                premiums[row * SIDE + column] =
                    Premium::from_char(character).ok_or(ParseLayoutError::Square {
                        line: row + 1,
                        column: column + 1,
                        character,
                    })?;
            }
            let found = line.chars().count();
            if found != SIDE {
                return Err(ParseLayoutError::Length { line: row + 1, found });
            }
        }
        Ok(Layout::new(premiums))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.premiums.chunks(SIDE) {
            writeln!(f, "{}", row.iter().map(|premium| premium.to_char()).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Premium, STANDARD};
    use crate::board::{SIDE, Square};

    #[test]
    fn the_standard_board_reads_back_and_is_symmetric() {
        let layout: Layout = STANDARD.parse().unwrap();
        assert_eq!(layout.to_string(), STANDARD);
        for square in Square::all() {
            let (row, column) = (square.row(), square.column());
            for other in [(column, row), (SIDE - 1 - row, column), (row, SIDE - 1 - column)] {
                assert_eq!(layout.premium(square), layout.premium(Square::at(other.0, other.1)));
            }
        }
        let count = |wanted| Square::all().filter(|&s| layout.premium(s) == wanted).count();
        let kinds = [
            Premium::TripleWord,
            Premium::DoubleWord,
            Premium::TripleLetter,
            Premium::DoubleLetter,
        ];
        assert_eq!(kinds.map(count), [8, 17, 12, 24]);
    }

    #[test]
    fn a_bad_layout_is_refused_with_its_location() {
        let refused = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
        assert_eq!(refused(""), "expected 15 lines of premium squares, found 0");
        let short = STANDARD.replacen("$..2...$...2..$", "$..2...$...2..", 1);
        assert_eq!(refused(&short), "line 1: expected 15 squares, found 14");
        let wrong = STANDARD.replacen(".#...3", ".#..x3", 1);
        assert!(refused(&wrong).starts_with("line 2, column 5: invalid square `x`"));
    }
}
