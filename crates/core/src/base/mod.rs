//! The small values that every other layer uses. They know nothing of games.
//!
//! [`Seat`], [`SeatSet`] and [`BySeat`] say who; [`Points`] says how much; [`Seed`] and [`Rng`] are
//! the only source of chance; [`Name`] is a label that is safe in files; [`nearest`] helps with typos,
//! [`shell_word`] with commands that are printed; [`escaped`] and [`terminal_text`] make any text safe to print; at a
//! [`checkpoint`] long work can be interrupted.

mod checkpoint;
mod name;
mod points;
mod seat;
mod seed;
mod shell;
mod terminal;
mod tile_scoring;

pub use checkpoint::{Interrupted, checkpoint, supervised};
pub use name::{Name, did_you_mean, nearest, unique_file_names, unique_names};
pub use points::Points;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use seed::{Branch, ParseSeedError, Rng, Seed};
pub use shell::{shell_path, shell_word};
pub use terminal::{escaped, escaped_bytes, terminal_text};
pub use tile_scoring::TileScoring;
