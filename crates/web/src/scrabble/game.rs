//! A game of Scrabble in a room: steps the table, and keeps its visible state.

use std::sync::Arc;

use crate::happened::Course;
use crate::query::Fields;
use crate::room_session::RoomSession;
use crate::rooms::Export;
use crate::rooms::{Match, Picture};
use crate::scrabble::board::Board;
use lettergame_core::base::Seat;
use lettergame_scrabble::notation::{Cells, GcgHeader, GcgTurn, write_gcg};
use lettergame_scrabble::rules::{Event, Move, Scrabble};

/// One game with its board.
pub(super) struct ScrabbleGame {
    sitting: RoomSession<Scrabble>,
    board: Board,
    /// The turns for a game file; none if the game started from a position, which such a file cannot express.
    turns: Option<Vec<GcgTurn>>,
}

impl ScrabbleGame {
    pub(super) fn new(sitting: RoomSession<Scrabble>, players: &[String]) -> ScrabbleGame {
        let mut board = Board::new(sitting.table(), players);
        board.look(sitting.table(), sitting.standing());
        let is_start = board.cells == Cells::default();
        ScrabbleGame { sitting, board, turns: is_start.then(Vec::new) }
    }

    /// Records a turn for the game file: what was announced, and what only the player knows.
    fn keep(&mut self, events: &[Event]) {
        let Some(turns) = &mut self.turns else { return };
        let mut moves = self.sitting.table().answers().iter();
        let taken = moves.find_map(|(seat, answer)| Some((seat, &*answer.as_ref()?.choice)));
        let Some((seat, choice)) = taken else { return };
        let exchanged = match choice {
            Move::Exchange(tiles) => Some(*tiles),
            _ => None,
        };
        let rack = self.board.racks[seat];
        let turn = |event: &Event| GcgTurn { rack, exchanged, event: event.clone() };
        turns.extend(events.iter().map(turn));
    }

    /// The move of a text, if the table accepts it from this seat. Lower case is a blank; if the rack has
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
        self.keep(&events);
        events.iter().for_each(|event| self.board.note(event));
        self.look();
    }

    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String> {
        if said.get("due").is_some_and(|due| due != self.board.due()) {
            return Err("this answers an earlier question; check the page again".to_owned());
        }
        if !self.sitting.awaited().contains(seat) {
            return Err("it is not your turn".to_owned());
        }
        let button = said.get("do").filter(|text| *text == "pass");
        let text = button.or(said.get("move")).unwrap_or_default();
        let choice = self.read(seat, text)?;
        self.sitting.say(seat, choice);
        self.look();
        Ok(())
    }

    fn picture(&self) -> Arc<dyn Picture> {
        Arc::new(self.board.clone())
    }

    fn course(&mut self) -> Option<&mut dyn Course> {
        Some(&mut self.sitting)
    }

    fn look(&mut self) {
        self.board.look(self.sitting.table(), self.sitting.standing());
    }

    fn export(&self) -> Option<Export> {
        let names =
            [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| self.board.name(seat).to_owned());
        let header = GcgHeader { names, ..GcgHeader::default() };
        let text = write_gcg(&header, self.turns.as_ref()?);
        Some(Export { extension: "gcg", text })
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
