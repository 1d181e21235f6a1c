//! Players that were written in Java for the simulator of a class: found, compiled with the classes of that
//! simulator, and started by an adapter as programs of the protocol.
//!
//! [`gather`] makes a folder in which the command of each [`ClassPlayer`] starts it; [`copy_data`] adds the
//! files that such players read. No code of a player runs.

mod data;
mod error;
mod gather;
mod sdk;

use std::fs;
use std::path::Path;

pub use data::{CopiedData, copy_data, data_root};
pub use error::ClassPlayersError;
pub use gather::{ClassPlayer, Edition, GatheredPlayers, RunTool, gather};

/// Writes a file, creating its parent folders.
fn write(place: &Path, text: &str) -> Result<(), ClassPlayersError> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(place, text))
        .map_err(ClassPlayersError::write(place))
}
