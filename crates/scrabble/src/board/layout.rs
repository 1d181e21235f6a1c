//! The layout of a board: its premium squares, the bonus for seven tiles, and the tiles that it is played with.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::distribution::names_of;
use crate::board::line_id::LineId;
use crate::board::{Direction, Distribution, MAX_SIDE, RACK, Square};

/// The boards that are part of the program, the usual one first.
const SHIPPED: &[(&str, &str)] = &[
    ("standard", include_str!("../../data/boards/standard.txt")),
    ("super", include_str!("../../data/boards/super.txt")),
];

/// The fewest squares per side.
const MIN_SIDE: usize = 7;

/// The most that the squares of a line may multiply the points of tiles by, all letters of a word together: more
/// would not fit into the values of plays.
const MAX_FACTOR: u32 = 100_000;

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
    /// Quadruples the letter.
    QuadrupleLetter,
    /// Doubles the word.
    DoubleWord,
    /// Triples the word.
    TripleWord,
    /// Quadruples the word.
    QuadrupleWord,
}

/// All premiums with their characters in the text of a layout, and the letter and word factors.
const PREMIUMS: [(Premium, char, (i16, i16)); 7] = [
    (Premium::None, '.', (1, 1)),
    (Premium::DoubleLetter, '2', (2, 1)),
    (Premium::TripleLetter, '3', (3, 1)),
    (Premium::QuadrupleLetter, '4', (4, 1)),
    (Premium::DoubleWord, '#', (1, 2)),
    (Premium::TripleWord, '$', (1, 3)),
    (Premium::QuadrupleWord, '%', (1, 4)),
];

impl Premium {
    fn from_char(character: char) -> Option<Premium> {
        PREMIUMS.iter().find(|(_, own, _)| *own == character).map(|(premium, ..)| *premium)
    }

    /// Its character in the text of a layout.
    #[must_use]
    pub fn to_char(self) -> char {
        PREMIUMS[self as usize].1
    }

    /// The letter and word factors.
    #[must_use]
    pub fn factors(self) -> (i16, i16) {
        PREMIUMS[self as usize].2
    }
}

/// The letter and word factors along a line.
pub(crate) type Factors = [(i16, i16); MAX_SIDE];

/// The premium squares of a board, the bonus for seven tiles in one play, and the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    side: usize,
    /// Row by row.
    premiums: Vec<Premium>,
    /// The letter and word factors of each square of each line.
    factors: Vec<Factors>,
    /// The greatest letter factor.
    letter_factor: i16,
    bingo: i32,
    distribution: &'static Distribution,
}

/// Why a text is not a valid layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseLayoutError {
    /// The text has too few lines or too many.
    #[error(
        "expected {MIN_SIDE} to {MAX_SIDE} lines of premium squares, 15 on the usual board, found {0}"
    )]
    Lines(usize),
    /// A line that is too long or too short.
    #[error("line {line}: expected {side} squares, as many as there are lines, found {found}")]
    Length {
        /// The line, from 1.
        line: usize,
        /// The number of lines.
        side: usize,
        /// The number of its squares.
        found: usize,
    },
    /// Not a premium square.
    #[error(
        "line {line}, column {column}: invalid square `{character}`: expected %, $ or # (word four, three or \
         two times), 4, 3 or 2 (letter) or . (none)"
    )]
    Square {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character there.
        character: char,
    },
    /// Too many premium squares in one line.
    #[error(
        "the premium squares of {0} multiply the tiles of a word by more than {MAX_FACTOR}: expected fewer of them"
    )]
    Factor(String),
}

impl Layout {
    /// The names of the boards that are part of the program, the usual one first.
    pub const NAMES: [&'static str; SHIPPED.len()] = names_of(SHIPPED);

    /// The standard board and tiles with this bonus for seven of them.
    ///
    /// # Panics
    /// Never: the standard board is well-formed.
    #[must_use]
    pub fn standard(bingo: i32) -> Layout {
        shipped(SHIPPED[0]).with_bingo(bingo)
    }

    /// The names of the boards that are part of the program, the usual one first.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> + Clone {
        Layout::NAMES.into_iter()
    }

    /// One that is part of the program, with the usual tiles and bonus.
    #[must_use]
    pub fn named(name: &str) -> Option<Layout> {
        SHIPPED.iter().find(|(known, _)| *known == name).map(|one| shipped(*one))
    }

    /// The name of these premium squares, if they are part of the program.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let text = self.to_string();
        SHIPPED.iter().find(|(_, shipped)| *shipped == text).map(|(name, _)| *name)
    }

    /// The same squares with another bonus for seven tiles.
    #[must_use]
    pub fn with_bingo(self, bingo: i32) -> Layout {
        Layout { bingo, ..self }
    }

    /// The same squares with other tiles.
    #[must_use]
    pub fn with_distribution(self, distribution: &'static Distribution) -> Layout {
        Layout { distribution, ..self }
    }

    /// The number of squares per side, 7 to 21.
    #[inline]
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// Whether a square is on the board.
    #[inline]
    #[must_use]
    pub fn holds(&self, square: Square) -> bool {
        square.row().max(square.column()) < self.side
    }

    /// The square that the first play covers.
    #[must_use]
    pub fn centre(&self) -> Square {
        Square::centre(self.side)
    }

    /// The tiles that it is played with.
    #[inline]
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.distribution
    }

    /// The effect of covering a square.
    #[must_use]
    pub fn premium(&self, square: Square) -> Premium {
        self.premiums[square.row() * self.side + square.column()]
    }

    /// The bonus for this number of tiles in one play, in points: only seven have one.
    #[inline]
    #[must_use]
    pub fn bonus(&self, tiles: usize) -> i32 {
        if tiles == RACK { self.bingo } else { 0 }
    }

    /// The greatest letter factor of a square.
    #[inline]
    pub(crate) fn letter_factor(&self) -> i16 {
        self.letter_factor
    }

    /// The letter and word factors along a line.
    #[inline]
    pub(crate) fn factors(&self, line: LineId) -> &Factors {
        &self.factors[line.index(self.side)]
    }

    fn new(side: usize, premiums: Vec<Premium>) -> Layout {
        let along = |line: LineId| {
            let mut factors = [(1, 1); MAX_SIDE];
            for (offset, factor) in factors.iter_mut().enumerate().take(side) {
                let square = line.square(offset);
                *factor = premiums[square.row() * side + square.column()].factors();
            }
            factors
        };
        let factors: Vec<Factors> = LineId::all(side).map(along).collect();
        let letter_factor = factors.iter().flatten().map(|&(letter, _)| letter).max().unwrap_or(1);
        let distribution = Distribution::english();
        Layout { side, premiums, factors, letter_factor, bingo: BINGO, distribution }
    }

    /// Checks that plays have values that fit.
    fn check_factors(self) -> Result<Layout, ParseLayoutError> {
        for (line, factors) in LineId::all(self.side).zip(&self.factors) {
            let mut words: Vec<u32> = factors.iter().map(|&(_, word)| word as u32).collect();
            words.sort_unstable_by(|one, other| other.cmp(one));
            let letter = factors.iter().map(|&(letter, _)| letter as u32).max().unwrap_or(1);
            let word: u32 = words[..RACK].iter().product();
            if word * letter * self.side as u32 > MAX_FACTOR {
                let first = line.square(0);
                let column = char::from(b'A' + first.column() as u8);
                let name = match line.direction() {
                    Direction::Across => format!("row {}", first.row() + 1),
                    Direction::Down => format!("column {column}"),
                };
                return Err(ParseLayoutError::Factor(name));
            }
        }
        Ok(self)
    }
}

fn shipped((name, text): (&str, &str)) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("data/boards/{name}.txt: {error}"))
}

/// Reads 7 to 21 lines of as many squares; trailing blanks and trailing empty lines are ignored.
impl FromStr for Layout {
    type Err = ParseLayoutError;
    fn from_str(text: &str) -> Result<Layout, ParseLayoutError> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        let side = lines.len();
        if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
            return Err(ParseLayoutError::Lines(side));
        }
        let mut premiums = Vec::with_capacity(side * side);
        for (line, text) in (1..).zip(lines) {
            for (column, character) in (1..).zip(text.chars().take(side)) {
                let refuse = ParseLayoutError::Square { line, column, character };
                premiums.push(Premium::from_char(character).ok_or(refuse)?);
            }
            let found = text.chars().count();
            if found != side {
                return Err(ParseLayoutError::Length { line, side, found });
            }
        }
        Layout::new(side, premiums).check_factors()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.premiums.chunks(self.side) {
            writeln!(f, "{}", row.iter().map(|premium| premium.to_char()).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, PREMIUMS, Premium, SHIPPED};
    use crate::board::{MAX_SIDE, SIDE, Square};

    const STANDARD: &str = SHIPPED[0].1;

    /// The numbers of premium squares: letter two, three, four times, then word.
    fn counts(layout: &Layout) -> [usize; 6] {
        let count = |wanted| {
            Square::all(layout.side()).filter(|&square| layout.premium(square) == wanted).count()
        };
        std::array::from_fn(|index| count(PREMIUMS[index + 1].0))
    }

    fn check_symmetry(layout: &Layout) {
        let last = layout.side() - 1;
        for square in Square::all(layout.side()) {
            let (row, column) = (square.row(), square.column());
            for other in [(column, row), (last - row, column), (row, last - column)] {
                assert_eq!(layout.premium(square), layout.premium(Square::at(other.0, other.1)));
            }
        }
    }

    #[test]
    fn the_shipped_boards_read_back_and_are_symmetric() {
        for (name, text) in SHIPPED {
            let layout = Layout::named(name).unwrap();
            assert_eq!((layout.to_string().as_str(), layout.name()), (*text, Some(*name)));
            check_symmetry(&layout);
        }
        let [standard, large] = ["standard", "super"].map(|name| Layout::named(name).unwrap());
        assert_eq!((standard.side(), counts(&standard)), (SIDE, [24, 12, 0, 17, 8, 0]));
        assert_eq!((large.side(), counts(&large)), (MAX_SIDE, [36, 20, 8, 41, 16, 4]));
        // the large board has the usual one in its middle
        for square in Square::all(SIDE) {
            let inner = Square::at(square.row() + 3, square.column() + 3);
            assert_eq!(standard.premium(square), large.premium(inner));
        }
    }

    #[test]
    fn every_premium_has_its_place_in_the_table() {
        for (index, (premium, character, factors)) in PREMIUMS.into_iter().enumerate() {
            assert_eq!(premium as usize, index);
            assert_eq!(Premium::from_char(character), Some(premium));
            assert_eq!((premium.to_char(), premium.factors()), (character, factors));
        }
    }

    #[test]
    fn a_bad_layout_is_refused_with_its_location() {
        let refused = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
        assert!(refused("").contains("found 0"));
        assert!(refused(&STANDARD.repeat(2)).starts_with("expected 7 to 21 lines"));
        let short = STANDARD.replacen("$..2...$...2..$", "$..2...$...2..", 1);
        assert!(refused(&short).starts_with("line 1: expected 15 squares"));
        let wrong = STANDARD.replacen(".#...3", ".#..x3", 1);
        assert!(refused(&wrong).starts_with("line 2, column 5: invalid square `x`"));
        let costly = ".......\n".repeat(6) + "%%%%%%%\n";
        assert!(refused(&costly).starts_with("the premium squares of row 7 multiply"));
        let costly = "%......\n".repeat(7);
        assert!(refused(&costly).starts_with("the premium squares of column A multiply"));
    }
}
