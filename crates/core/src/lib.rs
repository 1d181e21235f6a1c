//! Foundation of the workspace: basic values, statistics, words and the contract that every game implements.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! [`base`] has seats, points and random streams; [`stats`] deals with numbers only; [`lexicon`] handles
//! words and letters; [`game`] is the game contract and the table on which games are played. No particular
//! game is known here.

pub mod base;
pub mod game;
pub mod lexicon;
pub mod stats;
