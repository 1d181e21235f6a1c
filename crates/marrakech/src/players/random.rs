//! `random`: a uniformly random rotation or placement.
//!
//! The baseline for all others.

use arrayvec::ArrayVec;

use crate::rules::{Marrakech, Move, Phase, Rotation, Square, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Marrakech> =
    Roster::of::<Random>("random", "any rotation, any placement");

#[derive(Default)]
struct Random;

impl Player<Marrakech> for Random {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let stage = view.stage();
        if stage.phase() == Phase::Rotate {
            return Ok(Move::Rotate(Rotation::ALL[rng.below(3) as usize]));
        }
        let placements: ArrayVec<[Square; 2], 12> = stage.placements().collect();
        Ok(Move::Place(placements[rng.below(placements.len() as u32) as usize]))
    }
}
