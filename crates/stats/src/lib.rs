//! Statistics: numbers in, numbers out. Nothing here knows about games.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! A [`Summary`] condenses any number of measurements into a few numbers and can be merged, so shards of a
//! tournament can be summarised separately and combined afterwards. [`mean_interval`] gives the uncertainty
//! of its mean, [`mean_p_value`] tests whether a value can be its true mean, and [`holm`] corrects several
//! such tests. A [`RatioSummary`] is for blocks of measurements of unequal size; [`ratio_interval`] and
//! [`share_interval`] give the uncertainty of the mean of one measurement. A [`PairedSummary`] is for two
//! measurements of each block under the same luck, a [`PairedRatioSummary`] for two ratios;
//! [`skewed_mean_interval`] and [`highest_share`] are for few or skewed numbers. A [`SequentialTest`] decides
//! between two values of a mean with as few blocks as possible, and [`anytime_interval`] is valid whenever it
//! stops. [`BootstrapRatings`] condenses head-to-head results in the same mergeable way and turns them into
//! Bradley-Terry ratings on an Elo-like scale, their differences and ranks, each with an interval
//! ([`Ratings`]), and tests whether one rating per player explains the results ([`ModelFit`], [`Cycles`]);
//! [`fit`] is the plain fit of one [`PairTable`]. [`JoinedResults`] rates very many players that met in small
//! groups. [`trend`] is the slope of a series of values. A
//! [`ShareTable`] describes how a population of players would evolve. [`fit_shares`] finds which differences
//! between two sides predict the result. [`GroupedLeastSquares`] finds the worth of integer features when
//! measurements of a group share an unknown level. [`Spsa`] climbs a noisy function of several parameters.
//!
//! Results depend on the input alone: there is no clock, no randomness except draws from fixed seeds and no
//! hashing, so the same calls in the same order give the same bits on the same machine. Across machines `exp`
//! and `ln` may differ in the last digit.
//!
//! A figure that the data cannot determine is `None`, never zero.
//!
//! ```
//! use lettergame_stats::{PairTable, Summary, fit, mean_interval};
//!
//! let points: Summary = [31.0, 45.0, 38.0, 52.0].into_iter().collect();
//! let interval = mean_interval(&points, 0.95).unwrap();
//! assert!(interval.low < 41.5 && 41.5 < interval.high);
//!
//! // player 0 wins three games of four
//! let mut results = PairTable::new(2);
//! for share in [1.0, 1.0, 0.0, 1.0] {
//!     results.record(0, 1, share)?;
//! }
//! let ratings = fit(&results);
//! assert!(ratings[0] > ratings[1]);
//! # Ok::<(), lettergame_stats::PairError>(())
//! ```

mod anytime;
mod axis;
mod block_sums;
mod cholesky;
mod duel;
mod intervals;
mod least_squares;
mod logistic;
mod lopsided;
mod paired;
mod paired_ratio;
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
pub use block_sums::BlockSums;
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
    BootstrapRatings, Cycles, GroupSums, JoinedRatings, JoinedResults, ModelFit, PairDeviation,
    PairError, PairFit, PairTable, RankInterval, RatingFit, RatingScale, Ratings, Unlinked, fit,
};
pub use ratio::RatioSummary;
pub use sequential::{Above, Accepted, Evidence, SequentialRun, SequentialTest};
pub use share_interval::share_interval;
pub use spsa::{Probe, Spsa};
pub use stake::Outlook;
pub use summary::Summary;
pub use tests_of_mean::{holm, mean_p_value};
pub use theil_sen::{Trend, trend};
