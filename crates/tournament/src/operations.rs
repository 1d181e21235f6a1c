//! The operations of [`AnyTournament`](crate::AnyTournament) for a tournament.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::resolver::Entrant;
use crate::scheduler::program_scheduler::ProgramScheduler;
use crate::score::{Failures, score};
use crate::teller::Teller;
use crate::tournament::Tournament;
use crate::{AnyTournament, Batch, Benched, QueueHandle, Waiting};
use lettergame_base::{Name, SeatSet, unique_file_names};
use lettergame_game::{Configurable, Fault, RowShape, Step};
use lettergame_plan::{GameScore, Job, RecordLevel, Schedule};
use lettergame_protocol::Launch;
use lettergame_run::{
    BenchError, LogFile, PlayerTimes, Ply, PlyLog, Recorder, RecoverError, ReplayOptions,
    file_columns, header,
};
use lettergame_sandbox::Enforced;

impl<G: Configurable> Tournament<G> {
    /// The number of players that are programs.
    pub(crate) fn programs(&self) -> usize {
        self.entrants.iter().filter(|entrant| matches!(entrant, Entrant::Program(_))).count()
    }

    /// The players of a game by seat.
    fn names_in<'a>(&'a self, job: &'a Job) -> impl Iterator<Item = &'a str> {
        job.lineup.values().map(|&player| self.names[player].as_str())
    }
}

impl<G: Configurable> AnyTournament for Tournament<G> {
    fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    fn names(&self) -> &[Name] {
        &self.names
    }

    fn row_shape(&self) -> RowShape {
        RowShape::of::<G>()
    }

    fn headers(&self) -> Vec<Vec<u8>> {
        let files = RecordLevel::FILES.into_iter().take(self.record as usize + 1);
        files.map(|file| header(file_columns(file, RowShape::of::<G>()))).collect()
    }

    fn play(&self, games: Range<u64>) -> Batch {
        match self.time_decisions && !self.has_programs() {
            true => self.play_in_turn(games, self.bench()),
            false => self.play_in_order(games, &mut self.bench()),
        }
    }

    fn replay(&self, game: u64, options: ReplayOptions, tell: &mut dyn FnMut(&Ply)) -> GameScore {
        let job = self.schedule.job(game);
        let mut teller = Teller::new(self.names_in(&job), options, tell);
        let benched = self.benched_in(&job);
        let mut session = self.session(&job, benched, None, |_| false);
        let mut failures = Failures::new(benched);
        while !session.is_over() {
            let before = teller.before(session.table());
            session.advance();
            session.table().offences().iter().for_each(|offence| failures.note(offence));
            teller.after(before, session.table());
        }
        score(&job, session.table(), &failures)
    }

    fn replay_log(
        &self,
        game: u64,
        log: &PlyLog,
        options: ReplayOptions,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<Batch, RecoverError> {
        let job = self.schedule.job(game);
        let mut teller = Teller::new(self.names_in(&job), options, tell);
        let mut session = self.session(&job, SeatSet::EMPTY, None, |_| true);
        let mut files = Recorder::new::<G>(self.record);
        let mut failures = Failures::new(SeatSet::EMPTY);
        while let Step::Awaiting(seats) = session.advance() {
            let before = teller.before(session.table());
            let ply = session.table().plies() + 1;
            for seat in seats.iter() {
                let found = log.at(&*self.rules, ply, seat);
                let (choice, fault) = found.ok_or_else(|| log.lacks(ply, seat))?;
                session.answer(seat, Fault::recorded(choice, fault));
            }
            session.advance();
            files.write_ply(game, session.table());
            session.table().offences().iter().for_each(|offence| failures.note(offence));
            teller.after(before, session.table());
        }
        let score = score(&job, session.table(), &failures);
        files.write_end(&job, &score, session.table(), &self.names);
        let (rows, faults) = files.take();
        Ok(Batch { first: game, scores: vec![score], rows, faults, ..Batch::default() })
    }

    fn launch(&self, player: usize) -> Option<Arc<Launch>> {
        match &self.entrants[player] {
            Entrant::Program(launch) => Some(Arc::clone(launch)),
            Entrant::Strategy(_) | Entrant::Unasked => None,
        }
    }

    fn has_external_players(&self) -> bool {
        self.external.is_some()
    }

    fn has_programs(&self) -> bool {
        self.entrants.iter().any(|entrant| !matches!(entrant, Entrant::Strategy(_)))
    }

    /// Each worker has one process per program, so with many programs few workers keep all cores
    /// busy.
    fn workers(&self, threads: usize) -> usize {
        match self.programs() {
            0 => threads,
            programs => (2 * threads).div_ceil(programs).clamp(1, threads),
        }
    }

    fn host(
        &self,
        threads: usize,
        handle: &QueueHandle<'_>,
        deliver_in_order: &mut dyn FnMut(Batch) -> bool,
    ) {
        if let Some(external) = &self.external {
            external.permits.open(threads);
            ProgramScheduler::run(self, external, handle, deliver_in_order);
        }
    }

    fn commit(&self, batch: Batch) -> Batch {
        let Some(external) = &self.external else {
            self.times.book(&batch.times);
            return batch;
        };
        let accepted = external.bench().accepts(&batch.scores);
        let batch = if accepted { batch } else { self.play_again(external, &batch) };
        self.times.book(&batch.times);
        batch
    }

    fn load_recorded(&self, score: &GameScore) -> Result<(), BenchError> {
        let Some(external) = &self.external else { return Ok(()) };
        external.bench().check(score, &self.names)
    }

    fn forget(&self) {
        if let Some(external) = &self.external {
            external.bench().forget();
        }
    }

    fn benched(&self) -> Vec<Benched> {
        self.bench().map_or(Vec::new(), |bench| bench.all(&self.names))
    }

    fn sandbox(&self) -> Option<&Enforced> {
        self.external.as_ref()?.enforced.as_ref()
    }

    fn times(&self) -> BTreeMap<String, PlayerTimes> {
        let names = self.names.iter().map(|name| name.as_str().to_owned());
        self.times.all(names)
    }

    fn waiting(&self) -> Option<Waiting> {
        self.times.waiting()
    }

    fn host_failure(&self) -> Option<String> {
        self.external.as_ref()?.failure()
    }

    fn correction(&self, player: usize) -> Option<(u64, String)> {
        self.external.as_ref().and_then(|external| external.correction(player))
    }

    fn exits_at_end(&self, player: usize) -> bool {
        self.external.as_ref().is_some_and(|external| external.exits_at_end(player))
    }

    fn shortage(&self) -> Option<String> {
        self.schedule.seats().into_iter().find_map(|seats| self.rules.shortage(seats))
    }

    fn remark(&self) -> Option<String> {
        self.rules.remark()
    }

    fn logs(&self) -> Vec<LogFile> {
        let Some(external) = &self.external else { return Vec::new() };
        let named = unique_file_names(&self.names).into_iter().zip(external.logs());
        named
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| LogFile { name, text })
            .collect()
    }
}
