//! Statistics: numbers in, numbers out. Nothing here knows about games.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! Measurements are condensed into summaries of a few numbers, which can be merged: shards of a tournament are summarised
//! separately and combined afterwards.
//!
//! | question | measurements | answer |
//! | --- | --- | --- |
//! | What is the mean? | [`Summary`] | [`mean_interval`]; [`skewed_mean_interval`] of few or skewed ones |
//! | ... of blocks of unequal size, of shares? | [`RatioSummary`] | [`ratio_interval`], [`share_interval`] |
//! | Can a value be the true mean? | [`Summary`] | [`mean_p_value`], and [`holm`] for several such tests |
//! | How do two compare under the same luck? | [`PairedSummary`], [`PairedRatioSummary`] | intervals of the difference |
//! | Which of two values, with as few blocks as possible? | [`SequentialTest`] | a verdict; [`anytime_interval`] holds whenever it stops |
//! | How strong are players? | [`BootstrapRatings`], [`PairTable`], [`JoinedResults`] (very many, in small groups) | [`Ratings`]: Bradley-Terry on an Elo-like scale, with intervals |
//! | Does one rating per player explain the results? | the same | [`ModelFit`], [`Cycles`] |
//! | How would a population of players evolve? | [`ShareTable`] | shares over time |
//! | Which differences between two sides predict the result? | pairs of features | [`fit_shares`] |
//! | What are integer features worth, if a group shares a level? | [`GroupedLeastSquares`] | their worth |
//! | Does a series rise? | values | [`trend`] |
//! | Where is a noisy function highest? | [`Spsa`] | parameters |
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
