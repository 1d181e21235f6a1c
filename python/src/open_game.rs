//! Games whose tables are stepped from Python: the basis of the environments.

use lettergame_core::base::{Seat, SeatSet, Seed};
use lettergame_registry::{self as registry, Tables};
use lettergame_tournament::{OpenGame, OpenTable};
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Mutex;

use crate::failure::{failed, refused};
use crate::raw_config::{Given, Players};

/// The default game.
fn usual() -> &'static str {
    registry::games()[0].info.name
}

/// A game with its rules; players called `person` are asked from Python.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Game {
    open: Box<dyn OpenGame>,
    /// Every rule, as a JSON object.
    rules: String,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, options: &str, players: Players) -> PyResult<Game> {
        let Given { raw, words, host_options } = Given::read(py, None, None, options, &players)?;
        let config = raw.validate(usual(), Seed(0)).map_err(refused)?;
        let open = py.detach(|| registry::open(&config, words.lexicon.clone(), &host_options));
        let Tables { config, open } = open.map_err(refused)?;
        Ok(Game { open, rules: config.rules_json().to_string() })
    }

    /// The rules, as a JSON object.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    #[getter]
    fn seats(&self) -> usize {
        self.open.seats()
    }

    /// The seats that are asked from Python.
    #[getter]
    fn open_seats(&self) -> Vec<usize> {
        indices(self.open.open_seats())
    }

    /// A table before the first decision.
    fn deal(&self, py: Python<'_>, seed: u64) -> Table {
        Table { table: Mutex::new(py.detach(|| self.open.deal(Seed(seed)))) }
    }
}

fn indices(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

fn seat(index: usize) -> PyResult<Seat> {
    Seat::new(index).ok_or_else(|| failed(format!("seat {index} does not exist")))
}

/// One game, stepped from Python.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Table {
    table: Mutex<Box<dyn OpenTable>>,
}

impl Table {
    /// Calls with the GIL released: players at the table may be classes that need it.
    fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut dyn OpenTable) -> T + Send) -> T {
        py.detach(|| {
            let mut table = self.table.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            act(&mut **table)
        })
    }
}

#[pymethods]
impl Table {
    /// The seats asked now.
    fn awaited(&self, py: Python<'_>) -> Vec<usize> {
        self.with(py, |table| indices(table.awaited()))
    }

    fn is_over(&self, py: Python<'_>) -> bool {
        self.with(py, |table| table.is_over())
    }

    /// The kind of decision the seat is asked for.
    fn kind(&self, py: Python<'_>, seat: usize) -> PyResult<&'static str> {
        let seat = self::seat(seat)?;
        Ok(self.with(py, |table| table.kind(seat)))
    }

    /// What a seat may know, as JSON.
    fn view(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        let seat = self::seat(seat)?;
        Ok(self.with(py, |table| table.view(seat)))
    }

    /// All legal moves of a seat: the JSON and the text of each.
    fn choices(&self, py: Python<'_>, seat: usize) -> PyResult<Option<Vec<(String, String)>>> {
        let seat = self::seat(seat)?;
        Ok(self.with(py, |table| table.choices(seat)))
    }

    /// Takes the JSON of a move; returns the fault, if it is one, and the announcements as text.
    fn answer(
        &self,
        py: Python<'_>,
        seat: usize,
        choice: &str,
    ) -> PyResult<(Option<String>, Vec<String>)> {
        let seat = self::seat(seat)?;
        Ok(self.with(py, |table| {
            let plies = table.answer(seat, choice);
            let own = table.offences().iter().find(|offence| offence.seat == seat);
            let fault = own.map(|offence| offence.text.clone());
            (fault, plies.into_iter().flat_map(|ply| ply.lines).collect())
        }))
    }

    /// The points of all seats.
    fn points(&self, py: Python<'_>) -> Vec<i32> {
        self.with(py, |table| table.outcome().points.values().map(|points| points.0).collect())
    }

    /// The places of all seats: 1 is best.
    fn places(&self, py: Python<'_>) -> Vec<u8> {
        self.with(py, |table| table.outcome().places.values().copied().collect())
    }

    /// The seats banned by the rules.
    fn banned(&self, py: Python<'_>) -> Vec<usize> {
        self.with(py, |table| indices(table.banned()))
    }

    /// What all seats hold, if that is worth showing now.
    fn scene(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |table| table.scene())
    }
}

/// The roster of a game as JSON: name, description and parameters of each player.
#[pyfunction]
pub(crate) fn players(game: &str) -> PyResult<String> {
    let entry = registry::find(game).map_err(failed)?;
    Ok(json!(entry.roster()).to_string())
}

/// The JSON Schema of a game's views, moves and events.
#[pyfunction]
pub(crate) fn schema(game: &str) -> PyResult<&'static str> {
    Ok(registry::find(game).map_err(failed)?.info.schema)
}
