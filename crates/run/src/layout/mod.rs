//! Runs in parts: instead of one large file of each kind of rows, a folder for each range of games.
//!
//! The folder of such a run has, besides `config.toml` and `standings.csv`, the folder `parts` with one
//! folder for each range of games, named after its first game and the one after its last. Each has row files
//! with header lines, as a run of these games alone would have them; `tally.json`, from which standings follow;
//! and `part.json`, the [seal](crate::Seal) of a complete part. `manifest.json` lists the parts of the whole run. It is
//! written when all of them and the standings are complete: a run in parts without it is not finished.
//!
//! Rows are always written as CSV; the row files of a complete part may be replaced by Parquet
//! files. Faults stay as they are, and are read line by line.

pub(crate) mod manifest;
pub(crate) mod manifest_error;
pub(crate) mod part_format;
pub(crate) mod parts;
pub(crate) mod run_info;
pub(crate) mod seal;
