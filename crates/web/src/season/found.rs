//! A hand-in as pages show it.

use lettergame_season::{HandIn, Season, SeasonError};

/// The place of a hand-in in the queue, from 1; `None` if it is decided.
pub(super) fn place(queue: &[HandIn], id: i64) -> Option<usize> {
    queue.iter().position(|waiting| waiting.id == id).map(|before| before + 1)
}

/// A hand-in, as its page shows it.
pub(super) struct Found {
    pub(super) hand_in: HandIn,
    /// Its place in the queue, from 1; `None` if it is decided.
    pub(super) place: Option<usize>,
    /// The number of the version that it became.
    pub(super) version: Option<u64>,
}

/// The hand-in of this number, if there is one.
pub(super) fn find(season: &mut Season, id: i64) -> Result<Option<Found>, SeasonError> {
    let Some(hand_in) = season.find_hand_in(id)? else { return Ok(None) };
    let versions = season.versions()?;
    let version = versions.iter().find(|version| Some(version.id) == hand_in.version);
    let version = version.map(|version| version.number);
    Ok(Some(Found { place: place(&season.hand_in_queue()?, id), hand_in, version }))
}
