//! `mixture`: a random mixture of simple ways to bid.
//!
//! Holds several players of this roster with their default settings; before each round one of them is
//! drawn, each equally often, and bids for the whole round. All of them learn what is announced. So
//! rivals who model it find no habit. Source: mixed strategies, von Neumann, "Zur Theorie der
//! Gesellschaftsspiele" (1928).

use std::sync::Arc;

use crate::players::{crescendo, flat, pattern, seven_letter, sniper, spender};
use crate::rules::{Auction, Event, Move, View};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Auction> = Roster {
    listing: Listing {
        name: "mixture",
        suffix: None,
        idea: "bids each round as one of six other players, drawn at random",
        parameters: &[],
    },
    make: |_, rules| {
        let ways = WAYS.iter().map(|entry| entry.with_defaults(rules));
        Ok(Arc::new(Ways(ways.collect::<Result<_, _>>()?)))
    },
};

/// The players that are mixed.
const WAYS: [Roster<Auction>; 6] = [
    seven_letter::ENTRY,
    pattern::ENTRY,
    crescendo::ENTRY,
    spender::ENTRY,
    sniper::ENTRY,
    flat::ENTRY,
];

struct Ways(Vec<Arc<dyn Strategy<Auction>>>);

impl Strategy<Auction> for Ways {
    fn sit(&self, rules: &Arc<Auction>, seat: Seat, seats: usize) -> Box<dyn Player<Auction>> {
        let players = self.0.iter().map(|way| way.sit(rules, seat, seats)).collect();
        Box::new(Mixture { players, now: 0, round: 0 })
    }
}

struct Mixture {
    players: Vec<Box<dyn Player<Auction>>>,
    /// Who bids in `round`.
    now: usize,
    round: u16,
}

impl Player<Auction> for Mixture {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        if self.round != view.round() {
            self.round = view.round();
            self.now = rng.below(self.players.len() as u32) as usize;
        }
        self.players[self.now].choose(view, rng)
    }

    fn observe(&mut self, event: &Event) {
        self.players.iter_mut().for_each(|player| player.observe(event));
    }
}

#[cfg(test)]
mod tests {
    use super::WAYS;
    use crate::players::situation::Situation;

    /// What a player bids for an E in the first auction of round 1.
    fn first_bid(player: &str) -> i64 {
        Situation::new(player, 3, 1, "QUAE").bid()
    }

    #[test]
    fn each_round_it_bids_as_one_of_its_players_and_not_always_as_the_same() {
        let known: Vec<i64> = WAYS.iter().map(|entry| first_bid(entry.listing.name)).collect();
        let mut table = Situation::new("mixture", 3, 1, "QUAE");
        assert!(known.contains(&table.bid()), "{known:?}");
        assert_eq!(table.bid(), table.bid(), "one player for the round");
        let mut bids = std::collections::BTreeSet::new();
        for _ in 0..9 {
            bids.insert(table.bid());
            table.end_round();
        }
        assert!(bids.len() > 1, "{bids:?}");
    }
}
