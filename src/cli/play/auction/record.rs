//! The record of a game that a player leaves: its seed, and the moves of people.

use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::output::remark;
use crate::cli::play::screen::flowed;
use lettergame_auction::rules::Move;
use lettergame_core::base::Seed;

/// The exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// The seed and the moves of a game, available even when it is interrupted.
#[derive(Clone)]
pub(super) struct GameSummary {
    seed: Seed,
    rounds: Arc<Mutex<Vec<Row>>>,
}

/// The moves of one person in one round.
struct Row {
    round: u16,
    name: String,
    moves: Vec<String>,
}

impl GameSummary {
    /// An empty record that is printed when the game is interrupted.
    pub(super) fn watched(seed: Seed) -> GameSummary {
        let record = GameSummary { seed, rounds: Arc::default() };
        let kept = record.clone();
        // without a handler, an interruption simply ends the process
        let _ = ctrlc::set_handler(move || {
            remark(&format!("\nInterrupted.\n{}", kept.to_text().trim_end()));
            process::exit(INTERRUPTED);
        });
        record
    }

    pub(super) fn note(&self, round: u16, name: &str, choice: &Move) {
        let shown = match choice {
            Move::Bid(points) => points.to_string(),
            Move::Word(word) if word.is_empty() => "no word".to_owned(),
            Move::Word(word) => word.to_uppercase().to_string(),
        };
        let mut rounds = self.rounds();
        match rounds.iter_mut().find(|row| row.round == round && row.name == name) {
            Some(row) => row.moves.push(shown),
            None => rounds.push(Row { round, name: name.to_owned(), moves: vec![shown] }),
        }
    }

    /// How to play this game again, and the moves so far.
    pub(super) fn to_text(&self) -> String {
        let rounds = self.rounds();
        let seed = format!("seed {}: the same options and moves lead here again\n", self.seed.0);
        let row = |row: &Row| {
            let moves = row.moves.iter().cloned();
            flowed(&format!("  round {}, {}: ", row.round, row.name), moves)
        };
        seed + &rounds.iter().map(row).collect::<String>()
    }

    fn rounds(&self) -> MutexGuard<'_, Vec<Row>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
