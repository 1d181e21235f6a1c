//! The foundation of the arena: small values, statistics, words, and the contract of every game.
//!
//! [`base`] has seats, points and random streams; [`stats`] knows only numbers; [`lexicon`] is about words and
//! letters; [`game`] is the contract and the table on which games are played. The crate knows no game.

pub mod base;
pub mod game;
pub mod lexicon;
pub mod stats;
