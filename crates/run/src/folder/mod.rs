//! The folder of a run: its files, created before the first game and complete after each batch.
//!
//! `config.toml` holds the full config and, in its table `run`, what is needed to resume: the
//! shard, the fingerprint of everything that determines the rows, the fingerprint of the word list,
//! and a checksum of the text. `scores.csv`, `rounds.csv` and `plies.csv` are only ever appended
//! to, the scores last, so a game whose scores are present is complete in all of them. No row contains
//! a line break. If players are programs, `faults.jsonl` has a line for each of their faults, and
//! `logs/` what they wrote to standard error. `part.json`, written last, seals all of them.
//!
//! # Telling a kill from damage
//! For each batch the faults are written first, then plies, rounds and, last, the scores. A game whose
//! scores are all in `scores.csv` is complete: its rows must be in all other files, and agree. Any other
//! deviation in a complete game is damage, which is reported and never repaired. After the last complete
//! game, a kill leaves rows of later games in ascending order and a partial last line: only these are cut
//! when the run is resumed. A sealed run was played to its end: nothing may be missing, extra or changed.
//! In a run that is not sealed, bytes missing at the end of `scores.csv` cannot be told from a kill, and
//! the games are played again; if this cuts the faults of several games, they are kept in
//! `logs/faults-cut.log`. Rows without any scores are not the result of a kill, because all files are
//! created before any rows are written.
//!
//! Every writer holds the lock of the folder ([`RunLock`](crate::RunLock)) from before anything is removed or
//! created.

mod config_file;
mod creating;
mod mended;
pub(crate) mod open_part;
mod parted;
mod place;
pub(crate) mod run_folder;
pub(crate) mod sealed;
