//! A recorded game of Scrabble, to be seen again.

use std::sync::Arc;

use crate::games::scrabble::rules::{Scrabble, ScrabbleRules};
use crate::web::Match;
use crate::web::recorded::Recording;
use crate::web::scrabble::game::ScrabbleGame;

/// The game before its first turn.
pub(in crate::web) fn recorded(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let preset = match recording.preset.as_str() {
        "" => ScrabbleRules::PRESETS[0],
        preset => preset,
    };
    let rules = ScrabbleRules::read(preset, recording.rules.clone());
    let rules = rules.map_err(|error| error.to_string())?;
    Scrabble::admit_words(&recording.lexicon).map_err(|error| error.to_string())?;
    let sitting =
        recording.sitting(Arc::new(Scrabble::new(rules, Arc::clone(&recording.lexicon))))?;
    Ok(Box::new(ScrabbleGame::new(sitting, &recording.players)))
}
