//! A game of Scrabble in a room: steps the table, and keeps its visible state.

use std::sync::Arc;

use crate::happened::Course;
use crate::query::Fields;
use crate::review::replay;
use crate::room_session::RoomSession;
use crate::rooms::Export;
use crate::rooms::{Match, Names, Picture, Replay};
use crate::scrabble::board::Board;
use crate::scrabble::review::JUDGE;
use lettergame_core::base::Seat;
use lettergame_core::game::Console;
use lettergame_scrabble::notation::{GcgHeader, GcgTurn, write_gcg};
use lettergame_scrabble::rules::{Event, Move, Scrabble};
use lettergame_scrabble::typed_move;

/// One game with its board.
pub(super) struct ScrabbleGame {
    sitting: RoomSession<Scrabble>,
    board: Board,
    /// The turns for a game file; `None` if the game started from a position, which such a file cannot
    /// express.
    turns: Option<Vec<GcgTurn>>,
}

impl ScrabbleGame {
    pub(super) fn new(sitting: RoomSession<Scrabble>, players: &[String]) -> ScrabbleGame {
        let mut board = Board::new(sitting.table(), players);
        board.look(sitting.table(), sitting.standing());
        let is_start = board.cells.filled().next().is_none();
        ScrabbleGame { sitting, board, turns: is_start.then(Vec::new) }
    }

    /// Records a turn for the game file: the announcement, and what only the player knows.
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

    /// The move of this input, if it is that of the person who is asked.
    fn typed(&self, seat: Seat, said: &Fields) -> Result<Move, String> {
        if said.get("due").is_some_and(|due| due != self.board.due()) {
            return Err("this answers an earlier question; check the page again".to_owned());
        }
        if !self.sitting.awaited().contains(seat) {
            return Err("it is not your turn".to_owned());
        }
        let button = said.get("do").filter(|text| *text == "pass");
        let text = button.or(said.get("move")).unwrap_or_default();
        typed_move(self.sitting.table(), seat, text)
    }

    /// The game as a GCG file.
    fn gcg(&self) -> Option<String> {
        let names =
            [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| self.board.name(seat).to_owned());
        let header = GcgHeader { names, ..GcgHeader::default() };
        Some(write_gcg(&header, self.turns.as_ref()?))
    }
}

impl Match for ScrabbleGame {
    fn step(&mut self) {
        let events: Vec<Event> = self.sitting.step().to_vec();
        self.keep(&events);
        events.iter().for_each(|event| self.board.note(event));
        self.look();
    }

    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String> {
        let choice = self.typed(seat, said)?;
        self.sitting.say(seat, choice);
        self.look();
        Ok(())
    }

    fn weigh(&self, seat: Seat, said: &Fields) -> Result<String, String> {
        let table = self.sitting.table();
        match self.typed(seat, said)? {
            Move::Play(play) => {
                let view = table.view(seat);
                let score = view.board().score(table.rules().lexicon(), &play);
                let score = score.map_err(|error| error.to_string())?;
                Ok(format!("{play}: {score} {}", if score == 1 { "point" } else { "points" }))
            }
            Move::Exchange(tiles) if tiles.len() == 1 => Ok("exchange one tile".to_owned()),
            Move::Exchange(tiles) => Ok(format!("exchange {} tiles", tiles.len())),
            Move::Pass => Ok("pass".to_owned()),
        }
    }

    fn rename(&mut self, names: &Names) {
        self.board.names = names.clone();
    }

    fn picture(&self) -> Arc<dyn Picture> {
        Arc::new(self.board.clone())
    }

    fn course(&mut self) -> Option<&mut dyn Course> {
        Some(&mut self.sitting)
    }

    fn look(&mut self) {
        self.board.look(self.sitting.table(), self.sitting.standing());
        if self.board.to_move.is_none() && self.board.gcg.is_none() {
            self.board.gcg = self.gcg().map(Arc::from);
        }
    }

    fn export(&self) -> Option<Export> {
        Some(Export { kind: "GCG", extension: "gcg", text: self.gcg()? })
    }

    fn replay(&self, players: &[String]) -> Option<Box<dyn Replay>> {
        replay(&self.sitting, players, &JUDGE, |sitting, players| {
            Box::new(ScrabbleGame::new(sitting, players))
        })
    }
}
    fn consoles(&self) -> Vec<(Seat, Console)> {
        self.sitting.consoles()
    }

