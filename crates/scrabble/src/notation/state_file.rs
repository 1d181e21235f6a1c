//! The state file: the lines of the board, 15 on the usual one, the turn, two scores, two racks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{
    BINGO, Cell, Cells, Distribution, Layout, RACK, Rack, Square, characters_before,
};
use crate::notation::position::{Position, PositionError};
use lettergame_base::{Points, Seat};

/// Scores beyond this, of either sign, are rejected.
pub(super) const MAX_POINTS: i32 = 1_000_000;

/// Why and where a text is not a valid state file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct StateFileError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: StateFault,
}

/// What is wrong with a state file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateFault {
    /// The text is empty.
    #[error(
        "the file is empty: expected a position, as a CGP string or as {0} board lines, the turn, two scores and \
         two racks, or a game in GCG"
    )]
    Empty(usize),
    /// It ends too early.
    #[error("unexpected end of the file: expected {0}")]
    End(String),
    /// Not a square.
    #[error(
        "invalid square `{square}`: expected . for an empty square, {letters} for a tile, lower case for a \
         blank that stands for that letter"
    )]
    Square {
        /// The character.
        square: char,
        /// The letters.
        letters: String,
    },
    /// A board line that is too short.
    #[error("the board line has {found} squares: expected {side}, with . for empty ones")]
    ShortLine {
        /// The number of squares.
        found: usize,
        /// The number of squares per side.
        side: usize,
    },
    /// A board line that is too long.
    #[error("the board line has {found} squares: expected {side}")]
    LongLine {
        /// The number of squares.
        found: usize,
        /// The number of squares per side.
        side: usize,
    },
    /// A number where a board line is expected.
    #[error("this looks like the turn, after {found} board lines: expected {side}")]
    EarlyTurn {
        /// The number of board lines.
        found: usize,
        /// The number of squares per side.
        side: usize,
    },
    /// Not a turn.
    #[error("invalid turn `{0}`: expected 0 if player 1 is to move, 1 if player 2 is")]
    Turn(String),
    /// Not a score.
    #[error("invalid score `{0}`: expected a whole number between -1000000 and 1000000")]
    Score(String),
    /// Not a tile.
    #[error("invalid tile `{tile}` on a rack: expected {letters}, or ? for a blank")]
    Tile {
        /// The character.
        tile: char,
        /// The letters.
        letters: String,
    },
    /// A lower-case letter on a rack.
    #[error("invalid tile `{0}` on a rack: expected {upper}, or ? for a blank", upper = .0.to_uppercase())]
    LowerCase(char),
    /// More than seven tiles.
    #[error("this rack has {0} tiles: expected at most 7")]
    LongRack(usize),
    /// Extra lines.
    #[error("unexpected line after the two racks")]
    After,
    /// The position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl StateFault {
    fn at(self, line: usize, column: usize) -> StateFileError {
        StateFileError { line, column, fault: self }
    }
}

impl Position {
    /// Reads a state file of a game with this layout; CRLF, trailing blanks and trailing empty lines are
    /// ignored.
    ///
    /// # Errors
    /// Where and why the text is not a state file.
    pub fn read(text: &str, layout: &Layout) -> Result<Position, StateFileError> {
        let side = layout.side();
        let most = side + 5;
        let lines = text.trim_end().lines().take(most + 1).map(str::trim_end).collect();
        let lines = Lines { lines, side, distribution: layout.distribution() };
        if lines.lines.is_empty() {
            return Err(StateFault::Empty(side).at(1, 1));
        }
        let cells = lines.read_board()?;
        let turn = lines.read_turn()?;
        let points = [lines.read_score(0)?, lines.read_score(1)?];
        let racks = [lines.read_rack(0)?, lines.read_rack(1)?];
        if lines.lines.len() > most {
            return Err(StateFault::After.at(most + 1, 1));
        }
        Position::new(lines.distribution, cells, racks, points, turn).map_err(|error| {
            let (line, column) = lines.place(&error);
            StateFault::Position(error).at(line, column)
        })
    }
}

/// Reads a state file of the usual board and English tiles, as [`Position::read`].
impl FromStr for Position {
    type Err = StateFileError;
    fn from_str(text: &str) -> Result<Position, StateFileError> {
        Position::read(text, &Layout::standard(BINGO))
    }
}

/// The lines of a state file.
struct Lines<'a> {
    lines: Vec<&'a str>,
    side: usize,
    distribution: &'static Distribution,
}

impl Lines<'_> {
    /// The line of the turn, from 1; the scores and the racks follow.
    fn turn(&self) -> usize {
        self.side + 1
    }

    /// The part missing at a line, for error messages.
    fn missing(&self, line: usize) -> String {
        match line {
            _ if line < self.turn() => format!("{} board lines", self.side),
            _ if line == self.turn() => {
                "the turn (0 if player 1 is to move, 1 if player 2 is)".to_owned()
            }
            _ => "a score (a line for each player)".to_owned(),
        }
    }

    /// The line with this number, from 1.
    fn line(&self, number: usize) -> Result<&str, StateFileError> {
        let end = || StateFault::End(self.missing(number)).at(number, 1);
        self.lines.get(number - 1).copied().ok_or_else(end)
    }

    fn read_board(&self) -> Result<Cells, StateFileError> {
        let mut cells = Cells::new(self.side);
        for row in 0..self.side {
            self.read_row(row, &mut cells)?;
        }
        Ok(cells)
    }

    fn read_row(&self, row: usize, cells: &mut Cells) -> Result<(), StateFileError> {
        let (text, number, side) = (self.line(row + 1)?, row + 1, self.side);
        if text.parse::<i32>().is_ok() {
            return Err(StateFault::EarlyTurn { found: row, side }.at(number, 1));
        }
        let (mut rest, mut found) = (text, 0);
        while let Some(square) = rest.chars().next() {
            let column = characters_before(text, rest) + 1;
            let empty = (square == '.').then_some((Cell::EMPTY, 1));
            let letters = || self.distribution.alphabet().to_string();
            let (cell, len) =
                empty.or_else(|| self.distribution.read_cell(rest)).ok_or_else(|| {
                    StateFault::Square { square, letters: letters() }.at(number, column)
                })?;
            if found == side {
                let found = found + self.squares(rest);
                return Err(StateFault::LongLine { found, side }.at(number, column));
            }
            cells[Square::at(row, found)] = cell;
            (rest, found) = (&rest[len..], found + 1);
        }
        match found == side {
            true => Ok(()),
            false => {
                let column = text.chars().count() + 1;
                Err(StateFault::ShortLine { found, side }.at(number, column))
            }
        }
    }

    /// The number of squares of a text that may have others than letters.
    fn squares(&self, mut text: &str) -> usize {
        let mut squares = 0;
        while let Some(first) = text.chars().next() {
            let len = self.distribution.read_cell(text).map_or(first.len_utf8(), |(_, len)| len);
            (text, squares) = (&text[len..], squares + 1);
        }
        squares
    }

    fn read_turn(&self) -> Result<Seat, StateFileError> {
        match self.line(self.turn())? {
            "0" => Ok(Seat::FIRST),
            "1" => Ok(Seat::FIRST.opponent()),
            text => Err(StateFault::Turn(cut(text)).at(self.turn(), 1)),
        }
    }

    fn read_score(&self, seat: usize) -> Result<Points, StateFileError> {
        let number = self.turn() + 1 + seat;
        let text = self.line(number)?;
        read_points(text).ok_or_else(|| StateFault::Score(cut(text)).at(number, 1))
    }

    /// Reads a rack line; a missing one is an empty rack.
    fn read_rack(&self, seat: usize) -> Result<Rack, StateFileError> {
        let number = self.turn() + 3 + seat;
        let text = self.lines.get(number - 1).copied().unwrap_or_default();
        let (mut rack, mut rest) = (Rack::new(self.distribution), text);
        while let Some(tile) = rest.chars().next() {
            let column = characters_before(text, rest) + 1;
            let fault = match self.distribution.read_tile(rest) {
                Some(_) if rack.len() == RACK => StateFault::LongRack(RACK + self.squares(rest)),
                Some((tile, len)) => {
                    rack.add(tile);
                    rest = &rest[len..];
                    continue;
                }
                None if self.distribution.read_cell(rest).is_some() => StateFault::LowerCase(tile),
                None => {
                    StateFault::Tile { tile, letters: self.distribution.alphabet().to_string() }
                }
            };
            return Err(fault.at(number, column));
        }
        Ok(rack)
    }

    /// The line and column of the first tile beyond the allowed number.
    fn place(&self, error: &PositionError) -> (usize, usize) {
        let PositionError::TooMany { tile, in_set, .. } = error else { return (1, 1) };
        let tiles = self.lines.iter().enumerate().flat_map(|(index, text)| {
            self.tiles(text, index + 1)
                .into_iter()
                .map(move |(column, name)| (index + 1, column, name))
        });
        let excess = tiles.filter(|(_, _, name)| name == tile).nth(*in_set);
        excess.map_or((1, 1), |(line, column, _)| (line, column))
    }

    /// The tiles of a line, each with its column from 1 and the name of its kind.
    fn tiles(&self, text: &str, number: usize) -> Vec<(usize, &'static str)> {
        let (mut tiles, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let column = characters_before(text, rest) + 1;
            let read = match number < self.turn() {
                true => self.distribution.read_cell(rest).map(|(cell, len)| (cell.tile(), len)),
                false => self.distribution.read_tile(rest),
            };
            tiles.extend(read.map(|(tile, _)| (column, self.distribution.tile_name(tile))));
            rest = &rest[read.map_or(first.len_utf8(), |(_, len)| len)..];
        }
        tiles
    }
}

/// Points with or without a sign.
pub(super) fn read_points(text: &str) -> Option<Points> {
    let points =
        text.parse().ok().filter(|points: &i32| points.unsigned_abs() <= MAX_POINTS as u32);
    points.map(Points)
}

/// The start of a text, for error messages.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The state file: 20 lines on the usual board. It contains neither the scoreless turns nor the lexicon.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells().rows() {
            self.distribution().write_cells(f, row)?;
            writeln!(f)?;
        }
        writeln!(f, "{}", self.to_move())?;
        self.points().values().try_for_each(|points| writeln!(f, "{points}"))?;
        Seat::first(2).try_for_each(|seat| writeln!(f, "{}", self.rack(seat)))
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    const EXAMPLE: &str = crate::EXAMPLE;

    fn refused(text: &str) -> String {
        text.parse::<Position>().unwrap_err().to_string()
    }

    /// The example with one line replaced; lines are numbered from 1.
    fn with_line(number: usize, text: &str) -> String {
        let mut lines: Vec<&str> = EXAMPLE.lines().collect();
        lines[number - 1] = text;
        lines.join("\n") + "\n"
    }

    #[test]
    fn the_example_reads_back() {
        let position: Position = EXAMPLE.parse().unwrap();
        assert_eq!(position.to_move().index(), 1);
        assert_eq!(position.mover_rack().to_string(), "DEGIJKP");
        let written = position.to_string();
        assert_eq!(written.parse(), Ok(position.clone()));
        assert_eq!(written.replace("AABILNU", "LAIAUBN").replace("DEGIJKP", "PEDGIJK"), EXAMPLE);
        for other in [
            EXAMPLE.replace('\n', "\r\n"),
            EXAMPLE.replace('\n', " \t\n"),
            format!("{EXAMPLE}\n \n"),
        ] {
            assert_eq!(other.parse(), Ok(position.clone()));
        }
    }

    #[test]
    fn missing_and_empty_rack_lines_are_empty_racks() {
        let lines: Vec<&str> = EXAMPLE.lines().collect();
        for text in [
            lines[..18].join("\n"),
            with_line(19, "").replace("PEDGIJK\n", ""),
            lines[..19].join("\r\n"),
        ] {
            assert!(text.parse::<Position>().unwrap().mover_rack().is_empty(), "{text}");
        }
        let empty: Position = with_line(19, "").parse().unwrap();
        assert_eq!(empty.mover_rack().len(), 7);
        assert_eq!(empty.to_string().parse(), Ok(empty));
    }

    #[test]
    fn all_blank_symbols_are_equivalent() {
        for sign in ["?", "_", "*", "["] {
            let position: Position = with_line(20, &format!("{sign}EDG")).parse().unwrap();
            assert_eq!(position.mover_rack().to_string(), "DEG?");
        }
    }

    #[test]
    fn every_error_gives_a_location_and_a_remedy() {
        let board = "...............\n";
        let cases = [
            (
                String::new(),
                "line 1, column 1: the file is empty: expected a position, as a CGP string or as 15",
            ),
            ("\r\n \n".to_owned(), "line 1, column 1: the file is empty"),
            (
                board.repeat(3),
                "line 4, column 1: unexpected end of the file: expected 15 board lines",
            ),
            (board.repeat(15), "line 16, column 1: unexpected end of the file: expected the turn"),
            (
                board.repeat(15) + "0\n1\n",
                "line 18, column 1: unexpected end of the file: expected a score",
            ),
            (
                board.repeat(14) + "0\n1\n2\n",
                "line 15, column 1: this looks like the turn, after 14",
            ),
            (
                with_line(16, board.trim()),
                "line 16, column 1: invalid turn `...............`: expected 0",
            ),
            (with_line(3, ".............."), "line 3, column 15: the board line has 14 squares"),
            (with_line(3, ""), "line 3, column 1: the board line has 0 squares"),
            (
                with_line(15, "...............A"),
                "line 15, column 16: the board line has 16 squares",
            ),
            (with_line(4, "....#.........."), "line 4, column 5: invalid square `#`: expected ."),
            (with_line(4, "....é.........."), "line 4, column 5: invalid square `é`"),
            (with_line(4, "... ..........."), "line 4, column 4: invalid square ` `"),
            (with_line(16, "2"), "line 16, column 1: invalid turn `2`: expected 0 if player 1"),
            (with_line(16, ""), "line 16, column 1: invalid turn ``"),
            (with_line(17, "x"), "line 17, column 1: invalid score `x`: expected a whole number"),
            (with_line(18, "99999999999"), "line 18, column 1: invalid score `99999999999`"),
            (
                with_line(19, "LAI1"),
                "line 19, column 4: invalid tile `1` on a rack: expected A to Z",
            ),
            (with_line(20, "PEd"), "line 20, column 3: invalid tile `d` on a rack: expected D"),
            (
                with_line(20, "PEDGIJKA"),
                "line 20, column 8: this rack has 8 tiles: expected at most 7",
            ),
            (
                with_line(20, "???"),
                "line 20, column 2: the board and racks hold the blank (?) 4 times",
            ),
            (
                with_line(19, "FF"),
                "line 19, column 2: the board and racks hold F 3 times, and the set has 2",
            ),
            (format!("{EXAMPLE}7\n"), "line 21, column 1: unexpected line after the two racks"),
        ];
        for (text, message) in cases {
            let error = refused(&text);
            assert!(error.starts_with(message), "{error}\n{text}");
        }
    }
}
