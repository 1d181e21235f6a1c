//! A batch of tables of the Letter Game stepped together: bids in, numbers out.
//!
//! Open seats take their bids from outside and play the best word of their letters at the end of a round; the
//! others are players of the roster, programs or classes. A step is one auction in which an open seat is
//! asked; auctions and words between two of them are played automatically. Every table is a [`Session`], with
//! the seeds that a tournament's game of the same deal has.

use std::sync::{Arc, Mutex, MutexGuard};

use lettergame_auction::rules::{Auction, Move, Prompt, View};
use lettergame_core::base::{Branch, Points, Seat, Seed};
use lettergame_core::game::{Configurable, Session, Step};
use lettergame_registry::{roster, rules_of};
use lettergame_tournament::{Lineup, PERSON, PlayerFactory};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::auction_view;
use crate::failure::{failed, refused};
use crate::raw_config::{Given, Players};

/// Tables of the Letter Game, stepped together.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct AuctionTables {
    lineup: Lineup<Auction>,
    open: Vec<Seat>,
    /// Whether a finished game is replaced by the next one.
    renews: bool,
    dealt: Mutex<Dealt>,
}

/// The tables, and the seed their games are counted from.
struct Dealt {
    seed: Seed,
    tables: Vec<Seats>,
}

/// A table and its players.
struct Seats {
    session: Session<Auction>,
    /// The number of games begun here before this one.
    games: u64,
    /// The announcements of the last step, as text.
    lines: Vec<String>,
}

/// The output of a step: table after table, with each table's open seats in order.
#[derive(Default)]
struct ComparisonReport {
    seen: Vec<f32>,
    /// Points gained in the step, words included.
    rewards: Vec<i32>,
    /// Whether the game is over.
    over: Vec<u8>,
    /// The most the seat can pay; -1 if it is not asked.
    purses: Vec<i32>,
    /// Points of all seats: final if the game is over, otherwise current.
    scores: Vec<i32>,
}

/// Observations, rewards, ends, purses and scores, as bytes of f32, i32, u8, i32 and i32.
type Buffers<'py> = [Bound<'py, PyByteArray>; 5];

#[pymethods]
impl AuctionTables {
    #[new]
    fn new(
        py: Python<'_>,
        options: &str,
        players: Players,
        tables: usize,
        renews: bool,
    ) -> PyResult<AuctionTables> {
        let given = Given::read(py, None, None, options, &players)?;
        let lineup = seated(&given)?;
        let open: Vec<Seat> = lineup.open_seats().iter().collect();
        if open.is_empty() || tables == 0 {
            return Err(failed(format!("no open seat: leave a seat to `{PERSON}`")));
        }
        let dealt = Mutex::new(Dealt { seed: Seed(0), tables: Vec::new() });
        let made = AuctionTables { lineup, open, renews, dealt };
        made.deal(Seed(0), tables);
        Ok(made)
    }

    #[getter]
    fn tables(&self) -> usize {
        self.lock().tables.len()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.lineup.seats()
    }

    #[getter]
    fn open_seats(&self) -> Vec<usize> {
        self.open.iter().map(|seat| seat.index()).collect()
    }

    /// The number of values a seat observes.
    #[getter]
    fn length(&self) -> usize {
        auction_view::length(self.lineup.seats())
    }

    /// The points every seat starts with.
    #[getter]
    fn start_points(&self) -> i32 {
        self.lineup.rules().rules().start_points().0
    }

    /// Restarts all games. A single table plays the seed's game first; each of several tables has its own
    /// seeds.
    fn reset<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Buffers<'py>> {
        let told = py.detach(|| {
            let tables = self.lock().tables.len();
            self.deal(Seed(seed), tables);
            let dealt = self.lock();
            let mut told = ComparisonReport::default();
            dealt.tables.iter().for_each(|seats| self.tell(seats, &[], false, &mut told));
            told
        });
        told.buffers(py)
    }

    /// Bids for every open seat of every table, table after table, as bytes of i64.
    fn step<'py>(&self, py: Python<'py>, bids: &[u8]) -> PyResult<Buffers<'py>> {
        let (bids, surplus) = bids.as_chunks::<8>();
        let bids: Vec<i64> = bids.iter().map(|bid| i64::from_ne_bytes(*bid)).collect();
        let wanted = self.lock().tables.len() * self.open.len();
        if bids.len() != wanted || !surplus.is_empty() {
            return Err(failed(format!("expected {wanted} bids, found {}", bids.len())));
        }
        let told = py.detach(|| {
            let mut told = ComparisonReport::default();
            let mut dealt = self.lock();
            let (seed, count) = (dealt.seed, dealt.tables.len());
            for (place, bids) in bids.chunks(self.open.len()).enumerate() {
                self.step_one(&mut dealt.tables[place], bids, (seed, place, count), &mut told);
            }
            told
        });
        told.buffers(py)
    }

    /// The announcements at a table in the last step, as text.
    fn lines(&self, table: usize) -> Vec<String> {
        self.lock().tables.get(table).map_or(Vec::new(), |seats| seats.lines.clone())
    }

    /// What a seat may know, as JSON.
    fn view(&self, table: usize, seat: usize) -> PyResult<String> {
        let dealt = self.lock();
        let place = Seat::new(seat).filter(|_| seat < self.lineup.seats());
        let found = dealt.tables.get(table).zip(place);
        let (seats, seat) =
            found.ok_or_else(|| failed(format!("seat {seat} does not exist at table {table}")))?;
        // views are plain data, and writing to memory cannot fail
        Ok(serde_json::to_string(&seats.session.table().view(seat)).unwrap_or_default())
    }
}

/// The rules, and the player of each seat.
fn seated(given: &Given) -> PyResult<Lineup<Auction>> {
    let config = given.raw.validate(Auction::INFO.name, Seed(0)).map_err(refused)?;
    if config.game != Auction::INFO.name {
        return Err(failed(format!("these are tables of the Letter Game, not of {}", config.game)));
    }
    let factory = PlayerFactory {
        lexicon: Some(&given.words.lexicon),
        host_options: given.host_options.clone(),
    };
    let rules = rules_of::<Auction>(&config).map_err(failed)?;
    let game = Arc::new(Auction::new(rules, Arc::clone(&given.words.lexicon)));
    factory.lineup(roster::<Auction>(), &config.players, &game).map_err(failed)
}

impl AuctionTables {
    /// A step that panicked is reported as such; its tables are intact.
    fn lock(&self) -> MutexGuard<'_, Dealt> {
        self.dealt.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn deal(&self, seed: Seed, tables: usize) {
        let mut dealt = self.lock();
        dealt.seed = seed;
        dealt.tables = (0..tables).map(|place| self.sit_down((seed, place, tables), 0)).collect();
    }

    /// The next game of a table, advanced to its first question.
    fn sit_down(&self, (seed, place, count): (Seed, usize, usize), games: u64) -> Seats {
        let number = games * count as u64 + place as u64;
        let deal = if count == 1 && games == 0 { seed } else { seed.derive(Branch::Deal, number) };
        let mut seats = Seats { session: self.lineup.session(deal), games, lines: Vec::new() };
        self.go_on(&mut seats);
        seats
    }

    fn step_one(
        &self,
        seats: &mut Seats,
        bids: &[i64],
        at: (Seed, usize, usize),
        told: &mut ComparisonReport,
    ) {
        let before = seats.session.table().outcome().points;
        seats.lines.clear();
        for seat in seats.session.awaited().iter() {
            let place = self.open.iter().position(|&open| open == seat);
            let bid = Move::Bid(place.map_or(0, |place| bids[place]));
            seats.session.answer(seat, Ok(bid));
        }
        self.go_on(seats);
        let over = seats.session.is_over();
        let after = seats.session.table().outcome().points;
        let gained = |seat: &Seat| after[*seat].0 - before[*seat].0;
        let rewards: Vec<i32> = self.open.iter().map(gained).collect();
        if over && self.renews {
            told.scores.extend(after.values().map(|points| points.0));
            *seats = self.sit_down(at, seats.games + 1);
            self.tell_seats(seats, &rewards, true, told);
        } else {
            self.tell(seats, &rewards, over, told);
        }
    }

    /// Plays until an open seat is asked for a bid, or the game is over.
    fn go_on(&self, seats: &mut Seats) {
        loop {
            match seats.session.advance() {
                Step::Announced => {
                    let events = seats.session.table().events();
                    seats.lines.extend(events.iter().map(ToString::to_string));
                }
                Step::Awaiting(open) => {
                    for seat in open.iter() {
                        let Some(word) = best_word(&seats.session.table().view(seat)) else {
                            return;
                        };
                        seats.session.answer(seat, Ok(word));
                    }
                }
                Step::Over => return,
            }
        }
    }

    fn tell(&self, seats: &Seats, rewards: &[i32], over: bool, told: &mut ComparisonReport) {
        told.scores.extend(seats.session.table().outcome().points.values().map(|points| points.0));
        self.tell_seats(seats, rewards, over, told);
    }

    fn tell_seats(&self, seats: &Seats, rewards: &[i32], over: bool, told: &mut ComparisonReport) {
        let length = auction_view::length(self.lineup.seats());
        let asked = seats.session.awaited();
        for &seat in &self.open {
            let view = seats.session.table().view(seat);
            let start = told.seen.len();
            told.seen.resize(start + length, 0.0);
            auction_view::write(&view, &mut told.seen[start..]);
            let Points(purse) = view.points();
            told.purses.push(if asked.contains(seat) { purse } else { -1 });
        }
        told.rewards.extend(rewards);
        told.over.push(u8::from(over));
    }
}

/// The best word of a seat's letters, if it is asked for a word.
fn best_word(view: &View<'_>) -> Option<Move> {
    if view.asked() != Prompt::Word {
        return None;
    }
    let best = view.rules().best_word(view.letters());
    Some(Move::Word(best.map_or_else(Default::default, |best| best.word.into())))
}

impl ComparisonReport {
    fn buffers(self, py: Python<'_>) -> PyResult<Buffers<'_>> {
        let whole = |numbers: &[i32]| bytes(py, numbers, |number| number.to_ne_bytes());
        Ok([
            bytes(py, &self.seen, |number| number.to_ne_bytes())?,
            whole(&self.rewards)?,
            PyByteArray::new(py, &self.over),
            whole(&self.purses)?,
            whole(&self.scores)?,
        ])
    }
}

/// Numbers as bytes that numpy can use without a copy.
fn bytes<'py, T: Copy>(
    py: Python<'py>,
    numbers: &[T],
    of: impl Fn(T) -> [u8; 4],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, 4 * numbers.len(), |room| {
        let (places, _) = room.as_chunks_mut::<4>();
        places.iter_mut().zip(numbers).for_each(|(place, &number)| *place = of(number));
        Ok(())
    })
}
