//! A game in the hall: its table, who sits there, and what is still waited for.

use std::time::Duration;

use crate::files::Files;
use crate::score::Failed;
use crate::timed::GameClock;
use crate::{DecisionTimes, Job, Plan};
use lettergame_core::base::{BySeat, Rng, Seat};
use lettergame_core::game::{Fault, Game, Player, Table};
use lettergame_protocol::messages;

/// Who sits in a chair.
pub(super) enum Chair<G: Game> {
    /// Somebody who decides in this process.
    Here(Box<dyn Player<G>>),
    /// A program, by the number of its client.
    Program {
        client: usize,
        /// How many bytes of the events it was told.
        told: usize,
        /// The seed that it draws its chance from.
        seed: u64,
        /// A fault that counts at its next decision.
        deferred: Option<String>,
        /// How much time it has used in this game.
        used: Duration,
        /// Its decisions in this game.
        times: DecisionTimes,
    },
}

/// A game that is being played.
pub(super) struct Sitting<G: Game> {
    pub(super) job: Job,
    pub(super) table: Table<G>,
    pub(super) chairs: BySeat<Chair<G>>,
    pub(super) rngs: BySeat<Rng>,
    /// All events so far, as JSON with commas between.
    events: Vec<u8>,
    pub(super) files: Files,
    pub(super) failed: Failed,
    /// What its players took.
    pub(super) clock: GameClock,
    /// The players that were taken for benched.
    pub(super) benched: Vec<usize>,
    /// The seats whose answers are waited for, and to which question.
    pub(super) waiting: Vec<(Seat, u64)>,
    /// The last lines of the log of a seat that made a fault in this turn.
    logs: Vec<(Seat, Vec<String>)>,
}

impl<G: Game> Sitting<G> {
    pub(super) fn new(
        plan: &Plan<G>,
        job: Job,
        chairs: BySeat<Chair<G>>,
        rngs: BySeat<Rng>,
        clock: GameClock,
    ) -> Sitting<G> {
        Sitting {
            table: plan.table(&job),
            chairs,
            rngs,
            events: Vec::new(),
            files: Files::new(plan.record),
            failed: Failed::new(&job),
            clock,
            benched: plan.benched_in(&job),
            waiting: Vec::new(),
            logs: Vec::new(),
            job,
        }
    }

    /// The events that a program does not know yet, which it now will.
    pub(super) fn news(&mut self, seat: Seat) -> Vec<u8> {
        let Chair::Program { told, .. } = &mut self.chairs[seat] else { return Vec::new() };
        let known = std::mem::replace(told, self.events.len());
        let new = &self.events[known..];
        new.strip_prefix(b",").unwrap_or(new).to_vec()
    }

    /// Is an answer of that seat waited for?
    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.waiting.iter().any(|(waiting, _)| *waiting == seat)
    }

    /// The process of that seat knows nothing of the game.
    pub(super) fn untold(&mut self, seat: Seat) {
        if let Chair::Program { told, .. } = &mut self.chairs[seat] {
            *told = 0;
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
        let before = self.table.offences().len();
        self.table.answer(seat, said);
        if self.table.offences().len() > before {
            self.logs.push((seat, log()));
        }
    }

    /// Goes on once all answers are there: applies them, tells those who sit here, writes.
    pub(super) fn advance(&mut self, plan: &Plan<G>) {
        self.table.advance();
        let Sitting { table, chairs, events, files, job, failed, logs, .. } = self;
        for event in table.events() {
            messages::push_event(events, event);
            for chair in chairs.values_mut() {
                if let Chair::Here(player) = chair {
                    player.observe(event);
                }
            }
        }
        files.write_ply(job.game, table);
        for offence in table.offences() {
            failed.note(offence);
            let log = logs.iter().find(|(seat, _)| *seat == offence.seat);
            let log = log.map_or(&[][..], |(_, lines)| lines);
            let name = &plan.names[job.lineup[offence.seat]];
            files.write_fault(job, table.plies(), offence, name, log);
        }
        logs.clear();
    }
}
