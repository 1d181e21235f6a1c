//! A game in the scheduler: its session, the programs seated there, and the answers that are
//! awaited.

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
    /// How many bytes of the announcements it has received.
    pub(super) told: usize,
    /// The seed of its random choices.
    pub(super) seed: u64,
    /// A fault that counts at its next decision.
    pub(super) deferred: Option<String>,
    /// The time it has used in this game.
    pub(super) used: Duration,
    /// Its decisions in this game.
    pub(super) times: DecisionTimes,
}

/// A game in progress.
pub(super) struct HostedGame<G: Game> {
    pub(super) job: Job,
    pub(super) session: Session<G>,
    /// `None` for seats whose players decide in this process.
    pub(super) seats: BySeat<Option<ProgramSeat>>,
    announced: Announced,
    pub(super) files: Files,
    pub(super) failures: Failures,
    /// The decision times of its players.
    pub(super) clock: GameClock,
    /// The seats whose answers are awaited, and to which question.
    pub(super) waiting: Vec<(Seat, u64)>,
    /// For each seat that committed a fault in this turn, the last lines of its log.
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

    /// The events that a program has not received yet; marks them as sent.
    pub(super) fn news(&mut self, seat: Seat) -> Vec<u8> {
        let chair = self.seats[seat].as_mut();
        chair.map_or(Vec::new(), |chair| self.announced.since(&mut chair.told).to_vec())
    }

    /// Whether an answer of that seat is awaited.
    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.waiting.iter().any(|(waiting, _)| *waiting == seat)
    }

    /// Records that the process of that seat knows nothing of the game.
    pub(super) fn untold(&mut self, seat: Seat) {
        if let Some(chair) = &mut self.seats[seat] {
            chair.told = 0;
        }
    }

    /// Gives the answer of a seat, with the end of its log in case it is a fault.
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

    /// Writes the turn that was just completed.
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
