//! A history of runs and verdicts, to follow a strategy's strength from commit to commit.
//!
//! The history is one SQLite file named by the user; without it nothing is recorded. [`History::open`]
//! creates it or opens it for writing, [`History::read`] opens it for reading. A [`RunRecord`] is a finished
//! run with a [`PlayerRecord`] for each player, a [`VerdictRecord`] is the verdict of a comparison.
//! [`conditions`] is a fingerprint of a run's conditions without the versions of its players: figures of runs
//! with the same fingerprint can be compared side by side, and scores compared deal by deal
//! ([`paired_difference`]).
//!
//! # Writers and crashes
//!
//! Each record is one transaction that takes the write lock at its beginning (`BEGIN IMMEDIATE`); others wait
//! for it, up to [`PATIENCE`]. The journal is SQLite's rollback journal, not its write-ahead log: records are
//! few and short, so the file is self-contained after each of them, can be copied or kept as an artifact of a
//! CI job, and needs no shared memory, which network file systems lack. Unfinished writes of a killed process
//! are rolled back when the file is next opened.
//!
//! # Ownership
//!
//! The header of the file has an application id and the version of its tables. A file without that id or with
//! a newer version is rejected before SQLite opens it, so that not a byte of it changes.

mod cells;
mod commit;
mod conditions;
mod past;
mod records;
mod schema;
mod store;

pub use cells::{CELLS, paired_difference};
pub use commit::{CommitError, commit_given, commit_here};
pub use conditions::conditions;
pub use past::{Filter, Past};
pub use records::{CellSum, Estimate, PlayerRecord, RunRecord, VerdictRecord};
pub use store::{History, HistoryError, PATIENCE};
