//! What was done in a game so far, turn by turn: enough to go through it again without asking any player.

use std::collections::VecDeque;

use crate::happened::{Done, Happened};
use crate::recorded::Repeats;
use lettergame_core::base::{BySeat, Seat, Seed};
use lettergame_core::game::{Answer, Fault, FaultKind, Game, Session, Table};

/// The maximum number of turns; longer games are not kept. Few people would go through them one by one.
const MAX_TURNS: usize = 5000;

/// The table before the first turn, and the answers of all turns.
pub(crate) struct Transcript<G: Game> {
    start: Table<G>,
    turns: Vec<BySeat<Option<Answer<G::Move>>>>,
    is_cut: bool,
}

impl<G: Game> Clone for Transcript<G> {
    fn clone(&self) -> Transcript<G> {
        let Transcript { start, turns, is_cut } = self;
        Transcript { start: start.clone(), turns: turns.clone(), is_cut: *is_cut }
    }
}

impl<G: Game> Transcript<G> {
    pub(crate) fn new(start: &Table<G>) -> Transcript<G> {
        Transcript { start: start.clone(), turns: Vec::new(), is_cut: false }
    }

    /// Adds the last turn of the table.
    pub(crate) fn note(&mut self, table: &Table<G>) {
        if self.turns.len() < MAX_TURNS {
            self.turns.push(table.answers().clone());
        } else {
            self.is_cut = true;
        }
    }

    /// Whether no turn is missing.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_cut
    }

    /// The number of turns.
    pub(crate) fn plies(&self) -> usize {
        self.turns.len()
    }

    /// The table before the first turn.
    pub(crate) fn start(&self) -> &Table<G> {
        &self.start
    }

    /// Plays the game again and shows the table before and after each turn, in order.
    pub(crate) fn each(&self, mut see: impl FnMut(&Table<G>, &Table<G>)) {
        let mut before = self.start.clone();
        for turn in &self.turns {
            let mut after = before.clone();
            after.step(|seat, _| said(turn[seat].as_ref()));
            see(&before, &after);
            before = after;
        }
    }

    /// The table after this many turns, at most all of them.
    pub(crate) fn at(&self, plies: usize) -> Table<G> {
        let mut table = self.start.clone();
        for turn in self.turns.iter().take(plies) {
            table.step(|seat, _| said(turn[seat].as_ref()));
        }
        table
    }

    /// The game before its first turn, with seats that repeat what was done.
    pub(crate) fn session(&self) -> Session<G> {
        let seats = BySeat::from_fn(self.start.seats(), |seat| {
            let moves = self.turns.iter().filter_map(|turn| turn[seat].as_ref());
            Repeats::occupant(moves.map(|answer| said(Some(answer))).collect::<VecDeque<_>>())
        });
        // no player draws from it
        Session::new(self.start.clone(), Seed(0), seats)
    }

    /// The first turns as events of a record.
    pub(crate) fn happened(&self, plies: usize) -> Vec<Happened> {
        self.turns.iter().take(plies).map(|turn| Happened::Turn(done(turn))).collect()
    }
}

/// The answer of a seat again.
fn said<M: Clone>(answer: Option<&Answer<M>>) -> Result<M, Fault<M>> {
    match answer {
        Some(answer) => Fault::recorded((*answer.choice).clone(), answer.fault),
        None => Err(Fault::Gone("not recorded".to_owned())),
    }
}

/// What each seat that was asked did in a turn.
pub(crate) fn done<M: ToString>(answers: &BySeat<Option<Answer<M>>>) -> Vec<Done> {
    let all = answers.iter().filter_map(|(seat, answer)| {
        let answer = answer.as_ref()?;
        Some(done_by(seat, &*answer.choice, answer.fault))
    });
    all.collect()
}

/// What a seat did.
pub(crate) fn done_by(seat: Seat, choice: &impl ToString, fault: Option<FaultKind>) -> Done {
    let fault = fault.map(|fault| fault.name().to_owned());
    Done { seat: seat.index() as u8, choice: choice.to_string(), fault }
}
