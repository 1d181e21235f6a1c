//! Moves of Marrakech as text: `rotate 90`, `place 44 45`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::{Rotation, Square};

/// A move: how to rotate Assam, or where to lay a rug.
///
/// As JSON `{"rotate":90}` or `{"place":[[4,4],[4,5]]}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Move {
    /// Rotate Assam by 0, 90 (right) or 270 degrees (left).
    Rotate(Rotation),
    /// Lay a rug on two squares; their order does not matter.
    Place([Square; 2]),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Rotate(rotation) => write!(f, "rotate {}", rotation.degrees()),
            Move::Place([one, other]) => write!(f, "place {one} {other}"),
        }
    }
}

/// Why a text is not a valid move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid move `{0}`: expected `rotate 0`, `rotate 90` (right), `rotate 270` (left), or two squares, \
     column and row of each, as in `place 44 45`"
)]
pub struct ParseMoveError(String);

/// Reads the `Display` format.
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let words: Vec<&str> = text.split(' ').collect();
        let choice = match words[..] {
            ["rotate", degrees] => rotation(degrees).map(Move::Rotate),
            ["place", one, other] => squares(one, other).map(Move::Place),
            _ => None,
        };
        choice.ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

fn rotation(degrees: &str) -> Option<Rotation> {
    Rotation::ALL.into_iter().find(|rotation| rotation.degrees().to_string() == degrees)
}

fn squares(one: &str, other: &str) -> Option<[Square; 2]> {
    Some([one.parse().ok()?, other.parse().ok()?])
}

impl TryFrom<u16> for Rotation {
    type Error = String;
    fn try_from(degrees: u16) -> Result<Rotation, String> {
        Rotation::from_degrees(degrees)
            .ok_or_else(|| format!("invalid rotation {degrees}: expected 0, 90 or 270 degrees"))
    }
}

impl From<Rotation> for u16 {
    fn from(rotation: Rotation) -> u16 {
        rotation.degrees()
    }
}

impl TryFrom<[u8; 2]> for Square {
    type Error = String;
    fn try_from([x, y]: [u8; 2]) -> Result<Square, String> {
        Square::new(x, y).ok_or_else(|| format!("[{x},{y}] is not on the board"))
    }
}

impl From<Square> for [u8; 2] {
    fn from(square: Square) -> [u8; 2] {
        [square.x(), square.y()]
    }
}

#[cfg(test)]
mod tests {
    use super::Move;
    use crate::rules::{Rotation, Square};

    #[test]
    fn moves_read_back() {
        let squares = [Square::new(4, 4).unwrap(), Square::new(4, 5).unwrap()];
        let rotations = Rotation::ALL.map(Move::Rotate);
        for choice in rotations.into_iter().chain([Move::Place(squares)]) {
            assert_eq!(choice.to_string().parse(), Ok(choice));
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), choice);
        }
        let json = serde_json::to_string(&Move::Place(squares)).unwrap();
        assert_eq!(json, r#"{"place":[[4,4],[4,5]]}"#);
    }

    #[test]
    fn invalid_moves_are_refused() {
        let bad = [
            "",
            "rotate",
            "rotate 180",
            "rotate +90",
            "place 44",
            "place 44 77",
            "place 44 45 46",
            "Rotate 90",
        ];
        for text in bad {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        for json in [r#"{"rotate":180}"#, r#"{"place":[[7,0],[6,0]]}"#, r#"{"place":[[4,4]]}"#] {
            assert!(serde_json::from_str::<Move>(json).is_err(), "{json}");
        }
    }
}
