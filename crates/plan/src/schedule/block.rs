//! A block: pairings with the same number of sides on the same deals, and the numbers of their
//! games.
//!
//! Games are numbered deal by deal; within a deal seating by seating, within a seating pairing by
//! pairing.

use crate::Job;
use lettergame_base::{Branch, BySeat, Seed};

/// The numbers of the first game of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) game: u64,
    pub(super) deal: u64,
    pub(super) pairing: u64,
}

/// Pairings that play the same deals.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) first: Numbers,
    /// The sides of each pairing, as player numbers; all have the same number of them.
    pub(super) pairings: Vec<BySeat<usize>>,
    /// Seats of each side.
    pub(super) clones: usize,
    /// The orders of sides in which each deal is played.
    pub(super) seatings: Vec<BySeat<usize>>,
}

impl Block {
    /// Seats of each game.
    pub(super) fn seats(&self) -> usize {
        self.clones * self.pairings.first().map_or(0, BySeat::len)
    }

    /// The pairing of a game of the block or after it, from 0 within the block.
    pub(super) fn pairing_of(&self, game: u64) -> usize {
        ((game - self.first.game) % self.pairings.len() as u64) as usize
    }

    /// A game of the block or after it, in a tournament with that seed.
    pub(super) fn job(&self, game: u64, seed: Seed) -> Job {
        let seatings = self.seatings.len() as u64;
        let pairing = self.pairing_of(game);
        let turn = (game - self.first.game) / self.pairings.len() as u64;
        let deal = self.first.deal + turn / seatings;
        let order = &self.seatings[(turn % seatings) as usize];
        let sides = &self.pairings[pairing];
        let in_order: Vec<usize> =
            order.values().filter_map(|&side| sides.values().nth(side).copied()).collect();
        let lineup = in_order.iter().copied().cycle().take(self.seats()).collect();
        let pairing = self.first.pairing + pairing as u64;
        Job { game, deal, pairing, seed: seed.derive(Branch::Deal, deal), lineup }
    }

    /// The numbers that follow after this many games of each pairing.
    pub(super) fn end(&self, games: u64) -> Numbers {
        let pairings = self.pairings.len() as u64;
        Numbers {
            game: self.first.game.saturating_add(games.saturating_mul(pairings)),
            deal: self.first.deal + games.div_ceil(self.seatings.len() as u64),
            pairing: self.first.pairing + pairings,
        }
    }
}
