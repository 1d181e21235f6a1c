//! A plan: rules, players and schedule together, ready to play any game by its number.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::bench::{Absent, Bench};
use crate::entrant::{Entrant, invite};
use crate::files::Files;
use crate::hall::{Hall, Permits};
use crate::ply_file::PLY_COLUMNS;
use crate::row::header;
use crate::score::{Failed, score};
use crate::timed::{GameClock, timed};
use crate::times::Times;
use crate::{
    Arena, Batch, Benched, COMMON_COLUMNS, Conduct, Config, Foreign, GameScore, GameTimes, Job,
    LogFile, Misplaced, PlanError, PlayerTimes, Ply, PlyLog, Record, RecoverError, Schedule,
    StreakError, Streaks, Supply, Waiting,
};
use lettergame_core::base::{Branch, BySeat, Name, Rng, Seat, SeatSet, unique_names};
use lettergame_core::game::{Fault, Game, Player, Roster, RowShape, Strategy, Table, Turn};
use lettergame_core::lexicon::Lexicon;
use lettergame_protocol::{Hosting, Launch, ProgramStrategy, Site};
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

/// What a plan knows beyond rules and players when some of them are not built in.
pub(super) struct Guests {
    pub(super) bench: Bench,
    pub(super) permits: Permits,
    /// What of the sandbox is in force, where programs are asked and shut in.
    enforced: Option<Enforced>,
    /// Why no program can be started any more, through no fault of its own.
    broken: Mutex<Option<String>>,
    logs: Mutex<Vec<Vec<u8>>>,
}

/// Rules, players and schedule of one tournament.
pub struct Plan<G: Game> {
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

/// Bytes of each player's logs that are kept.
const LOG: usize = 1 << 20;

impl<G: Game> Plan<G> {
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
        // where nobody is asked and where all are built in nothing is made ready
        let is_program = |foreign: &Foreign| matches!(foreign, Foreign::Program(_));
        let hosted = !hosting.read_only && config.programs.values().any(is_program);
        let site = hosted.then(|| Site::new(hosting, lexicon, config.times()));
        let site = site.transpose().map_err(|error| PlanError::Site(error.to_string()))?;
        let taken = |player: &str| roster.iter().any(|entry| entry.listing.name == player);
        let entrant = |player: &String| match config.programs.get(player) {
            Some(_) if taken(player) => Err(PlanError::Foreign {
                player: player.clone(),
                why: "the roster has a player of this name; give it another".to_owned(),
            }),
            Some(foreign) => invite(config, (player, foreign), (hosting, site.as_ref()), &*rules)
                .map_err(|why| PlanError::Foreign { player: player.clone(), why }),
            None => Roster::make(roster, player, &rules).map(Entrant::Strategy).map_err(|error| {
                PlanError::Player { player: player.clone(), error: Box::new(error) }
            }),
        };
        let entrants: Vec<Entrant<G>> =
            config.players.iter().map(entrant).collect::<Result<_, _>>()?;
        let names = unique_names(&config.players);
        let can_fail = |player: &String| config.programs.contains_key(player);
        let guests = (!config.programs.is_empty()).then(|| Guests {
            bench: Bench::new(&names, config.players.iter().map(can_fail).collect()),
            permits: Permits::default(),
            enforced: site.as_ref().and_then(|site| site.enforced().cloned()),
            broken: Mutex::default(),
            logs: Mutex::new(vec![Vec::new(); names.len()]),
        });
        let times = Times::new(names.len());
        let (record, time_decisions) = (config.record, hosting.time_decisions);
        Ok(Plan { rules, entrants, names, schedule, record, times, time_decisions, guests })
    }

    pub(super) fn is_benched(&self, player: usize, game: u64) -> bool {
        self.guests.as_ref().is_some_and(|guests| guests.bench.holds(player, game))
    }

    /// The players of a game that are benched.
    pub(super) fn benched_in(&self, job: &Job) -> Vec<usize> {
        let lineup = job.lineup.values().copied();
        lineup.filter(|&player| self.is_benched(player, job.game)).collect()
    }

    pub(super) fn table(&self, job: &Job) -> Table<G> {
        // the constructor has admitted this number of seats
        Table::new(Arc::clone(&self.rules), job.lineup.len(), job.seed)
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The stream of chance of each seat.
    pub(super) fn rngs(job: &Job) -> BySeat<Rng> {
        let stream = |seat: Seat| job.seed.derive(Branch::Seat, seat.index() as u64).rng();
        BySeat::from_fn(job.lineup.len(), stream)
    }

    fn sit_down(&self, job: &Job, clock: Option<&GameClock>) -> Sitting<G> {
        let seats = job.lineup.len();
        let players = BySeat::from_fn(seats, |seat| match &self.entrants[job.lineup[seat]] {
            _ if self.is_benched(job.lineup[seat], job.game) => Box::new(Absent),
            Entrant::Strategy(strategy) => {
                timed(clock, job.lineup[seat], strategy.sit(&self.rules, seat, seats))
            }
            Entrant::Program(launch) => {
                ProgramStrategy(Arc::clone(launch)).sit(&self.rules, seat, seats)
            }
            Entrant::Unasked => Box::new(Absent),
        });
        Sitting { table: self.table(job), players, rngs: Plan::<G>::rngs(job) }
    }

    pub(super) fn play_one(
        &self,
        game: u64,
        files: &mut Files,
        times: &mut Vec<GameTimes>,
    ) -> GameScore {
        let job = self.schedule.job(game);
        let clock = self.time_decisions.then(GameClock::default);
        let mut sitting = self.sit_down(&job, clock.as_ref());
        let mut failed = Failed::new(&job);
        while sitting.table.turn() != Turn::Over {
            sitting.step();
            files.write_ply(game, &sitting.table);
            for offence in sitting.table.offences() {
                failed.note(offence);
                let name = &self.names[job.lineup[offence.seat]];
                files.write_fault(&job, sitting.table.plies(), offence, name, &[]);
            }
        }
        let outcome = sitting.table.outcome();
        sitting.players.values_mut().for_each(|player| player.finish(&outcome));
        times.extend(clock.and_then(|clock| clock.take(job.deal)));
        let score = score(&job, &sitting.table, &failed);
        files.write_end(&job, &score, &sitting.table, &self.names);
        score
    }

    /// Keeps the log of a process that has ended.
    pub(super) fn keep_log(&self, player: usize, log: &[u8]) {
        let Some(guests) = &self.guests else { return };
        let mut logs = guests.logs();
        let kept = &mut logs[player];
        kept.extend_from_slice(&log[..log.len().min(LOG - kept.len().min(LOG))]);
    }
}

impl Guests {
    /// The run cannot go on, and no player is to blame.
    pub(super) fn give_up(&self, why: &str) {
        let mut broken = self.broken.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        broken.get_or_insert_with(|| why.to_owned());
    }

    fn logs(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.logs.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl<G: Game> Plan<G> {
    /// The classes of the players of a game by seat, as the class simulator tells them; of others their names.
    pub(super) fn classes(&self, job: &Job) -> Vec<&str> {
        let class = |&player: &usize| match &self.entrants[player] {
            Entrant::Program(launch) => launch.class().unwrap_or(self.names[player].as_str()),
            Entrant::Strategy(_) | Entrant::Unasked => self.names[player].as_str(),
        };
        job.lineup.values().map(class).collect()
    }
}

impl<G: Game> Arena for Plan<G> {
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
        let scores = header(COMMON_COLUMNS.into_iter().chain(G::columns().iter().copied()));
        let rounds = ["game", "round", "seat", "player"].into_iter();
        let rounds = header(rounds.chain(G::round_columns().iter().copied()));
        let plies = header(PLY_COLUMNS);
        [scores, rounds, plies].into_iter().take(self.record as usize + 1).collect()
    }

    fn play(&self, games: Range<u64>) -> Batch {
        if self.time_decisions {
            return self.play_in_turn(games);
        }
        let mut files = Files::new(self.record);
        let benched = self.benched_in(&self.schedule.job(games.start));
        let mut times = Vec::new();
        let play = |game| self.play_one(game, &mut files, &mut times);
        let scores = games.clone().map(play).collect();
        let (files, faults) = files.take();
        Batch { first: games.start, scores, files, faults, benched, times }
    }

    fn replay(&self, game: u64, tell: &mut dyn FnMut(&Ply)) -> GameScore {
        let job = self.schedule.job(game);
        let mut sitting = self.sit_down(&job, None);
        let mut failed = Failed::new(&job);
        while sitting.table.turn() != Turn::Over {
            let scene = sitting.table.scene();
            sitting.step();
            sitting.table.offences().iter().for_each(|offence| failed.note(offence));
            tell(&Ply::told(&sitting.table, scene));
        }
        score(&job, &sitting.table, &failed)
    }

    fn replay_log(
        &self,
        game: u64,
        log: &PlyLog,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<Batch, RecoverError> {
        let job = self.schedule.job(game);
        let mut table = self.table(&job);
        let mut files = Files::new(self.record);
        let mut failed = Failed::new(&job);
        while table.turn() != Turn::Over {
            let (scene, ply) = (table.scene(), table.plies() + 1);
            let mut missing = None;
            table.step(|seat, _| match log.at::<G>(ply, seat) {
                Some((choice, None)) => Ok(choice),
                Some((choice, Some(fault))) => Err(fault.with_move(choice)),
                None => {
                    missing.get_or_insert(seat);
                    Err(Fault::Gone("not in the log".to_owned()))
                }
            });
            if let Some(seat) = missing {
                return Err(log.lacks(ply, seat));
            }
            files.write_ply(game, &table);
            table.offences().iter().for_each(|offence| failed.note(offence));
            tell(&Ply::told(&table, scene));
        }
        let score = score(&job, &table, &failed);
        files.write_end(&job, &score, &table, &self.names);
        let (files, faults) = files.take();
        Ok(Batch { first: game, scores: vec![score], files, faults, ..Batch::default() })
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
        let (first, end) = (batch.first, batch.first + batch.scores.len() as u64);
        let stale = batch.benched != self.benched_in(&self.schedule.job(first));
        let batch = if stale { self.play(first..end) } else { batch };
        self.times.book(&batch.times);
        batch.scores.iter().for_each(|score| guests.bench.note(score));
        batch
    }

    fn recall(&self, score: &GameScore) {
        if let Some(guests) = &self.guests {
            guests.bench.note(score);
        }
    }

    fn begin(&self, first: u64, streaks: &Streaks) -> Result<(), StreakError> {
        match &self.guests {
            Some(guests) => guests.bench.begin(first, streaks),
            None => Bench::new(&[], Vec::new()).begin(first, streaks),
        }
    }

    fn conduct(&self) -> BTreeMap<String, Conduct> {
        self.guests.as_ref().map_or(BTreeMap::new(), |guests| guests.bench.conduct())
    }

    fn misplaced(&self, score: &GameScore, absent: SeatSet) -> Option<Misplaced> {
        self.guests.as_ref()?.bench.misplaced(score, absent)
    }

    fn benched(&self) -> Vec<Benched> {
        self.guests.as_ref().map_or(Vec::new(), |guests| guests.bench.all())
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
        let broken = self.guests.as_ref()?.broken.lock();
        broken.unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    fn remark(&self) -> Option<String> {
        self.rules.remark()
    }

    fn logs(&self) -> Vec<LogFile> {
        let Some(guests) = &self.guests else { return Vec::new() };
        let named = self.names.iter().cloned().zip(guests.logs().clone());
        named
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| LogFile { name, text })
            .collect()
    }
}

/// A table with its players, each with its own stream of chance.
struct Sitting<G: Game> {
    table: Table<G>,
    players: BySeat<Box<dyn Player<G>>>,
    rngs: BySeat<Rng>,
}

impl<G: Game> Sitting<G> {
    fn step(&mut self) {
        self.table.step_with(&mut self.players, &mut self.rngs);
    }
}
