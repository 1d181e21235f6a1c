//! Everything between what a team hands in and a folder that can be run. Whatever arrives is hostile until it
//! has passed.
//!
//! [`take_in()`] makes a folder with nothing but plain files of safe names and bounded sizes, and their
//! [`fingerprint`]. [`prepare`] finds out how it is started, and compiles what has to be.

mod build;
mod class_file;
mod class_player;
mod command;
mod contents;
mod entry;
mod entry_error;
mod entry_path;
mod find_entry;
mod folder;
mod java;
mod java_source;
mod limited_run;
mod limits;
mod player_toml;
mod prepare;
mod program_head;
mod refusal;
mod survey;
mod take_in;
mod tar_reader;
#[cfg(test)]
mod tests;
mod tree;
mod visitor;
mod zip_reader;

pub use build::{BuildLimits, build};
pub use entry::{Entry, Prepared};
pub use entry_error::EntryError;
pub use find_entry::find_entry;
pub use limits::IntakeLimits;
pub use prepare::prepare;
pub(crate) use refusal::is_invisible;
pub use refusal::{IntakeError, Refusal};
pub use survey::{IntakeFile, fingerprint};
pub use take_in::{Intake, take_in, take_in_upload};
