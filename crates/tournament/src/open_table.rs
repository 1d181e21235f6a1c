//! A table of any game that is stepped from outside, by environments that know games by name.
//!
//! Moves, views and events are JSON, as in the player protocol. Seats that are not open decide by
//! themselves, as in a tournament's game of the same deal.

use crate::Lineup;
use crate::teller::last_ply;
use lettergame_base::{Seat, SeatSet, Seed};
use lettergame_game::{Choices, Offence, Outcome, Presented, Session, Step};
use lettergame_protocol::read_move;
use lettergame_run::Ply;

/// A game with the players at its tables, ready to be played any number of times.
pub trait OpenGame: Send + Sync {
    /// The number of seats at a table.
    fn seats(&self) -> usize;

    /// The open seats, which decide from outside.
    fn open_seats(&self) -> SeatSet;

    /// A table before the first decision of an open seat, or after the end of a game without one.
    fn deal(&self, seed: Seed) -> Box<dyn OpenTable>;
}

/// One game, stepped from outside.
pub trait OpenTable: Send {
    /// The open seats that are asked now and have not answered; empty when the game is over.
    fn awaited(&self) -> SeatSet;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The kind of decision a seat is asked for: `bid`, `word`, `play`.
    fn kind(&self, seat: Seat) -> &'static str;

    /// The information available to a seat, as a JSON object.
    fn view(&self, seat: Seat) -> String;

    /// All legal moves of a seat, in a fixed order, each as JSON and as text; `None` if the game
    /// does not list them.
    fn choices(&self, seat: Seat) -> Option<Vec<(String, String)>>;

    /// Takes the answer of an awaited seat, the JSON of a move. The game's fallback replaces one
    /// that cannot be parsed or is illegal, and the fault is reported. When no seat is awaited any
    /// more, the turn is applied, and the other players decide until an open seat is asked again.
    /// An answer of another seat is ignored. Returns the turns that were completed.
    fn answer(&mut self, seat: Seat, choice: &str) -> Vec<Ply>;

    /// The faults of open seats at the last answer.
    fn offences(&self) -> &[Offence];

    /// The current points and places.
    fn outcome(&self) -> Outcome;

    /// The seats that the rules have eliminated.
    fn banned(&self) -> SeatSet;

    /// The letters or tiles of all hands, if worth showing now.
    fn scene(&self) -> Option<String>;
}

/// A lineup whose tables are stepped from outside.
struct Opened<G: Presented> {
    lineup: Lineup<G>,
    choices: Option<Choices<G>>,
}

impl<G: Presented> Lineup<G> {
    /// The game without its type; `choices` lists legal moves, if the game can.
    #[must_use]
    pub fn opened(self, choices: Option<Choices<G>>) -> Box<dyn OpenGame> {
        Box::new(Opened { lineup: self, choices })
    }
}

impl<G: Presented> OpenGame for Opened<G> {
    fn seats(&self) -> usize {
        self.lineup.seats()
    }

    fn open_seats(&self) -> SeatSet {
        self.lineup.open_seats()
    }

    fn deal(&self, seed: Seed) -> Box<dyn OpenTable> {
        let session = self.lineup.session(seed);
        let mut open = Open { session, offences: Vec::new(), choices: self.choices };
        open.go_on();
        Box::new(open)
    }
}

struct Open<G: Presented> {
    session: Session<G>,
    offences: Vec<Offence>,
    choices: Option<Choices<G>>,
}

impl<G: Presented> Open<G> {
    /// Lets other players decide, turn after turn, until an open seat is awaited or the game is
    /// over.
    fn go_on(&mut self) -> Vec<Ply> {
        let mut plies = Vec::new();
        loop {
            let scene = self.scene();
            if self.session.advance() != Step::Announced {
                return plies;
            }
            plies.push(last_ply(self.session.table(), scene));
        }
    }
}

impl<G: Presented> OpenTable for Open<G> {
    fn awaited(&self) -> SeatSet {
        self.session.awaited()
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }

    fn kind(&self, seat: Seat) -> &'static str {
        G::kind(&self.session.table().view(seat))
    }

    fn view(&self, seat: Seat) -> String {
        // views are plain data, and writing to memory cannot fail
        serde_json::to_string(&self.session.table().view(seat)).unwrap_or_default()
    }

    fn choices(&self, seat: Seat) -> Option<Vec<(String, String)>> {
        let told = |choice: &G::Move| {
            (serde_json::to_string(choice).unwrap_or_default(), choice.to_string())
        };
        Some(self.choices?(&self.session.table().view(seat)).iter().map(told).collect())
    }

    fn answer(&mut self, seat: Seat, choice: &str) -> Vec<Ply> {
        self.offences.clear();
        if !self.awaited().contains(seat) {
            return Vec::new();
        }
        let choice = read_move(&**self.session.table().rules(), choice, None);
        self.session.answer(seat, choice);
        let offences = self.session.table().offences();
        self.offences.extend(offences.iter().filter(|offence| offence.seat == seat).cloned());
        self.go_on()
    }

    fn offences(&self) -> &[Offence] {
        &self.offences
    }

    fn outcome(&self) -> Outcome {
        self.session.table().outcome()
    }

    fn banned(&self) -> SeatSet {
        self.session.table().banned()
    }

    fn scene(&self) -> Option<String> {
        self.session.table().scene()
    }
}
