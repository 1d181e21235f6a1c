//! A recorded Letter Game, to be seen again.

use crate::auction::game::LetterGame;
use crate::recorded::Recording;
use crate::rooms::Match;
use lettergame_auction::rules::AuctionRules;
use lettergame_core::game::Rules;

/// The game before its first letter.
pub(crate) fn recorded(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let preset = match recording.preset.as_str() {
        "" => AuctionRules::default_preset(),
        preset => preset,
    };
    let rules = AuctionRules::read(preset, recording.rules.clone());
    let rules = rules.map_err(|error| error.to_string())?;
    let sitting = recording.sitting(recording.app.auctions.game(rules, &recording.lexicon))?;
    Ok(Box::new(LetterGame::new(sitting, &recording.players)))
}
