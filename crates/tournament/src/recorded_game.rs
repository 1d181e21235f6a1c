//! A game in which programs are asked from outside its session, with its rows.

use crate::score::{Failures, score};
use crate::timed::GameClock;
use crate::{Batch, Tournament};
use lettergame_base::{Seat, SeatSet};
use lettergame_game::{Configurable, Fault, Game, Session};
use lettergame_plan::Job;
use lettergame_protocol::Announced;
use lettergame_run::Recorder;

/// A game in progress.
pub(super) struct RecordedGame<G: Game> {
    pub(super) job: Job,
    pub(super) session: Session<G>,
    /// Its events in the form sent to programs.
    pub(super) announced: Announced,
    /// The decision times of its players.
    pub(super) clock: GameClock,
    files: Recorder,
    failures: Failures,
    /// For each seat that committed a fault in this turn, the last lines of its log.
    logs: Vec<(Seat, Vec<String>)>,
}

impl<G: Configurable> RecordedGame<G> {
    /// The game of a job; `outside` tells the seats that are asked from outside.
    pub(super) fn new(
        tournament: &Tournament<G>,
        job: Job,
        benched: SeatSet,
        outside: impl Fn(Seat) -> bool,
    ) -> RecordedGame<G> {
        let clock = GameClock::default();
        let timing = tournament.time_decisions.then_some(&clock);
        RecordedGame {
            session: tournament.session(&job, benched, timing, outside),
            announced: Announced::default(),
            files: Recorder::new::<G>(tournament.record),
            failures: Failures::new(benched),
            logs: Vec::new(),
            clock,
            job,
        }
    }

    /// Gives the answer of a seat, with the end of its log in case it is a fault; whether it is one.
    pub(super) fn answer(
        &mut self,
        seat: Seat,
        said: Result<G::Move, Fault<G::Move>>,
        log: impl FnOnce() -> Vec<String>,
    ) -> bool {
        self.session.answer(seat, said);
        let is_fault = self.session.table().offences().iter().any(|offence| offence.seat == seat);
        if is_fault {
            self.logs.push((seat, log()));
        }
        is_fault
    }

    /// Writes the turn that was just completed.
    pub(super) fn note(&mut self, tournament: &Tournament<G>) {
        let RecordedGame { session, announced, files, job, failures, logs, .. } = self;
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

    /// The rows of the game, which is over.
    pub(super) fn end(self, tournament: &Tournament<G>) -> Batch {
        let RecordedGame { job, session, failures, mut files, clock, .. } = self;
        let score = score(&job, session.table(), &failures);
        let times = clock.take(job.deal).into_iter().collect();
        files.write_end(&job, &score, session.table(), &tournament.names);
        let (rows, faults) = files.take();
        Batch { first: job.game, scores: vec![score], rows, faults, times }
    }
}
