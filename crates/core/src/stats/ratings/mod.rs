//! Ratings of players from results of one against another.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of
//! incomplete block designs I", Biometrika 39, 1952 (before them E. Zermelo,
//! 1929): player `i` has a strength, and of the point that `i` and `j` play for `i`
//! expects the share `1 / (1 + exp(strength of j - strength of i))`. Strengths are told on an
//! Elo-like scale: 400 points more mean odds of ten to one. What 0 is, [`RatingScale`] says: the average
//! of the players, weighted by how much their games reveal, or what a chosen player makes it.
//!
//! - [`PairTable`]: the points of each player against each other one. The model
//!   needs nothing else, so the order of results plays no part.
//! - [`PairTable::classes`]: whom the results compare at all, and whom only the prior does.
//! - [`fit`]: from a table to ratings, by Newton's method; `network` solves its
//!   linear equations.
//! - [`BootstrapRatings`]: tables of blocks, from which [`Ratings`] come: of each player its rating, its
//!   differences to others and its rank, with intervals.
//! - [`ModelFit`]: whether the results are such as one rating for each player allows, and [`Cycles`] of players
//!   that beat each other in turn, which no ratings allow.
//!
//! # Games of many players
//!
//! A game of more than two players is broken into all its pairs, each counting as a game of two. If
//! whole rankings follow the model of Plackett and Luce (R. L. Plackett, "The analysis of
//! permutations", Applied Statistics 24, 1975), in which each place goes to one of those who are left
//! with a chance in proportion to `exp(strength)`, then any two of them compare as Bradley and Terry
//! say, whoever else plays (R. D. Luce, "Individual Choice Behavior", 1959). So the pairs estimate
//! the same strengths, and find them with ever more games (full breaking; H. Azari Soufiani, W. Chen,
//! D. C. Parkes and L. Xia, "Generalized method-of-moments for rank aggregation", NIPS 2013). They are
//! a little less exact than the likelihood of whole rankings, but do not lean on its order of
//! choice, which scores do not follow, and a table of pairs is all that must be kept.
//!
//! # Ties
//!
//! A tie is half a point to each. The scale promises the share of points that is to be expected, and
//! the most likely strengths are those under which every player's expected points (and those of the prior)
//! are what it took: with half points that holds with ties as without. Models with a chance of
//! a tie (P. V. Rao and L. L. Kupper, Journal of the American Statistical Association 62, 1967;
//! R. R. Davidson, same journal 65, 1970) have a parameter more and put odds of winning, ties left
//! out, on the scale, so that the same gap would promise another share wherever ties are more common.
//!
//! # What is assumed
//!
//! Strengths do not change over time; beating strong players and losing to weak ones is chance and no
//! trait (if A is favoured over B and B over C, A is over C). The pairs of one game depend on each
//! other, and so may the games of one deal. That leaves the ratings consistent but would make a naive
//! error too small; the bootstrap therefore draws whole blocks, in which all that depends on each
//! other lies together.
//!
//! No crate does this: `skillratings` has the ratings that follow a player from game to game (Elo,
//! Glicko, TrueSkill, Weng and Lin), which depend on the order of games.

mod bootstrap;
mod bradley_terry;
mod connectivity;
#[cfg(test)]
mod coverage;
mod cycles;
mod few_points;
mod fitted;
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
pub use model_fit::{ModelFit, PairFit};
pub use pair_table::{PairError, PairTable};
pub use scale::RatingScale;
