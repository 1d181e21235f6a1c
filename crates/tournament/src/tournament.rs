//! A tournament: rules, players and schedule together, ready to play any game by its number.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use crate::bench::{Absent, Bench};
use crate::external_players::ExternalPlayers;
use crate::resolver::{Entrant, Resolver};
use crate::score::{Failures, score};
use crate::timed::{GameClock, timed};
use crate::times::Times;
use crate::{AnyTournament, Batch, TournamentError};
use lettergame_base::{BySeat, Name, Seat, SeatSet};
use lettergame_game::{
    Configurable, Game, Occupant, Player, Roster, Session, Step, Strategy, Table,
};
use lettergame_plan::{Config, GameScore, Job, PlayerSpec, RecordLevel, Schedule};
use lettergame_protocol::{HostOptions, ProgramStrategy};
use lettergame_run::{GameTimes, Recorder};
use lettergame_words::Lexicon;

/// Checks that the rules allow this number of seats.
fn admit(rules: &impl Game, seats: usize) -> Result<(), TournamentError> {
    rules.admit(seats).map_err(|error| {
        let pairs = seats > 2 && rules.admit(2).is_ok();
        let hint =
            if pairs { "; more of them meet in pairs with the schedule round-robin" } else { "" };
        TournamentError::Seats { error, hint }
    })
}

/// Rules, players and schedule of one tournament.
pub struct Tournament<G: Configurable> {
    pub(super) rules: Arc<G>,
    pub(super) entrants: Vec<Entrant<G>>,
    pub(super) names: Vec<Name>,
    pub(super) schedule: Schedule,
    pub(super) record: RecordLevel,
    pub(super) times: Times,
    /// Whether players of this process are timed too.
    pub(super) time_decisions: bool,
    pub(super) external: Option<ExternalPlayers>,
}

impl<G: Configurable> Tournament<G> {
    /// The tournament of a config with its rules, and with the words that its programs see.
    ///
    /// # Errors
    /// [`TournamentError`] for an unknown player, too many or too few players, or a player that
    /// cannot be used.
    pub fn new(
        config: &Config,
        rules: Arc<G>,
        roster: &[Roster<G>],
        lexicon: &Lexicon,
        host_options: &HostOptions,
    ) -> Result<Tournament<G>, TournamentError> {
        let schedule = config.schedule()?;
        schedule.seats().into_iter().try_for_each(|seats| admit(&*rules, seats))?;
        let resolver = Resolver {
            game: &config.game,
            rules: &rules,
            told: config.rules_json(),
            roster,
            lexicon: Some(lexicon),
            host_options,
            times: config.times(),
            host: OnceCell::new(),
        };
        let entrant = |player| resolver.entrant(player);
        let entrants: Vec<Entrant<G>> =
            config.players.iter().map(entrant).collect::<Result<_, _>>()?;
        let names = config.player_names();
        let can_fail = || config.players.iter().map(PlayerSpec::is_external);
        let external = can_fail().any(|can_fail| can_fail).then(|| {
            let bench = Bench::new(&schedule, can_fail());
            ExternalPlayers::new(names.len(), bench, resolver.enforced())
        });
        let times = Times::new(names.len());
        let (record, time_decisions) = (config.record, host_options.time_decisions);
        Ok(Tournament { rules, entrants, names, schedule, record, times, time_decisions, external })
    }

    /// The bench, as it follows from the recorded games; `None` if no player can fail.
    pub(super) fn bench(&self) -> Option<Bench> {
        self.external.as_ref().map(|external| external.bench().clone())
    }

    /// The seats of a game whose players are benched, judging by the recorded games.
    pub(super) fn benched_in(&self, job: &Job) -> SeatSet {
        self.external.as_ref().map_or(SeatSet::EMPTY, |external| external.bench().seats(job))
    }

    /// Plays the games with these numbers in order, recording them in a bench.
    pub(super) fn play_in_order(&self, games: Range<u64>, bench: &mut Option<Bench>) -> Batch {
        if let Some(external) = self.external.as_ref().filter(|_| self.has_programs()) {
            return self.play_all_alone(external, games, bench);
        }
        let mut files = Recorder::new::<G>(self.record);
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

    /// Plays games with programs in order, each alone.
    pub(super) fn play_all_alone(
        &self,
        external: &ExternalPlayers,
        games: Range<u64>,
        bench: &mut Option<Bench>,
    ) -> Batch {
        let mut all = Batch { first: games.start, ..Batch::default() };
        for game in games {
            let job = self.schedule.job(game);
            let benched = bench.as_ref().map_or(SeatSet::EMPTY, |bench| bench.seats(&job));
            let batch = self.play_alone(external, job, benched);
            let scores = batch.scores.iter();
            scores.for_each(|score| bench.iter_mut().for_each(|bench| bench.note(score)));
            all.append(batch);
        }
        all
    }

    /// The game with its players, except for the seats that are asked from outside.
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
        // the constructor has checked this number of seats
        let table = Table::new(Arc::clone(&self.rules), seats, job.seed)
            .unwrap_or_else(|error| unreachable!("{error}"));
        Session::new(table, job.seed, BySeat::from_fn(seats, occupant))
    }

    pub(super) fn player(
        &self,
        job: &Job,
        seat: Seat,
        clock: Option<&GameClock>,
    ) -> Box<dyn Player<G>> {
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
        files: &mut Recorder,
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

    /// Plays the games of a batch again, based on the recorded games, and records them.
    pub(super) fn play_again(&self, external: &ExternalPlayers, batch: &Batch) -> Batch {
        let mut bench = self.bench();
        let mut again = Batch::default();
        for games in batch.scores.chunk_by(|a, b| a.game + 1 == b.game) {
            let first = games[0].game;
            again.append(self.play_in_order(first..first + games.len() as u64, &mut bench));
        }
        bench.into_iter().for_each(|bench| *external.bench() = bench);
        again
    }
}
