//! External players: programs and WebAssembly modules that speak LGP/1, for every game.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! [`Program`] is a program as its user describes it, [`Launch`] a program ready to be started, [`Link`] a
//! started process that answers questions. A link never blocks, so one thread can serve many. A
//! [`Conversation`] is about one game with a process of its own, and waits for each answer: what the process
//! does wrong is attributed to the same decision each time. [`ProgramStrategy`] makes it a player; [`ModuleStrategy`]
//! runs a [`wasm`] module in this process, [`InProcessStrategy`] code of this library's user. Every error of
//! a program has a name and quotes its input. `sdk/PROTOCOL.md` describes the protocol for authors of
//! programs.

mod announced;
mod answer;
mod answer_match;
pub mod cleanup;
mod clock;
mod conversation;
mod corrected_moves;
mod data;
mod ending;
mod in_process;
mod launch;
mod link;
mod link_event;
mod log;
mod log_mark;
mod log_pipe;
pub mod messages;
#[cfg(feature = "wasm")]
mod module_player;
mod player;
mod process;
mod process_failure;
mod program;
mod talk;
mod toll;
#[cfg(feature = "wasm")]
pub mod wasm;

pub use lettergame_sandbox as sandbox;

pub use announced::Announced;
pub use answer::read_move;
pub use conversation::{Conversation, Ended, Reply};
pub use corrected_moves::CorrectedMoves;
pub use data::{DataError, data_files};
pub use in_process::{InProcessPlayer, InProcessPlayers, InProcessStrategy, NewGame, Seated};
pub use launch::{BATCH, HostOptions, Launch, Limits, MEMORY_MIB, ProgramHost, TimeLimits};
pub use link::Link;
pub use link_event::{LinkEvent, Question};
pub use log_mark::{LinesOfGame, LogMark, lines_of_game};
#[cfg(feature = "wasm")]
pub use module_player::ModuleStrategy;
pub use player::ProgramStrategy;
pub use process::{EventSender, Farewell, ProcessEvent, Tag};
pub use process_failure::ProcessFailure;
pub use program::{COMMAND_PREFIX, Located, MODULE_PREFIX, Program, ProgramError};
pub use talk::{NoHello, greet};
