//! A plan: rules, players and schedule together, ready to play any game by its number.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::bench::{Absent, Bench};
use crate::columns::header;
use crate::files::Files;
use crate::guests::Guests;
use crate::hall::Hall;
use crate::resolver::{Entrant, Resolver};
use crate::score::{Failures, score};
use crate::timed::{GameClock, timed};
use crate::times::Times;
use crate::{
    Arena, Batch, BenchError, Benched, Config, GameScore, GameTimes, Job, LogFile, PlanError,
    PlayerSpec, PlayerTimes, Ply, PlyLog, Record, RecoverError, Schedule, Supply, Waiting,
};
use lettergame_core::base::{BySeat, Name, Seat, SeatSet};
use lettergame_core::game::{
    Fault, Game, Occupant, Player, Recorded, Roster, RowShape, Session, Step, Strategy, Table,
};
use lettergame_core::lexicon::Lexicon;
use lettergame_protocol::{Hosting, Launch, ProgramStrategy};
use lettergame_sandbox::Enforced;

/// May so many seats play by these rules?
fn admit(rules: &impl Game, seats: usize) -> Result<(), PlanError> {
    rules.admit(seats).map_err(|error| {
        let pairs = seats > 2 && rules.admit(2).is_ok();
        let hint =
            if pairs { "; more of them meet in pairs with the schedule round-robin" } else { "" };
        PlanError::Seats { error, hint }
    })
}

/// Rules, players and schedule of one tournament.
pub struct Plan<G: Recorded> {
    pub(super) rules: Arc<G>,
    pub(super) entrants: Vec<Entrant<G>>,
    pub(super) names: Vec<Name>,
    pub(super) schedule: Schedule,
    pub(super) record: Record,
    pub(super) times: Times,
    /// Are the players of this process timed too?
    pub(super) time_decisions: bool,
    guests: Option<Guests>,
}

impl<G: Recorded> Plan<G> {
    /// The plan of a config whose rules are made, with the words that its programs see.
    ///
    /// # Errors
    /// [`PlanError`] for an unknown player, one too many or too few, or one that cannot be used.
    pub fn new(
        config: &Config,
        rules: Arc<G>,
        roster: &[Roster<G>],
        lexicon: &Lexicon,
        hosting: &Hosting,
    ) -> Result<Plan<G>, PlanError> {
        let schedule = config.schedule()?;
        schedule.seats().into_iter().try_for_each(|seats| admit(&*rules, seats))?;
        let resolver = Resolver {
            game: &config.game,
            rules: &rules,
            told: config.rules_json(),
            roster,
            lexicon: Some(lexicon),
            hosting,
            times: config.times(),
            site: OnceCell::new(),
        };
        let entrant = |player| resolver.entrant(player);
        let entrants: Vec<Entrant<G>> =
            config.players.iter().map(entrant).collect::<Result<_, _>>()?;
        let names = config.player_names();
        let can_fail = || config.players.iter().map(PlayerSpec::is_external);
        let guests = can_fail().any(|can_fail| can_fail).then(|| {
            let bench = Bench::new(&schedule, can_fail());
            Guests::new(names.len(), bench, resolver.enforced())
        });
        let times = Times::new(names.len());
        let (record, time_decisions) = (config.record, hosting.time_decisions);
        Ok(Plan { rules, entrants, names, schedule, record, times, time_decisions, guests })
    }

    /// Who is benched by the games that were noted; nothing where nobody can fail.
    pub(super) fn bench(&self) -> Option<Bench> {
        self.guests.as_ref().map(|guests| guests.bench().clone())
    }

    /// The seats of a game whose players are benched by the games that were noted.
    pub(super) fn benched_in(&self, job: &Job) -> SeatSet {
        self.guests.as_ref().map_or(SeatSet::EMPTY, |guests| guests.bench().seats(job))
    }

    /// Plays the games of these numbers, in their order, by a bench that takes note of them.
    fn play_in_order(&self, games: Range<u64>, bench: &mut Option<Bench>) -> Batch {
        let mut files = Files::new::<G>(self.record);
        let mut times = Vec::new();
        let play = |game| {
            let score = self.play_one(game, bench.as_ref(), &mut files, &mut times);
            bench.iter_mut().for_each(|bench| bench.note(&score));
            score
        };
        let scores = games.clone().map(play).collect();
        let (rows, faults) = files.take();
        Batch { first: games.start, scores, rows, faults, times }
    }

    /// The game with its players, but for those seats that are asked outside.
    pub(super) fn session(
        &self,
        job: &Job,
        benched: SeatSet,
        clock: Option<&GameClock>,
        outside: impl Fn(Seat) -> bool,
    ) -> Session<G> {
        let occupant = |seat: Seat| match outside(seat) {
            true => Occupant::Outside,
            false if benched.contains(seat) => Occupant::Player(Box::new(Absent)),
            false => Occupant::Player(self.player(job, seat, clock)),
        };
        let seats = job.lineup.len();
        // the constructor has admitted this number of seats
        let table = Table::new(Arc::clone(&self.rules), seats, job.seed)
            .unwrap_or_else(|error| unreachable!("{error}"));
        Session::new(table, job.seed, BySeat::from_fn(seats, occupant))
    }

    fn player(&self, job: &Job, seat: Seat, clock: Option<&GameClock>) -> Box<dyn Player<G>> {
        let (player, seats) = (job.lineup[seat], job.lineup.len());
        match &self.entrants[player] {
            Entrant::Strategy(strategy) => {
                timed(clock, player, strategy.sit(&self.rules, seat, seats))
            }
            Entrant::Program(launch) => {
                ProgramStrategy(Arc::clone(launch)).sit(&self.rules, seat, seats)
            }
            Entrant::Unasked => Box::new(Absent),
        }
    }

    pub(super) fn play_one(
        &self,
        game: u64,
        bench: Option<&Bench>,
        files: &mut Files,
        times: &mut Vec<GameTimes>,
    ) -> GameScore {
        let job = self.schedule.job(game);
        let clock = self.time_decisions.then(GameClock::default);
        let benched = bench.map_or(SeatSet::EMPTY, |bench| bench.seats(&job));
        let mut session = self.session(&job, benched, clock.as_ref(), |_| false);
        let mut failures = Failures::new(benched);
        while session.advance() == Step::Announced {
            files.write_ply(game, session.table());
            for offence in session.table().offences() {
                failures.note(offence);
                let name = &self.names[job.lineup[offence.seat]];
                files.write_fault(&job, session.table().plies(), offence, name, &[]);
            }
        }
        times.extend(clock.and_then(|clock| clock.take(job.deal)));
        let score = score(&job, session.table(), &failures);
        files.write_end(&job, &score, session.table(), &self.names);
        score
    }

    /// Plays the games of a batch again, by the games that were noted, and takes note of them.
    fn play_again(&self, guests: &Guests, batch: &Batch) -> Batch {
        let mut bench = self.bench();
        let mut again = Batch::default();
        for games in batch.scores.chunk_by(|a, b| a.game + 1 == b.game) {
            let first = games[0].game;
            again.append(self.play_in_order(first..first + games.len() as u64, &mut bench));
        }
        bench.into_iter().for_each(|bench| *guests.bench() = bench);
        again
    }
}

impl<G: Recorded> Plan<G> {
    /// The classes of the players of a game by seat, as the class simulator tells them; of others their names.
    pub(super) fn classes(&self, job: &Job) -> Vec<&str> {
        let class = |&player: &usize| match &self.entrants[player] {
            Entrant::Program(launch) => launch.class().unwrap_or(self.names[player].as_str()),
            Entrant::Strategy(_) | Entrant::Unasked => self.names[player].as_str(),
        };
        job.lineup.values().map(class).collect()
    }
}

impl<G: Recorded> Arena for Plan<G> {
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
        let files = Record::FILES.into_iter().take(self.record as usize + 1);
        files.map(|file| header(file.columns(RowShape::of::<G>()))).collect()
    }

    fn play(&self, games: Range<u64>) -> Batch {
        match self.time_decisions {
            true => self.play_in_turn(games, self.bench()),
            false => self.play_in_order(games, &mut self.bench()),
        }
    }

    fn replay(&self, game: u64, tell: &mut dyn FnMut(&Ply)) -> GameScore {
        let job = self.schedule.job(game);
        let benched = self.benched_in(&job);
        let mut session = self.session(&job, benched, None, |_| false);
        let mut failures = Failures::new(benched);
        while !session.is_over() {
            let scene = session.table().scene();
            session.advance();
            session.table().offences().iter().for_each(|offence| failures.note(offence));
            tell(&Ply::told(session.table(), scene));
        }
        score(&job, session.table(), &failures)
    }

    fn replay_log(
        &self,
        game: u64,
        log: &PlyLog,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<Batch, RecoverError> {
        let job = self.schedule.job(game);
        let mut session = self.session(&job, SeatSet::EMPTY, None, |_| true);
        let mut files = Files::new::<G>(self.record);
        let mut failures = Failures::new(SeatSet::EMPTY);
        while let Step::Awaiting(seats) = session.advance() {
            let (scene, ply) = (session.table().scene(), session.table().plies() + 1);
            for seat in seats.iter() {
                let (choice, fault) = log.at::<G>(ply, seat).ok_or_else(|| log.lacks(ply, seat))?;
                session.answer(seat, Fault::recorded(choice, fault));
            }
            session.advance();
            files.write_ply(game, session.table());
            session.table().offences().iter().for_each(|offence| failures.note(offence));
            tell(&Ply::told(session.table(), scene));
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

    fn has_foreign(&self) -> bool {
        self.guests.is_some()
    }

    fn has_programs(&self) -> bool {
        self.entrants.iter().any(|entrant| !matches!(entrant, Entrant::Strategy(_)))
    }

    /// Each worker has a process of each program: with many programs few workers keep all cores busy.
    fn workers(&self, threads: usize) -> usize {
        let is_program = |entrant: &&Entrant<G>| matches!(entrant, Entrant::Program(_));
        match self.entrants.iter().filter(is_program).count() {
            0 => threads,
            programs => (2 * threads).div_ceil(programs).clamp(1, threads),
        }
    }

    fn host(&self, threads: usize, supply: &Supply<'_>, hand_on: &mut dyn FnMut(Batch) -> bool) {
        if let Some(guests) = &self.guests {
            guests.permits.open(threads);
            Hall::new(self, guests).run(supply, hand_on);
        }
    }

    fn settle(&self, batch: Batch) -> Batch {
        let Some(guests) = &self.guests else {
            self.times.book(&batch.times);
            return batch;
        };
        let accepted = guests.bench().accepts(&batch.scores);
        let batch = if accepted { batch } else { self.play_again(guests, &batch) };
        self.times.book(&batch.times);
        batch
    }

    fn recall(&self, score: &GameScore) -> Result<(), BenchError> {
        let Some(guests) = &self.guests else { return Ok(()) };
        guests.bench().check(score, &self.names)
    }

    fn forget(&self) {
        if let Some(guests) = &self.guests {
            guests.bench().forget();
        }
    }

    fn benched(&self) -> Vec<Benched> {
        self.bench().map_or(Vec::new(), |bench| bench.all(&self.names))
    }

    fn sandbox(&self) -> Option<&Enforced> {
        self.guests.as_ref()?.enforced.as_ref()
    }

    fn times(&self) -> BTreeMap<String, PlayerTimes> {
        let names = self.names.iter().map(|name| name.as_str().to_owned());
        self.times.all(names)
    }

    fn waiting(&self) -> Option<Waiting> {
        self.times.waiting()
    }

    fn harness_failure(&self) -> Option<String> {
        self.guests.as_ref()?.failure()
    }

    fn remark(&self) -> Option<String> {
        self.rules.remark()
    }

    fn logs(&self) -> Vec<LogFile> {
        let Some(guests) = &self.guests else { return Vec::new() };
        let named = self.names.iter().cloned().zip(guests.logs());
        named
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| LogFile { name, text })
            .collect()
    }
}
