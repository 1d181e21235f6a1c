//! `seed`: the computer of the problem set. Always the word that earns most now, ties to the first in
//! alphabetical order; it stops when there is none. It never substitutes and never plays a hand again.

use std::sync::Arc;

use crate::rules::{Asked, Move, View, Wordgame};
use crate::solving::Solver;
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Wordgame> = Roster {
    listing: Listing {
        name: "seed",
        suffix: None,
        idea: "the word that earns most now, again and again",
        parameters: &[],
    },
    make: |_, game| Ok(Arc::new(Seed(Arc::new(Solver::new(game))))),
};

struct Seed(Arc<Solver>);

impl Strategy<Wordgame> for Seed {
    fn sit(&self, _: &Arc<Wordgame>, _: Seat, _: usize) -> Box<dyn Player<Wordgame>> {
        Box::new(Seed(Arc::clone(&self.0)))
    }
}

impl Player<Wordgame> for Seed {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let word = match view.asked() {
            Asked::Word => self.0.best_word(view.play().now()),
            Asked::Again => None,
        };
        Ok(word.map_or(Move::Stop, |word| Move::Word(word.into())))
    }
}
