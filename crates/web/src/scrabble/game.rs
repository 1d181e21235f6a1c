//! A game of Scrabble in a room: steps the table, and keeps its visible state.

use std::sync::Arc;

use crate::happened::Course;
use crate::review::replay;
use crate::room_session::RoomSession;
use crate::rooms::Export;
use crate::rooms::{Match, Names, Picture, Replay, Standing};
use crate::scrabble::board::Board;
use crate::scrabble::reason;
use crate::scrabble::review::JUDGE;
use crate::serving::query::Fields;
use lettergame_base::Seat;
use lettergame_game::Console;
use lettergame_scrabble::board::Play;
use lettergame_scrabble::notation::{GcgHeader, GcgTurn, write_gcg};
use lettergame_scrabble::rules::{ChallengeRule, Event, Move, Scrabble};
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
        let button = said.get("do").filter(|text| ["pass", "challenge"].contains(text));
        let text = button.or(said.get("move")).unwrap_or_default().trim();
        if text.is_empty() {
            return Err("lay tiles on the board or type a move first".to_owned());
        }
        typed_move(self.sitting.table(), seat, text).map_err(|text| reason(&text))
    }

    /// What the play of this input would earn if its words were valid, in a game between persons or with challenges:
    /// the board is no dictionary for them.
    fn unjudged(&self, seat: Seat, said: &Fields) -> Option<String> {
        let (table, text) = (self.sitting.table(), said.get("move")?.trim());
        let is_judged = self.board.persons.len() < 2 && self.board.challenge == ChallengeRule::Void;
        if is_judged || !self.sitting.awaited().contains(seat) {
            return None;
        }
        let view = table.view(seat);
        let read = |text: &str| {
            let play =
                view.board().read(&Play::read(table.rules().distribution(), text).ok()?).ok()?;
            let fits = view.rack().minus(&play.tiles()).is_some();
            (fits && view.board().check_place(&play).is_ok()).then_some(play)
        };
        let play = read(text).or_else(|| read(&text.to_uppercase()))?;
        Some(worth(&play, view.board().points(&play)))
    }

    /// The game as a GCG file.
    fn gcg(&self) -> Option<String> {
        let names =
            [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| self.board.name(seat).to_owned());
        let header = GcgHeader { names, ..GcgHeader::default() };
        Some(write_gcg(&header, self.turns.as_ref()?))
    }
}

/// A play and its points.
fn worth(play: &Play, points: i32) -> String {
    format!("{play}: {points} {}", if points == 1 { "point" } else { "points" })
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
        if let Some(text) = self.unjudged(seat, said) {
            return Ok(text);
        }
        match self.typed(seat, said)? {
            Move::Play(play) => {
                let view = table.view(seat);
                let score = view.board().score(table.rules().lexicon(), &play);
                let score = score.map_err(|error| error.to_string())?;
                Ok(worth(&play, score))
            }
            Move::Exchange(tiles) if tiles.len() == 1 => Ok("exchange one tile".to_owned()),
            Move::Exchange(tiles) => Ok(format!("exchange {} tiles", tiles.len())),
            choice @ (Move::Pass | Move::Challenge) => Ok(choice.to_string()),
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

    fn look(&mut self) {
        self.board.look(self.sitting.table(), self.sitting.standing());
        if self.board.standing == Standing::Over && self.board.gcg.is_none() {
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

#[cfg(test)]
mod tests {
    use crate::app::App;
    use crate::rooms::Viewer;
    use crate::sections;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_base::Seat;
    use lettergame_words::Lexicon;

    #[tokio::test]
    async fn between_persons_the_points_of_a_play_do_not_tell_whether_its_words_are_valid() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let begun = |other: &str| {
            let fields = format!("players=person,{other}&seed=7");
            sections::begin(&app, "/scrabble", &Fields::parse(fields.as_bytes())).unwrap()
        };
        let said = |other: &str, typed: &str| {
            let typed = format!("move={}", typed.replace(' ', "+"));
            begun(other).weigh(Seat::FIRST, &Fields::parse(typed.as_bytes())).unwrap()
        };
        let viewer = Viewer { seat: Some(Seat::FIRST), sees_all: false, path: "" };
        let parts = begun("person").picture().parts(viewer);
        let page: String = parts.into_iter().map(|part| part.html.into_string()).collect();
        let tiles = page.split("data-tile=\"").skip(1);
        let rack: String = tiles.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(rack.len(), 7, "{rack}");
        // all tiles of this rack in some order that is no word
        let phony: String = rack.chars().rev().collect();
        let alone = said("score", &format!("8D {phony}")).unwrap_err();
        assert!(alone.contains(&phony), "{alone}");
        let told = said("person", &format!("8D {phony}")).unwrap();
        assert!(told.starts_with(&format!("8D {phony}: ")) && told.ends_with(" points"), "{told}");
        assert!(said("person", &format!("1A {phony}")).is_err(), "not through the centre");
    }
}
