//! Why a config does not fit its game.

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_game::SettingError;
use lettergame_tournament::{BatchError, PlayerFactoryError, TournamentError};
use thiserror::Error;

/// Why a config does not fit its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrepareError {
    /// An unknown game.
    #[error("unknown game `{name}`{hint}")]
    Game {
        /// As typed.
        name: String,
        /// A hint with the nearest name, or all of them.
        hint: String,
    },
    /// A setting of the rules was rejected.
    #[error("rules of {game}: {error}")]
    Rules {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: SettingError,
    },
    /// The word list is not sufficient for the game.
    #[error("{game}: {error}")]
    Words {
        /// The game.
        game: &'static str,
        /// What is missing.
        error: String,
        /// Whether its words are of other letters than the game's.
        other_letters: bool,
    },
    /// The players or the schedule were rejected.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// No players can be created for the table.
    #[error(transparent)]
    PlayerFactory(#[from] PlayerFactoryError),
    /// Its tables cannot be stepped together.
    #[error(transparent)]
    Batch(#[from] BatchError),
}

impl Diagnosed for PrepareError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            PrepareError::Tournament(error) => error.diagnosis(),
            PrepareError::PlayerFactory(error) => error.diagnosis(),
            PrepareError::Words { other_letters: true, .. } => {
                Cause::Request.with(Remedy::Option("lexicon"))
            }
            PrepareError::Game { .. }
            | PrepareError::Rules { .. }
            | PrepareError::Words { .. }
            | PrepareError::Batch(_) => Cause::Request.into(),
        }
    }
}
