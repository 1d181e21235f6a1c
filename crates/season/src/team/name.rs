//! The gate of team names.

use crate::SeasonError;
use lettergame_base::{Name, is_device};

/// The longest name of a team, in characters.
const MAX_TEAM_NAME: usize = 40;

/// The name of a team, which is also that of a folder and, before a dot, of its versions.
pub(crate) fn team_name(text: &str) -> Result<Name, SeasonError> {
    let name = Name::given(text)?;
    let length = name.as_str().chars().count();
    if length > MAX_TEAM_NAME || name.as_str().contains('.') || is_device(name.as_str()) {
        return Err(SeasonError::TeamName(text.to_owned()));
    }
    Ok(name)
}
