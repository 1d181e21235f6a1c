//! Many tables of a game, stepped together: the basis of the environments.

use std::sync::{Mutex, MutexGuard};

use lettergame_base::{Seat, Seed};
use lettergame_registry::{self as registry, ManyTables};
use lettergame_tournament::{BatchOptions, Output, Reward, TableBatch};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use serde_json::json;

use crate::failure::{failed, refused};
use crate::raw_config::{Given, Players};

/// Tables of a game, stepped together; players called `person` are asked from Python.
#[pyclass(frozen, module = "lettergame._core")]
pub(crate) struct Tables {
    batch: Mutex<Box<dyn TableBatch>>,
    /// The rules and what the numbers mean, as a JSON object.
    about: String,
}

/// How tables are shown.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Shown {
    tables: usize,
    /// The number of actions for moves that differ from turn to turn.
    slots: Option<usize>,
    scaled: bool,
    described: bool,
    /// Whether announcements are kept.
    told: bool,
    /// `points`, `lead` or `win`.
    reward: String,
}

impl Shown {
    fn options(self) -> PyResult<BatchOptions> {
        let Shown { tables, slots, scaled, described, told, reward } = self;
        let named = Reward::NAMES.into_iter().find(|(name, _)| *name == reward);
        let (_, reward) = named.ok_or_else(|| {
            let names = Reward::NAMES.map(|(name, _)| name).join(", ");
            failed(format!("invalid value `{reward}` for `reward`: expected one of {names}"))
        })?;
        Ok(BatchOptions { tables, slots, scaled, described, told, reward })
    }
}

#[pymethods]
impl Tables {
    /// Tables of the game `game`, which the options may name again but not change.
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        options: &str,
        players: Players,
        shown: Shown,
    ) -> PyResult<Tables> {
        let shown = shown.options()?;
        let Given { raw, words, host_options } = Given::read(py, None, None, options, &players)?;
        let config = raw.validate(game, Seed(0)).map_err(refused)?;
        if config.game != game {
            return Err(failed(format!("these are tables of {game}, not of {}", config.game)));
        }
        let many =
            py.detach(|| registry::batch(&config, words.lexicon.clone(), &host_options, shown));
        let ManyTables { config, batch } = many.map_err(refused)?;
        let shape = batch.shape();
        let about = json!({
            "rules": config.rules_json(),
            "seats": shape.seats,
            "open_seats": shape.open.iter().map(|seat| seat.index()).collect::<Vec<_>>(),
            "observation": &shape.observation,
            "description": &shape.description,
            "actions": shape.actions,
        });
        Ok(Tables { about: about.to_string(), batch: Mutex::new(batch) })
    }

    /// The rules, the seats and what the numbers mean, as a JSON object.
    #[getter]
    fn about(&self) -> &str {
        &self.about
    }

    /// Starts the games of these seeds at tables.
    fn deal(&self, py: Python<'_>, games: Vec<(usize, u64)>) -> PyResult<()> {
        let games: Vec<_> = games.into_iter().map(|(table, seed)| (table, Seed(seed))).collect();
        py.detach(|| self.lock().deal(&games)).map_err(failed)
    }

    /// One decision at every table; actions of every open seat of every table, as bytes of i64.
    fn step(&self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let (actions, _) = actions.as_chunks::<8>();
        let actions: Vec<i64> = actions.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect();
        py.detach(|| self.lock().step(&actions)).map_err(failed)
    }

    /// The decision of one seat.
    fn decide(&self, py: Python<'_>, table: usize, seat: usize, action: i64) -> PyResult<()> {
        let place = Seat::new(seat).ok_or_else(|| failed(format!("seat {seat} does not exist")))?;
        py.detach(|| self.lock().decide(table, place, action)).map_err(failed)
    }

    /// Observations, f32 for each table and open seat.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Observation)
    }

    /// Action masks, u8 for each table and open seat.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Mask)
    }

    /// Descriptions of actions, f32 for each table, open seat and action.
    fn descriptions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Description)
    }

    /// Rewards, f32 for each table and open seat.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Reward)
    }

    /// Whether games are over, u8 for each table.
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Over)
    }

    /// Whether seats are to decide, u8 for each table and open seat.
    fn awaited<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Awaited)
    }

    /// Points, i32 for each table and seat.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.bytes(py, Output::Scores)
    }

    /// The announcements at a table in the last step.
    fn lines(&self, table: usize) -> Vec<String> {
        self.lock().lines(table).to_vec()
    }

    /// The tables at which a seat committed a fault in the last step, with the fault.
    fn faults(&self, seat: usize) -> Vec<(usize, String)> {
        let batch = self.lock();
        let mut found = Vec::new();
        for table in 0..batch.shape().tables {
            let own = batch.faults(table).iter().find(|(other, _)| other.index() == seat);
            found.extend(own.map(|(_, text)| (table, text.clone())));
        }
        found
    }

    /// The legal actions of a seat with their moves as text.
    fn moves(&self, table: usize, seat: usize) -> Vec<(usize, String)> {
        Seat::new(seat).map_or_else(Vec::new, |seat| self.lock().moves(table, seat))
    }

    /// What a seat may know, as JSON.
    fn view(&self, table: usize, seat: usize) -> PyResult<String> {
        let found = Seat::new(seat).map(|seat| self.lock().view(table, seat));
        found
            .filter(|view| !view.is_empty())
            .ok_or_else(|| failed(format!("seat {seat} does not exist at table {table}")))
    }
}

impl Tables {
    /// A step that panicked is reported as such; its tables are intact.
    fn lock(&self) -> MutexGuard<'_, Box<dyn TableBatch>> {
        self.batch.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Results as memory that numpy can use without a copy.
    fn bytes<'py>(&self, py: Python<'py>, output: Output) -> PyResult<Bound<'py, PyByteArray>> {
        let batch = self.lock();
        PyByteArray::new_with(py, batch.size(output), |out| {
            batch.write(output, out);
            Ok(())
        })
    }
}
