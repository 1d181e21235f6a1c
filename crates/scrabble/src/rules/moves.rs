//! Moves as text: `play 8D S(CuR)RY`, `exchange QVV`, `pass`, `challenge`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, de};
use thiserror::Error;

use crate::board::{Distribution, ParsePlayError, ParseRackError, Play, Rack};

/// A move.
///
/// As JSON `{"play":"8D S(CuR)RY"}`, `{"exchange":"QVV"}`, `"pass"`, `"challenge"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// Place tiles.
    Play(Play),
    /// Exchange these tiles.
    Exchange(Rack),
    /// Do nothing.
    Pass,
    /// Challenge the opponent's last play, under a rule that allows it.
    Challenge,
}

/// A move as JSON, whose texts are not read yet.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum RawMove {
    Play(String),
    Exchange(String),
    Pass,
    Challenge,
}

impl Move {
    /// The play, if it is one.
    #[must_use]
    pub fn play(&self) -> Option<&Play> {
        if let Move::Play(play) = self { Some(play) } else { None }
    }

    /// The tiles of a rack that it keeps, before new ones are drawn.
    #[must_use]
    pub fn kept(&self, rack: &Rack) -> Rack {
        match self {
            Move::Play(play) => play.kept(rack),
            Move::Exchange(given) => rack.without(given),
            Move::Pass | Move::Challenge => *rack,
        }
    }

    /// Reads the `Display` format, of tiles of this distribution.
    ///
    /// # Errors
    /// None of the four, not a play, or not tiles.
    pub fn read(distribution: &'static Distribution, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        match text.split_once(char::is_whitespace).unwrap_or((text, "")) {
            ("play", play) => Ok(Move::Play(Play::read(distribution, play)?)),
            ("exchange", rack) => Ok(Move::Exchange(tiles(distribution, rack)?)),
            ("pass", "") => Ok(Move::Pass),
            ("challenge", "") => Ok(Move::Challenge),
            _ => Err(ParseMoveError::Form(text.chars().take(40).collect())),
        }
    }

    /// Reads the JSON form, of tiles of this distribution.
    ///
    /// # Errors
    /// What is wrong with the JSON, or with the texts in it.
    pub fn from_json(distribution: &'static Distribution, json: &str) -> serde_json::Result<Move> {
        match serde_json::from_str(json)? {
            RawMove::Play(text) => {
                Play::read(distribution, &text).map(Move::Play).map_err(ParseMoveError::from)
            }
            RawMove::Exchange(text) => tiles(distribution, &text).map(Move::Exchange),
            RawMove::Pass => Ok(Move::Pass),
            RawMove::Challenge => Ok(Move::Challenge),
        }
        .map_err(de::Error::custom)
    }
}

/// At least one tile, letters in either case.
fn tiles(distribution: &'static Distribution, text: &str) -> Result<Rack, ParseMoveError> {
    if text.trim().is_empty() {
        return Err(ParseMoveError::Form(format!("exchange {text}")));
    }
    Ok(Rack::read(distribution, &text.trim().to_uppercase())?)
}

/// Why a text is not a valid move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// None of the four.
    #[error(
        "invalid move `{0}`: expected `play 8D S(CuR)RY`, `exchange QVV`, `pass` or `challenge`"
    )]
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
            Move::Challenge => f.write_str("challenge"),
        }
    }
}

/// Reads a move of English tiles, as [`Move::read`].
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        Move::read(Distribution::english(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::Move;
    use crate::board::Distribution;

    #[test]
    fn moves_round_trip_as_text_and_as_json() {
        for text in ["play 8D S(CuR)RY", "exchange AQ?", "pass", "challenge"] {
            let choice: Move = text.parse().unwrap();
            assert_eq!(choice.to_string(), text);
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(Move::from_json(Distribution::english(), &json).unwrap(), choice);
        }
        let json = |text: &str| Move::from_json(Distribution::english(), text);
        assert_eq!(json(r#"{"exchange":"qv"}"#).unwrap(), "exchange QV".parse().unwrap());
        assert!(json(r#"{"exchange":""}"#).is_err());
        assert_eq!("play\t8H  AT".parse::<Move>().unwrap().to_string(), "play 8H AT");
        let refused = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        for text in ["", "swap A", "exchange", "pass now"] {
            assert!(refused(text).contains("invalid move"), "{text}");
        }
        assert!(refused("exchange 1").starts_with("the tiles to exchange: invalid tile `1`"));
        assert!(refused("play X").contains("invalid play"));
    }
}
