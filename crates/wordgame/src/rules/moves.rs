//! Moves of the wordgame as text: `word quail`, `stop`, `substitute e`, `replay`.

use std::fmt;
use std::str::FromStr;

use compact_str::CompactString;
use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;

use lettergame_words::Letter;

/// A decision.
///
/// As JSON `{"word":"quail"}`, `"stop"`, `{"substitute":"E"}`, `"replay"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Move {
    /// Play a word from the hand. Case is ignored.
    Word(#[serde(deserialize_with = "some_word")] CompactString),
    /// End the hand; or, when asked for a replay, decline.
    Stop,
    /// Before the first word of a hand: replace all copies of a letter by another.
    Substitute(Letter),
    /// After a hand: play it again; the better result counts.
    Replay,
}

/// At least one letter, as in the text form of a move.
fn some_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CompactString, D::Error> {
    let word = CompactString::deserialize(deserializer)?;
    match word.is_empty() {
        true => {
            Err(de::Error::custom("expected a word, found an empty one; \"stop\" ends the hand"))
        }
        false => Ok(word),
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Word(word) => write!(f, "word {word}"),
            Move::Stop => f.write_str("stop"),
            Move::Substitute(letter) => {
                write!(f, "substitute {}", letter.to_char().to_ascii_lowercase())
            }
            Move::Replay => f.write_str("replay"),
        }
    }
}

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid move `{0}`: expected `word quail`, `stop`, `substitute e` or `replay`")]
pub struct ParseMoveError(String);

/// Parses the output of `Display`.
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let refuse = || ParseMoveError(text.to_owned());
        match text.split_once(' ').unwrap_or((text, "")) {
            ("word", word) if !word.is_empty() => Ok(Move::Word(word.into())),
            ("substitute", letter) => {
                let mut letters = letter.chars();
                let first = letters.next().and_then(Letter::from_char);
                first.filter(|_| letters.next().is_none()).map(Move::Substitute).ok_or_else(refuse)
            }
            ("stop", "") => Ok(Move::Stop),
            ("replay", "") => Ok(Move::Replay),
            _ => Err(refuse()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Move;
    use lettergame_words::Letter;

    #[test]
    fn moves_read_back() {
        let substitute = Move::Substitute(Letter::from_char('e').unwrap());
        for choice in [Move::Word("h*ney".into()), Move::Stop, substitute, Move::Replay] {
            assert_eq!(choice.to_string().parse(), Ok(choice.clone()));
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), choice);
        }
        for bad in ["", "word", "word ", "stop it", "substitute", "substitute ee", "substitute 1"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_empty_word_is_not_a_move_in_any_form() {
        assert!("word ".parse::<Move>().is_err());
        let error = serde_json::from_str::<Move>(r#"{"word":""}"#).unwrap_err().to_string();
        assert!(error.contains("expected a word"), "{error}");
    }
}
