//! CGP: a position in one line, `15/15/... RACK/RACK s1/s2 z lex NAME;`. Rows from the top, runs of empty
//! squares as numbers; racks and scores of the player to move first; consecutive scoreless turns; then any
//! number of `name value;`, of which `lex` (the lexicon) and `ld` (the letter distribution) are used here.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use thiserror::Error;

use crate::board::{
    BINGO, Cell, Cells, Distribution, Layout, RACK, Rack, Square, characters_before,
};
use crate::notation::position::{Position, PositionError};
use crate::notation::state_file::{cut, read_points};
use lettergame_base::{Points, Seat};

/// A position as a CGP string, written by `Display` and read by `FromStr`. CGP has no seats: the first seat
/// is to move in a position that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cgp(pub Position);

/// More consecutive scoreless turns than this are taken for a mistake.
const MAX_TURNS: u8 = 100;

/// Why and where a text is not a valid CGP string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}, character {at}: {fault}")]
pub struct CgpError {
    /// The part being read.
    pub field: CgpField,
    /// The position in the text, in characters from 1.
    pub at: usize,
    /// What is wrong there.
    pub fault: CgpFault,
}

/// A part of a CGP string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CgpField {
    /// The board.
    Board,
    /// A row of the board, from 1.
    Row(usize),
    /// The racks.
    Racks,
    /// Scoreless turns in a row.
    Scores,
    /// Turns without points in a row.
    Turns,
    /// The position as a whole.
    Position,
}

impl fmt::Display for CgpField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CgpField::Board => f.write_str("board"),
            CgpField::Row(row) => write!(f, "row {row} of the board"),
            CgpField::Racks => f.write_str("racks"),
            CgpField::Scores => f.write_str("scores"),
            CgpField::Turns => f.write_str("turns without points"),
            CgpField::Position => f.write_str("position"),
        }
    }
}

/// What is wrong with a CGP string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CgpFault {
    /// It ends too early.
    #[error("unexpected end: a position has the form `15/15/... RACK/RACK s1/s2 z lex NAME;`")]
    End,
    /// The board does not have 15 rows.
    #[error("expected {side} rows separated by /, found {found}")]
    Rows {
        /// The number of squares per side.
        side: usize,
        /// The number of rows.
        found: usize,
    },
    /// A row of the wrong length.
    #[error("expected {side} squares, with runs of empty ones as numbers, found {found}")]
    Length {
        /// The number of squares per side.
        side: usize,
        /// The number of squares.
        found: usize,
    },
    /// Not a square.
    #[error(
        "invalid square `{square}`: expected {letters} for a tile, lower case for a blank that stands for \
         that letter, or a number of empty squares"
    )]
    Square {
        /// The character.
        square: char,
        /// The letters.
        letters: String,
    },
    /// No slash, or more than one.
    #[error(
        "invalid pair `{0}`: expected the value of the player to move, a slash, and the other player's value"
    )]
    Two(String),
    /// Not a tile.
    #[error("invalid tile `{tile}`: expected {letters}, or ? for a blank")]
    Tile {
        /// The character.
        tile: char,
        /// The letters.
        letters: String,
    },
    /// More than seven tiles.
    #[error("the rack has {0} tiles: expected at most 7")]
    LongRack(usize),
    /// Not a score.
    #[error("invalid score `{0}`: expected a whole number between -1000000 and 1000000")]
    Score(String),
    /// Not a number of turns.
    #[error("invalid number of turns `{0}`: expected 0 to {MAX_TURNS}")]
    Turns(String),
    /// The position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl CgpFault {
    fn at(self, field: CgpField, at: usize) -> CgpError {
        CgpError { field, at: at + 1, fault: self }
    }
}

/// The fields of a text, each with its start, in characters from 0.
struct Fields<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    /// The next field; an error if there is none.
    fn next(&mut self, field: CgpField) -> Result<(usize, &'a str), CgpError> {
        self.skip();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (found, rest) = self.rest.split_at(end);
        if found.is_empty() {
            return Err(CgpFault::End.at(field, self.at));
        }
        let start = self.at;
        self.rest = rest;
        self.at += found.chars().count();
        Ok((start, found))
    }

    /// The board, the first field but for the word `cgp`.
    fn board(&mut self) -> Result<(usize, &'a str), CgpError> {
        match self.next(CgpField::Board)? {
            (_, "cgp") => self.next(CgpField::Board),
            board => Ok(board),
        }
    }

    fn skip(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.at += skipped.chars().count();
        self.rest = trimmed;
    }
}

impl Cgp {
    /// The value of an operation after a position, which need not be valid: `lex` (word list), `ld` (letter
    /// distribution), `bdn` (board), `var` (variant) or any other.
    #[must_use]
    pub fn value<'a>(text: &'a str, operation: &str) -> Option<&'a str> {
        let mut fields = Fields { rest: text, at: 0 };
        fields.board().ok()?;
        for field in [CgpField::Racks, CgpField::Scores, CgpField::Turns] {
            fields.next(field).ok()?;
        }
        value_of(operation, fields.rest)
    }

    /// Reads a position of a game with this layout. Everything after it is skipped except the names of lexicon
    /// and letters.
    ///
    /// # Errors
    /// Where and why the text is not a position.
    pub fn read(text: &str, layout: &Layout) -> Result<Cgp, CgpError> {
        let (distribution, side) = (layout.distribution(), layout.side());
        let mut fields = Fields { rest: text, at: 0 };
        let board = fields.board()?;
        let cells = read_board(distribution, side, board.0, board.1)?;
        let rack = |start, text: &str| read_rack(distribution, start, text);
        let racks = two(fields.next(CgpField::Racks)?, CgpField::Racks, rack)?;
        let points = two(fields.next(CgpField::Scores)?, CgpField::Scores, read_score)?;
        let turns = read_turns(fields.next(CgpField::Turns)?)?;
        let position = Position::new(distribution, cells, racks, points, Seat::FIRST)
            .map_err(|error| CgpFault::Position(error).at(CgpField::Position, board.0))?;
        let named = |operation| value_of(operation, fields.rest).unwrap_or_default();
        let position = position.with_scoreless(turns).with_lexicon(named("lex"));
        Ok(Cgp(position.with_letters(named("ld"))))
    }
}

/// Reads a position of the usual board and English tiles, as [`Cgp::read`].
impl FromStr for Cgp {
    type Err = CgpError;
    fn from_str(text: &str) -> Result<Cgp, CgpError> {
        Cgp::read(text, &Layout::standard(BINGO))
    }
}

fn read_board(
    distribution: &Distribution,
    side: usize,
    start: usize,
    text: &str,
) -> Result<Cells, CgpError> {
    let found = text.split('/').count();
    if found != side {
        return Err(CgpFault::Rows { side, found }.at(CgpField::Board, start));
    }
    let mut cells = Cells::new(side);
    let mut at = start;
    for (row, text) in text.split('/').enumerate() {
        read_row(distribution, row, at, text, &mut cells)?;
        at += text.chars().count() + 1;
    }
    Ok(cells)
}

fn read_row(
    distribution: &Distribution,
    row: usize,
    start: usize,
    text: &str,
    cells: &mut Cells,
) -> Result<(), CgpError> {
    let (field, side) = (CgpField::Row(row + 1), cells.side());
    // squares so far, and the number being read
    let (mut len, mut empty) = (0_usize, 0_usize);
    let mut rest = text;
    while let Some(square) = rest.chars().next() {
        if let Some(digit) = square.to_digit(10) {
            empty = empty.saturating_mul(10).saturating_add(digit as usize);
            rest = &rest[1..];
            continue;
        }
        let Some((cell, bytes)) = distribution.read_cell(rest) else {
            let at = start + characters_before(text, rest);
            let letters = distribution.alphabet().to_string();
            return Err(CgpFault::Square { square, letters }.at(field, at));
        };
        len = len.saturating_add(std::mem::take(&mut empty));
        if len < side {
            cells[Square::at(row, len)] = cell;
        }
        len = len.saturating_add(1);
        rest = &rest[bytes..];
    }
    let found = len.saturating_add(empty);
    if found == side { Ok(()) } else { Err(CgpFault::Length { side, found }.at(field, start)) }
}

/// Reads two values separated by a slash.
fn two<T>(
    (start, text): (usize, &str),
    field: CgpField,
    read: impl Fn(usize, &str) -> Result<T, CgpError>,
) -> Result<[T; 2], CgpError> {
    match text.split_once('/') {
        Some((mover, other)) if !other.contains('/') => {
            let second = start + mover.chars().count() + 1;
            Ok([read(start, mover)?, read(second, other)?])
        }
        _ => Err(CgpFault::Two(cut(text)).at(field, start)),
    }
}

fn read_rack(
    distribution: &'static Distribution,
    start: usize,
    text: &str,
) -> Result<Rack, CgpError> {
    let (mut rack, mut rest) = (Rack::new(distribution), text);
    while let Some(tile) = rest.chars().next() {
        let at = start + characters_before(text, rest);
        // a bracket stands for no blank here
        let read = distribution.read_tile(rest).filter(|(_, len)| tile != '[' || *len > 1);
        let letters = || distribution.alphabet().to_string();
        let (read, len) = read
            .ok_or_else(|| CgpFault::Tile { tile, letters: letters() }.at(CgpField::Racks, at))?;
        if rack.len() == RACK {
            let more = RACK + rest.chars().count();
            return Err(CgpFault::LongRack(more).at(CgpField::Racks, at));
        }
        rack.add(read);
        rest = &rest[len..];
    }
    Ok(rack)
}

fn read_score(start: usize, text: &str) -> Result<Points, CgpError> {
    read_points(text).ok_or_else(|| CgpFault::Score(cut(text)).at(CgpField::Scores, start))
}

fn read_turns((start, text): (usize, &str)) -> Result<u8, CgpError> {
    let text = text.trim_end_matches(';');
    let turns = text.parse().ok().filter(|&turns| turns <= MAX_TURNS);
    turns.ok_or_else(|| CgpFault::Turns(cut(text)).at(CgpField::Turns, start))
}

/// The value of the first operation of this name.
fn value_of<'a>(wanted: &str, operations: &'a str) -> Option<&'a str> {
    let parts =
        operations.split(';').filter_map(|part| part.trim().split_once(char::is_whitespace));
    let mut values = parts.filter(|(name, _)| *name == wanted).map(|(_, value)| value.trim());
    values.next().filter(|value| !value.is_empty())
}

impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.0;
        for (index, row) in position.cells().rows().enumerate() {
            if index > 0 {
                f.write_char('/')?;
            }
            write_row(f, position.distribution(), row)?;
        }
        let (mover, other) = (position.to_move(), position.to_move().opponent());
        write!(f, " {}/{}", position.rack(mover), position.rack(other))?;
        write!(f, " {}/{}", position.points()[mover], position.points()[other])?;
        write!(f, " {}", position.scoreless())?;
        position.lexicon().map_or(Ok(()), |name| write!(f, " lex {name};"))?;
        position.letters().map_or(Ok(()), |name| write!(f, " ld {name};"))
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, distribution: &Distribution, row: &[Cell]) -> fmt::Result {
    for run in row.chunk_by(|one, other| one.is_empty() == other.is_empty()) {
        match run[0].is_empty() {
            true => write!(f, "{}", run.len())?,
            false => distribution.write_cells(f, run)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Cgp;
    use crate::notation::Position;

    const EXAMPLE: &str = "15/15/15/10F4/10O4/10O4/10T4/6SCuRRY3/7A2U4/7N2LA3/7D2ER3/7O3D3/7U3O3/\
                           7R3U3/11R3 DEGIJKP/AABILNU 72/35 0";

    fn read(text: &str) -> Position {
        text.parse::<Cgp>().unwrap().0
    }

    fn refused(text: &str) -> String {
        text.parse::<Cgp>().unwrap_err().to_string()
    }

    #[test]
    fn the_mover_comes_first() {
        let file: Position = crate::EXAMPLE.parse().unwrap();
        assert_eq!(Cgp(file.clone()).to_string(), EXAMPLE);
        let position = read(EXAMPLE);
        assert_eq!(position.to_move().index(), 0);
        assert_eq!(position.mover_rack(), file.mover_rack());
        assert_eq!(position.cells(), file.cells());
        assert_eq!(Cgp(position).to_string(), EXAMPLE);
    }

    #[test]
    fn everything_after_the_position_is_skipped_except_lexicon_and_letters() {
        let position = read(&format!("cgp  {EXAMPLE} bb 50; lex NWL 20 ; ld english;x;;"));
        assert_eq!((position.lexicon(), position.letters()), (Some("NWL 20"), Some("english")));
        assert_eq!(Cgp(position).to_string(), format!("{EXAMPLE} lex NWL 20; ld english;"));
        let text = format!("cgp {EXAMPLE} bdn super; var  wordsmog ;tmr 1/2;ld ;");
        let named = ["bdn", "var", "tmr", "ld", "lex"].map(|name| Cgp::value(&text, name));
        assert_eq!(named, [Some("super"), Some("wordsmog"), Some("1/2"), None, None]);
        assert_eq!(Cgp::value("15/15 bdn super;", "bdn"), None);
        assert_eq!(read(&format!("\n{EXAMPLE};\n")).lexicon(), None);
        let empty = format!("{}15 / 0/-5 3", "15/".repeat(14));
        assert_eq!((read(&empty).scoreless(), Cgp(read(&empty)).to_string()), (3, empty));
    }

    #[test]
    fn every_error_names_the_field_and_location() {
        let cases = [
            (String::new(), "board, character 1: unexpected end"),
            ("15/15".to_owned(), "board, character 1: expected 15 rows separated by /, found 2"),
            (
                EXAMPLE.replacen("15", "14", 1),
                "row 1 of the board, character 1: expected 15 squares, with runs of empty ones as numbers, found 14",
            ),
            (
                EXAMPLE.replacen("10F4", "10F5", 1),
                "row 4 of the board, character 10: expected 15 squares, with runs of empty ones as numbers, found 16",
            ),
            (
                EXAMPLE.replacen("10F4", "10é4", 1),
                "row 4 of the board, character 12: invalid square `é`",
            ),
            (EXAMPLE.replacen("15", "99999999999999999999999A99999999999999999999999", 1), "row 1"),
            (
                EXAMPLE.replacen("DEGIJKP", "DEGIJKPA", 1),
                "racks, character 89: the rack has 8 tiles",
            ),
            (EXAMPLE.replacen("DEGIJKP", "DE1IJKP", 1), "racks, character 84: invalid tile `1`"),
            (
                EXAMPLE.replacen("DEGIJKP/AABILNU", "DEGIJKP", 1),
                "racks, character 82: invalid pair `DEGIJKP`",
            ),
            (EXAMPLE.replacen("72/35", "72/x", 1), "scores, character 101: invalid score `x`"),
            (
                EXAMPLE.replacen("72/35", "72/35/1", 1),
                "scores, character 98: invalid pair `72/35/1`",
            ),
            (EXAMPLE.replacen(" 0", "", 1), "turns without points, character 103: unexpected end"),
            (
                EXAMPLE.replacen(" 0", " lex", 1),
                "turns without points, character 104: invalid number of turns `lex`",
            ),
            (
                EXAMPLE.replacen("DEG", "ZZG", 1),
                "position, character 1: the board and racks hold Z 2",
            ),
        ];
        for (text, message) in cases {
            let error = refused(&text);
            assert!(error.starts_with(message), "{error}\n{text}");
        }
    }
}
