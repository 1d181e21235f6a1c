//! Errors in the settings of a tournament, and where they are shown.

use lettergame_arena::RunError;
use lettergame_plan::RawConfigError;
use lettergame_registry::PrepareError;
use lettergame_run::FolderError;
use lettergame_tournament::TournamentError;

/// The place of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ErrorPlace {
    /// The field of this key.
    Key(String),
    /// This player.
    Player(String),
    /// The players together.
    Players,
    /// Nowhere in particular.
    Form,
}

/// The error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    pub(super) place: ErrorPlace,
    pub(super) text: String,
}

impl FieldError {
    /// An error in the field of this key.
    pub(super) fn of_key(key: &str, text: &impl ToString) -> FieldError {
        FieldError { place: ErrorPlace::Key(key.to_owned()), text: text.to_string() }
    }

    /// An error of the whole form.
    pub(super) fn form(text: impl ToString) -> FieldError {
        FieldError { place: ErrorPlace::Form, text: text.to_string() }
    }
}

impl From<RunError> for FieldError {
    fn from(error: RunError) -> FieldError {
        let place = match &error {
            RunError::RawConfig(RawConfigError::Value { key, .. }) => ErrorPlace::Key(key.clone()),
            RunError::RawConfig(RawConfigError::NoPlayers) => ErrorPlace::Players,
            RunError::Prepare { error, .. } => place_of(error),
            _ => ErrorPlace::Form,
        };
        let text = match &error {
            RunError::Folder(FolderError::Exists(dir)) => format!(
                "{} already exists and is not replaced; choose another name or seed, or resume the \
                 existing run",
                dir.display()
            ),
            _ => error.to_string(),
        };
        FieldError { place, text }
    }
}

fn place_of(error: &PrepareError) -> ErrorPlace {
    match error {
        PrepareError::Game { .. } => ErrorPlace::Key("game".to_owned()),
        PrepareError::Rules { error, .. } => {
            ErrorPlace::Key(error.key().unwrap_or("set").to_owned())
        }
        PrepareError::Tournament(TournamentError::Player(error)) => {
            error.player().map_or(ErrorPlace::Form, |player| ErrorPlace::Player(player.to_owned()))
        }
        PrepareError::Tournament(TournamentError::Seats { .. } | TournamentError::Schedule(_)) => {
            ErrorPlace::Players
        }
        PrepareError::Words { .. } | PrepareError::PlayerFactory(_) | PrepareError::Batch(_) => {
            ErrorPlace::Form
        }
    }
}
