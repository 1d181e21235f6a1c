//! Many tables of the Letter Game that are stepped together: bids in, numbers out.
//!
//! Open seats bid from outside and name the best word of their letters at the end of a round; the others
//! are players of the roster, programs or classes. A step is one auction in which an open seat is asked;
//! auctions and words between two of them are played along. Every table is a [`Table`] of the crate, with
//! the seeds that a tournament's game of the same deal has.

use std::sync::{Arc, Mutex, MutexGuard};

use lettergame_auction::players::ROSTER;
use lettergame_auction::rules::{Asked, Auction, AuctionRules, Move, View};
use lettergame_core::base::{Branch, BySeat, Points, Rng, Seat, SeatSet, Seed};
use lettergame_core::game::{Fault, Game, Player, Strategy, Table, Turn};
use lettergame_tournament::{PERSON, Venue};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::auction_view;
use crate::draft::{Given, Players};
use crate::failure::failed;

/// Tables of the Letter Game, stepped together.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct AuctionTables {
    rules: Arc<Auction>,
    strategies: BySeat<Option<Arc<dyn Strategy<Auction>>>>,
    open: Vec<Seat>,
    /// Does a game that is over make place for the next one?
    renews: bool,
    dealt: Mutex<Dealt>,
}

/// The tables, and from where their games are counted.
struct Dealt {
    seed: Seed,
    tables: Vec<Seats>,
}

/// One table with those who sit at it.
struct Seats {
    table: Table<Auction>,
    players: BySeat<Option<Box<dyn Player<Auction>>>>,
    rngs: BySeat<Rng>,
    /// How many games were begun here before this one.
    games: u64,
    /// What was announced in the last step, for people.
    lines: Vec<String>,
}

/// What a step tells of all tables, table after table, of each its open seats in order.
#[derive(Default)]
struct Told {
    seen: Vec<f32>,
    /// Points gained in the step, words included.
    rewards: Vec<i32>,
    /// Is the game over?
    over: Vec<u8>,
    /// The most that the seat can pay; -1 where it is not asked.
    purses: Vec<i32>,
    /// Points of all seats of a game that is over; as they stand otherwise.
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
        let (rules, strategies) = seated(&given)?;
        let open: Vec<Seat> =
            strategies.iter().filter(|(_, who)| who.is_none()).map(|(seat, _)| seat).collect();
        if open.is_empty() || tables == 0 {
            return Err(failed(format!("there is nobody to ask; leave a seat to `{PERSON}`")));
        }
        let dealt = Mutex::new(Dealt { seed: Seed(0), tables: Vec::new() });
        let made = AuctionTables { rules, strategies, open, renews, dealt };
        made.deal(Seed(0), tables);
        Ok(made)
    }

    #[getter]
    fn tables(&self) -> usize {
        self.lock().tables.len()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.strategies.len()
    }

    #[getter]
    fn open_seats(&self) -> Vec<usize> {
        self.open.iter().map(|seat| seat.index()).collect()
    }

    /// How many numbers a seat sees.
    #[getter]
    fn length(&self) -> usize {
        auction_view::length(self.strategies.len())
    }

    /// The points that every seat has at the start.
    #[getter]
    fn start_points(&self) -> i32 {
        self.rules.rules().start_points().0
    }

    /// Begins all games anew. With one table its first game is that of the seed; with several each
    /// table has seeds of its own.
    fn reset<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Buffers<'py>> {
        let told = py.detach(|| {
            let tables = self.lock().tables.len();
            self.deal(Seed(seed), tables);
            let dealt = self.lock();
            let mut told = Told::default();
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
            return Err(failed(format!("{wanted} bids are wanted, found {}", bids.len())));
        }
        let told = py.detach(|| {
            let mut told = Told::default();
            let mut dealt = self.lock();
            let (seed, count) = (dealt.seed, dealt.tables.len());
            for (place, bids) in bids.chunks(self.open.len()).enumerate() {
                self.step_one(&mut dealt.tables[place], bids, (seed, place, count), &mut told);
            }
            told
        });
        told.buffers(py)
    }

    /// What was announced at a table in the last step, for people.
    fn lines(&self, table: usize) -> Vec<String> {
        self.lock().tables.get(table).map_or(Vec::new(), |seats| seats.lines.clone())
    }

    /// What a seat may know, as JSON.
    fn view(&self, table: usize, seat: usize) -> PyResult<String> {
        let dealt = self.lock();
        let place = Seat::new(seat).filter(|_| seat < self.strategies.len());
        let found = dealt.tables.get(table).zip(place);
        let (seats, seat) =
            found.ok_or_else(|| failed(format!("there is no seat {seat} at table {table}")))?;
        // views are plain data, and writing to memory cannot fail
        Ok(serde_json::to_string(&seats.table.view(seat)).unwrap_or_default())
    }
}

/// The rules, and who sits where.
type Seated = (Arc<Auction>, BySeat<Option<Arc<dyn Strategy<Auction>>>>);

fn seated(given: &Given) -> PyResult<Seated> {
    let config = given.draft.check("auction", Seed(0)).map_err(failed)?;
    if config.game != "auction" {
        return Err(failed(format!("these are tables of the Letter Game, not of {}", config.game)));
    }
    let preset = config.preset.as_deref().unwrap_or(AuctionRules::PRESETS[0]);
    let rules = AuctionRules::read(preset, config.rules).map_err(failed)?;
    let venue = Venue {
        game: "auction",
        rules: rules.pairs(),
        lexicon: Some(&given.words.lexicon),
        hosting: given.hosting.clone(),
    };
    let rules = Arc::new(Auction::new(rules, Arc::clone(&given.words.lexicon)));
    rules.admit(config.players.len()).map_err(failed)?;
    let strategy = |text: &String| match text == PERSON {
        true => Ok(None),
        false => venue.strategy(&ROSTER, text, &rules).map(Some).map_err(failed),
    };
    let strategies = config.players.iter().map(strategy).collect::<PyResult<_>>()?;
    Ok((rules, strategies))
}

impl AuctionTables {
    /// A step that panicked is told as such; its tables are whole.
    fn lock(&self) -> MutexGuard<'_, Dealt> {
        self.dealt.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn deal(&self, seed: Seed, tables: usize) {
        let mut dealt = self.lock();
        dealt.seed = seed;
        dealt.tables = (0..tables).map(|place| self.sit_down((seed, place, tables), 0)).collect();
    }

    /// The next game of a table, brought to its first question.
    fn sit_down(&self, (seed, place, count): (Seed, usize, usize), games: u64) -> Seats {
        let number = games * count as u64 + place as u64;
        let deal = if count == 1 && games == 0 { seed } else { seed.derive(Branch::Deal, number) };
        let seats = self.strategies.len();
        // the constructor has admitted this number of seats
        let table = Table::new(Arc::clone(&self.rules), seats, deal)
            .unwrap_or_else(|error| unreachable!("{error}"));
        let sit = |seat: Seat| {
            self.strategies[seat].as_ref().map(|who| who.sit(&self.rules, seat, seats))
        };
        let stream = |seat: Seat| deal.derive(Branch::Seat, seat.index() as u64).rng();
        let (players, rngs) = (BySeat::from_fn(seats, sit), BySeat::from_fn(seats, stream));
        let mut seats = Seats { table, players, rngs, games, lines: Vec::new() };
        self.go_on(&mut seats);
        seats
    }

    fn step_one(&self, seats: &mut Seats, bids: &[i64], at: (Seed, usize, usize), told: &mut Told) {
        let before = seats.table.outcome().points;
        seats.lines.clear();
        if seats.table.turn() != Turn::Over {
            seats.turn(|seat, _| {
                let place = self.open.iter().position(|&open| open == seat);
                Move::Bid(place.map_or(0, |place| bids[place]))
            });
            self.go_on(seats);
        }
        let over = seats.table.turn() == Turn::Over;
        let after = seats.table.outcome().points;
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

    /// Plays on until an open seat is asked for a bid, or the game is over.
    fn go_on(&self, seats: &mut Seats) {
        while let Turn::Ask(asked) = seats.table.turn() {
            let first = asked.iter().next();
            let asks_for_bids =
                first.is_some_and(|seat| seats.table.view(seat).asked() != Asked::Word);
            if asks_for_bids && self.open.iter().any(|&seat| asked.contains(seat)) {
                return;
            }
            seats.turn(|_, view| best_word(view));
        }
    }

    fn tell(&self, seats: &Seats, rewards: &[i32], over: bool, told: &mut Told) {
        told.scores.extend(seats.table.outcome().points.values().map(|points| points.0));
        self.tell_seats(seats, rewards, over, told);
    }

    fn tell_seats(&self, seats: &Seats, rewards: &[i32], over: bool, told: &mut Told) {
        let length = auction_view::length(self.strategies.len());
        let asked = match seats.table.turn() {
            Turn::Ask(asked) => asked,
            Turn::Over => SeatSet::EMPTY,
        };
        for &seat in &self.open {
            let view = seats.table.view(seat);
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

fn best_word(view: &View<'_>) -> Move {
    let best = view.rules().best_word(view.letters());
    Move::Word(best.map_or_else(Default::default, |best| best.word.into()))
}

impl Seats {
    /// Takes one turn, in which `open` decides for open seats.
    fn turn(&mut self, mut open: impl FnMut(Seat, &View<'_>) -> Move) {
        let Turn::Ask(asked) = self.table.turn() else { return };
        self.table.clear();
        for seat in asked.iter() {
            let view = self.table.view(seat);
            let said: Result<Move, Fault<Move>> = match &mut self.players[seat] {
                Some(player) => player.choose(&view, &mut self.rngs[seat]),
                None => Ok(open(seat, &view)),
            };
            self.table.answer(seat, said);
        }
        for event in self.table.advance() {
            self.players.values_mut().flatten().for_each(|player| player.observe(event));
        }
        self.lines.extend(self.table.events().iter().map(ToString::to_string));
        if self.table.turn() == Turn::Over {
            let outcome = self.table.outcome();
            self.players.values_mut().flatten().for_each(|player| player.finish(&outcome));
        }
    }
}

impl Told {
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

/// Numbers as bytes that numpy can take over without a copy.
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
