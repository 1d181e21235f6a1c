//! State strings: the only place where they are read and written.
//!
//! A game is `P` colour dirhams rugs `i|o` for each of 2 to 4 players, `A` x y facing, and `B` with 49 rugs,
//! column by column: `Pc03015iPy03015iA33NB` followed by 49 times `n00` is the start for two players.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::position::MAX_PLAYERS;
use crate::rules::{
    Assam, Board, Colour, Facing, Merchant, Position, ResumeError, Rug, RugId, Square, Stage,
};

/// Why a text is not a valid state string, or not a valid part of one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part}: expected {expected} at character {at}, found {found}")]
pub struct TextError {
    /// The part being read: a player, Assam, the board, a rug.
    pub part: &'static str,
    /// What is expected there.
    pub expected: &'static str,
    /// The position; the first character is 1.
    pub at: usize,
    /// What was found there.
    pub found: String,
}

/// Reads bytes from left to right.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    part: &'static str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, part: &'static str) -> Reader<'a> {
        Reader { text, at: 0, part }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The value of the next byte, which must have one.
    fn next<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(u8) -> Option<T>,
    ) -> Result<T, TextError> {
        match self.peek().and_then(read) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => Err(self.refuse(expected)),
        }
    }

    #[cold]
    fn refuse(&self, expected: &'static str) -> TextError {
        // everything read so far is ASCII, one byte per character
        let found = self.text[self.at..].chars().next();
        TextError {
            part: self.part,
            expected,
            at: self.at + 1,
            found: found.map_or("the end".to_owned(), |found| format!("{found:?}")),
        }
    }

    fn literal(&mut self, byte: u8, expected: &'static str) -> Result<(), TextError> {
        self.next(expected, |found| (found == byte).then_some(()))
    }

    fn digit(&mut self) -> Result<u8, TextError> {
        self.next("a digit", |byte| byte.is_ascii_digit().then(|| byte - b'0'))
    }

    fn coordinate(&mut self) -> Result<u8, TextError> {
        self.next("a coordinate from 0 to 6", |b| (b'0'..=b'6').contains(&b).then(|| b - b'0'))
    }

    fn square(&mut self) -> Result<Square, TextError> {
        let (x, y) = (self.coordinate()?, self.coordinate()?);
        Square::new(x, y).ok_or_else(|| self.refuse("a square"))
    }

    fn colour(&mut self) -> Result<Colour, TextError> {
        self.next("a colour (c, y, r or p)", colour)
    }

    fn end(&mut self) -> Result<(), TextError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.refuse("the end")) }
    }

    fn number(&mut self) -> Result<u8, TextError> {
        Ok(10 * self.digit()? + self.digit()?)
    }

    fn id(&mut self) -> Result<RugId, TextError> {
        let (colour, number) = (self.colour()?, self.number()?);
        RugId::new(colour, number).ok_or_else(|| self.refuse("a rug"))
    }

    fn merchant(&mut self) -> Result<Merchant, TextError> {
        self.literal(b'P', "P")?;
        let colour = self.colour()?;
        let dirhams = 100 * u16::from(self.digit()?) + u16::from(self.number()?);
        let rugs = self.number()?;
        let is_in = self.next("i or o", |byte| match byte {
            b'i' => Some(true),
            b'o' => Some(false),
            _ => None,
        })?;
        Ok(Merchant { colour, dirhams, rugs, is_in })
    }

    fn merchants(&mut self) -> Result<ArrayVec<Merchant, MAX_PLAYERS>, TextError> {
        let mut merchants = ArrayVec::<Merchant, MAX_PLAYERS>::new();
        loop {
            self.part = "player";
            let start = self.at;
            let merchant = self.merchant()?;
            if merchants.iter().any(|other| other.colour == merchant.colour) {
                self.at = start + 1;
                return Err(self.refuse("a colour that no other player has"));
            }
            merchants.push(merchant);
            match self.peek() {
                Some(b'A') if merchants.len() >= 2 => return Ok(merchants),
                Some(b'P') if merchants.len() == MAX_PLAYERS => {
                    return Err(self.refuse("A, for there are no more than 4 players"));
                }
                Some(b'P') => {}
                _ if merchants.len() == 1 => {
                    return Err(self.refuse("P, for there are at least 2 players"));
                }
                _ => return Err(self.refuse("P or A")),
            }
        }
    }

    fn assam(&mut self) -> Result<Assam, TextError> {
        self.part = "Assam";
        self.literal(b'A', "A")?;
        let square = self.square()?;
        let facing = self.next("a facing (N, E, S or W)", |byte| {
            Facing::ALL.into_iter().find(|facing| facing.letter() == char::from(byte))
        })?;
        Ok(Assam { square, facing })
    }

    fn board(&mut self) -> Result<Board, TextError> {
        self.part = "board";
        self.literal(b'B', "B")?;
        let mut board = Board::EMPTY;
        for square in Square::all() {
            if self.peek() == Some(b'n') {
                self.at += 1;
                self.literal(b'0', "n00 (an empty square)")?;
                self.literal(b'0', "n00 (an empty square)")?;
            } else {
                let colour = self.next("a rug (c, y, r or p with two digits) or n00", colour)?;
                let id = RugId::new(colour, self.number()?);
                board.show(id.ok_or_else(|| self.refuse("a rug"))?, square);
            }
        }
        Ok(board)
    }
}

fn colour(byte: u8) -> Option<Colour> {
    match byte {
        b'c' => Some(Colour::Cyan),
        b'y' => Some(Colour::Yellow),
        b'r' => Some(Colour::Red),
        b'p' => Some(Colour::Purple),
        _ => None,
    }
}

/// Reads a state string. A board on which the halves of a rug are apart is accepted as it is.
impl FromStr for Position {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut reader = Reader::new(text, "player");
        let merchants = reader.merchants()?;
        let assam = reader.assam()?;
        let board = reader.board()?;
        reader.end()?;
        Ok(Position { merchants, assam, board })
    }
}

/// The state string: 168, 176 or 184 characters.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for merchant in &self.merchants {
            write!(
                f,
                "P{}{:03}{:02}{}",
                merchant.colour.letter(),
                merchant.dirhams,
                merchant.rugs,
                if merchant.is_in { 'i' } else { 'o' }
            )?;
        }
        write!(f, "{}B", self.assam)?;
        Square::all().try_for_each(|square| match self.board.at(square) {
            None => f.write_str("n00"),
            Some(id) => {
                f.write_char(id.colour().letter())?;
                f.write_char(char::from(b'0' + id.number() / 10))?;
                f.write_char(char::from(b'0' + id.number() % 10))
            }
        })
    }
}

/// Why a text is not a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StageTextError {
    /// Not a state string and two words.
    #[error(
        "expected a state string, the colour whose turn it is, and rotate or place, as in `STATE c rotate`"
    )]
    Words,
    /// The colour to move.
    #[error("expected the colour whose turn it is (c, y, r or p), found `{0}`")]
    Turn(String),
    /// The phase.
    #[error("expected rotate or place, found `{0}`")]
    Phase(String),
    /// The state string.
    #[error(transparent)]
    Position(#[from] TextError),
    /// A game cannot continue from there.
    #[error(transparent)]
    Resume(#[from] ResumeError),
}

/// State string, colour to move, and phase: `STATE c rotate`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, phase) = (self.colour().letter(), self.phase().name());
        write!(f, "{} {turn} {phase}", self.position())
    }
}

/// Reads the `Display` format for a game of the standard rules at a decision.
impl FromStr for Stage {
    type Err = StageTextError;
    fn from_str(text: &str) -> Result<Stage, StageTextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [state, turn, phase] = words[..] else { return Err(StageTextError::Words) };
        let mut letters = turn.chars();
        let mover =
            letters.next().and_then(Colour::from_letter).filter(|_| letters.next().is_none());
        let mover = mover.ok_or_else(|| StageTextError::Turn(turn.to_owned()))?;
        let placing = match phase {
            "rotate" => false,
            "place" => true,
            _ => return Err(StageTextError::Phase(phase.to_owned())),
        };
        Ok(Stage::resume(state.parse()?, mover, placing)?)
    }
}

/// Reads `A33N`.
impl FromStr for Assam {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Assam, TextError> {
        let mut reader = Reader::new(text, "Assam");
        let assam = reader.assam()?;
        reader.end()?;
        Ok(assam)
    }
}

/// Reads `p014445`. The two squares may be any.
impl FromStr for Rug {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Rug, TextError> {
        let mut reader = Reader::new(text, "rug");
        let id = reader.id()?;
        let squares = [reader.square()?, reader.square()?];
        reader.end()?;
        Ok(Rug { id, squares })
    }
}

/// Reads `44`: column and row.
impl FromStr for Square {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Square, TextError> {
        let mut reader = Reader::new(text, "square");
        let square = reader.square()?;
        reader.end()?;
        Ok(square)
    }
}

#[cfg(test)]
mod tests {
    use super::{Assam, Position, Rug, Stage};

    fn start() -> String {
        format!("Pc03015iPy00207oA33NB{}", "n00".repeat(49))
    }

    #[test]
    fn strings_read_back() {
        let text = start();
        assert_eq!(text.len(), 168);
        assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        for turn in ["y rotate", "c place"] {
            let saved = format!("{} {turn}", start().replace("7o", "7i"));
            assert_eq!(saved.parse::<Stage>().unwrap().to_string(), saved);
        }
        assert_eq!("A60W".parse::<Assam>().unwrap().to_string(), "A60W");
        assert_eq!("p014445".parse::<Rug>().unwrap().to_string(), "p014445");
    }

    #[test]
    fn an_invalid_saved_game_is_reported() {
        let cases = [
            ("", "expected a state string, the colour"),
            ("c rotate", "expected a state string, the colour"),
            ("? c rotate", "player: expected P at character 1"),
            ("START g rotate", "expected the colour whose turn it is (c, y, r or p), found `g`"),
            ("START cy rotate", "expected the colour whose turn it is (c, y, r or p), found `cy`"),
            ("START c roll", "expected rotate or place, found `roll`"),
            ("START p place", "purple is not one of the players"),
        ];
        for (text, message) in cases {
            let error = text.replace("START", &start()).parse::<Stage>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn malformed_text_is_reported_with_its_position() {
        let cases = [
            (String::new(), "player: expected P at character 1, found the end"),
            (
                start().replace("Pc", "Px"),
                "player: expected a colour (c, y, r or p) at character 2, found 'x'",
            ),
            (start().replace("Pc0", "Pcé"), "player: expected a digit at character 3, found 'é'"),
            (start().replace("5i", "5x"), "player: expected i or o at character 8, found 'x'"),
            (
                start().replace("Py", "Pc"),
                "player: expected a colour that no other player has at character 10, found 'c'",
            ),
            (
                start().replace("Py00207o", ""),
                "player: expected P, for there are at least 2 players at character 9, found 'A'",
            ),
            (
                start().replace("A33N", "Pr03015iPp03015iPc03015iA33N"),
                "player: expected A, for there are no more than 4 players at character 33, found 'P'",
            ),
            (
                start().replace("A3", "A7"),
                "Assam: expected a coordinate from 0 to 6 at character 18, found '7'",
            ),
            (
                start().replace("3N", "3n"),
                "Assam: expected a facing (N, E, S or W) at character 20, found 'n'",
            ),
            (start().replace("NB", "Nb"), "board: expected B at character 21, found 'b'"),
            (
                start().replace("Bn00", "Bn01"),
                "board: expected n00 (an empty square) at character 24, found '1'",
            ),
            (
                start().replace("Bn00", "Bq00"),
                "board: expected a rug (c, y, r or p with two digits) or n00 at character 22, found 'q'",
            ),
            (start() + "n00", "board: expected the end at character 169, found 'n'"),
            (
                start()[..167].to_owned(),
                "board: expected n00 (an empty square) at character 168, found the end",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
