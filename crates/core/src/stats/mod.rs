//! Statistics: numbers in, numbers out. Nothing here knows what a game is.
//!
//! A [`Summary`] condenses any number of measurements into four numbers and
//! can be merged, so that shards of a tournament are summarised apart and put
//! together afterwards. [`mean_interval`] says how far its mean can be
//! trusted, [`mean_p_value`] whether a value can be its true mean, and [`holm`] corrects several such
//! tests. A [`RatioSummary`] is of blocks of measurements that may be unequally large;
//! [`ratio_interval`] and [`share_interval`] say how far the mean of one measurement can be trusted. A [`PairedSummary`] is of two measurements of each block, which met the same luck, a [`PairedRatioSummary`] of
//! two ratios;
//! [`skewed_mean_interval`] and [`highest_share`] are for few or lopsided ones. A
//! [`SequentialTest`] decides between two values of a mean with as few blocks as that takes, and
//! [`anytime_interval`] holds whenever it stops.
//! [`BootstrapRatings`] condenses results of player against player in
//! the same mergeable way and turns them into Bradley-Terry ratings on an
//! Elo-like scale, their differences and ranks, each with an interval ([`Ratings`]), and says whether one
//! rating for each player explains the results ([`ModelFit`], [`Cycles`]); [`fit`] is the bare fit of one
//! [`PairTable`]. [`trend`] is what values gain from one to the next. A [`ShareTable`] says what a population of players would come to. [`fit_shares`] finds what decides between two sides: the weights of what one has
//! more of than the other. [`GroupedLeastSquares`] finds what whole-numbered features are worth, when
//! measurements of a group share what the features do not tell. [`Spsa`] climbs a noisy function of several
//! parameters.
//!
//! Everything depends on its input alone: there is no clock, no chance but draws from fixed seeds and
//! no hashing, so the same calls in the same order give the same bits on the
//! same machine. Between machines `exp` and `ln` may differ in the last digit.
//!
//! A figure that the data cannot give is `None`, never a zero.

mod anytime;
mod axis;
mod cholesky;
mod duel;
mod intervals;
mod least_squares;
mod logistic;
mod lopsided;
mod paired;
mod paired_ratio;
mod parallel;
mod population;
mod ratings;
mod ratio;
mod sequential;
mod share_interval;
mod spsa;
mod stake;
mod summary;
mod tests_of_mean;
mod theil_sen;

pub use anytime::anytime_interval;
pub use axis::Axis;
pub use duel::{Duel, Stakes};
pub use intervals::{
    Interval, LEVEL, clumped_ratio_interval, mean_interval, ratio_interval, t_interval,
};
pub use least_squares::GroupedLeastSquares;
pub use logistic::{Link, ShareFit, fit_shares};
pub use lopsided::{highest_share, skewed_mean_interval};
pub use paired::PairedSummary;
pub use paired_ratio::{PairedRatioSummary, quotient_interval};
pub use population::{NashAverage, POPULATION, SELECTION, ShareTable};
pub use ratings::{
    BootstrapRatings, Cycles, ModelFit, PairError, PairFit, PairTable, RankInterval, RatingFit,
    RatingScale, Ratings, Unlinked, fit,
};
pub use ratio::RatioSummary;
pub use sequential::{Above, Accepted, Evidence, SequentialRun, SequentialTest};
pub use share_interval::share_interval;
pub use spsa::{Probe, Spsa};
pub use stake::Outlook;
pub use summary::Summary;
pub use tests_of_mean::{holm, mean_p_value};
pub use theil_sen::{Trend, trend};
