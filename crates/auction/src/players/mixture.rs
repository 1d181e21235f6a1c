//! `mixture`: a random mixture of simple bidders.
//!
//! Holds several players of this roster with their default settings; one of them, drawn uniformly before each
//! round, bids for the whole round. All of them observe the announcements. So rivals who model it find no
//! pattern. Source: mixed strategies, von Neumann, "Zur Theorie der Gesellschaftsspiele" (1928).

use std::sync::Arc;

use crate::players::crescendo::CrescendoParams;
use crate::players::flat::Flat;
use crate::players::pattern::PatternParams;
use crate::players::seven_letter::SevenLetterParams;
use crate::players::sniper::SniperParams;
use crate::players::spender::SpenderParams;
use crate::rules::{Auction, Event, Move, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<Mixture>(
    "mixture",
    "bids each round as one of six other players, drawn at random",
);

struct Mixture;

impl Tunable<Auction> for Mixture {
    const DEFAULT: Mixture = Mixture;

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let rules = Arc::clone(rules);
        let ways = [
            SevenLetterParams::DEFAULT.strategy(&rules),
            PatternParams::DEFAULT.strategy(&rules),
            CrescendoParams::DEFAULT.strategy(&rules),
            SpenderParams::DEFAULT.strategy(&rules),
            SniperParams::DEFAULT.strategy(&rules),
            Flat::DEFAULT.strategy(&rules),
        ];
        per_seat(move |seat, seats| {
            let players = ways.iter().map(|way| way.sit(&rules, seat, seats)).collect();
            Mixed { players, now: 0, round: 0 }
        })
    }
}

struct Mixed {
    players: Vec<Box<dyn Player<Auction>>>,
    /// The player bidding in `round`.
    now: usize,
    round: u16,
}

impl Player<Auction> for Mixed {
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
    use crate::players::situation::Situation;

    /// A player's bid for an E in the first auction of round 1.
    fn first_bid(player: &str) -> i64 {
        Situation::new(player, 3, 1, "QUAE").bid()
    }

    #[test]
    fn each_round_it_bids_as_one_of_its_players_but_not_always_the_same() {
        let ways = ["seven-letter", "pattern", "crescendo", "spender", "sniper", "flat"];
        let known = ways.map(first_bid);
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
