//! The state file: 15 lines for the board, the turn, two scores, two racks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{RACK, Rack, SIDE, Tile};
use crate::notation::position::{Cells, Position, PositionError};
use lettergame_core::base::{Points, Seat};

/// Scores beyond this, of either sign, are rejected.
pub(super) const MOST_POINTS: i32 = 1_000_000;

/// Lines of a state file.
const LINES: usize = SIDE + 5;

/// The line of the turn, from 1; the scores and the racks follow.
const TURN: usize = SIDE + 1;

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
    #[error("the file is empty: expected 15 board lines, the turn, two scores and two racks")]
    Empty,
    /// It ends too early.
    #[error("unexpected end of the file: expected {0}")]
    End(&'static str),
    /// Not a square.
    #[error(
        "invalid square `{0}`: expected . for an empty square, A to Z for a tile, a to z for a \
         blank that stands for that letter"
    )]
    Square(char),
    /// A board line that is too short.
    #[error("the board line has {0} squares: expected 15, with . for empty ones")]
    ShortLine(usize),
    /// A board line that is too long.
    #[error("the board line has {0} squares: expected 15")]
    LongLine(usize),
    /// A number where a board line is expected.
    #[error("this looks like the turn, after {0} board lines: expected 15")]
    EarlyTurn(usize),
    /// Not a turn.
    #[error("invalid turn `{0}`: expected 0 if player 1 is to move, 1 if player 2 is")]
    Turn(String),
    /// Not a score.
    #[error("invalid score `{0}`: expected a whole number between -1000000 and 1000000")]
    Score(String),
    /// Not a tile.
    #[error("invalid tile `{0}` on a rack: expected A to Z, or ? for a blank")]
    Tile(char),
    /// A lower-case letter on a rack.
    #[error("invalid tile `{0}` on a rack: expected {upper}, or ? for a blank", upper = .0.to_ascii_uppercase())]
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

/// Reads a state file; CRLF, trailing blanks and trailing empty lines are ignored.
impl FromStr for Position {
    type Err = StateFileError;
    fn from_str(text: &str) -> Result<Position, StateFileError> {
        let lines: Vec<&str> = text.trim_end().lines().take(LINES + 1).map(str::trim_end).collect();
        if lines.is_empty() {
            return Err(StateFault::Empty.at(1, 1));
        }
        let cells = read_board(&lines)?;
        let turn = read_turn(&lines)?;
        let points = [read_score(&lines, 0)?, read_score(&lines, 1)?];
        let racks = [read_rack(&lines, 0)?, read_rack(&lines, 1)?];
        if lines.len() > LINES {
            return Err(StateFault::After.at(LINES + 1, 1));
        }
        Position::new(cells, racks, points, turn).map_err(|error| {
            let (line, column) = place(&error, &lines);
            StateFault::Position(error).at(line, column)
        })
    }
}

/// The part missing at a line, for error messages.
fn missing(line: usize) -> &'static str {
    match line {
        ..TURN => "15 board lines",
        TURN => "the turn (0 if player 1 is to move, 1 if player 2 is)",
        _ => "a score (a line for each player)",
    }
}

/// The line with this number, from 1.
fn line<'a>(lines: &[&'a str], number: usize) -> Result<&'a str, StateFileError> {
    let end = || StateFault::End(missing(number)).at(number, 1);
    lines.get(number - 1).copied().ok_or_else(end)
}

fn read_board(lines: &[&str]) -> Result<Cells, StateFileError> {
    let mut cells = [[0; SIDE]; SIDE];
    for (row, cells) in cells.iter_mut().enumerate() {
        read_row(line(lines, row + 1)?, row + 1, cells)?;
    }
    Ok(cells)
}

fn read_row(text: &str, number: usize, cells: &mut [u8; SIDE]) -> Result<(), StateFileError> {
    if text.parse::<i32>().is_ok() {
        return Err(StateFault::EarlyTurn(number - 1).at(number, 1));
    }
    for (column, (cell, character)) in cells.iter_mut().zip(text.chars()).enumerate() {
        *cell = match character {
            '.' => 0,
            'A'..='Z' | 'a'..='z' => character as u8,
            _ => return Err(StateFault::Square(character).at(number, column + 1)),
        };
    }
    match text.chars().count() {
        SIDE => Ok(()),
        len if len > SIDE => Err(StateFault::LongLine(len).at(number, SIDE + 1)),
        len => Err(StateFault::ShortLine(len).at(number, len + 1)),
    }
}

fn read_turn(lines: &[&str]) -> Result<Seat, StateFileError> {
    match line(lines, TURN)? {
        "0" => Ok(Seat::FIRST),
        "1" => Ok(Seat::FIRST.opponent()),
        text => Err(StateFault::Turn(cut(text)).at(TURN, 1)),
    }
}

fn read_score(lines: &[&str], seat: usize) -> Result<Points, StateFileError> {
    let text = line(lines, TURN + 1 + seat)?;
    let refuse = || StateFault::Score(cut(text)).at(TURN + 1 + seat, 1);
    read_points(text).ok_or_else(refuse)
}

/// Points with or without a sign.
pub(super) fn read_points(text: &str) -> Option<Points> {
    let points =
        text.parse().ok().filter(|points: &i32| points.unsigned_abs() <= MOST_POINTS as u32);
    points.map(Points)
}

/// The start of a text, for error messages.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a rack line; a missing one is an empty rack.
fn read_rack(lines: &[&str], seat: usize) -> Result<Rack, StateFileError> {
    let number = TURN + 3 + seat;
    let text = lines.get(number - 1).copied().unwrap_or_default();
    let mut rack = Rack::EMPTY;
    for (column, character) in text.chars().enumerate() {
        let tile = u8::try_from(character).ok().and_then(Tile::from_ascii);
        let fault = match (tile, character) {
            (Some(_), _) if column == RACK => StateFault::LongRack(text.chars().count()),
            (None, 'a'..='z') => StateFault::LowerCase(character),
            (None, _) => StateFault::Tile(character),
            (Some(tile), _) => {
                rack.add(tile);
                continue;
            }
        };
        return Err(fault.at(number, column + 1));
    }
    Ok(rack)
}

/// The line and column of the first tile beyond the allowed number.
fn place(error: &PositionError, lines: &[&str]) -> (usize, usize) {
    let PositionError::TooMany { tile, in_set, .. } = error else { return (1, 1) };
    let tiles = lines.iter().enumerate().flat_map(|(line, text)| {
        text.bytes().enumerate().map(move |(column, byte)| (line + 1, column + 1, byte))
    });
    let is_tile = |&(line, _, byte): &(usize, usize, u8)| match line {
        1..TURN => byte.is_ascii_alphabetic() && Tile::of_square(byte) == *tile,
        _ => Tile::from_ascii(byte) == Some(*tile),
    };
    let excess = tiles.filter(is_tile).nth(*in_set);
    excess.map_or((1, 1), |(line, column, _)| (line, column))
}

/// The state file: 20 lines. It contains neither the scoreless turns nor the lexicon.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |&cell: &u8| if cell == 0 { '.' } else { cell as char };
        for row in self.cells() {
            writeln!(f, "{}", row.iter().map(shown).collect::<String>())?;
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
            (String::new(), "line 1, column 1: the file is empty: expected 15 board lines"),
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
