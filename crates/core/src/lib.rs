//! The foundation of the arena: small values, statistics, words, and the contract that every game keeps.
//!
//! [`base`] says who, how much and by what chance; [`stats`] knows numbers only; [`lexicon`] is about words and
//! letters; [`game`] is the contract and the table on which games are played. It knows no game.

pub mod base;
pub mod game;
pub mod lexicon;
pub mod stats;
