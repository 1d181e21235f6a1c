//! Players that are programs, modules or classes of Python, and the SDKs they are written with.

mod in_process_players;
mod own_games;
mod player_messages;
mod player_programs;
#[cfg(target_os = "linux")]
mod player_times;
mod program_endings;
pub(crate) mod sdk;
pub(crate) mod wasm;
