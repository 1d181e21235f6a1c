//! A game of Marrakech in a room: steps the table, and keeps its visible state.

use std::sync::Arc;

use crate::happened::Course;
use crate::marrakech::board::Board;
use crate::marrakech::review::JUDGE;
use crate::review::replay;
use crate::room_session::RoomSession;
use crate::rooms::{Export, Match, Names, Picture, Replay};
use crate::serving::query::Fields;
use lettergame_base::{Seat, SeatSet};
use lettergame_game::{Console, Table};
use lettergame_marrakech::rules::{Event, Marrakech, Move};

/// One game with its board.
pub(super) struct Market {
    sitting: RoomSession<Marrakech>,
    board: Board,
}

impl Market {
    pub(super) fn new(sitting: RoomSession<Marrakech>, players: &[String]) -> Market {
        let mut board = Board::new(sitting.table(), players);
        board.look(sitting.table(), sitting.standing());
        Market { sitting, board }
    }

    /// A legal move of the form's `move`.
    fn read(&self, said: &Fields) -> Result<Move, String> {
        let text = said.get("move").ok_or("choose two squares for your rug first")?;
        let choice: Move = text.parse().map_err(|error| format!("{error}"))?;
        self.board.stage.admits(choice).map_err(|error| error.to_string())?;
        Ok(choice)
    }
}

impl Match for Market {
    fn step(&mut self) {
        let before = self.board.stage.position().assam();
        let events: Vec<Event> = self.sitting.step().to_vec();
        if !events.is_empty() {
            self.board.note(&events, before);
        }
        self.look();
    }

    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String> {
        match said.get("hint") {
            Some("on") => {
                self.board.hints.insert(seat);
                return Ok(());
            }
            Some(_) => {
                self.board.hints = self.board.hints.without(SeatSet::one(seat));
                return Ok(());
            }
            None => {}
        }
        if said.get("due").is_some_and(|due| due != self.board.due()) {
            return Err("this answers an earlier question; check the page again".to_owned());
        }
        if !self.sitting.awaited().contains(seat) {
            return Err("it is not your turn".to_owned());
        }
        let choice = self.read(said)?;
        self.sitting.say(seat, choice);
        self.look();
        Ok(())
    }

    fn rename(&mut self, names: &Names) {
        self.board.names = names.clone();
    }

    fn picture(&self) -> Arc<dyn Picture> {
        Arc::new(self.board.clone())
    }

    fn consoles(&self) -> Vec<(Seat, Console)> {
        self.sitting.consoles()
    }

    fn course(&mut self) -> Option<&mut dyn Course> {
        Some(&mut self.sitting)
    }

    /// The state string before each decision and at the end, one a line.
    fn export(&self) -> Option<Export> {
        let transcript = self.sitting.transcript();
        let state =
            |table: &Table<Marrakech>| format!("{}\n", table.view(Seat::FIRST).stage().position());
        let mut text = state(transcript.start());
        transcript.each(|_, after| text += &state(after));
        transcript.is_whole().then_some(Export { kind: "state strings", extension: "txt", text })
    }

    fn replay(&self, players: &[String]) -> Option<Box<dyn Replay>> {
        replay(&self.sitting, players, &JUDGE, |sitting, players| {
            Box::new(Market::new(sitting, players))
        })
    }

    fn look(&mut self) {
        self.board.look(self.sitting.table(), self.sitting.standing());
    }
}
