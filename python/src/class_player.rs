//! A Python class as a player: instantiated for each game and called with the messages of the protocol.

use std::sync::{Arc, OnceLock};

use lettergame_auction::rules::Auction;
use lettergame_base::Points;
use lettergame_game::Configurable;
use lettergame_protocol::{InProcessPlayer, NewGame, Seated};
use lettergame_words::Lexicon;
use pyo3::prelude::*;

use crate::lexicon::WordSearch;

/// The number of characters kept of a traceback, from its end.
const KEPT: usize = 4000;

/// A class that can play.
pub(crate) struct ClassInProcess {
    class: Py<PyAny>,
    lexicon: Arc<Lexicon>,
    /// Searches words by the rules of the game, for players of the Letter Game.
    search: OnceLock<Option<Py<WordSearch>>>,
}

impl ClassInProcess {
    /// A class as an in-process player, with the word list.
    pub(crate) fn resident(class: Py<PyAny>, lexicon: Arc<Lexicon>) -> Arc<dyn InProcessPlayer> {
        Arc::new(ClassInProcess { class, lexicon, search: OnceLock::new() })
    }

    /// The word search for these rules; created once, if the game has one.
    fn search(&self, py: Python<'_>, new: &NewGame<'_>) -> Option<Py<WordSearch>> {
        if let Some(made) = self.search.get() {
            return made.as_ref().map(|search| search.clone_ref(py));
        }
        let made = (new.game == Auction::INFO.name)
            .then(|| WordSearch::by_rules(self.lexicon.clone(), new.rules))
            .and_then(|search| Py::new(py, search.ok()?).ok());
        let copy = made.as_ref().map(|search| search.clone_ref(py));
        // another thread may have set the same first
        let _ = self.search.set(made);
        copy
    }
}

impl InProcessPlayer for ClassInProcess {
    fn sit(&self, new: &NewGame<'_>) -> Result<Box<dyn Seated>, String> {
        Python::attach(|py| {
            let seat = || -> PyResult<Py<PyAny>> {
                let players = py.import("lettergame._players")?;
                let told = (new.game, new.rules.to_string());
                let place = (new.seat.index(), new.seats, new.seed);
                let search = self.search(py, new);
                let seat =
                    players.call_method1("Seat", (self.class.bind(py), told, place, search))?;
                Ok(seat.unbind())
            };
            let seat = seat().map_err(|error| traceback_text(py, &error))?;
            Ok(Box::new(SeatedClass(seat)) as Box<dyn Seated>)
        })
    }
}

/// An instance of the class playing a game.
struct SeatedClass(Py<PyAny>);

impl Seated for SeatedClass {
    fn ask(&mut self, kind: &str, events: &str, view: &str) -> Result<String, String> {
        Python::attach(|py| {
            let answer = self.0.call_method1(py, "ask", (kind, events, view));
            answer.and_then(|text| text.extract(py)).map_err(|error| traceback_text(py, &error))
        })
    }

    fn end(&mut self, events: &str, scores: &[Points]) {
        Python::attach(|py| {
            let scores: Vec<i32> = scores.iter().map(|points| points.0).collect();
            // the game is over: nothing the player does now matters; the method reports errors itself
            let _ = self.0.call_method1(py, "end", (events, scores));
        });
    }
}

/// An exception with its traceback, cut to its end.
fn traceback_text(py: Python<'_>, error: &PyErr) -> String {
    let text = py
        .import("lettergame._players")
        .and_then(|players| players.call_method1("told", (error.clone_ref(py).into_value(py),)))
        .and_then(|text| text.extract::<String>())
        .unwrap_or_else(|_| error.to_string());
    let surplus = text.chars().count().saturating_sub(KEPT);
    if surplus == 0 { text } else { text.chars().skip(surplus).collect() }
}
