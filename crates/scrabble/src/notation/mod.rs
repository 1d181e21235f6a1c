//! Scrabble positions as text, in the formats that programs exchange: the state file, with one line each for
//! rows, turn, scores and racks; CGP, a position in one line; GCG, a game turn by turn.
//!
//! All three describe a [`Position`]. [`read`] detects the format of a text.

mod cgp;
mod encoding;
mod gcg;
mod play_row;
mod position;
mod state_file;
mod warnings;

use std::fmt;

use thiserror::Error;

pub use cgp::{Cgp, CgpError, CgpFault, CgpField};
pub use encoding::decode;
pub use gcg::{
    FileMove, FileTurn, GameFile, GcgError, GcgFault, GcgHeader, GcgRemark, GcgTurn, Oddity,
    TurnError, annotate_gcg, continue_gcg, dotted, event_line, named_in_gcg, read_gcg, write_gcg,
};
pub use play_row::PlayRow;
pub use position::{Position, PositionError};
pub use state_file::{StateFault, StateFileError};
pub use warnings::Warning;

use crate::board::{ParsePlayError, ParseRackError};
use crate::rules::Scrabble;

/// The formats of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A state file: 15 lines for the board, the turn, two scores, two racks.
    State,
    /// A CGP string: `15/15/... RACK/RACK s1/s2 z lex NAME;`.
    Cgp,
    /// A GCG file: a game whose final position is meant.
    Gcg,
}

impl Form {
    /// Detects the format of a text: GCG starts with `#` or `>`, the first line of CGP contains a slash,
    /// anything else is taken for a state file.
    #[must_use]
    pub fn of(text: &str) -> Form {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        match first.as_bytes().first() {
            Some(b'#' | b'>') => Form::Gcg,
            _ if first.contains('/') => Form::Cgp,
            _ => Form::State,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::State => "state file",
            Form::Cgp => "CGP position",
            Form::Gcg => "GCG game",
        })
    }
}

/// A position that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The position.
    pub position: Position,
    /// The format of the text.
    pub form: Form,
    /// The game of a GCG file.
    pub game: Option<GameFile>,
}

impl Reading {
    /// The oddities in the game of a GCG file.
    #[must_use]
    pub fn remarks(&self) -> &[GcgRemark] {
        self.game.as_ref().map_or(&[], |game| &game.remarks)
    }
}

/// Why a text is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Not UTF-8, and not a GCG file in ISO-8859-1.
    #[error(
        "line {line}, column {column}: this is not UTF-8: convert it with `iconv -f {declared} -t UTF-8`"
    )]
    Encoding {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The encoding that a GCG file declares, or a word for it.
        declared: String,
    },
    /// An invalid state file.
    #[error(transparent)]
    State(#[from] StateFileError),
    /// An invalid CGP string.
    #[error(transparent)]
    Cgp(#[from] CgpError),
    /// An invalid GCG file, or one with an impossible game.
    #[error(transparent)]
    Gcg(#[from] GcgError),
}

impl ReadError {
    /// The character of a tile in a GCG file that is no letter of the set.
    #[must_use]
    pub fn foreign_letter(&self) -> Option<char> {
        let ReadError::Gcg(GcgError { fault, .. }) = self else { return None };
        match fault {
            GcgFault::Rack { error: ParseRackError::Tile { character, .. }, .. }
            | GcgFault::Play(ParsePlayError::Character { character, .. }) => Some(*character),
            _ => None,
        }
    }
}

/// Reads a position in any of the three formats; `game` checks the plays of a GCG file.
///
/// # Errors
/// A malformed text or an impossible position.
pub fn read(text: impl AsRef<[u8]>, game: &Scrabble) -> Result<Reading, ReadError> {
    let text = decode(text.as_ref())?;
    let (position, game) = match Form::of(&text) {
        Form::State => (Position::read(&text, game.layout())?, None),
        Form::Cgp => (Cgp::read(&text, game.layout())?.0, None),
        Form::Gcg => {
            let file = read_gcg(&text, game)?;
            (file.position.clone(), Some(file))
        }
    };
    Ok(Reading { position, form: Form::of(&text), game })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Form, read};
    use crate::rules::{Scrabble, ScrabbleRules};
    use lettergame_words::{Lexicon, WordList};

    fn game() -> Scrabble {
        let words = WordList::parse(b"AT\nTO\n", "test").unwrap().words;
        Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::new(words).unwrap()))
    }

    #[test]
    fn the_format_of_a_text_is_detected() {
        let state = format!("{}0\n1\n2\nAB\nCD\n", "...............\n".repeat(15));
        let cgp = format!("{}15 AB/CD 1/2 0", "15/".repeat(14));
        let gcg = "#player1 a A\n#player2 b B\n#rack1 AB\n";
        for (text, form) in [(&*state, Form::State), (&cgp, Form::Cgp), (gcg, Form::Gcg)] {
            let reading = read(text, &game()).unwrap();
            assert_eq!(reading.form, form);
            assert_eq!(reading.position.mover_rack().to_string(), "AB");
            let marked = read(format!("\u{feff}{text}"), &game()).unwrap();
            assert_eq!(marked, reading);
        }
    }

    #[test]
    fn an_empty_text_is_not_a_state_file() {
        let error = read("", &game()).unwrap_err().to_string();
        assert!(error.starts_with("line 1, column 1: the file is empty"), "{error}");
    }
}
