//! What is wrong with the settings of a tournament, and where that is to be shown.

use lettergame_arena::RunError;
use lettergame_registry::PrepareError;
use lettergame_tournament::{DraftError, FolderError, PlanError};

/// Where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The field of this key.
    Key(String),
    /// This player.
    Player(String),
    /// The players together.
    Players,
    /// Nowhere in particular.
    Form,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) place: Place,
    pub(super) text: String,
}

impl Wrong {
    /// Wrong in the field of this key.
    pub(super) fn of_key(key: &str, text: &impl ToString) -> Wrong {
        Wrong { place: Place::Key(key.to_owned()), text: text.to_string() }
    }

    /// Wrong as a whole.
    pub(super) fn form(text: impl ToString) -> Wrong {
        Wrong { place: Place::Form, text: text.to_string() }
    }
}

impl From<RunError> for Wrong {
    fn from(error: RunError) -> Wrong {
        let place = match &error {
            RunError::Draft(DraftError::Value { key, .. }) => Place::Key(key.clone()),
            RunError::Draft(DraftError::NoPlayers) => Place::Players,
            RunError::Prepare { error, .. } => place_of(error),
            _ => Place::Form,
        };
        let text = match &error {
            RunError::Folder(FolderError::Exists(dir)) => format!(
                "{} exists already, and is not replaced; take another name or seed, or go on with what \
                 is there",
                dir.display()
            ),
            _ => error.to_string(),
        };
        Wrong { place, text }
    }
}

fn place_of(error: &PrepareError) -> Place {
    match error {
        PrepareError::Game { .. } => Place::Key("game".to_owned()),
        PrepareError::Rules { error, .. } => Place::Key(error.key().unwrap_or("set").to_owned()),
        PrepareError::Plan(PlanError::Player(error)) => {
            error.player().map_or(Place::Form, |player| Place::Player(player.to_owned()))
        }
        PrepareError::Plan(PlanError::Seats { .. } | PlanError::Schedule(_)) => Place::Players,
        PrepareError::Words { .. } | PrepareError::Venue(_) => Place::Form,
    }
}
