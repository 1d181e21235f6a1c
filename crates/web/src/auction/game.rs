//! A Letter Game in a room: steps the table, and keeps its visible state.

use std::sync::Arc;

use crate::auction::board::{BestWord, Board};
use crate::auction::review::JUDGE;
use crate::happened::Course;
use crate::review::replay;
use crate::room_session::RoomSession;
use crate::rooms::{Match, Names, Picture, Replay};
use crate::serving::query::Fields;
use lettergame_auction::rules::{Auction, Event, Move, Prompt};
use lettergame_auction::typed::{Bid, refusal};
use lettergame_base::{BySeat, Seat};
use lettergame_game::Console;

/// One game with its board.
pub(super) struct LetterGame {
    sitting: RoomSession<Auction>,
    board: Board,
}

impl LetterGame {
    pub(super) fn new(sitting: RoomSession<Auction>, players: &[String]) -> LetterGame {
        let mut board = Board::new(sitting.table(), players);
        board.look(sitting.table(), sitting.standing());
        LetterGame { sitting, board }
    }

    /// The best word of each seat's letters, when words are due.
    fn best_words(&self) -> BySeat<Option<BestWord>> {
        let table = self.sitting.table();
        BySeat::from_fn(table.seats(), |seat| {
            let view = table.view(seat);
            let due = view.asked() == Prompt::Word;
            let best = due.then(|| view.rules().best_word(view.letters())).flatten()?;
            Some(BestWord { word: best.word.to_owned(), points: best.points })
        })
    }

    fn read(&self, seat: Seat, said: &Fields) -> Result<Move, String> {
        let view = self.sitting.table().view(seat);
        match view.asked() {
            Prompt::Bid(_) => {
                let typed = said.get("bid").ok_or("expected a bid")?;
                let owned = i64::from(view.points().0);
                match Bid::read(typed, owned).map_err(|error| error.to_string())? {
                    Bid::Owned(bid) => Ok(Move::Bid(bid)),
                    Bid::All => Err(format!("you have {owned}; bid {owned} or less")),
                }
            }
            Prompt::Word => {
                // a slip of the hand names no word; only its own button does
                if said.get("do") == Some("none") {
                    return Ok(Move::Word("".into()));
                }
                let word = said.get("word").unwrap_or_default().trim().to_uppercase();
                if word.is_empty() {
                    return Err("type a word first, or choose “No word”".to_owned());
                }
                match refusal(view.rules(), &word, view.letters()) {
                    Some(reason) => Err(reason),
                    None => Ok(Move::Word(word.into())),
                }
            }
        }
    }
}

impl Match for LetterGame {
    fn step(&mut self) {
        let best = self.best_words();
        let events: Vec<Event> = self.sitting.step().to_vec();
        for event in &events {
            self.board.note(event, &best);
        }
        self.look();
    }

    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String> {
        if said.get("due").is_some_and(|due| due != self.board.due()) {
            return Err("this answers an earlier question; check the page again".to_owned());
        }
        if !self.sitting.awaited().contains(seat) {
            return Err("it is not your turn".to_owned());
        }
        let choice = self.read(seat, said)?;
        self.sitting.say(seat, choice);
        self.look();
        Ok(())
    }

    fn weigh(&self, seat: Seat, said: &Fields) -> Result<String, String> {
        let view = self.sitting.table().view(seat);
        let word = said.get("word").unwrap_or_default().to_uppercase();
        match refusal(view.rules(), &word, view.letters()) {
            Some(reason) => Err(reason),
            None => {
                Ok(format!("{word}: {} points", view.rules().word_points(&word, view.letters())))
            }
        }
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

    fn replay(&self, players: &[String]) -> Option<Box<dyn Replay>> {
        replay(&self.sitting, players, &JUDGE, |sitting, players| {
            Box::new(LetterGame::new(sitting, players))
        })
    }

    fn look(&mut self) {
        self.board.look(self.sitting.table(), self.sitting.standing());
        let seats = self.sitting.table().seats();
        self.board.said = BySeat::from_fn(seats, |seat| self.sitting.said(seat).cloned());
    }
}
