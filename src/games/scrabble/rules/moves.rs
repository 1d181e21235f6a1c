//! Moves as text: `play 8D S(CuR)RY`, `exchange QVV`, `pass`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::games::scrabble::board::{ParsePlayError, ParseRackError, Play, Rack};

/// A decision.
///
/// As JSON `{"play":"8D S(CuR)RY"}`, `{"exchange":"QVV"}`, `"pass"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Move {
    /// Put tiles down.
    Play(Play),
    /// Give these tiles back for others.
    Exchange(Rack),
    /// Do nothing.
    Pass,
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// Neither of the three.
    #[error("`{0}` is no move; write `play 8D S(CuR)RY`, `exchange QVV` or `pass`")]
    Form(String),
    /// Not a play.
    #[error(transparent)]
    Play(#[from] ParsePlayError),
    /// Not tiles.
    #[error("the tiles to exchange: {0}")]
    Tiles(#[from] ParseRackError),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(play) => write!(f, "play {play}"),
            Move::Exchange(tiles) => write!(f, "exchange {tiles}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text.trim().split_once(' ').unwrap_or((text.trim(), "")) {
            ("play", play) => Ok(Move::Play(play.parse()?)),
            ("exchange", tiles) if !tiles.trim().is_empty() => {
                Ok(Move::Exchange(tiles.trim().to_ascii_uppercase().parse()?))
            }
            ("pass", "") => Ok(Move::Pass),
            _ => Err(ParseMoveError::Form(text.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn moves_read_back_as_text_and_as_json() {
        for text in ["play 8D S(CuR)RY", "exchange AQ?", "pass"] {
            let choice: Move = text.parse().unwrap();
            assert_eq!(choice.to_string(), text);
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), choice);
        }
        let refused = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        for text in ["", "swap A", "exchange", "pass now"] {
            assert!(refused(text).contains("is no move; write"), "{text}");
        }
        assert!(refused("exchange 1").starts_with("the tiles to exchange: `1`"));
        assert!(refused("play X").contains("is no play"));
    }
}
