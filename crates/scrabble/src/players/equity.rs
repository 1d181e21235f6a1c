//! `equity`: score plus what the kept tiles are worth for the turns to come, by a model fitted to
//! games of the program against itself. It exchanges where that is worth more than any play. Once the
//! bag is empty and few tiles are left it searches.

use std::sync::Arc;

use crate::endgame::Endgame;
use crate::players::choosing::{best_play, endgame_move, leave_value, play_or_exchange};
use crate::plays::{Generator, Leaves};
use crate::rules::{Move, Scrabble, View};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Parameter, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Scrabble> = Roster {
    listing: Listing {
        name: "equity",
        suffix: None,
        idea: "score plus what the kept tiles are worth for the turns to come",
        parameters: &[
            Parameter::integer(
                "endgame",
                "5",
                [0, 1_000_000],
                "positions",
                "positions that a search of the endgame looks at",
            )
            .costing_time(),
            Parameter::integer(
                "tiles",
                "8",
                [0, 14],
                "tiles",
                "the search starts when both racks together hold so many (14: at once)",
            )
            .costing_time(),
        ],
    },
    make: |values, _| {
        let nodes = values.read("endgame")?;
        let tiles = values.read("tiles")?;
        Ok(Arc::new(Equity { nodes, tiles }))
    },
};

#[derive(Clone, Copy)]
struct Equity {
    /// Positions of a search of the endgame.
    nodes: u32,
    /// Tiles on both racks from which on there is one.
    tiles: usize,
}

impl Strategy<Scrabble> for Equity {
    fn sit(&self, _: &Arc<Scrabble>, _: Seat, _: usize) -> Box<dyn Player<Scrabble>> {
        Box::new(Sitting { search: *self, generator: Generator::new(), endgame: Endgame::new() })
    }
}

struct Sitting {
    search: Equity,
    generator: Generator,
    endgame: Endgame,
}

impl Player<Scrabble> for Sitting {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let Equity { nodes, tiles } = self.search;
        if view.bag() == 0 && nodes > 0 && view.rack().len() + view.other_rack() <= tiles {
            return Ok(endgame_move(&mut self.endgame, view, nodes));
        }
        let valuation = leave_value(view, Leaves::shipped());
        let best = best_play(&mut self.generator, view, &valuation);
        Ok(play_or_exchange(&self.generator, view, best))
    }
}
