//! The analysis of a game: its tables and documents, which the command line writes.

mod analysed;
mod boards;
mod document;
mod json;
mod notes;
mod overview;
mod tables;

pub use analysed::AnalysedGame;
