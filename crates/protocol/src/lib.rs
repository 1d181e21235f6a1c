//! Players that are other programs, and players in WebAssembly: LGP/1, for every game.
//!
//! [`Program`] is a program as its user describes it, [`Launch`] one that is ready to be started,
//! [`Link`] a process that was started and the conversation with it. A link never waits, so that one
//! thread can talk with many. [`ProgramStrategy`] is the simple way to use it: a player that waits for
//! each answer; [`ModuleStrategy`] plays a module of [`wasm`] in this process, [`ResidentStrategy`] code of
//! whoever uses this library. Whatever a program does wrong has a name and is quoted. `sdk/PROTOCOL.md` is the
//! protocol for those who write programs.

mod announced;
mod answer;
mod broken;
mod clock;
mod data;
mod ending;
mod landed;
mod launch;
pub mod leftovers;
mod link;
mod log;
pub mod messages;
mod module_player;
mod news;
mod player;
mod process;
mod program;
mod resident;
mod toll;
pub mod wasm;

pub use lettergame_sandbox as sandbox;

pub use announced::Announced;
pub use answer::read_move;
pub use broken::Broken;
pub use data::{DataError, data_files};
pub use launch::{BATCH, Hosting, Launch, Limits, MEMORY_MIB, Site, TimeLimits};
pub use link::Link;
pub use module_player::ModuleStrategy;
pub use news::{News, Question};
pub use player::ProgramStrategy;
pub use process::{Ear, Farewell, Heard, Tag};
pub use program::{COMMAND_PREFIX, Located, MODULE_PREFIX, Program, ProgramError};
pub use resident::{NewGame, Resident, ResidentStrategy, Residents, Seated};
