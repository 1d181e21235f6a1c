//! Basic values used by every other layer, without knowledge of games.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! [`Seat`], [`SeatSet`] and [`BySeat`] identify players; [`Points`] counts; [`Seed`] and [`Rng`] are the
//! only source of randomness; [`Name`] is a label that is safe in files; [`nearest`] helps with typos,
//! [`shell_word`] with printed commands; [`escaped`] and [`terminal_text`] make any text safe to print;
//! [`parallel_map`] spreads work over cores and [`checkpoint`] makes it interruptible; [`Diagnosed`] errors say
//! what helps.

mod checkpoint;
mod diagnosis;
mod name;
mod parallel;
mod points;
mod seat;
mod seed;
mod shell;
mod terminal;
mod tile_scoring;

pub use checkpoint::{Interrupted, checkpoint, supervised};
pub use diagnosis::{Cause, Diagnosed, Diagnosis, Remedy};
pub use name::{
    Name, NameError, did_you_mean, is_device, nearest, unique_file_names, unique_names,
};
pub use parallel::{parallel_blocks, parallel_map};
pub use points::Points;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use seed::{Branch, ParseSeedError, Rng, Seed, SeedTextError};
pub use shell::{shell_path, shell_word};
pub use terminal::{escaped, escaped_bytes, terminal_page, terminal_text};
pub use tile_scoring::TileScoring;
