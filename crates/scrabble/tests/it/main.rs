//! The tests of Scrabble through the public API of its crate, one module per subject.

mod alphabets;
mod challenges;
mod endgame;
mod naive;
mod naive_self;
mod notation;
mod positions;
mod preendgame;
mod properties;
mod rules;
