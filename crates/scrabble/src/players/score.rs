//! `score`: the play with the most points; among equal ones the one that keeps more tiles. Without a
//! play it exchanges all tiles, or passes when that is not allowed.

use std::sync::Arc;

use crate::players::choosing::{best_play, play_or_exchange_all};
use crate::plays::{Generator, Points};
use crate::rules::{Move, Scrabble, View};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Scrabble> = Roster {
    listing: Listing {
        name: "score",
        suffix: None,
        idea: "the play with the most points",
        parameters: &[],
    },
    make: |_, _| Ok(Arc::new(Score)),
};

struct Score;

impl Strategy<Scrabble> for Score {
    fn sit(&self, _: &Arc<Scrabble>, _: Seat, _: usize) -> Box<dyn Player<Scrabble>> {
        Box::new(Sitting(Generator::new()))
    }
}

struct Sitting(Generator);

impl Player<Scrabble> for Sitting {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let best = best_play(&mut self.0, view, &Points);
        Ok(play_or_exchange_all(view, best))
    }
}
