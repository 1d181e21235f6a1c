//! Moves of the Letter Game as text: `bid 12`, `word QUARTS`, or `word` for none.

use std::fmt;
use std::str::FromStr;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A decision: a bid during an auction, a word at the end of a round.
///
/// As JSON `{"bid":12}` or `{"word":"QUARTS"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Move {
    /// Points offered for the letter on sale. Capped at what is owned; negative bids count as 0.
    Bid(i64),
    /// The word; empty for none. Case is ignored.
    Word(CompactString),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(points) => write!(f, "bid {points}"),
            Move::Word(word) if word.is_empty() => f.write_str("word"),
            Move::Word(word) => write!(f, "word {word}"),
        }
    }
}

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid move `{0}`: expected `bid 12`, `word QUARTS`, or `word` for no word")]
pub struct ParseMoveError(String);

/// Parses the output of `Display`.
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let refuse = || ParseMoveError(text.to_owned());
        match text.split_once(' ').unwrap_or((text, "")) {
            ("bid", points) => points.parse().map(Move::Bid).map_err(|_| refuse()),
            ("word", word) => Ok(Move::Word(word.into())),
            _ => Err(refuse()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn moves_read_back() {
        for choice in
            [Move::Bid(0), Move::Bid(-3), Move::Word("QUARTS".into()), Move::Word("".into())]
        {
            assert_eq!(choice.to_string().parse(), Ok(choice.clone()));
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), choice);
        }
        assert_eq!(serde_json::to_string(&Move::Bid(12)).unwrap(), r#"{"bid":12}"#);
    }

    #[test]
    fn a_non_integer_is_not_a_bid() {
        for bad in ["bid", "bid 1.5", "bid x", "bid 99999999999999999999", "pay 3", ""] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Move>(r#"{"bid":1.5}"#).is_err());
    }
}
