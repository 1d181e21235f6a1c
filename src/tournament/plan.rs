//! A plan: rules, players and schedule together, ready to play any game by its number.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::base::{Branch, BySeat, Name, Points, Rng, Seat, unique_names};
use crate::game::{
    Answer, FaultKind, Game, Player, Roster, RosterError, SeatsError, Strategy, Table, Turn,
};
use crate::tournament::row::{RowWriter, header};
use crate::tournament::{Batch, COMMON_COLUMNS, Config, Job, Record, Schedule, ScheduleError};

/// Why a config cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The players do not fit the schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rules do not admit so many seats.
    #[error("{error}{hint}")]
    Seats {
        /// How many they admit.
        error: SeatsError,
        /// A remark on what more players can do, or nothing.
        hint: &'static str,
    },
    /// There is no such player.
    #[error("{error}")]
    Player {
        /// The player as typed.
        player: String,
        /// Why not.
        error: Box<RosterError>,
    },
}

/// May so many seats play by these rules?
fn admit(rules: &impl Game, seats: usize) -> Result<(), PlanError> {
    rules.admit(seats).map_err(|error| {
        let pairs = seats > 2 && rules.admit(2).is_ok();
        let hint =
            if pairs { "; more of them meet in pairs with the schedule round-robin" } else { "" };
        PlanError::Seats { error, hint }
    })
}

/// How one seat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatScore {
    /// The player's number in the config.
    pub player: usize,
    /// Points at the end.
    pub points: Points,
    /// 1 is best; equal ones share the better place.
    pub place: u8,
    /// The seat was banned or made a fault.
    pub faulty: bool,
}

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameScore {
    /// The game's number.
    pub game: u64,
    /// The deal's number.
    pub deal: u64,
    /// How each seat ended.
    pub seats: BySeat<SeatScore>,
}

impl GameScore {
    /// The share of the win that a seat has: 1 for a sole first, 1/k for one of k, else 0.
    #[must_use]
    pub fn win_share(&self, seat: Seat) -> f64 {
        win_share(self.seats[seat].place, self.firsts())
    }

    /// How many seats share the first place.
    #[must_use]
    pub fn firsts(&self) -> usize {
        self.seats.values().filter(|seat| seat.place == 1).count()
    }
}

fn win_share(place: u8, firsts: usize) -> f64 {
    if place == 1 { 1.0 / firsts as f64 } else { 0.0 }
}

/// One turn of a replayed game.
#[derive(Clone, Debug, Serialize)]
pub struct Ply {
    /// The turn's number, from 1.
    pub ply: u32,
    /// What all hands hold, at a point of the game where that is worth telling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// What each asked seat did.
    pub moves: Vec<PlyMove>,
    /// What was announced.
    pub events: Vec<serde_json::Value>,
    /// What was announced, for people.
    #[serde(skip)]
    pub lines: Vec<String>,
}

/// What one seat did in a turn.
#[derive(Clone, Debug, Serialize)]
pub struct PlyMove {
    /// The seat.
    pub seat: Seat,
    /// The move that counted, as text.
    #[serde(rename = "move")]
    pub choice: String,
    /// The fault it stands in for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

/// Any game's plan, as the runner and the commands see it.
pub trait Arena: Sync {
    /// Every game by number.
    fn schedule(&self) -> &Schedule;

    /// The players' names in files, in the order of the config.
    fn names(&self) -> &[Name];

    /// The header lines of `scores.csv`, `rounds.csv` and `plies.csv`, as far as they are recorded.
    fn headers(&self) -> Vec<Vec<u8>>;

    /// Plays the games of these numbers, one after the other.
    fn play(&self, games: Range<u64>) -> Batch;

    /// Plays one game and tells every turn.
    fn replay(&self, game: u64, tell: &mut dyn FnMut(&Ply)) -> GameScore;
}

/// Rules, players and schedule of one tournament.
pub struct Plan<G: Game> {
    rules: Arc<G>,
    strategies: Vec<Arc<dyn Strategy<G>>>,
    names: Vec<Name>,
    schedule: Schedule,
    record: Record,
}

impl<G: Game> Plan<G> {
    /// The plan of a config whose rules are made.
    ///
    /// # Errors
    /// [`PlanError`] for an unknown player, or one too many or too few.
    pub fn new(config: &Config, rules: Arc<G>, roster: &[Roster<G>]) -> Result<Plan<G>, PlanError> {
        let schedule = Schedule::new(
            config.format,
            config.seating,
            config.players.len(),
            config.games,
            config.seed,
        )?;
        admit(&*rules, schedule.seats())?;
        let make = |player: &String| {
            Roster::make(roster, player, &rules).map_err(|error| PlanError::Player {
                player: player.clone(),
                error: Box::new(error),
            })
        };
        let strategies = config.players.iter().map(make).collect::<Result<_, _>>()?;
        let names = unique_names(&config.players);
        Ok(Plan { rules, strategies, names, schedule, record: config.record })
    }

    fn sit_down(&self, job: &Job) -> Sitting<G> {
        let seats = job.lineup.len();
        // the constructor has admitted this number of seats
        let table = Table::new(Arc::clone(&self.rules), seats, job.seed)
            .unwrap_or_else(|error| unreachable!("{error}"));
        let players = BySeat::from_fn(seats, |seat| {
            self.strategies[job.lineup[seat]].sit(&self.rules, seat, seats)
        });
        let rngs =
            BySeat::from_fn(seats, |seat| job.seed.derive(Branch::Seat, seat.index() as u64).rng());
        Sitting { table, players, rngs }
    }

    fn play_one(&self, game: u64, files: &mut Files) -> GameScore {
        let job = self.schedule.job(game);
        let mut sitting = self.sit_down(&job);
        while sitting.table.turn() != Turn::Over {
            sitting.step();
            if self.record >= Record::Plies {
                files.write_ply(game, &sitting.table);
            }
        }
        let score = sitting.score(&job);
        self.write_scores(&job, &score, &sitting.table, files);
        if self.record >= Record::Rounds {
            self.write_rounds(&job, &sitting.table, files);
        }
        score
    }

    fn write_scores(&self, job: &Job, score: &GameScore, table: &Table<G>, files: &mut Files) {
        let firsts = score.firsts();
        for (seat, end) in score.seats.iter() {
            let row = &mut files.scores;
            row.show(job.game);
            row.show(job.deal);
            row.show(job.pairing);
            row.show(job.seed);
            row.show(seat);
            row.show(&self.names[end.player]);
            row.show(end.points);
            row.show(end.place);
            row.show(Share(win_share(end.place, firsts)));
            row.show(table.status(seat));
            table.cells(seat, row);
            row.end_row();
        }
    }

    fn write_rounds(&self, job: &Job, table: &Table<G>, files: &mut Files) {
        for round in 0..table.rounds_done() {
            for (seat, &player) in job.lineup.iter() {
                let row = &mut files.rounds;
                row.show(job.game);
                row.show(round + 1);
                row.show(seat);
                row.show(&self.names[player]);
                table.round_cells(round, seat, row);
                row.end_row();
            }
        }
    }
}

impl<G: Game> Arena for Plan<G> {
    fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    fn names(&self) -> &[Name] {
        &self.names
    }

    fn headers(&self) -> Vec<Vec<u8>> {
        let scores = header(COMMON_COLUMNS.into_iter().chain(self.rules.columns().iter().copied()));
        let rounds = ["game", "round", "seat", "player"].into_iter();
        let rounds = header(rounds.chain(self.rules.round_columns().iter().copied()));
        let plies = header(["game", "ply", "seat", "move", "fault"]);
        [scores, rounds, plies].into_iter().take(self.record as usize + 1).collect()
    }

    fn play(&self, games: Range<u64>) -> Batch {
        let mut files = Files::new();
        let scores = games.clone().map(|game| self.play_one(game, &mut files)).collect();
        Batch { first: games.start, scores, files: files.take(self.record) }
    }

    fn replay(&self, game: u64, tell: &mut dyn FnMut(&Ply)) -> GameScore {
        let job = self.schedule.job(game);
        let mut sitting = self.sit_down(&job);
        while sitting.table.turn() != Turn::Over {
            let scene = sitting.table.scene();
            tell(&sitting.told_step(scene));
        }
        sitting.score(&job)
    }
}

/// A table with its players, each with its own stream of chance.
struct Sitting<G: Game> {
    table: Table<G>,
    players: BySeat<Box<dyn Player<G>>>,
    rngs: BySeat<Rng>,
}

impl<G: Game> Sitting<G> {
    fn step(&mut self) -> &[G::Event] {
        self.table.step_with(&mut self.players, &mut self.rngs)
    }

    fn told_step(&mut self, scene: Option<String>) -> Ply {
        let events = self.step();
        let lines = events.iter().map(ToString::to_string).collect();
        let events =
            events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
        let moves = self
            .table
            .answers()
            .iter()
            .filter_map(|(seat, answer)| answer.as_ref().map(|answer| PlyMove::new(seat, answer)))
            .collect();
        Ply { ply: self.table.plies(), scene, moves, events, lines }
    }

    fn score(&self, job: &Job) -> GameScore {
        let outcome = self.table.outcome();
        let seats = BySeat::from_fn(job.lineup.len(), |seat| SeatScore {
            player: job.lineup[seat],
            points: outcome.points[seat],
            place: outcome.places[seat],
            faulty: self.table.status(seat) != "ok",
        });
        GameScore { game: job.game, deal: job.deal, seats }
    }
}

impl PlyMove {
    fn new<M: fmt::Display>(seat: Seat, answer: &Answer<M>) -> PlyMove {
        PlyMove { seat, choice: answer.choice.to_string(), fault: answer.fault }
    }
}

/// The files of a run as they grow.
struct Files {
    scores: RowWriter,
    rounds: RowWriter,
    plies: RowWriter,
}

impl Files {
    fn new() -> Files {
        Files { scores: RowWriter::new(), rounds: RowWriter::new(), plies: RowWriter::new() }
    }

    fn write_ply<G: Game>(&mut self, game: u64, table: &Table<G>) {
        for (seat, answer) in table.answers().iter() {
            if let Some(answer) = answer {
                self.plies.show(game);
                self.plies.show(table.plies());
                self.plies.show(seat);
                self.plies.show(&*answer.choice);
                self.plies.show(answer.fault.map_or("", FaultKind::name));
                self.plies.end_row();
            }
        }
    }

    fn take(mut self, record: Record) -> Vec<Vec<u8>> {
        let all = [self.scores.take(), self.rounds.take(), self.plies.take()];
        all.into_iter().take(record as usize + 1).collect()
    }
}

/// A share as text: `1`, `0`, or up to six decimals.
struct Share(f64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.fract() == 0.0 {
            return write!(f, "{:.0}", self.0);
        }
        let text = format!("{:.6}", self.0);
        f.write_str(text.trim_end_matches('0'))
    }
}
