//! `random`: any legal play, all equally likely; a pass if there is none.

use std::sync::Arc;

use crate::plays::{All, Generator, Points};
use crate::rules::{Move, Scrabble, View};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Listing, Player, Roster, Strategy};

pub(super) const ENTRY: Roster<Scrabble> = Roster {
    listing: Listing {
        name: "random",
        suffix: None,
        idea: "any legal play, all equally likely",
        parameters: &[],
    },
    make: |_, _| Ok(Arc::new(Random)),
};

struct Random;

impl Strategy<Scrabble> for Random {
    fn sit(&self, _: &Arc<Scrabble>, _: Seat, _: usize) -> Box<dyn Player<Scrabble>> {
        Box::new(Sitting::default())
    }
}

#[derive(Default)]
struct Sitting {
    generator: Generator,
    plays: All,
}

impl Player<Scrabble> for Sitting {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let Sitting { generator, plays } = self;
        plays.0.clear();
        generator.search(view.game().lexicon(), view.board(), view.rack(), &Points, plays);
        // the order in which plays are found is no part of the answer
        plays.0.sort_unstable();
        let pick = rng.below(plays.0.len() as u32) as usize;
        Ok(plays.0.get(pick).map_or(Move::Pass, |picked| Move::Play(picked.play)))
    }
}
