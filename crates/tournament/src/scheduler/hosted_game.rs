//! A game in the scheduler: its session, which programs sit there, and what is still waited for.

use std::time::Duration;

use crate::files::Files;
use crate::score::Failures;
use crate::timed::GameClock;
use crate::{DecisionTimes, Job, Tournament};
use lettergame_core::base::{BySeat, Seat, SeatSet};
use lettergame_core::game::{Fault, Game, Recorded, Session};
use lettergame_protocol::Announced;

/// A program in its seat.
pub(super) struct ProgramSeat {
    /// The number of its client.
    pub(super) client: usize,
    /// How many bytes of what was announced it was told.
    pub(super) told: usize,
    /// The seed that it draws its chance from.
    pub(super) seed: u64,
    /// A fault that counts at its next decision.
    pub(super) deferred: Option<String>,
    /// How much time it has used in this game.
    pub(super) used: Duration,
    /// Its decisions in this game.
    pub(super) times: DecisionTimes,
}

/// A game that is being played.
pub(super) struct HostedGame<G: Game> {
    pub(super) job: Job,
    pub(super) session: Session<G>,
    /// None where somebody sits who decides in this process.
    pub(super) seats: BySeat<Option<ProgramSeat>>,
    announced: Announced,
    pub(super) files: Files,
    pub(super) failures: Failures,
    /// What its players took.
    pub(super) clock: GameClock,
    /// The seats whose answers are waited for, and to which question.
    pub(super) waiting: Vec<(Seat, u64)>,
    /// The last lines of the log of a seat that made a fault in this turn.
    logs: Vec<(Seat, Vec<String>)>,
}

impl<G: Recorded> HostedGame<G> {
    pub(super) fn new(
        tournament: &Tournament<G>,
        job: Job,
        benched: SeatSet,
        session: Session<G>,
        seats: BySeat<Option<ProgramSeat>>,
        clock: GameClock,
    ) -> HostedGame<G> {
        HostedGame {
            session,
            seats,
            announced: Announced::default(),
            files: Files::new::<G>(tournament.record),
            failures: Failures::new(benched),
            clock,
            waiting: Vec::new(),
            logs: Vec::new(),
            job,
        }
    }

    /// The events that a program does not know yet, which it now will.
    pub(super) fn news(&mut self, seat: Seat) -> Vec<u8> {
        let chair = self.seats[seat].as_mut();
        chair.map_or(Vec::new(), |chair| self.announced.since(&mut chair.told).to_vec())
    }

    /// Is an answer of that seat waited for?
    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.waiting.iter().any(|(waiting, _)| *waiting == seat)
    }

    /// The process of that seat knows nothing of the game.
    pub(super) fn untold(&mut self, seat: Seat) {
        if let Some(chair) = &mut self.seats[seat] {
            chair.told = 0;
        }
    }

    /// The answer of a seat, with the end of its log in case that it is a fault.
    pub(super) fn answer(
        &mut self,
        seat: Seat,
        said: Result<G::Move, Fault<G::Move>>,
        log: impl FnOnce() -> Vec<String>,
    ) {
        self.waiting.retain(|(waiting, _)| *waiting != seat);
        self.session.answer(seat, said);
        if self.session.table().offences().iter().any(|offence| offence.seat == seat) {
            self.logs.push((seat, log()));
        }
    }

    /// Takes down the turn that was taken.
    pub(super) fn note(&mut self, tournament: &Tournament<G>) {
        let HostedGame { session, announced, files, job, failures, logs, .. } = self;
        let table = session.table();
        table.events().iter().for_each(|event| announced.push(event));
        files.write_ply(job.game, table);
        for offence in table.offences() {
            failures.note(offence);
            let log = logs.iter().find(|(seat, _)| *seat == offence.seat);
            let log = log.map_or(&[][..], |(_, lines)| lines);
            let name = &tournament.names[job.lineup[offence.seat]];
            files.write_fault(job, table.plies(), offence, name, log);
        }
        logs.clear();
    }
}
