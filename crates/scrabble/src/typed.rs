//! Moves as a person types them: `8D SCuRRY`, `exchange QV`, `pass`.

use crate::board::Distribution;
use crate::rules::{Move, ParseMoveError, Scrabble};
use lettergame_core::base::Seat;
use lettergame_core::game::Table;

/// Parses a move typed by the person at this seat, if it is legal. The word `play` may be left out, and the
/// rest may be in either case: lower case is a blank, or a plain letter where the rack has no blank for it.
///
/// # Errors
/// Why the text is not a legal move, in a sentence.
pub fn typed_move(table: &Table<Scrabble>, seat: Seat, text: &str) -> Result<Move, String> {
    let upper = text.to_uppercase();
    match taken(table, seat, text) {
        Err(_) if upper != text => taken(table, seat, &upper),
        taken => taken,
    }
}

fn taken(table: &Table<Scrabble>, seat: Seat, text: &str) -> Result<Move, String> {
    let choice = read(table.rules().distribution(), text).map_err(|error| error.to_string())?;
    let mut trial = table.clone();
    trial.clear();
    trial.answer(seat, Ok(choice));
    match trial.offences().first() {
        Some(offence) => Err(offence.text.clone()),
        None => Ok(choice),
    }
}

fn read(distribution: &'static Distribution, text: &str) -> Result<Move, ParseMoveError> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    match ["play ", "exchange ", "pass"].iter().find(|name| lower.starts_with(**name)) {
        Some(name) => Move::read(distribution, &format!("{name}{}", &text[name.len()..])),
        None => Move::read(distribution, &format!("play {text}")),
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Distribution;
    use crate::rules::{Move, ParseMoveError};

    fn read(text: &str) -> Result<Move, ParseMoveError> {
        super::read(Distribution::english(), text)
    }

    #[test]
    fn the_keyword_play_may_be_omitted() {
        for (typed, expected) in [
            ("8D SCuRRY", "play 8D SCuRRY"),
            ("play 8D S(CuR)RY", "play 8D S(CuR)RY"),
            ("Exchange qv", "exchange QV"),
            (" PASS ", "pass"),
        ] {
            assert_eq!(read(typed).unwrap().to_string(), expected);
        }
        for bad in ["", "hello", "exchange", "pass on", "8D"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
