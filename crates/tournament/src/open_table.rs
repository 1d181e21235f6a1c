//! A table of any game that is stepped from outside: by environments, which know games by name.
//!
//! Moves, views and events are JSON, as in the player protocol. Seats that are not open decide by
//! themselves, as in a tournament's game of the same deal.

use std::sync::Arc;

use crate::Ply;
use lettergame_core::base::{Branch, BySeat, Rng, Seat, SeatSet, Seed};
use lettergame_core::game::{Fault, Game, Offence, Outcome, Player, Strategy, Table, Turn};
use lettergame_protocol::read_move;

/// A game with those who sit at its tables, ready to be played any number of times.
pub trait OpenGame: Send + Sync {
    /// How many sit at a table.
    fn seats(&self) -> usize;

    /// The seats that are open: they decide from outside.
    fn open_seats(&self) -> SeatSet;

    /// A table before the first decision of an open seat, or after the end of a game without one.
    fn deal(&self, seed: Seed) -> Box<dyn OpenTable>;
}

/// One game, stepped from outside.
pub trait OpenTable: Send {
    /// The open seats that are asked now and have not answered; empty when the game is over.
    fn awaited(&self) -> SeatSet;

    /// Is the game over?
    fn is_over(&self) -> bool;

    /// What is wanted of a seat that is asked: `bid`, `word`, `play`.
    fn kind(&self, seat: Seat) -> &'static str;

    /// What a seat may know, as a JSON object.
    fn view(&self, seat: Seat) -> String;

    /// All that a seat may do now, in a fixed order, each as JSON and as text; none where the game does
    /// not list it.
    fn choices(&self, seat: Seat) -> Option<Vec<(String, String)>>;

    /// Takes the answer of an awaited seat, the JSON of a move; the game's fallback stands in for one
    /// that is none or is not legal, and its fault is told. When nobody is awaited any more the turn is
    /// applied, and others decide until an open seat is asked again. An answer of another seat is
    /// passed over. Returns the turns that were completed.
    fn answer(&mut self, seat: Seat, choice: &str) -> Vec<Ply>;

    /// The faults of open seats at the last answer.
    fn offences(&self) -> &[Offence];

    /// Points and places as they stand.
    fn outcome(&self) -> Outcome;

    /// The seats that the rules have put out of the game.
    fn banned(&self) -> SeatSet;

    /// The letters or tiles of all hands, where that is worth telling now.
    fn scene(&self) -> Option<String>;
}

/// Rules and those who sit at their tables; an open seat has nobody.
pub struct Opened<G: Game> {
    pub(super) rules: Arc<G>,
    pub(super) strategies: BySeat<Option<Arc<dyn Strategy<G>>>>,
}

impl<G: Game> OpenGame for Opened<G> {
    fn seats(&self) -> usize {
        self.strategies.len()
    }

    fn open_seats(&self) -> SeatSet {
        self.strategies.iter().filter(|(_, who)| who.is_none()).map(|(seat, _)| seat).collect()
    }

    fn deal(&self, seed: Seed) -> Box<dyn OpenTable> {
        let seats = self.seats();
        // whoever made this has found the rules to admit so many
        let table = Table::new(Arc::clone(&self.rules), seats, seed)
            .unwrap_or_else(|error| unreachable!("{error}"));
        let sit = |seat: Seat| {
            self.strategies[seat].as_ref().map(|who| who.sit(&self.rules, seat, seats))
        };
        let stream = |seat: Seat| seed.derive(Branch::Seat, seat.index() as u64).rng();
        let mut open = Open {
            table,
            players: BySeat::from_fn(seats, sit),
            rngs: BySeat::from_fn(seats, stream),
            answered: SeatSet::EMPTY,
            begun: false,
            offences: Vec::new(),
            scene: None,
        };
        open.go_on();
        Box::new(open)
    }
}

struct Open<G: Game> {
    table: Table<G>,
    players: BySeat<Option<Box<dyn Player<G>>>>,
    rngs: BySeat<Rng>,
    /// The seats that have answered in this turn.
    answered: SeatSet,
    /// Has this turn its first answer?
    begun: bool,
    offences: Vec<Offence>,
    /// The scene before the first answer of this turn.
    scene: Option<String>,
}

impl<G: Game> Open<G> {
    /// Lets others decide, turn after turn, until an open seat is awaited or the game is over.
    fn go_on(&mut self) -> Vec<Ply> {
        let mut plies = Vec::new();
        while let Turn::Ask(asked) = self.table.turn() {
            for seat in asked.without(self.answered).iter() {
                if let Some(player) = &mut self.players[seat] {
                    let said = player.choose(&self.table.view(seat), &mut self.rngs[seat]);
                    self.take(seat, said);
                }
            }
            if !asked.without(self.answered).is_empty() {
                break;
            }
            self.apply();
            plies.push(Ply::told(&self.table, self.scene.take()));
        }
        if self.table.turn() == Turn::Over && !plies.is_empty() {
            let outcome = self.table.outcome();
            self.players.values_mut().flatten().for_each(|player| player.finish(&outcome));
        }
        plies
    }

    fn take(&mut self, seat: Seat, said: Result<G::Move, Fault<G::Move>>) {
        if !self.begun {
            self.scene = self.table.scene();
            self.table.clear();
            self.begun = true;
        }
        self.table.answer(seat, said);
        self.answered.insert(seat);
    }

    fn apply(&mut self) {
        self.table.advance();
        for event in self.table.events() {
            self.players.values_mut().flatten().for_each(|player| player.observe(event));
        }
        (self.answered, self.begun) = (SeatSet::EMPTY, false);
    }
}

impl<G: Game> OpenTable for Open<G> {
    fn awaited(&self) -> SeatSet {
        match self.table.turn() {
            Turn::Ask(asked) => asked.without(self.answered),
            Turn::Over => SeatSet::EMPTY,
        }
    }

    fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    fn kind(&self, seat: Seat) -> &'static str {
        G::kind(&self.table.view(seat))
    }

    fn view(&self, seat: Seat) -> String {
        // views are plain data, and writing to memory cannot fail
        serde_json::to_string(&self.table.view(seat)).unwrap_or_default()
    }

    fn choices(&self, seat: Seat) -> Option<Vec<(String, String)>> {
        let told = |choice: &G::Move| {
            (serde_json::to_string(choice).unwrap_or_default(), choice.to_string())
        };
        Some(G::choices(&self.table.view(seat))?.iter().map(told).collect())
    }

    fn answer(&mut self, seat: Seat, choice: &str) -> Vec<Ply> {
        self.offences.clear();
        if !self.awaited().contains(seat) {
            return Vec::new();
        }
        let before = if self.begun { self.table.offences().len() } else { 0 };
        self.take(seat, read_move::<G>(choice, None));
        self.offences.extend_from_slice(&self.table.offences()[before..]);
        self.go_on()
    }

    fn offences(&self) -> &[Offence] {
        &self.offences
    }

    fn outcome(&self) -> Outcome {
        self.table.outcome()
    }

    fn banned(&self) -> SeatSet {
        self.table.banned()
    }

    fn scene(&self) -> Option<String> {
        self.table.scene()
    }
}
