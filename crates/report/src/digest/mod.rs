//! Reads the rows of a run in one pass into the content of its report.
//!
//! [`Report::read`] opens the folders of runs using only their configs: neither the game nor its players nor
//! the word list are needed, and unfinished runs and shards are read as far as they go. A [`Digest`] is plain
//! data, and the only input of text, JSON and pages. Memory depends on players, seats and rounds, not on the
//! number of games.

mod convergence;
mod counter;
mod deal_mean;
mod fault_counts;
mod figures;
mod follow;
mod histogram;
mod joined;
mod labels;
mod notable;
mod own_columns;
mod pairs;
mod read;
mod relation;
mod rounds;
mod seats;
mod timing;

pub(crate) use figures::UNREPLAYABLE;
pub use figures::{
    Checkpoint, ColumnDigest, Digest, Distribution, Estimate, FaultDigest, Notability, NotableGame,
    PairDigest, PlayerDigest, PlayerRounds, Relation, Report, RoundDigest, RoundsDigest, RunTitle,
    SamplePoint, SeatDigest, Ties,
};
pub use follow::Follower;
pub use joined::{JoinError, JoinedReport};
pub use read::DigestError;
pub(crate) use read::RunHeader;
pub use timing::TimesDigest;
