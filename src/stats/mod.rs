//! Statistics: numbers in, numbers out. Nothing here knows what a game is.
//!
//! A [`Summary`] condenses any number of measurements into four numbers and
//! can be merged, so that shards of a tournament are summarised apart and put
//! together afterwards. [`mean_interval`] says how far its mean can be
//! trusted, [`mean_p_value`] whether a value can be its true mean, and [`holm`] corrects several such
//! tests. A [`RatioSummary`] is of blocks of measurements that may be unequally large;
//! [`ratio_interval`] and [`share_interval`] say how far the mean of one measurement can be trusted. A [`PairedSummary`] is of two measurements of each block, which met the same luck. A
//! [`SequentialTest`] decides between two values of a mean with as few blocks as that takes.
//! [`BootstrapRatings`] condenses results of player against player in
//! the same mergeable way and turns them into Bradley-Terry ratings on an
//! Elo-like scale, each with an [`Interval`]; [`fit`] is the bare fit of one
//! [`PairTable`]. [`fit_shares`] finds what decides between two sides: the weights of what one has
//! more of than the other. [`GroupedLeastSquares`] finds what whole-numbered features are worth, when
//! measurements of a group share what the features do not tell. [`Spsa`] climbs a noisy function of several
//! parameters.
//!
//! Everything depends on its input alone: there is no clock, no chance but draws from fixed seeds and
//! no hashing, so the same calls in the same order give the same bits on the
//! same machine. Between machines `exp` and `ln` may differ in the last digit.
//!
//! A figure that the data cannot give is `None`, never a zero.

mod axis;
mod cholesky;
mod intervals;
mod least_squares;
mod logistic;
mod paired;
mod parallel;
mod ratings;
mod ratio;
mod sequential;
mod spsa;
mod summary;
mod tests_of_mean;

pub use axis::Axis;
pub use intervals::{Interval, LEVEL, mean_interval, ratio_interval, share_interval, t_interval};
pub use least_squares::GroupedLeastSquares;
pub use logistic::{Link, ShareFit, fit_shares};
pub use paired::PairedSummary;
pub use ratings::{BootstrapRatings, PairError, PairTable, RatingFit, fit};
pub use ratio::RatioSummary;
pub use sequential::{Accepted, Residual, SequentialRun, SequentialTest};
pub use spsa::{Probe, Spsa};
pub use summary::Summary;
pub use tests_of_mean::{holm, mean_p_value};
