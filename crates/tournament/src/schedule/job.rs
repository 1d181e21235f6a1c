//! A game by what is known of it before it is played.

use lettergame_core::base::{BySeat, Seed};

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The game's number in the tournament, from 0.
    pub game: u64,
    /// The deal's number, from 0.
    pub deal: u64,
    /// The pairing's number, from 0; where there are stages, numbered on over them.
    pub pairing: u64,
    /// The deal's seed.
    pub seed: Seed,
    /// Which player (number in the config) sits in each seat.
    pub lineup: BySeat<usize>,
}
