//! Hostile and sane things that are handed in.

mod archives;
mod class_players;
mod entries;
mod folders;
mod java;
mod sane;
mod tars;
#[cfg(unix)]
mod unix_folders;
mod zips;
