//! Parses the move in an answer.

use crate::messages;
use lettergame_core::game::{Fault, Game};

/// The move of an answer; a late answer is a fault that contains the move.
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
            let [said, why] = [choice, &error.to_string()].map(messages::shortened);
            Err(Fault::Unreadable(format!("invalid move `{said}`: {why}")))
        }
    }
}
