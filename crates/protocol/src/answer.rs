//! Parses the move in an answer.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use crate::messages;
use lettergame_game::{Fault, Game};

/// The move of an answer.
///
/// # Errors
/// If it is no move, or late; a late one contains the move.
pub fn read_move<G: Game>(
    rules: &G,
    choice: &str,
    late: Option<String>,
) -> Result<G::Move, Fault<G::Move>> {
    let read = rules.move_from_json(choice);
    match (read, late) {
        (Ok(choice), None) => Ok(choice),
        (Ok(choice), Some(said)) => Err(Fault::Late(Some(choice), said)),
        (Err(_), Some(said)) => Err(Fault::Late(None, said)),
        (Err(error), None) => {
            let why = several_fields(choice, &error).unwrap_or_else(|| error.to_string());
            let [said, why] = [choice, &why].map(messages::shortened);
            Err(Fault::Unreadable(format!("invalid move `{said}`: {why}")))
        }
    }
}

/// What is wrong with a move of several fields, where one names the move. The move is JSON, so the parser finds
/// a syntax error only where it expects the end of an object.
fn several_fields(choice: &str, error: &serde_json::Error) -> Option<String> {
    let Keys(keys) =
        serde_json::Deserializer::from_str(choice).deserialize_map(Keys::default()).ok()?;
    if keys.len() < 2 || !error.is_syntax() {
        return None;
    }
    let found: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    Some(format!("expected one field, which names the move, found {}", found.join(" and ")))
}

/// The keys of an object, in order.
#[derive(Default)]
struct Keys(Vec<String>);

impl<'de> Visitor<'de> for Keys {
    type Value = Keys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Keys, A::Error> {
        while let Some((key, IgnoredAny)) = map.next_entry()? {
            self.0.push(key);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::several_fields;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Move {
        Bid(u32),
    }

    fn why(choice: &str) -> Option<String> {
        match serde_json::from_str::<Move>(choice) {
            Ok(Move::Bid(points)) => {
                assert_eq!(points, 3);
                None
            }
            Err(error) => several_fields(choice, &error),
        }
    }

    #[test]
    fn a_move_of_several_fields_is_explained() {
        let said = |found: &str| format!("expected one field, which names the move, found {found}");
        assert_eq!(why(r#"{"bid":3,"bid":4}"#), Some(said("`bid` and `bid`")));
        assert_eq!(why(r#"{"bid":3,"why":"x"}"#), Some(said("`bid` and `why`")));
        for other in [r#"{"bid":3}"#, r#"{"bid":"x"}"#, r#"{"bet":3}"#, "3", "[1,2]"] {
            assert_eq!(why(other), None, "{other}");
        }
    }
}
