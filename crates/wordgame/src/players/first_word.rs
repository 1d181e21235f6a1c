//! `first-word`: the first word in alphabetical order that the hand holds, again and again.

use std::sync::Arc;

use crate::players::playable;
use crate::rules::{Asked, Move, View, Wordgame};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Wordgame> = Roster {
    listing: Listing {
        name: "first-word",
        suffix: None,
        idea: "the first word in alphabetical order, again and again",
        parameters: &[],
    },
    make: |_, _| Ok(Arc::new(FirstWord)),
};

struct FirstWord;

impl Strategy<Wordgame> for FirstWord {
    fn sit(&self, _: &Arc<Wordgame>, _: Seat, _: usize) -> Box<dyn Player<Wordgame>> {
        Box::new(FirstWord)
    }
}

impl Player<Wordgame> for FirstWord {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if view.asked() == Asked::Again {
            return Ok(Move::Stop);
        }
        let first = playable(view).into_iter().min();
        Ok(first.map_or(Move::Stop, |word| Move::Word(word.to_lowercase().into())))
    }
}
