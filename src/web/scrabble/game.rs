//! A game of Scrabble in a room: steps the table, and keeps what there is to see.

use std::sync::Arc;

use crate::base::Seat;
use crate::games::scrabble::rules::{Event, Move, Scrabble};
use crate::web::query::Fields;
use crate::web::scrabble::board::Board;
use crate::web::sitting::Sitting;
use crate::web::{Match, Picture};

/// One game with its board.
pub(super) struct ScrabbleGame {
    sitting: Sitting<Scrabble>,
    board: Board,
}

impl ScrabbleGame {
    pub(super) fn new(sitting: Sitting<Scrabble>, players: &[String]) -> ScrabbleGame {
        let mut board = Board::new(sitting.table(), players);
        board.look(sitting.table(), sitting.standing());
        ScrabbleGame { sitting, board }
    }

    /// The move of a text, if the table takes it from this seat. Lower case is a blank; where there are
    /// none for it, it is read as plain letters.
    fn read(&self, seat: Seat, text: &str) -> Result<Move, String> {
        let upper = text.to_ascii_uppercase();
        match self.taken(seat, text) {
            Err(_) if upper != text => self.taken(seat, &upper),
            taken => taken,
        }
    }

    fn taken(&self, seat: Seat, text: &str) -> Result<Move, String> {
        let choice = read_move(text)?;
        let mut trial = self.sitting.table().clone();
        trial.clear();
        trial.answer(seat, Ok(choice));
        match trial.offences().first() {
            Some(offence) => Err(offence.text.clone()),
            None => Ok(choice),
        }
    }
}

/// `8D SCuRRY`, `exchange QV` or `pass`; the word `play` may be left out.
fn read_move(text: &str) -> Result<Move, String> {
    let lower = text.to_ascii_lowercase();
    let named = ["play ", "exchange ", "pass"].iter().find(|name| lower.starts_with(**name));
    let text = match named {
        Some(name) => format!("{name}{}", &text[name.len()..]),
        None => format!("play {text}"),
    };
    text.parse().map_err(|error| format!("{error}"))
}

impl Match for ScrabbleGame {
    fn step(&mut self) {
        let events: Vec<Event> = self.sitting.step().to_vec();
        events.iter().for_each(|event| self.board.note(event));
        self.board.look(self.sitting.table(), self.sitting.standing());
    }

    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String> {
        if said.get("due").is_some_and(|due| due != self.board.due()) {
            return Err("that was asked before; look again".to_owned());
        }
        if !self.sitting.awaited().contains(seat) {
            return Err("it is not your turn".to_owned());
        }
        let button = said.get("do").filter(|text| *text == "pass");
        let text = button.or(said.get("move")).unwrap_or_default();
        let choice = self.read(seat, text)?;
        self.sitting.say(seat, choice);
        self.board.look(self.sitting.table(), self.sitting.standing());
        Ok(())
    }

    fn picture(&self) -> Arc<dyn Picture> {
        Arc::new(self.board.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::read_move;

    #[test]
    fn a_person_may_leave_the_word_play_out() {
        for (typed, read) in [
            ("8D SCuRRY", "play 8D SCuRRY"),
            ("play 8D S(CuR)RY", "play 8D S(CuR)RY"),
            ("Exchange qv", "exchange QV"),
            ("PASS", "pass"),
        ] {
            assert_eq!(read_move(typed).unwrap().to_string(), read);
        }
        for bad in ["", "hello", "exchange", "pass on", "8D"] {
            assert!(read_move(bad).is_err(), "{bad}");
        }
    }
}
