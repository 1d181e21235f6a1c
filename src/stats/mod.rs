//! L1: statistics, numbers in and numbers out; nothing here knows of games.
//!
//! [`Summary`] is a mean and a variance that can be added to and merged; [`mean_interval`] and
//! [`share_interval`] say how sure they are; [`JackknifeRatings`] are ratings from results of pairs.

mod intervals;
mod pair_table;
mod ratings;
mod summary;

pub use intervals::{Interval, mean_interval, share_interval};
pub use pair_table::PairTable;
pub use ratings::{JackknifeRatings, RatingFit};
pub use summary::Summary;
