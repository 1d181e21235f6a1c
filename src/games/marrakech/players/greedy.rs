//! `greedy`: turns Assam to where the next walk costs least on average, and lays its rug where it
//! shows most squares afterwards.
//!
//! Of placements that show equally many squares it takes one that hides most of the others', and of
//! those any, equally likely. It looks no turn ahead and does not ask where its own rugs would be paid
//! for.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::base::{Rng, Seat};
use crate::game::{Fault, Listing, Player, Roster, Strategy};
use crate::games::marrakech::players::prospects::cheapest_rotation;
use crate::games::marrakech::rules::{Marrakech, Move, Phase, Square, Stage, View};

pub(super) const ENTRY: Roster<Marrakech> = Roster {
    listing: Listing {
        name: "greedy",
        suffix: None,
        idea: "least expected payment, most visible squares",
        settings: &[],
    },
    make: |_, _| Ok(Arc::new(Greedy)),
};

struct Greedy;

impl Strategy<Marrakech> for Greedy {
    fn sit(&self, _: &Arc<Marrakech>, _: Seat, _: usize) -> Box<dyn Player<Marrakech>> {
        Box::new(Greedy)
    }
}

impl Player<Marrakech> for Greedy {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        Ok(greedy_move(view.stage(), rng))
    }
}

/// What `greedy` does at a decision.
pub(super) fn greedy_move(stage: &Stage, rng: &mut Rng) -> Move {
    if stage.phase() == Phase::Rotate {
        return Move::Rotate(cheapest_rotation(stage));
    }
    let mut best: ArrayVec<[Square; 2], 12> = ArrayVec::new();
    let mut most = i32::MIN;
    for squares in stage.placements() {
        let gain = visible_gain(stage, squares);
        if gain > most {
            best.clear();
            most = gain;
        }
        if gain == most {
            best.push(squares);
        }
    }
    Move::Place(best[rng.below(best.len() as u32) as usize])
}

/// Squares that a rug adds to those its owner shows, first; squares it hides of the others, second.
fn visible_gain(stage: &Stage, squares: [Square; 2]) -> i32 {
    let gain = |square: Square| match stage.position().board().colour_at(square) {
        Some(colour) if stage.owner(colour) == Some(stage.seat()) => 0,
        Some(_) => 4,
        None => 3,
    };
    squares.into_iter().map(gain).sum()
}
