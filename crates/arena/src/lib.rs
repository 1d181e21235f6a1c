//! Runs in their folders: prepared from a raw config, played, continued, replayed.
//!
//! Internal: its interface follows the needs of the other crates of this project.
//!
//! The command line and the web pages both handle tournaments through this crate, so that they
//! write the same bytes. A [`RawConfig`](lettergame_plan::RawConfig) and [`Words`] become one
//! or more [`ReadyRun`]s, each of which creates its folder and becomes a [`Session`]; a session
//! that was stopped can be reopened, and [`Mending`] plays lost parts of a run in parts again. A
//! [`ReadyRun`] can also play any of its games without a folder, as [`Played`]. A [`Replay`] plays
//! single games again.
//!
//! Players that were written in Java for the simulator of a class become programs by
//! [`class_players`].

mod audit;
pub mod class_players;
mod comparing;
mod error;
mod first_hello;
mod folder_name;
mod games_of;
mod mending;
mod merging;
mod part;
mod part_sealer;
mod parts_kept;
pub mod phrases;
mod ready;
mod reopen;
mod replay;
mod replayed;
mod rows;
mod session;
mod tuning;
mod verify;
mod words;

pub use audit::{AuditPace, AuditStep, AuditVerdict, audit};
pub use comparing::{
    COMPARE_OPTIONS, CompareError, CompareOption, CompareOptions, CompareOptionsError, Compared,
    ContestError, MatchUp, RaceUp, Raced, ReadyMatch, ReadyRace, compare_finished, so_far,
};
pub use error::RunError;
pub use first_hello::{hear_hellos, hear_unplayed};
pub use folder_name::folder_name;
pub use games_of::{SeatTaken, games_of};
pub use mending::Mending;
pub use merging::merge;
pub use part::Part;
pub use ready::{ReadyRun, absolute, place, prepare, prepare_sharing, read_raw_config};
pub use reopen::{prepared_run, runs_in};
pub use replay::{GamePart, Replay};
pub use rows::Played;
pub use session::{Finished, Outcome, Session};
pub use tuning::{
    DEFAULT_GAMES, FoundLog, ReadyTuning, Subject, SubjectError, TuneError, TuneOptions, Tuned,
    TunedParameter, Tuning, TuningLog,
};
pub use verify::{Damage, Verified, replay_all, verify};
pub use words::Words;
