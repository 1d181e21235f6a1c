//! The table: the only place where moves are checked and applied.
//!
//! Games with players are played through a [`Session`](crate::Session).

use std::sync::Arc;

use crate::{
    Answer, Cells, Checked, Fault, FaultKind, Game, Offence, Outcome, Picture, Presented, Recorded,
    Review, SeatNames, SeatsError, Turn,
};
use lettergame_base::{BySeat, Seat, SeatSet, Seed};

/// One game in progress: a state bound to its rules.
///
/// [`Table::step`] asks every seat whose turn it is on one unchanged state, checks the answers, replaces
/// faults by the fallback and records them, applies all answers at once, and keeps the announcements.
pub struct Table<G: Game> {
    rules: Arc<G>,
    state: G::State,
    seats: usize,
    plies: u32,
    answers: BySeat<Option<Answer<G::Move>>>,
    events: Vec<G::Event>,
    first_faults: BySeat<Option<FaultKind>>,
    faults: BySeat<u32>,
    offences: Vec<Offence>,
}

/// The same game at the same point, to be continued independently.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            seats: self.seats,
            plies: self.plies,
            answers: self.answers.clone(),
            events: self.events.clone(),
            first_faults: self.first_faults.clone(),
            faults: self.faults.clone(),
            offences: self.offences.clone(),
        }
    }
}

impl<G: Game> Table<G> {
    /// A table for `seats` players, before the first decision of `deal`.
    ///
    /// # Errors
    /// [`SeatsError`] if the rules do not admit this many.
    pub fn new(rules: Arc<G>, seats: usize, deal: Seed) -> Result<Table<G>, SeatsError> {
        rules.admit(seats)?;
        let state = rules.start(seats, deal);
        Ok(Table::at(rules, state, seats))
    }

    /// A table that continues a game of `seats` players from a state created elsewhere.
    #[must_use]
    pub fn at(rules: Arc<G>, state: G::State, seats: usize) -> Table<G> {
        Table {
            rules,
            state,
            seats,
            plies: 0,
            answers: BySeat::filled(seats, None),
            events: Vec::new(),
            first_faults: BySeat::filled(seats, None),
            faults: BySeat::filled(seats, 0),
            offences: Vec::new(),
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<G> {
        &self.rules
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Number of turns taken; a simultaneous turn counts once.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.rules.turn(&self.state)
    }

    /// What `seat` may know.
    #[must_use]
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        self.rules.view(&self.state, seat)
    }

    /// Takes one turn: asks every seat whose turn it is, applies the answers, and returns the
    /// announcements. After the end it asks no one and announces nothing.
    pub fn step(
        &mut self,
        mut ask: impl FnMut(Seat, &G::View<'_>) -> Result<G::Move, Fault<G::Move>>,
    ) -> &[G::Event] {
        self.clear();
        let Turn::Ask(asked) = self.turn() else { return &self.events };
        for seat in asked.iter() {
            let said = ask(seat, &self.view(seat));
            self.answer(seat, said);
        }
        self.apply();
        &self.events
    }

    /// Clears the previous turn; call before the first [`Table::answer`] of a turn that is not taken by
    /// [`Table::step`].
    #[inline]
    pub fn clear(&mut self) {
        self.events.clear();
        self.offences.clear();
        self.answers.values_mut().for_each(|answer| *answer = None);
    }

    /// Takes the answer of a seat whose turn it is, checked against the unchanged state.
    #[inline]
    pub fn answer(&mut self, seat: Seat, said: Result<G::Move, Fault<G::Move>>) {
        let answer = self.check(seat, said);
        self.answers[seat] = Some(answer);
    }

    /// Applies the answers once all seats to move have answered, and returns the announcements;
    /// does nothing as long as one is missing.
    pub fn advance(&mut self) -> &[G::Event] {
        let Turn::Ask(asked) = self.turn() else { return &self.events };
        if asked.iter().all(|seat| self.answers[seat].is_some()) {
            self.apply();
        }
        &self.events
    }

    /// Applies the answers; all seats to move have answered.
    #[inline]
    pub(super) fn apply(&mut self) {
        self.rules.apply(&mut self.state, &self.answers, &mut self.events);
        self.plies += 1;
    }

    fn check(&mut self, seat: Seat, said: Result<G::Move, Fault<G::Move>>) -> Answer<G::Move> {
        let checked = said.and_then(|choice| {
            self.rules
                .check(&self.state, seat, choice)
                .map_err(|offence| Fault::Illegal(offence.to_string()))
        });
        match checked {
            Ok(choice) => Answer { choice: Checked(choice), fault: None },
            Err(fault) => self.stand_in(seat, &fault),
        }
    }

    fn stand_in(&mut self, seat: Seat, fault: &Fault<G::Move>) -> Answer<G::Move> {
        self.faults[seat] += 1;
        let offence = Offence { seat, kind: fault.kind(), text: fault.to_string() };
        // in seat order, regardless of who answers first
        let place = self.offences.partition_point(|other| other.seat <= seat);
        self.offences.insert(place, offence);
        self.first_faults[seat].get_or_insert(fault.kind());
        let choice = self.rules.fallback(&self.state, seat, fault);
        Answer { choice: Checked(choice), fault: Some(fault.kind()) }
    }

    /// What each seat did in the last turn; `None` for seats that were not asked.
    #[must_use]
    pub fn answers(&self) -> &BySeat<Option<Answer<G::Move>>> {
        &self.answers
    }

    /// The announcements of the last turn.
    #[must_use]
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The faults of the last turn.
    #[must_use]
    pub fn offences(&self) -> &[Offence] {
        &self.offences
    }

    /// Number of faults by seat.
    #[must_use]
    pub fn faults(&self) -> &BySeat<u32> {
        &self.faults
    }

    /// Current points and places; final when the turn is [`Turn::Over`].
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.rules.outcome(&self.state)
    }

    /// The seats that the rules have removed from the game.
    #[must_use]
    pub fn banned(&self) -> SeatSet {
        self.rules.banned(&self.state)
    }

    /// `ok`, `banned`, or the name of the seat's first fault.
    #[must_use]
    pub fn status(&self, seat: Seat) -> &'static str {
        if self.banned().contains(seat) {
            return "banned";
        }
        self.first_faults[seat].map_or("ok", FaultKind::name)
    }
}

impl<G: Presented> Table<G> {
    /// What an observer with full information should see at this point, if anything.
    #[must_use]
    pub fn scene(&self) -> Option<String> {
        self.rules.scene(&self.state)
    }

    /// What an observer with full information sees after the last turn.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        self.rules.picture(&self.state, &self.events)
    }

    /// The announcements of the last turn for people, with player names.
    #[must_use]
    pub fn announcements(&self, names: &SeatNames) -> Vec<String> {
        let texts = self.events.iter().map(|event| self.rules.announcement(event, names));
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// [`Table::scene`] with player names, restricted to what the visible seats may know.
    #[must_use]
    pub fn scene_for(&self, names: &SeatNames) -> Option<String> {
        self.rules.scene_for(&self.state, names).filter(|scene| !scene.is_empty())
    }
}

impl<G: Recorded> Table<G> {
    /// The review of this table's last turn, which was taken in the state of the table `before` it.
    #[must_use]
    pub fn review(&self, before: &Table<G>) -> Vec<Review> {
        self.rules.review(&before.state, &self.answers, &self.events)
    }

    /// The current round, from 1; `None` if the game has no rounds.
    #[must_use]
    pub fn round(&self) -> Option<usize> {
        (!G::round_columns().is_empty()).then(|| self.rounds_done() + 1)
    }

    /// Writes the game's own cells of `scores.csv` for one seat.
    pub fn cells(&self, seat: Seat, cells: &mut dyn Cells) {
        self.rules.cells(&self.state, seat, cells);
    }

    /// Number of finished rounds.
    #[must_use]
    pub fn rounds_done(&self) -> usize {
        self.rules.rounds_done(&self.state)
    }

    /// Writes the game's own cells of `rounds.csv` for one seat and a finished round (from 0).
    pub fn round_cells(&self, round: usize, seat: Seat, cells: &mut dyn Cells) {
        self.rules.round_cells(&self.state, round, seat, cells);
    }
}
