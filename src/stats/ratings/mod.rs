//! Ratings of players from results of one against another.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of
//! incomplete block designs I", Biometrika 39, 1952 (before them E. Zermelo,
//! 1929): player `i` has a strength, and of the point that `i` and `j` play for `i`
//! expects the share `1 / (1 + exp(strength of j - strength of i))`. A tie is half a point to
//! each, so ties need no parameter of their own. Strengths are told on an
//! Elo-like scale: 400 points more mean odds of ten to one, and the mean over
//! all players is 0.
//!
//! - [`PairTable`]: the points of each player against each other one. The model
//!   needs nothing else, so the order of results plays no part.
//! - [`fit`]: from a table to ratings, by Newton's method; `network` solves its
//!   linear equations.
//! - [`JackknifeRatings`]: 32 tables and a rating with an interval for each player.
//!
//! What is assumed: strengths do not change over time; beating strong players and
//! losing to weak ones is chance and no trait (if A is favoured over B and B over C, A is
//! over C); a game of more than two players is broken into its pairs, each pair
//! counting as a game of two. The pairs of one game depend on each other, and so
//! may the games of one deal. That leaves the ratings consistent but would make a naive
//! error too small; the jackknife therefore leaves out whole blocks, in which all that
//! depends on each other lies together.

mod bradley_terry;
mod jackknife;
mod network;
mod pair_table;
#[cfg(test)]
mod simulation;

pub use bradley_terry::fit;
pub use jackknife::{JackknifeRatings, RatingFit};
pub use pair_table::{PairError, PairTable};
