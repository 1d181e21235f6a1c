//! `random`: any word that the hand holds, all equally likely, until there is none.

use std::sync::Arc;

use crate::players::playable;
use crate::rules::{Asked, Move, View, Wordgame};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Wordgame> = Roster {
    listing: Listing {
        name: "random",
        suffix: None,
        idea: "any word that the hand holds, until there is none",
        parameters: &[],
    },
    make: |_, _| Ok(Arc::new(Random)),
};

struct Random;

impl Strategy<Wordgame> for Random {
    fn sit(&self, _: &Arc<Wordgame>, _: Seat, _: usize) -> Box<dyn Player<Wordgame>> {
        Box::new(Random)
    }
}

impl Player<Wordgame> for Random {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let words = if view.asked() == Asked::Again { Vec::new() } else { playable(view) };
        if words.is_empty() {
            return Ok(Move::Stop);
        }
        let word = words[rng.below(words.len() as u32) as usize];
        Ok(Move::Word(word.to_lowercase().into()))
    }
}
