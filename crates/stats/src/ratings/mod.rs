//! Ratings of players from head-to-head results.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs I",
//! Biometrika 39, 1952 (before them E. Zermelo, 1929): player `i` has a strength, and in a game against `j`
//! player `i` expects the share `1 / (1 + exp(strength of j - strength of i))` of the point. Strengths are
//! reported on an Elo-like scale: a lead of 400 points means odds of ten to one. [`RatingScale`] sets the
//! zero: the average of the players, weighted by the information in their games, or a chosen player as
//! anchor.
//!
//! - [`PairTable`]: the points of each player against each other player. The model needs nothing else, so the
//!   order of results does not matter.
//! - [`PairTable::classes`]: which players are comparable by results, and which only by the prior.
//! - [`fit`]: from a table to ratings, by Newton's method; `network` solves its
//!   linear equations.
//! - [`BootstrapRatings`]: tables of blocks, which yield [`Ratings`]: each player's rating, differences to
//!   others and rank, with intervals.
//! - [`JoinedResults`]: the same model for very many players that met in small groups.
//! - [`ModelFit`]: whether one rating per player explains the results, and [`Cycles`] of players that beat
//!   each other, which no ratings explain.
//!
//! # Games with many players
//!
//! A game with more than two players is broken into all its pairs, each counting as a two-player game. If
//! whole rankings follow the model of Plackett and Luce (R. L. Plackett, "The analysis of permutations",
//! Applied Statistics 24, 1975), in which each place goes to one of the remaining players with probability
//! proportional to `exp(strength)`, then any two of them follow Bradley-Terry, regardless of the other
//! players (R. D. Luce, "Individual Choice Behavior", 1959). So the pairs estimate the same strengths,
//! consistently (full breaking; H. Azari Soufiani, W. Chen, D. C. Parkes and L. Xia, "Generalized
//! method-of-moments for rank aggregation", NIPS 2013). They are slightly less efficient than the likelihood
//! of whole rankings, but do not depend on its sequential choices, which scores do not follow, and only a
//! table of pairs has to be kept.
//!
//! # Ties
//!
//! A tie is half a point each. The scale predicts the expected share of points, and the maximum likelihood
//! strengths are those under which every player's expected points (including the prior's) equal its actual
//! points: with half points this holds with or without ties. Models with a chance of a tie (P. V. Rao and L.
//! L. Kupper, Journal of the American Statistical Association 62, 1967; R. R. Davidson, same journal
//! 65, 1970) have an additional parameter and put the odds of winning, ties excluded, on the scale, so the
//! same gap would predict a different share where ties are more common.
//!
//! # Assumptions
//!
//! Strengths do not change over time; beating strong players and losing to weak ones is chance, not a trait
//! (if A is favoured over B and B over C, A is favoured over C). The pairs of one game depend on each other,
//! and so may the games of one deal. The ratings remain consistent but a naive standard error would be too
//! small; the bootstrap therefore draws whole blocks, which contain all results that depend on each other.
//!
//! No crate does this: `skillratings` has incremental ratings (Elo, Glicko, TrueSkill, Weng and Lin), which
//! depend on the order of games.

mod bootstrap;
mod bradley_terry;
mod connectivity;
#[cfg(test)]
mod coverage;
mod cycles;
mod few_points;
mod fitted;
mod joined;
mod model_fit;
mod network;
mod pair_table;
mod scale;
#[cfg(test)]
mod simulation;

pub use bootstrap::BootstrapRatings;
pub use bradley_terry::fit;
pub use connectivity::Unlinked;
pub use cycles::Cycles;
pub use fitted::{RankInterval, RatingFit, Ratings};
pub use joined::{GroupSums, JoinedRatings, JoinedResults, PairDeviation};
pub use model_fit::{ModelFit, PairFit};
pub use pair_table::{PairError, PairTable};
pub use scale::RatingScale;
