//! A recorded game of Scrabble, to be seen again.

use lettergame_core::game::Rules;
use std::sync::Arc;

use crate::recorded::Recording;
use crate::rooms::Match;
use crate::scrabble::game::ScrabbleGame;
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};

/// The game before its first turn.
pub(crate) fn recorded(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let preset = match recording.preset.as_str() {
        "" => ScrabbleRules::default_preset(),
        preset => preset,
    };
    let rules = ScrabbleRules::read(preset, recording.rules.clone());
    let rules = rules.map_err(|error| error.to_string())?;
    Scrabble::admit_words(&recording.lexicon).map_err(|error| error.to_string())?;
    let sitting =
        recording.sitting(Arc::new(Scrabble::new(rules, Arc::clone(&recording.lexicon))))?;
    Ok(Box::new(ScrabbleGame::new(sitting, &recording.players)))
}
