//! A game as it is known before it is played.

use lettergame_base::{BySeat, Seed};

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The game's number in the tournament, from 0.
    pub game: u64,
    /// The deal's number, from 0.
    pub deal: u64,
    /// The pairing's number, from 0; with stages, the numbers continue from stage to stage.
    pub pairing: u64,
    /// The deal's seed.
    pub seed: Seed,
    /// The player (number in the config) in each seat.
    pub lineup: BySeat<usize>,
}
