//! A recorded game of Marrakech, to be seen again.

use lettergame_core::game::Rules;
use std::sync::Arc;

use crate::marrakech::game::Market;
use crate::recorded::Recording;
use crate::rooms::Match;
use lettergame_marrakech::rules::{Marrakech, MarrakechRules};

/// The game before its first turn.
pub(crate) fn recorded(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let preset = match recording.preset.as_str() {
        "" => MarrakechRules::default_preset(),
        preset => preset,
    };
    let rules = MarrakechRules::read(preset, recording.rules.clone());
    let rules = rules.map_err(|error| error.to_string())?;
    let sitting = recording.sitting(Arc::new(Marrakech::new(rules)))?;
    Ok(Box::new(Market::new(sitting, &recording.players)))
}
